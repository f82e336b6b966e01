"""``python -m pitboss``, and what the command ``pitboss`` runs."""

from pitboss.cli.app import app


def main() -> None:
    """Runs the command line."""
    app()


if __name__ == "__main__":
    main()
