"""One module for each group of commands: it reads arguments, calls the package and hands the result
to ``render``.
"""
