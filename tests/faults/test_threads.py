"""Many threads begin at once."""

import subprocess
import sys
from itertools import combinations

from msgspec import inspect

from pitboss.rulebook.shape import SHARED, shape_named, shape_names

MANY_AT_ONCE = """
import sys, threading
from pitboss.rulebook.loader import DATA, builtin_ids, load_rulebook
sys.setswitchinterval(1e-6)
paths = [DATA / f"{name}.toml" for name in builtin_ids()] * 2
start = threading.Barrier(len(paths))
def load(path): start.wait(); load_rulebook(path)
threads = [threading.Thread(target=load, args=(path,)) for path in paths]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_rulebooks_can_be_read_by_many_threads_at_once() -> None:
    # It went wrong one time in three when each thread prepared the types for itself, and then took
    # the process along.
    for _ in range(6):
        done = subprocess.run(
            [sys.executable, "-c", MANY_AT_ONCE], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done
        assert not done.stderr


def parts_of(kind: type) -> set[type]:
    """The structs and enums that a type is made of."""
    parts: set[type] = set()

    def walk(part: object) -> None:
        if isinstance(part, (inspect.StructType, inspect.EnumType)):
            if part.cls in parts:
                return
            parts.add(part.cls)
        if isinstance(part, inspect.StructType):
            for field in part.fields:
                walk(field.type)
        elif isinstance(part, inspect.Type):
            for name in part.__struct_fields__:
                value = getattr(part, name)
                for inner in value if isinstance(value, tuple) else (value,):
                    walk(inner)

    walk(inspect.type_info(kind))
    return parts


def test_what_two_families_share_is_worked_out_before_either_of_them() -> None:
    shapes = [shape for name in shape_names() if (shape := shape_named(name))]
    prepared = set[type]().union(*map(parts_of, SHARED))
    for one, other in combinations(shapes, 2):
        assert not (parts_of(one.book) & parts_of(other.book)) - prepared
