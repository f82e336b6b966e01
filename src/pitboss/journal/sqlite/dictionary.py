"""The compression dictionary: texts that bodies of one kind repeat, each of which the short form
replaces with a byte.

Every journal stores them beside the number of their kind, so a change here creates new numbers and
leaves what is stored as it is. A text that no longer occurs costs only the search for it.
"""

_PLAYER = ',"by":{"post":0,"name":"'
_DEALER = ',"by":{"post":1,"name":"'
_BY = ',"by":{"post":'
_NAME = ',"name":"'
_END = '"}}'
_AT = ',"at-ms":'
_SEALED = (',"sealed":{"chain":"', '","round":', ',"text":"')
_LOST = '","result":"lose","returned":"0.00","winnings":"0.00","clauses":["'

_CONTRIBUTION = (
    '","bets":',
    ',"rate-bp":',
    ',"reserve-bp":',
    ',"bets-in":',
    ',"meter-total":',
    ',"reserve-total":',
    _AT,
)

# Each list continues from how the body begins, up to its first value.
_TEXTS: dict[str, tuple[str, ...]] = {
    "betting-opened/1": (
        '"round":"',
        f',"commitment":null,"secret":null{_DEALER}',
        '","secret":',
        f'"{_AT}',
        ',"commitment":"',
        _DEALER,
        '"},"chain":{"first":',
        ',"length":',
        ',"end":"',
        '","key":"',
        '","restored":',
        _END,
    ),
    "bet-placed/1": (
        '"box":',
        ',"bet":"progressive","amount":',
        ',"bet":"ante","amount":',
        ',"bet":"main","amount":',
        ',"player":"',
        f'"{_PLAYER}',
        f'"{_DEALER}',
        ',"bet":"',
        '","amount":',
        _END,
    ),
    "seed-committed/1": ('"player":"', '","commitment":"', '","alias":"'),
    "seed-opened/1": ('"player":"', '","seed":"'),
    "betting-closed/1": ('"at-ms":', ',"deck":null', ',"deck":[', _DEALER, _END),
    "cards-dealt/1": (
        '"place":"',
        'dealer","cards":[',
        '","cards":[',
        f'],"face-up":0{_AT}',
        f'],"face-up":1{_AT}',
        _DEALER,
        *_SEALED,
        _END,
    ),
    "card-burnt/1": ('"card":', f"null{_DEALER}", _DEALER, *_SEALED, _END),
    "raised/1": (
        '"box":',
        ',"bet":"bet","amount":',
        ',"bet":"flop","amount":',
        ',"bet":"turn","amount":',
        ',"bet":"river","amount":',
        _PLAYER,
        _DEALER,
        _END,
    ),
    "folded/1": ('"box":', _PLAYER, _DEALER, _END),
    "checked/1": ('"box":', _PLAYER, _DEALER, _END),
    "hand-set/1": ('"box":', f',"three":null{_PLAYER}', ',"three":[', _PLAYER, *_SEALED, _END),
    "hand-examined/1": ('"box":', ',"player":"', f'"{_PLAYER}', f'"{_DEALER}', _END),
    "turned-over/1": (
        '"shows":"',
        f"dealer's cards\"{_DEALER}",
        f'"{_DEALER}',
        '"},"cards":[',
        _END,
    ),
    "round-concluded/1": ('"at-ms":', _DEALER, '"},"secret":"', _END),
    "contribution-made/1": ('"round":"', *_CONTRIBUTION),
    "contribution-returned/1": ('"round":"', *_CONTRIBUTION),
    "contributions-folded/1": (
        '"feeds":{"',
        '":{"version":',
        ',"meter-units":',
        ',"reserve-units":',
        ',"overflow-units":0',
        ',"house-units":0',
        '},"',
    ),
    "round-settled/1": (
        '"record":{"id":"',
        f'}},"under-minimum-settled":[]{_DEALER}',
        '"}}]},"settlement":{"id":"',
        '","outcome":"completed","table":{"limits":{"',
        '"}}},"jackpot":{"displayed":"',
        '"}]},{"box":',
        '"]},{"bet":"',
        '"]}]},{"box":',
        f'progressive","stake":"5.00{_LOST}',
        _LOST,
        '","result":"push","returned":"',
        '","winnings":"0.00","clauses":["',
        '","result":"win","returned":"',
        '","winnings":"',
        '","clauses":["',
        '","lines":[{"bet":"',
        '"}},{"box":',
        '","hand":"played","cards":["',
        '"],"bets":{"',
        '","hand":"',
        '","net":"',
        '","stake":"',
        ',"player":"',
        '","rulebook":"',
        '"],"boxes":[{"box":',
        '},"boxes":[{"box":',
        '","added":"0.00","awards":[]}},"paid":{"',
        '"progressive":"',
        '","',
        '":"',
        '":',
    ),
}

ENTRY = "entry"
"""The name under which a file keeps the texts of its entries, beside those of its kinds."""

_COMMANDS = ("examine", "fold", "raise", "check", "set-hand", "show-hand", "choose-option")
_WHOLE = ("deal", "open-betting", "close-betting", "settle", "conclude", "fold-feeds")
_PROGRAM = '},"program":"'

ENTRY_TEXTS = (
    '{"by":"',
    *(f'","post":{post},"to":"table/' for post in (0, 1, 2, 4)),
    '","post":4,"to":"link/',
    '","to":"people',
    *(f'","command":{{"do":"{name}"{_PROGRAM}' for name in _WHOLE),
    '","command":{"do":"place-bet","box":',
    *(f'","command":{{"do":"{name}","box":' for name in _COMMANDS),
    '","command":{"do":"',
    *(f',"bet":"{bet}","amount":' for bet in ("ante", "progressive", "main")),
    ',"amount":',
    ',"player":"',
    f'"{_PROGRAM}',
    _PROGRAM,
    '"}',
)
"""The texts of entries, in the order in which they are replaced."""

MOST = 31
"""A JSON body has no byte below a space, which leaves this many, not counting zero."""


def texts_of(kind: str) -> tuple[str, ...]:
    """The texts for the bodies of a kind, in the order in which they are replaced."""
    begin = f'{{"event":"{kind}"'
    first, *more = _TEXTS.get(kind) or ("", _PLAYER, _DEALER, _BY, _NAME, _AT, '"clauses":[', _END)
    return (f"{begin},{first}" if first else begin, *more)
