"""The mathematics as pages that stand alone."""
