"""Games that come and go while a process runs, as no casino has it: what is remembered of them."""

from pitboss.games import fast_reader
from pitboss.games.family import family_of_kind
from pitboss.rulebook import loader, shape


def forget() -> None:
    """Which games are installed is found out again when it is asked next."""
    for remembered in (
        shape._installed,
        shape.shape_named,
        loader.added_files,
        loader.faults_of_added,
        loader.installed,
        family_of_kind,
        fast_reader._reader,
    ):
        remembered.cache_clear()
