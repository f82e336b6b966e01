"""The mathematics as self-contained pages."""
