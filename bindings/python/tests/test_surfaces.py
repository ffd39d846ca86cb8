"""One question, one answer: recipes through the command, this package, SQL, a cluster and the library for C, order included.

The module for JavaScript takes the options that the library for C does, and has conformance cases of its own.
"""

import ctypes
import json
import os
import subprocess
import sys

import pytest

import tabiya

COLUMNS = ["game", "position", "move", "fen"]
ALL = [recipe["name"] for recipe in tabiya.recipes()]
NAMES = ALL if os.environ.get("TABIYA_TESTS") == "all" else ALL[::6]


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


def by_sql(program, games, names, *options):
    """The rows of recipes by one run of `tabiya-sql`."""
    columns = ", ".join(COLUMNS)
    statements = [
        f"select {number} as number, {columns} from cql(recipe => '{name}', '{games}')"
        for number, name in enumerate(names)
    ]
    run = subprocess.run(
        [program, "-q", "--format", "json", *options, "-f", "/dev/stdin"],
        input=";\n".join(statements),
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    found = {name: [] for name in names}
    for line in run.stdout.splitlines():
        found[names[json.loads(line)["number"]]] += rows_of(line)
    return found


def test_this_package(expected, sample):
    for name in NAMES:
        found = tabiya.search(tabiya.recipe(name), str(sample), columns=COLUMNS)
        assert [[match[column] for column in COLUMNS] for match in found] == expected[name], name


def test_sql(expected, sample, tabiya_sql):
    assert by_sql(tabiya_sql, sample, NAMES) == expected


def test_cluster(expected, sample, command, tabiya_sql, tmp_path):
    programs = [tabiya_sql.with_name(name) for name in ["tabiya-scheduler", "tabiya-executor"]]
    if not all(program.is_file() for program in programs):
        pytest.skip("there is no tabiya-scheduler: build it with `cargo build -p tabiya-cluster`")
    shards = tmp_path / "shards"
    # Databases know the numbers that games have in their file.
    subprocess.run([command, "shard", "-q", sample, "--shards", "4", "--database", "-o", shards], check=True)
    running = []

    def start(program, *options):
        arguments = [program, *options, "--bind-port", "0"]
        running.append(subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True))
        return running[-1].stdout.readline().split()[-1]

    try:
        scheduler = start(programs[0])
        for _ in range(2):
            start(programs[1], "--scheduler", scheduler, "--threads", "1")
        # Those that need the games in their order say so, and are not searched there.
        names = [name for name in NAMES if "sort" not in tabiya.recipe(name)]
        found = by_sql(tabiya_sql, shards / "manifest.json", names, "--cluster", scheduler)
    finally:
        for process in running:
            process.kill()
            process.wait()
    assert found == {name: expected[name] for name in names}


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
    path = command.with_name(ending)
    if not path.is_file():
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
