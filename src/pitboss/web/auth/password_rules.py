"""Which passwords are accepted: long enough, not a common one, and not the person's own name.

How easy a password is to guess is judged by zxcvbn, which knows the most common passwords, names,
words, dates and keyboard patterns.
"""

from pitboss.kernel.lookalikes import skeleton

LEAST = 10
MOST = 200
LEAST_GUESSES = 10**8
"""Someone who steals the hashes can try a few hundred passwords per second against one of them."""

_OWN_WORDS = ("pitboss", "casino", "jackpot", "dealer", "supervisor", "manager")


def password_fault(password: str, name: str) -> str | None:
    """What is wrong with a password, in a sentence."""
    if not LEAST <= len(password) <= MOST:
        return f"A password has {LEAST} to {MOST} characters."
    own, said = skeleton(name), skeleton(password)
    if len(own) > 2 and own in said:
        return "A password can't contain your own name; choose another."
    from zxcvbn import zxcvbn  # its word lists take a fifth of a second to read

    # Nobody guesses passwords longer than 72 characters, and judging one would take long.
    judged = zxcvbn(password[:72], user_inputs=[name, *_OWN_WORDS])
    if judged["guesses"] < LEAST_GUESSES:
        return (
            "That password is too easy to guess: it is common, or one word with a number. "
            "Use three or four unrelated words."
        )
    return None
