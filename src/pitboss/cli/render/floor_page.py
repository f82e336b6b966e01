"""The floor at a glance: tables, links, pending claims, pending rulings."""

import msgspec

from pitboss.casino.app import Casino
from pitboss.cli.render.columns import columns
from pitboss.cli.render.wording import money, words
from pitboss.jackpot.state import LinkState
from pitboss.kernel.money import format_cents
from pitboss.reports.text import as_json
from pitboss.table.state import TableState


class Waiting(msgspec.Struct, frozen=True):
    """Something that a person must decide."""

    where: str
    what: str


def tables_of(casino: Casino) -> list[TableState]:
    return [state for name in casino.tables() if (state := casino.table(name)) is not None]


def links_of(casino: Casino) -> list[LinkState]:
    return [state for name in casino.links() if (state := casino.link(name)) is not None]


def waiting(tables: list[TableState], links: list[LinkState]) -> list[Waiting]:
    """Claims and rulings that are waiting for somebody, in words."""
    matters = []
    for link in links:
        for claim in link.waiting_claims:
            agreed = "".join(
                f"; {what} by {', '.join(by.name for by in persons)}"
                for what, persons in (
                    ("verified", claim.verified_by),
                    ("declined", claim.declined_by),
                )
                if persons
            )
            hand = f"{words(claim.hand)} of {claim.player}"
            matters.append(
                Waiting(f"link {link.id}", f"claim {claim.id} ({claim.standing}): {hand}{agreed}")
            )
        if link.proposal is not None:
            by = link.proposal.by.name
            needs = (
                "the end of this jackpot"
                if link.proposal.approved_by is not None
                else "a second person"
            )
            matters.append(
                Waiting(f"link {link.id}", f"parameters that {by} proposed wait for {needs}")
            )
        if link.correction is not None:
            amount, by = money(link.correction.amount), link.correction.by.name
            matters.append(
                Waiting(
                    f"link {link.id}",
                    f"a correction of {amount} that {by} proposed waits for a second person",
                )
            )
    for table in tables:
        if table.round is not None and table.round.pending is not None:
            ruling = table.round.pending.ruling
            who = "somebody" if ruling.authority is None else words(ruling.authority)
            matters.append(Waiting(f"table {table.id}", f"{ruling.incident}: waits for the {who}"))
        if table.operation_awaited:
            matters.append(
                Waiting(f"table {table.id}", "the house must say how to go on without the jackpot")
            )
    return matters


def phase_of(table: TableState) -> str:
    if table.round is not None:
        return table.round.phase.value
    return "between rounds" if table.open else "closed"


def tables_page(tables: list[TableState]) -> str:
    if not tables:
        return "There are no tables yet."
    rows = [
        (
            table.id,
            table.settings.rulebook,
            phase_of(table),
            "" if table.round is None else table.round.id,
            f"{table.rounds:,}",
            table.settings.link or "",
            money(table.on_layout),
        )
        for table in tables
    ]
    return columns(
        ("table", "rulebook", "phase", "round", "rounds", "link", "on the layout"), rows, "llllrlr"
    )


def links_page(casino: Casino, links: list[LinkState]) -> str:
    if not links:
        return "There are no links yet."
    rows = [
        (
            link.id,
            link.operator,
            money(casino.displayed(link.id) or 0),
            "down" if link.down else "locked" if link.locked else "open",
            f"{len(link.tables)}",
            f"{len(link.waiting_claims)}",
            f"{link.totals.hits:,}",
            link.notice or "",
        )
        for link in links
    ]
    head = ("link", "operator", "jackpot", "state", "tables", "claims waiting", "hits", "notice")
    return columns(head, rows, "llrlrrrl")


def floor_page(casino: Casino) -> str:
    """The whole page for people."""
    tables, links = tables_of(casino), links_of(casino)
    lines = [tables_page(tables), "", links_page(casino, links), ""]
    matters = waiting(tables, links)
    lines += [f"{entry.where}: {entry.what}" for entry in matters] or [
        "Nothing is waiting for anybody."
    ]
    return "\n".join(lines)


def table_values(table: TableState) -> dict[str, object]:
    return {
        "table": table.id,
        "rulebook": table.settings.rulebook,
        "open": table.open,
        "phase": phase_of(table),
        "round": None if table.round is None else table.round.id,
        "rounds": table.rounds,
        "link": table.settings.link,
        "on-layout": format_cents(table.on_layout),
    }


def link_values(casino: Casino, link: LinkState) -> dict[str, object]:
    parameters = link.parameters
    return {
        "link": link.id,
        "operator": link.operator,
        "displayed": format_cents(casino.displayed(link.id) or 0),
        "down": link.down,
        "locked": link.locked,
        "notice": link.notice,
        "tables": list(link.tables),
        "parameters": {
            "reset": format_cents(parameters.reset),
            "rate-bp": parameters.rate_bp,
            "reserve-bp": parameters.reserve_bp,
            "cap": None if parameters.cap is None else format_cents(parameters.cap),
            "verifiers": parameters.verifiers,
        },
        "claims": [
            {
                "claim": claim.id,
                "table": claim.table,
                "player": claim.player,
                "hand": claim.hand,
                "part": claim.part,
                "standing": claim.standing.value,
                "verified-by": [by.name for by in claim.verified_by],
                "declined-by": [by.name for by in claim.declined_by],
            }
            for claim in link.waiting_claims
        ],
        "hits": link.totals.hits,
    }


def floor_json(casino: Casino) -> str:
    tables, links = tables_of(casino), links_of(casino)
    return as_json(
        {
            "tables": [table_values(table) for table in tables],
            "links": [link_values(casino, link) for link in links],
            "waiting": [msgspec.to_builtins(entry) for entry in waiting(tables, links)],
        }
    )
