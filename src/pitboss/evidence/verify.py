"""Checks a folder of evidence from a Pitboss journal: python3 verify.py [FOLDER [KEY …]]

Needs nothing but Python 3.11. Exit code 0: everything fits; 1: the first thing that does not is
named. KEY is a public key that the house has published; without one compare what is printed."""

import base64
import hashlib
import hmac
import html
import json
import re
import struct
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

POSTS = ("player", "dealer", "pit-supervisor", "pit-manager", "shift-manager")
ACTORS = ("by", "asked-by", "proposed-by", "approved-by")
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
BESIDE = "correction-asked correction-dropped money-decided command-refused round-interrupted"
Row = dict[str, Any]


class Wrong(Exception):
    """The first thing that does not fit."""


def need(holds: object, wrong: str) -> None:
    if not holds:
        raise Wrong(wrong)


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def unhex(digits: str) -> bytes:
    need(bytes.fromhex(digits).hex() == digits, f"{digits!r} is not in small letters")
    return bytes.fromhex(digits)


def written(value: object, indent: int | None = 1) -> bytes:
    """The one way in which JSON is written here."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=(",", ":"))
    return text.encode() + b"\n"


def read(folder: Path, name: str) -> Any:
    value = json.loads(raw := (folder / name).read_bytes())
    need(written(value) == raw, f"{name}: not written as Pitboss writes it")
    return value


# Ed25519 by the equations of RFC 8032; a point is X, Y, Z, T with x = X/Z, y = Y/Z and xy = T/Z.
P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]


def add(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]), (one[1] + one[0]) * (other[1] + other[0])
    c, d = 2 * D * one[3] * other[3], 2 * one[2] * other[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_of(raw: bytes, sign: int = 1) -> Point:
    """The point that 32 bytes stand for: y, and in the highest bit whether x is odd."""
    odd, y = divmod(int.from_bytes(raw, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x * pow(2, (P - 1) // 4, P) % P if (x * x - square) % P else x
    need(y < P and not (x * x - square) % P and (x or not odd), "this is no point of Ed25519")
    x = sign * (x if x % 2 == odd else P - x) % P
    return x, y, 1, x * y % P


def signed_by(key: str, signature: str, text: bytes) -> bool:
    raw, base = unhex(signature), point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    (x, y, _, _), s = point_of(raw[:32]), int.from_bytes(raw[32:], "little")
    k = int.from_bytes(hashlib.sha512(raw[:32] + unhex(key) + text).digest(), "little") % ORDER
    less, total = point_of(unhex(key), -1), (0, 1, 1, 0)
    for bit in range(252, -1, -1):
        total = add(total, total)
        for scalar, point in ((s, base), (k, less)):
            total = add(total, point) if scalar >> bit & 1 else total
    same = (total[0] - x * total[2]) % P == (total[1] - y * total[2]) % P == 0
    return same and len(raw) == 64 and s < ORDER


def check_sealed(folder: Path, trusted: list[str]) -> tuple[Row, set[str], dict[int, bytes]]:
    """No byte of any file has changed, and all is signed: the proofs, by whom, and the roots."""
    files, seal = read(folder, "manifest.json"), read(folder, "seal.json")
    listed = files | seal["covers"] | {"seal.json": sha((folder / "seal.json").read_bytes()).hex()}
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for name in sorted(there ^ listed.keys()):
        raise Wrong(f"{name}: {'not in the manifest' if name in there else 'missing'}")
    for name, digest in listed.items():
        need(sha((folder / name).read_bytes()).hex() == digest, f"{name}: has been changed")
    if token := seal["covers"].get("timestamp.tsr") and (folder / "timestamp.tsr").read_bytes():
        need(unhex(seal["covers"]["manifest.json"]) in token, "timestamp.tsr: of another manifest")
    proof, covers = read(folder, "proof.json"), b"".join(map(unhex, seal["covers"].values()))
    need(proof["form"] == "pitboss-evidence/1", "proof.json: of a form that this does not know")
    keys, roots = set(trusted) or {point["key"] for point in proof["checkpoints"]}, {}
    signed = [("seal.json", seal, b"pitboss-evidence/1\0" + covers)] if seal["key"] else []
    for point in proof["checkpoints"]:
        numbers = struct.pack(">QQQ", point["number"], point["at_ms"], point["position"])
        hashes = [unhex(point[name]) for name in ("root", "previous", "key", "heads")]
        text = b"".join((b"pitboss-checkpoint/1\0", numbers, *hashes))
        signed.append((f"checkpoint {point['number']}", point, text))
        roots[point["number"]] = hashes[0]
    for where, one, text in signed:
        need(one["key"] in keys, f"{where}: signed with another key, {one['key']}")
        need(signed_by(one["key"], one["signature"], text), f"{where}: its signature does not fit")
    return proof, keys, roots


def leaf(row: Row) -> bytes:
    name = row["stream"].encode()
    return sha(b"\0", struct.pack(">IQ", len(name), row["version"]), name, unhex(row["hash"]))


def check_chain(rows: list[Row], proof: Row, roots: dict[int, bytes]) -> int:
    """How many records no checkpoint proves, as they or later ones are held back in part."""
    before = {(one["stream"], one["version"]): unhex(one["hash"]) for one in proof["before"]}
    anchors = {(one["stream"], one["version"]): one for one in proof["anchors"]}
    place = {(row["stream"], row["version"]): row for row in rows}
    unbound, later = 0, dict[str, tuple[int, bool]]()
    for (stream, version), row in reversed(place.items()):
        where = f"position {row['position']} ({stream} {version}, {row['kind']})"
        own, whole = unhex(row["hash"]), row["body"] is not None
        earlier = place.get((stream, version - 1), {"hash": bytes(32 * (version == 1)).hex()})
        known = before.pop((stream, version), None) or unhex(earlier["hash"])
        need(known, f"{where}: nothing says what stands before it")
        if row["body"] is not None:
            texts = [row[name].encode() for name in ("stream", "command", "kind", "body")]
            texts.insert(2, (row["entry"] or "").encode())
            numbers = [row[name] for name in ("position", "version", "at_ms", "number")]
            found = sha(known, struct.pack(">QQQ6I", *numbers, *map(len, texts)), *texts)
            need(found == own, f"{where}: not what was stored, or not after what stands before it")
        after, bound = later.get(stream, (0, False))
        if anchor := anchors.pop((stream, version), None):
            node, bound = leaf(row), True
            for side, beside in anchor["path"]:
                node = sha(b"\1", *(unhex(beside), node)[:: {"left": 1, "right": -1}[side]])
            need(node == roots[anchor["checkpoint"]], f"{where}: not in its checkpoint")
        need(anchor or after == version + 1, f"{where}: leads to no checkpoint")
        unbound, later[stream] = unbound + (not (bound and whole)), (version, bound and whole)
    need(not before and not anchors, "proof.json: proves something that is not shown")
    if proof["subject"]["kind"] == "journal":
        ends = {row["stream"]: leaf(row) for row in rows}
        level = [ends[stream] for stream in sorted(ends)]
        while len(level) > 1:
            pairs = (level[n : n + 2] for n in range(0, len(level), 2))
            level = [sha(b"\1", *pair) if len(pair) == 2 else pair[0] for pair in pairs]
        whole = level == [roots[max(roots)]] and not proof["before"]
        need(whole, "a stream of the journal is missing, or the beginning or the end of one")
    return unbound


def sized(text: str) -> bytes:
    return len(text.encode()).to_bytes(4, "big") + text.encode()


def deck_of(secret: bytes, context: bytes) -> list[str]:
    blocks = (hmac.digest(secret, context + struct.pack(">I", n), "sha256") for n in range(1000))
    numbers = (number for block in blocks for number in struct.unpack(">8I", block))
    deck = list(CARDS)
    for left in range(52, 1, -1):
        at = next(number for number in numbers if number < 2**32 // left * left) % left
        deck[left - 1], deck[at] = deck[at], deck[left - 1]
    return deck


def context_of(name: str, secret: bytes, log: list[Row], chains: list[Row]) -> bytes:
    """What goes into a shuffle beside its secret, which was promised or fixed in advance."""
    table, number = name.rpartition("-")[0], int(name.rpartition("-")[2])
    end, promised, chain = secret, log[0]["commitment"], log[0].get("chain")
    seeds = {one["player"]: one["seed"] for one in log if "seed" in one}
    if chain is None:
        need(sha(secret).hex() == promised, f"{name}: another secret was promised")
        return sha(*(sized(part) for player in sorted(seeds) for part in (player, seeds[player])))
    for at in range(number, chain["first"] - 1, -1):
        end = sha(b"pitboss-chain/1\0", sized(table), at.to_bytes(8, "big"), end)
        need(at < number or end.hex() == promised, f"{name}: another secret was promised")
    need(end.hex() == chain["end"] and chain in chains, f"{name}: not of a chain that is published")
    where = sized(table) + number.to_bytes(8, "big") + unhex(promised)
    everybody = {"seeds": seeds, "left-out": [one.get("player") for one in log]}
    fixed: Row = next((one for one in log if one["event"] == "shuffle-fixed/1"), everybody)
    context = hashlib.sha256(b"pitboss-shuffle/2\0" + where)
    for one in (one for one in log if one["event"] == "seed-committed/1"):
        player, bound = one["player"], unhex(one["commitment"])
        under = sized(str(one.get("alias", player)))
        seed = unhex(seeds[player]) if player in fixed["seeds"] else b""
        tied = sha(b"pitboss-seed/1\0", where, under, seed) == bound
        need(not seed or tied, f"{name}: a seed that its player was not bound to")
        if seed or player in fixed["left-out"]:
            context.update(under + bound + (b"\1" + seed if seed else b"\0"))
    return context.digest()


def check_cards(name: str, deck: list[str], log: list[Row], record: Row) -> None:
    """The cards came from the deck in its order, and those that were settled are of them."""
    at, hands = 0, dict[str, list[str]]()
    for one in (one for one in log if one["event"] in ("card-burnt/1", "cards-dealt/1")):
        told = one.get("cards", [one.get("card")])
        hidden = base64.b64decode(one["sealed"]["text"])[16:] if "sealed" in one else told
        drawn, at = deck[at : at + len(hidden)], at + len(hidden)
        fits = "sealed" in one or [CARDS[card] for card in told] == drawn
        need(fits, f"{name}: {one['event']} is not the next of the deck")
        hands.setdefault(one.get("place", ""), []).extend(drawn)
    shown = {str(box["box"]): box.get("cards", []) for box in record["boxes"]}
    shown |= {place: record.get(place, []) for place in ("dealer", "community")}
    moved = any("moved" in one["event"] or "incident" in one["event"] for one in log)
    for place, cards in shown.items():
        dealt = deck[:at] if moved else hands.get(place, ())
        need(set(cards) <= set(dealt), f"{name}: the cards of {place} are not those dealt")


def check_round(name: str, log: list[Row], chains: list[Row], files: Row) -> dict[str, str]:
    settled: Row = next((one for one in reversed(log) if one["event"] == "round-settled/1"), {})
    record, settlement, figures = settled.get("record"), settled.get("settlement"), {}
    files["record.json"][name], files["settlement.json"][name] = record, settlement
    for box in settlement["boxes"] if settlement else ():
        figures[f"{name}/{box['box']}/net"] = box["net"]
        for line in box["lines"]:
            for part in ("stake", "result", "winnings", "returned"):
                figures[f"{name}/{box['box']}/{line['bet']}/{part}"] = line[part]
    for award in (settlement or {}).get("jackpot", {}).get("awards", ()):
        figures[f"{name}/{award['box']}/award"] = award["amount"]
    if (kept := log[-1].get("secret") or log[0]["secret"]) and log[0]["commitment"]:
        secret = base64.b64decode(kept)
        deck = deck_of(secret, context_of(name, secret, log, chains))
        check_cards(name, deck, log, record or {"boxes": []})
        files["shuffle.json"][name] = {"secret": secret.hex(), "deck": deck}
        figures[f"{name}/deck"] = " ".join(deck)
    return figures


def facts_of(rows: list[Row], subject: Row) -> tuple[Row, dict[str, str]]:
    """What the events come to: the content of the files, and the figures of the page."""
    files: Row = {"record.json": {}, "settlement.json": {}, "shuffle.json": {}, "who.json": []}
    figures = {"subject": f"{subject['kind']} {subject['name']}"}
    logs, last, chains = dict[str, list[Row]](), dict[str, int](), list[Row]()
    for row in rows:
        stream, kind, event = row["stream"], row["kind"].partition("/")[0], row["event"]
        if kind == "betting-opened" or last.get(stream) != row["version"] - 1:
            logs[stream] = []
        last[stream], log = row["version"], logs[stream]
        if kind in ("entry-taken-back", "round-corrected"):
            del log[event["kept"] :]
        elif kind not in BESIDE.split():
            log.append(event)
        chains += [event["chain"]] if kind == "shuffle-chain-published" else []
        if "toml" in event:
            toml, clauses = event["toml"].encode(), event["clauses"].encode()
            found = sha(b"pitboss rulebook 1\n%d\n" % len(toml), toml, clauses).hex()
            need(found == event["rules"], f"{event['rulebook']}: not the text of its hash")
        if row["of"]:
            told = [event[name] for name in ACTORS if event.get(name)] or [event.get("player", "")]
            who = [a if isinstance(a, str) else f"{POSTS[a['post']]}:{a['name']}" for a in told]
            at = datetime.fromtimestamp(row["at_ms"] / 1000, UTC).isoformat(timespec="milliseconds")
            done = {"at": at, "who": ", ".join(who), "what": row["kind"]}
            files["who.json"].append({"position": row["position"], **done})
            figures |= {f"{row['position']}/{name}": text for name, text in done.items()}
        if kind == "round-concluded" and log[0].get("round") in subject["rounds"]:
            figures |= check_round(log[0]["round"], log, chains, files)
    need(list(files["record.json"]) == subject["rounds"], "proof.json: other rounds than are here")
    return files, figures


def check(folder: Path, trusted: list[str]) -> str:
    (proof, keys, roots), rows = check_sealed(folder, trusted), []
    for line in (folder / "events.jsonl").read_bytes().splitlines(keepends=True):
        rows.append(row := json.loads(line))
        fits = written(row, None) == line and "shown" in row
        need(fits, f"events.jsonl: line {len(rows)} is not as it was")
        row["event"] = row["shown"] if row["body"] is None else json.loads(row["body"])
    unbound = check_chain(rows, proof, roots)
    files, figures = facts_of(rows, proof["subject"])
    for name, value in files.items():
        need(read(folder, name) == value, f"{name}: not what the events say")
    told = re.findall(r'data-figure="([^"]*)">([^<]*)<', (folder / "page.html").read_text("utf-8"))
    shown = {html.unescape(name): html.unescape(text) for name, text in told}
    for name in sorted({*shown, *figures}):
        fits = shown.get(name) == figures.get(name) and len(told) == len(figures)
        need(fits, f"page.html: {name} is {shown.get(name)}, and by the events {figures.get(name)}")
    return f"{figures['subject']}: everything fits. {len(rows)} events, {unbound} of them on the \
house's word alone; {len(roots)} signed checkpoints; {len(files['shuffle.json'])} shuffles.\n\
Signed by {', '.join(sorted(keys))}{'' if trusted else ' (compare it with the published key)'}.\n"


if __name__ == "__main__":
    given = sys.argv[1:] or [str(Path(__file__).parent)]
    try:
        sys.stdout.write(check(Path(given[0]), given[1:]))
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a folder ends here
        sys.exit(f"WRONG: {error if isinstance(error, Wrong) else f'unreadable: {error!r}'}")
