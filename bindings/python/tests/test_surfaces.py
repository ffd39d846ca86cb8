"""One question, one answer: recipes through the command, this package and the library for C, order included.

`bindings/cluster/tests/cluster/recipes.rs` has the same for SQL and a cluster.
"""

import ctypes
import json
import subprocess
import sys

import pytest

import tabiya

COLUMNS = ["game", "position", "move", "fen"]
# Those for tablebases need a folder of tables.
NAMES = [name for name in (recipe["name"] for recipe in tabiya.recipes()) if "tablebase" not in tabiya.recipe(name)]


def rows_of(text):
    return [[row.get(name) for name in COLUMNS] for row in map(json.loads, text.splitlines())]


@pytest.fixture(scope="module")
def expected(command, sample):
    """The rows of each recipe, by the command."""

    def rows(name):
        options = ["-q", "--recipe", name, "--format", "jsonl", "--columns", ",".join(COLUMNS)]
        run = subprocess.run([command, "search", *options, sample], capture_output=True, text=True)
        assert run.returncode in (0, 1), run.stderr
        return rows_of(run.stdout)

    found = {name: rows(name) for name in NAMES}
    assert sum(map(bool, found.values())) > len(NAMES) // 4
    return found


# Recipes for evaluations warn where games have none.
@pytest.mark.filterwarnings("ignore::tabiya.QueryWarning")
def test_this_package(expected, sample):
    for name in NAMES:
        found = tabiya.search(tabiya.recipe(name), str(sample), columns=COLUMNS)
        assert [[match[column] for column in COLUMNS] for match in found] == expected[name], name


class Match(ctypes.Structure):
    """`tabiya_match`."""

    _fields_ = [
        ("game", ctypes.c_uint64),
        ("offset", ctypes.c_uint64),
        ("position", ctypes.c_uint32),
        ("ply", ctypes.c_uint32),
        ("row", ctypes.c_char_p),
        ("row_length", ctypes.c_size_t),
    ]


def test_c(expected, sample, command):
    ending = {"darwin": "libtabiya_c.dylib", "win32": "tabiya_c.dll"}.get(sys.platform, "libtabiya_c.so")
    # Cargo builds it next to its tests.
    places = [command.with_name(ending), command.parent / "deps" / ending]
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        pytest.skip(f"there is no {ending}: build it with `cargo build -p tabiya-c`")
    library = ctypes.CDLL(str(path))
    library.tabiya_compile.restype = ctypes.c_void_p
    library.tabiya_error_text.restype = ctypes.c_char_p
    take_type = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.POINTER(Match))
    for name in NAMES:
        options, error, found = json.dumps({"recipe": name, "columns": COLUMNS}), ctypes.c_void_p(), []

        def take(_data, match, found=found):
            found.append(match.contents.row.decode())
            return True

        query = library.tabiya_compile(b"", ctypes.c_size_t(0), options.encode(), ctypes.byref(error))
        assert query, library.tabiya_error_text(error)
        query = ctypes.c_void_p(query)
        games = str(sample).encode()
        assert library.tabiya_search_file(query, games, 2, take_type(take), None, None, ctypes.byref(error)), name
        library.tabiya_query_free(query)
        assert rows_of("\n".join(found)) == expected[name], name
