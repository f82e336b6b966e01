pytest_plugins = ["tests.plugins.conformance"]
