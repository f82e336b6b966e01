"""How an audit passes over a journal: from the first record or from a verdict, in one process or
several.
"""
