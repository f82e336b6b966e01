"""The command line: ``pitboss …``. Commands read arguments, call the package, and print; no rule
lives here.
"""
