"""The house's controls: what it requires beyond the documents.

``policy`` states what it requires, ``needs`` finds what takes a second person, ``persons`` keeps
those who acted in a round from judging it, ``players`` says for whom staff may bet, and
``verdicts`` decides what becomes of a command.
"""
