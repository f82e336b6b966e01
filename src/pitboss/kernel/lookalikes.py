"""Names that read alike although they are spelled differently.

The *skeleton* of a name, in the sense of Unicode Technical Standard 39, is what remains when every
letter is replaced by the plain one that it is taken for. The table holds the look-alikes of Latin
letters and digits in scripts that keyboards have: Cyrillic, Greek, Armenian, and symbols that are
taken for letters. Facts from Unicode's confusables data.
"""

import unicodedata

_LOOKS_LIKE = {
    "a": "аαɑ",
    "b": "ЬьƄ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еҽ℮",
    "f": "ϝẝ",
    "g": "ցɡ",
    "h": "һհ",
    "j": "јϳ",
    "k": "кκ",
    "l": "1i|іΙιıӏ∣׀",
    "m": "м",
    "n": "пոռ",
    "o": "0оοσօ०੦໐๐",
    "p": "рρϱ",
    "q": "ԛգ",
    "r": "гг",
    "s": "ѕƽ",
    "t": "тτ",
    "u": "υսʋ",
    "v": "νѵ",
    "w": "ԝωѡա",
    "x": "хχ×",
    "y": "уγү",
    "z": "ᴢ",
    "-": "‐‑‒–—−ー",
    "'": "’‘ʼ`´",
}

_PLAIN = {
    ord(other): plain
    for plain, others in _LOOKS_LIKE.items()
    for other in {folded for one in others for folded in one.casefold()} | set(others)
}


def skeleton(name: str) -> str:
    """What a name reads like. Two names with one skeleton can't be told apart on a screen.

    >>> skeleton("Paula") == skeleton("Раulа")
    True
    """
    decomposed = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(decomposed.translate(_PLAIN).replace("rn", "m").split())
