"""Cuts and packs the fonts of the pages while the package is built or installed from a checkout;
everything else is in pyproject.toml.
"""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SOURCE = Path(__file__).parent / "src"
sys.path.insert(0, str(SOURCE))

from pitboss.web import fonts  # noqa: E402 - it is not installed yet


class BuildWithFonts(build_py):
    """Into what is built; an editable installation has them in the checkout."""

    def run(self) -> None:
        super().run()
        built = SOURCE if self.editable_mode else Path(self.build_lib)
        fonts.pack(built / fonts.FOLDER.relative_to(SOURCE))


setup(cmdclass={"build_py": BuildWithFonts})
