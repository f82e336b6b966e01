"""Evidence: what a journal says about a round, a claim, a person or a day, in a folder that anybody
can check without Pitboss; and redacted copies of a journal, which name nobody.

It reads the journal and writes files. It signs with a key it is given, and decides nothing.
"""
