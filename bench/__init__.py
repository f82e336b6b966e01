"""How fast Pitboss is, compared with hand evaluators by others: ``python -m bench``.

docs/benchmarks.md says what is measured, and how. Nothing in the program imports this package.
"""
