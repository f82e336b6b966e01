"""pytest plugins of this test suite's own."""
