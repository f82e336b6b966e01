"""Evidence: what a journal says about a round, a claim, a person or a day, in a folder that anybody
can check without Pitboss; and a copy of a journal in which nobody is named.

It reads the journal and writes files. It signs with a key that it is given, and decides nothing.
"""
