"""Who may sign in and in which role, who is signed in, and which devices sign themselves in: the
fourth aggregate, beside tables, links and feeds.

Pure: may import rulebook and kernel. Passwords and tokens come in as hashes that the shell has made,
and so does the time.
"""
