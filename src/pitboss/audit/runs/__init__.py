"""How an audit goes over a journal: from the first record or from a verdict, in one process or in
several.
"""
