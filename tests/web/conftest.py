"""Houses for tests: one that many tests look at, and one for a test that changes people or
tables.
"""

from tests.web.houses import house, open_house

__all__ = ["house", "open_house"]
