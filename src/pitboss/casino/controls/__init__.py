"""The house's controls: what it asks for beyond the documents.

``policy`` is what it asks for, ``needs`` finds what needs a second person, ``persons`` keeps those
who acted in a round from judging it, and ``verdicts`` says what becomes of a command.
"""
