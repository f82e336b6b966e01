"""``python -m pitboss``, and what the command ``pitboss`` runs."""

import os
import sys

from pitboss.cli.app import app
from pitboss.extras import MissingExtra


def main() -> None:
    """Runs the command line; if the output can't be written, or an extra is not installed, it ends
    with a sentence instead of a traceback.
    """
    try:
        app()
    except MissingExtra as error:
        sys.stderr.write(f"pitboss: {error}\n")
        sys.exit(2)
    except BrokenPipeError:
        # The reader has gone, as `head` does; there is nobody left to tell.
        _forget_output()
        sys.exit(1)
    except OSError as error:
        _forget_output()
        sys.stderr.write(f"pitboss: {error.filename or 'output'} can't be used: {error.strerror}\n")
        sys.exit(2)


def _forget_output() -> None:
    """What is still in the buffer can't be written either, so the interpreter must not try again on
    exit.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
