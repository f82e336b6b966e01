"""Writes docs/configuration.md from the list of settings. ``python tools/configuration.py`` prints
the page.
"""

import sys
import textwrap

from pitboss.operations.settings import DESCRIBED, TABLES, Described, example, toml_value

HEAD = """# Configuration

Pitboss runs without any settings, and then keeps everything in the folder `pitboss-data`. Settings
come from one TOML file and from the environment. A setting given in more than one place is taken
from the first of these:

1. the options of a command (such as `--database`),
2. an environment variable,
3. the settings file: the one given with `--config`, or named by `PITBOSS_CONFIG`, or `pitboss.toml`
   in the current folder,
4. the default.

`pitboss config` prints the settings in force and where each comes from, never with a password.
`pitboss config --example` prints a file with every setting. A setting that is unknown, of the wrong
type or impossible stops every command with exit code 2. Everything wrong is reported at once: the
file, the setting, what is allowed, and what to write. If the name of an environment variable is
close to that of a setting, `pitboss config` and `pitboss doctor` point it out.

`make docs` generates this page from the settings themselves.

## Settings
"""


def wrapped(text: str) -> str:
    """A paragraph in lines of 100 columns."""
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def section(setting: Described) -> list[str]:
    return [
        f"### `{setting.key}`",
        "",
        wrapped(setting.description),
        "",
        wrapped(
            f"Allowed: {setting.allowed}. Default: `{toml_value(setting.default)}`. "
            f"Environment: `{setting.variable}`."
        ),
        "",
    ]


def page() -> str:
    """The whole page."""
    lines = [HEAD]
    table = ""
    for setting in DESCRIBED:
        if setting.table != table:
            table = setting.table
            lines += [f"## `[{table}]`", "", wrapped(TABLES[table]), ""]
        lines += section(setting)
    lines += ["## The example file", "", "```toml", example().rstrip(), "```"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
