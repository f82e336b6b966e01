"""Who may sign in and in which role, who is signed in, and which devices sign themselves in: the
fourth aggregate, next to tables, links and feeds.

Pure: may import rulebook and kernel. The time is an argument, and so are passwords and tokens, as
hashes made by the shell.
"""
