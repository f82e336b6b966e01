"""Serialising the auditor's books, which a verdict keeps.

The form is closed: it can name only the auditor's classes and event types already loaded, which are
filled field by field; nothing named in a file is ever called. What several books share (counts,
rules) is referenced by name.
"""

import sys
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import MethodType
from typing import Any, TypeAlias

from msgspec import UNSET, Struct

from pitboss.audit.rulebook_file import RulebookFile
from pitboss.audit.rules import AuditedRules

_PLAIN = (type(None), bool, str, bytes, float)
_LEAST, _MOST = -(1 << 63), 1 << 63
_BOOKS, _OURS = "pitboss.audit.", "pitboss."


class BadBooks(ValueError):
    """The data are not books in this form."""


WrittenFields: TypeAlias = dict[str, Any]
"""Serialised fields, by name."""


class BooksWriter:
    """Writes books that belong together; an object they share is written once."""

    def __init__(self, rules: AuditedRules, shared: Mapping[str, object] | None = None) -> None:
        self._rules = rules
        self._shared = {id(value): name for name, value in (shared or {}).items()}
        self._places: dict[int, int] = {}

    def write(self, value: Any) -> Any:
        """A value in the form; raises BadBooks if it can't be written."""
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is int:
            return value if _LEAST <= value < _MOST else ["int", str(value)]
        if value is UNSET:
            return ["unset"]
        if (name := self._shared.get(id(value))) is not None:
            return ["shared", name]
        if kind is MethodType and value == self._rules.open:
            return ["open"]
        if kind is RulebookFile:
            return ["rulebook", *self._rules.name_of(value)]
        if kind in (set, frozenset):
            # Sorted, so that the same books always give the same bytes.
            return [_LISTS[kind], *sorted(map(self.write, value), key=repr)]
        if kind in _LISTS:
            return [_LISTS[kind], *map(self.write, value)]
        if kind in _MAPPINGS:
            return [_MAPPINGS[kind], *[[self.write(k), self.write(v)] for k, v in value.items()]]
        if kind is array:
            return ["array", value.tobytes()]
        return self._write_object(kind, value)

    def _write_object(self, kind: type, value: Any) -> Any:
        name = _name_of(kind)
        if isinstance(value, Enum):
            return ["enum", name, value.value]
        if isinstance(value, Struct):
            return ["struct", name, self._fields(value, value.__struct_fields__)]
        if isinstance(value, tuple):
            return ["named", name, *map(self.write, value)]
        if is_dataclass(value):
            return ["struct", name, self._fields(value, [field.name for field in fields(value)])]
        if not kind.__module__.startswith(_BOOKS):
            raise BadBooks(f"books have no {name}")
        place = self._places.get(id(value))
        if place is not None:
            return ["again", place]
        self._places[id(value)] = len(self._places)
        return ["book", name, self._fields(value, list(value.__dict__))]

    def _fields(self, value: Any, names: Iterable[str]) -> WrittenFields:
        return {name: self.write(getattr(value, name)) for name in names}


class BooksReader:
    """Reads what a writer wrote, with shared objects in place."""

    def __init__(self, rules: AuditedRules, shared: Mapping[str, object] | None = None) -> None:
        self.rules = rules
        self.shared = dict(shared or {})
        self.objects: list[Any] = []

    def read(self, data: Any) -> Any:
        """A value; raises BadBooks if the data are not in the form."""
        if type(data) is not list:
            return data
        try:
            return self._read(data[0], data[1:])
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise BadBooks(f"the books can't be read: {error}") from error

    def _read(self, tag: str, rest: list[Any]) -> Any:
        if tag in _OF_LIST:
            return _OF_LIST[tag](map(self.read, rest))
        if tag in _OF_MAPPING:
            return _OF_MAPPING[tag]({self.read(key): self.read(value) for key, value in rest})
        if tag in _OF_OTHERS:
            return _OF_OTHERS[tag](self, *rest)
        match tag:
            case "enum":
                return _class(rest[0], Enum)(rest[1])
            case "struct":
                return _class(rest[0], object)(**self._fields(rest[1]))
            case "named":
                return _class(rest[0], tuple)(*map(self.read, rest[1:]))
            case "book":
                return self._read_book(*rest)
            case _:
                raise BadBooks(f"the books have a part {tag!r}, which is not known")

    def _read_book(self, name: str, written: WrittenFields) -> Any:
        book = object.__new__(_class(name, object))
        # Registered before its fields are read, as one of them may refer back to it.
        self.objects.append(book)
        book.__dict__.update(self._fields(written))
        return book

    def _fields(self, written: WrittenFields) -> WrittenFields:
        return {name: self.read(value) for name, value in written.items()}


_LISTS: dict[type, str] = {
    list: "list",
    tuple: "tuple",
    set: "set",
    frozenset: "frozenset",
    deque: "deque",
}
_MAPPINGS: dict[type, str] = {dict: "dict", Counter: "counter"}
_OF_LIST = {tag: kind for kind, tag in _LISTS.items()}
_OF_MAPPING = {tag: kind for kind, tag in _MAPPINGS.items()}
_OF_OTHERS: dict[str, Callable[..., Any]] = {
    "int": lambda _, digits: int(digits),
    "unset": lambda _: UNSET,
    "shared": lambda reader, name: reader.shared[name],
    "open": lambda reader: reader.rules.open,
    "rulebook": lambda reader, kind, name: reader.rules.named(kind, name),
    "array": lambda _, held: array("q", held),
    "again": lambda reader, place: reader.objects[place],
}


def _name_of(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _class(name: str, base: type) -> Any:
    """A class by its name: one of the auditor's, or an event type."""
    module, _, own = name.partition(":")
    named = getattr(sys.modules[module], own)
    ours = module.startswith(_BOOKS) or (
        module.startswith(_OURS) and issubclass(named, Struct | Enum)
    )
    if not ours or not isinstance(named, type) or not issubclass(named, base):
        raise BadBooks(f"the books name {name}, which is no part of them")
    return named
