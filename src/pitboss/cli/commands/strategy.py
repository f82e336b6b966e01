"""``pitboss strategy``: the best play in one situation, or a chart of it."""

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.commands.maths import amount, load
from pitboss.cli.context import AsJson, RulebookName
from pitboss.cli.streams import fail
from pitboss.kernel.display import exactly, percent

if TYPE_CHECKING:
    from pitboss.kernel.cards import Card
    from pitboss.maths.strategy.best_play import Advice, ProgressiveStakes
    from pitboss.rulebook.model import Rulebook


Cards = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CARD...",
        help=(
            "Stud: five cards, then the dealer's. Hold'em: two hole cards, then any "
            "community cards. Bullseye: five."
        ),
    ),
]
WithChart = Annotated[
    bool,
    typer.Option("--table", help="Print a chart of the best play, and what simpler rules cost."),
]
Jackpot = Annotated[
    str | None,
    typer.Option(
        metavar="AMOUNT",
        help="What the jackpot stands at, for a player with a progressive bet down."
        " It matters where folding forfeits that bet.",
    ),
]
ProgressiveBet = Annotated[str, typer.Option(metavar="AMOUNT", help="That progressive bet.")]
Ante = Annotated[
    str, typer.Option(metavar="AMOUNT", help="The ante, which the jackpot is measured against.")
]


def command(
    rulebook: RulebookName,
    cards: Cards = None,
    table: WithChart = False,
    jackpot: Jackpot = None,
    progressive_bet: ProgressiveBet = "5.00",
    ante: Ante = "25.00",
    json: AsJson = False,
) -> None:
    """Show the value of each choice in one situation, or print a chart of the best play
    (docs/maths.md).

    For instance: pitboss strategy rws-casino-stud-6 As Kd Jh 8c 3s 7c
    """
    book = load(rulebook)
    stakes = _stakes(jackpot, progressive_bet, ante)
    if table == bool(cards):
        raise fail(
            "name the cards of one situation, as in 'As Kd Jh 8c 3s 7c', or give --table, not both"
        )
    from pitboss.cli.render.steps import steps_shown
    from pitboss.maths.exact.results import CannotAnalyse

    try:
        if table:
            from pitboss.maths.strategy.charts import chart

            with steps_shown():
                drawn = chart(book, stakes)
            if json:
                _print_json(drawn.written())
            else:
                from pitboss.cli.render.strategy_chart import print_chart

                print_chart(book, drawn)
            return
        from pitboss.maths.strategy.best_play import advise

        named = _cards(cards or [])
        with steps_shown():
            advice = advise(book, named, stakes)
    except (CannotAnalyse, ValueError) as error:
        raise fail(f"{book.id}: {error}") from None
    if json:
        _print_json(advice.written())
    else:
        _print_advice(book, advice, named)


def _stakes(jackpot: str | None, bet: str, ante: str) -> "ProgressiveStakes | None":
    bet_cents, ante_cents = amount("--progressive-bet", bet), amount("--ante", ante)
    if jackpot is None:
        return None
    from pitboss.maths.strategy.best_play import ProgressiveStakes

    return ProgressiveStakes(ante_cents, bet_cents, amount("--jackpot", jackpot, least=0))


def _cards(words: list[str]) -> "tuple[Card, ...]":
    from pitboss.kernel.cards import parse_cards

    return parse_cards(" ".join(words))


def _print_json(value: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def _print_advice(book: "Rulebook", advice: "Advice", cards: "tuple[Card, ...]") -> None:
    from pitboss.cli.render.rulebook_sheet import Sheet
    from pitboss.kernel.cards import format_cards
    from pitboss.maths.exact.results import decimal

    best = advice.best
    with Sheet() as sheet:
        sheet.title(f"{format_cards(cards)}: {best.name}")
        sheet.text(
            f"{book.title}; values are per unit of the opening wager, all that is down included."
        )
        sheet.text()
        rows = [
            (
                choice.name + (f" ({format_cards(choice.cards)})" if choice.cards else ""),
                decimal(choice.value)[:11],
                "best" if choice is best else f"costs {percent(best.value - choice.value)}",
                exactly(choice.value),
            )
            for choice in advice.choices
        ]
        sheet.table(("choice", "value", "", "exactly"), rows, whole=(0, 1, 2), exact=(3,))
        if best.name in ("check", "river") and len(cards) == 6:
            sheet.text()
            sheet.text("A Turn wager that is down is left out: no later choice depends on it.")
        if advice.forfeits is not None:
            worth = decimal(advice.forfeits)[:11]
            sheet.text()
            sheet.text(
                f"Folding forfeits the progressive bet, which is worth {worth} antes here; "
                "that is counted."
            )
        if advice.award is not None:
            worth = decimal(advice.award)[:11]
            sheet.text()
            sheet.text(
                f"The progressive bet is worth {worth} antes here, whatever is chosen; it is "
                "not counted."
            )


commands = typer.Typer(rich_markup_mode=None)
commands.command("strategy", short_help="The best play in one situation, or a chart of it.")(
    command
)
