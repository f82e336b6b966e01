"""A house to attack."""

from tests.web.conftest import house, open_house

__all__ = ["house", "open_house"]
