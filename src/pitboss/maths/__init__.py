"""The mathematics of the games: batch kernels, exact analysis, strategy, simulation, economics and
reports.

Everything is computed from the rulebooks that settle live rounds. Imports games, rulebook and
kernel, and nothing else of Pitboss. NumPy and Numba are imported by the modules that need them,
never by this one: settling must not pay for them.
"""
