"""The sentences of the pages, as their code has them: what stands in t(…)."""

import json
import re
from pathlib import Path

PAGES = Path(__file__).parents[1] / "src/pitboss/web/pages"
LANGUAGES = PAGES / "shared/languages"
_CALL = re.compile(r'\bt\(\s*((?:"(?:[^"\\]|\\.)*"\s*\+?\s*)+)')
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"')


def said_by(path: Path) -> set[str]:
    """Every sentence that a module says by itself."""
    return {
        "".join(json.loads(piece) for piece in _PIECE.findall(call))
        for call in _CALL.findall(path.read_text(encoding="utf-8"))
    }


def sentences(language: str) -> dict[str, str]:
    """A catalogue: what it says, by the sentence in English."""
    found = json.loads((LANGUAGES / f"{language}.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found
