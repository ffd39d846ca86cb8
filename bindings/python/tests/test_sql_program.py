"""`tabiya.sql` and the program it starts, with programs that stand in for `tabiya-sql` and go wrong in every way."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tabiya

SCHEMA = pa.schema([("n", pa.int64())])

READERS = {
    "rows": list,
    "pyarrow": pa.table,
    "polars": pl.DataFrame,
    "pandas": pd.DataFrame.from_arrow,
    "duckdb": lambda rows: duckdb.sql("select sum(n) from rows").fetchall(),
}


def stream(*batches):
    """The parts of a stream of Arrow: its beginning, one for each batch, and its end."""
    sink = pa.BufferOutputStream()
    sizes = [0]
    with pa.ipc.new_stream(sink, SCHEMA) as writer:
        for batch in batches:
            writer.write_batch(pa.record_batch([pa.array(batch, pa.int64())], SCHEMA))
            sizes.append(sink.tell())
    data = sink.getvalue().to_pybytes()
    # The writer gives the schema with the first batch; where that ends, only a stream without batches says.
    empty = pa.BufferOutputStream()
    pa.ipc.new_stream(empty, SCHEMA).close()
    sizes[0] = len(empty.getvalue()) - 8
    assert data[-8:] == b"\xff\xff\xff\xff\0\0\0\0"
    ends = [0, *sizes, len(data)]
    return [data[start:end] for start, end in zip(ends, ends[1:], strict=False)]


@pytest.fixture
def stand_in(tmp_path):
    """Makes a program of Python code, which has `parts` of a stream and `write`."""

    def make(code, *batches):
        path = tmp_path / "stand-in"
        lines = [
            f"#!{sys.executable} -IS",
            "import os, sys, time",
            f"folder = {str(tmp_path)!r}",
            f"parts = {stream(*(batches or ([1, 2], [3])))!r}",
            "def write(*parts):",
            "    for part in parts:",
            "        sys.stdout.buffer.write(part)",
            "    sys.stdout.buffer.flush()",
            textwrap.dedent(code),
        ]
        path.write_text("\n".join(lines))
        path.chmod(0o755)
        return path

    return make


@pytest.mark.parametrize("reader", READERS)
def test_a_complete_answer(stand_in, reader):
    rows = tabiya.sql("", program=stand_in("write(*parts)"))
    assert rows.columns == ["n"]
    READERS[reader](rows)
    if reader != "rows":
        # A table that was read to its end is kept.
        assert pa.table(rows).to_pydict() == {"n": [1, 2, 3]}
        rows.close()
    with pytest.raises(RuntimeError, match="already"):
        pa.table(rows)


def test_rows(stand_in):
    rows = tabiya.sql("", program=stand_in("write(*parts)"))
    assert list(rows) == [{"n": 1}, {"n": 2}, {"n": 3}]
    assert list(rows) == []


def test_what_the_program_is_given(stand_in, tmp_path, monkeypatch):
    code = """
        with open(os.path.join(folder, "given"), "w") as file:
            print(sys.argv[1:], sys.stdin.read(), sep="|", end="", file=file)
        write(*parts)
    """
    program = stand_in(code)
    list(tabiya.sql("select 'é'", program=str(program)))
    assert (tmp_path / "given").read_text() == "['--format=arrow', '--json-diagnostics']|select 'é'"
    monkeypatch.setenv("TABIYA_SQL", str(program))
    resources = {"settings": {"MIN": 5}, "files": ["a", "b"], "syzygy": "s", "limits": {"run_steps": 7}}
    list(tabiya.sql("-- one", parameters={"n": "é", "m": None}, cluster="host:1", threads=3, time_limit=60, row_limit=9, **resources))
    options = [
        "--format=arrow", "--json-diagnostics", '--parameters={"n": "\\u00e9", "m": null}', "--cluster=host:1", "--threads=3", "--time-limit=60", "--row-limit=9",
        "--set=MIN=5", "--files=a", "--files=b", "--syzygy=s", "--limits=run_steps=7",
    ]
    assert (tmp_path / "given").read_text() == f"{options}|-- one"
    with pytest.raises(TypeError, match="JSON"):
        tabiya.sql("-- one", parameters=[object()])
    monkeypatch.delenv("TABIYA_SQL")
    program.rename(tmp_path / "tabiya-sql")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert len(list(tabiya.sql("select 1"))) == 3


def test_a_program_that_does_not_read_its_statement(stand_in):
    assert len(list(tabiya.sql("x" * 1_000_000, program=stand_in("write(*parts)")))) == 3


ERROR = "error[a-code]: it went wrong\n  = help: do it right"


def said(severity, text, **more):
    return json.dumps({"severity": severity, "text": text, **more}) + "\n"


SAID = said("error", ERROR, code="a-code", message="it went wrong", help="do it right")

# How an answer may stop: what is written, and what the program does then.
CUTS = {
    "before the rows": "write(parts[0]); fail()",
    "between batches": "write(*parts[:2]); fail()",
    "within a batch": "write(*parts[:2], parts[2][:-9]); fail()",
    "before the end": "write(*parts[:-1]); fail()",
    "within the end": "write(*parts[:-1], parts[-1][:4]); fail()",
    "after the end": "write(*parts); fail()",
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("cut", CUTS)
def test_a_program_that_fails_among_the_rows(stand_in, cut, reader):
    fail = f"def fail():\n    sys.stderr.write({SAID!r})\n    sys.exit(2)\n"
    rows = tabiya.sql("", program=stand_in(fail + CUTS[cut]))
    with pytest.raises(Exception, match="it went wrong") as caught:
        READERS[reader](rows)
    if reader == "rows":
        assert type(caught.value) is tabiya.SqlError
        assert (str(caught.value), caught.value.code) == (ERROR, "a-code")


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("cut", [cut for cut in CUTS if cut != "after the end"])
def test_an_answer_that_is_cut_although_the_program_says_nothing(stand_in, cut, reader):
    rows = tabiya.sql("", program=stand_in("def fail(): pass\n" + CUTS[cut]))
    with pytest.raises(Exception, match="no stream of Arrow|was cut off"):
        READERS[reader](rows)


@pytest.mark.parametrize("cut", CUTS)
def test_a_program_that_is_killed(stand_in, cut):
    note = said("note", "note: so far")
    code = f"def fail():\n    sys.stderr.write({note!r}); sys.stderr.flush()\n    os.kill(os.getpid(), 9)\n{CUTS[cut]}"
    rows = tabiya.sql("", program=stand_in(code))
    with pytest.raises(tabiya.SqlError, match="note: so far\nthe program failed .*SIGKILL"):
        list(rows)


def test_errors_before_there_are_columns(stand_in):
    with pytest.raises(tabiya.SqlError) as caught:
        tabiya.sql("", program=stand_in(f"sys.stderr.write({SAID!r}); sys.exit(2)"))
    assert (str(caught.value), caught.value.code) == (ERROR, "a-code")
    with pytest.raises(tabiya.SqlError, match="exit status: 101") as caught:
        tabiya.sql("", program=stand_in("sys.exit(101)"))
    assert caught.value.code is None
    with pytest.raises(tabiya.SqlError, match="no statement has a result"):
        tabiya.sql("", program=stand_in(""))


def test_a_program_that_writes_something_else(stand_in):
    with pytest.raises(tabiya.SqlError, match="no stream of Arrow"):
        tabiya.sql("", program=stand_in("print('result,n')"))
    with pytest.raises(tabiya.SqlError, match="no stream of Arrow"):
        tabiya.sql("", program=stand_in("while True: write(b'result,n and so on ' * 1000)"))


def test_a_program_that_is_missing(tmp_path, monkeypatch):
    monkeypatch.delenv("TABIYA_SQL", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    install = "cargo install --path bindings/sql --locked"
    with pytest.raises(FileNotFoundError, match=rf"(?s)tabiya-sql.*PATH.*{install}"):
        tabiya.sql("select 1")
    with pytest.raises(FileNotFoundError, match=rf"(?s)none.*`program`.*{install}"):
        tabiya.sql("select 1", program=tmp_path / "none")
    monkeypatch.setenv("TABIYA_SQL", str(tmp_path / "none"))
    with pytest.raises(FileNotFoundError, match=rf"(?s)none.*TABIYA_SQL.*{install}"):
        tabiya.sql("select 1")
    (tmp_path / "none").write_text("no program")
    with pytest.raises(OSError, match="cannot be started"):
        tabiya.sql("select 1")


def test_arguments(stand_in):
    program = stand_in("write(*parts)")
    with pytest.raises(ValueError):
        tabiya.sql("", threads=0, program=program)
    with pytest.raises(TypeError):
        tabiya.sql(1, program=program)


NEVER = "warning[never-matches]: this never matches\n --> query:1:5\n  |\n  = help: think"
WARNINGS = (
    said("warning", "warning[damaged-games]: first", code="damaged-games")
    + said("note", "note: nothing to worry about")
    + said("warning", NEVER, source="query")
    + said("warning", "warning[damaged-games]: second")
)


def test_a_query_that_cannot_run(stand_in):
    place = {"source": "query", "line": 2, "column": 3}
    first = said("error", "error[unknown-name]: a", code="unknown-name", message="a", help="b", **place)
    second = said("error", "error[c]: d", code="c", message="d", **place)
    with pytest.raises(tabiya.SqlError) as caught:
        tabiya.sql("", program=stand_in(f"sys.stderr.write({first + second!r}); sys.exit(2)"))
    error = caught.value
    assert str(error) == "error[unknown-name]: a\nerror[c]: d"
    assert (error.code, error.message, error.help, error.line, error.column) == ("unknown-name", "a", "b", 2, 3)
    assert [one["code"] for one in error.diagnostics] == ["unknown-name", "c"]
    assert error.diagnostics[0] == {
        "severity": "error", "text": "error[unknown-name]: a", "code": "unknown-name", "message": "a", "help": "b", **place
    }


@pytest.mark.parametrize("read", [list, pa.table])
def test_warnings(stand_in, read):
    rows = tabiya.sql("", program=stand_in(f"write(*parts); sys.stderr.write({WARNINGS!r})"))
    with pytest.warns() as caught:
        read(rows)
    told = [(one.category, str(one.message)) for one in caught]
    assert told == [
        (tabiya.QueryWarning, NEVER),
        (tabiya.GamesWarning, "warning[damaged-games]: first\nwarning[damaged-games]: second"),
    ]


def test_a_program_that_says_much(stand_in):
    """A pipe that nobody reads would stop it."""
    code = "sys.stderr.write('note: x\\n' * 100_000); sys.stderr.flush(); write(*parts)"
    assert len(list(tabiya.sql("", program=stand_in(code)))) == 3


# A program that writes its number, the beginning of an answer, and then batches for ever or nothing.
ENDLESS = """
with open(os.path.join(folder, "pid"), "w") as file:
    file.write(str(os.getpid()))
write(*parts[:2])
count = 0
while True:
    {then}
    count += 1
    with open(os.path.join(folder, "count"), "w") as file:
        file.write(str(count))
"""
SLEEPING = ENDLESS.format(then="time.sleep(1)")
WRITING = ENDLESS.format(then="write(parts[2])")


def is_ended(folder):
    """True once the process is gone; a zombie would still be there."""
    pid = int((folder / "pid").read_text())
    for _ in range(500):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    os.kill(pid, signal.SIGKILL)
    return False


@pytest.mark.parametrize("code", [SLEEPING, WRITING], ids=["sleeping", "writing"])
def test_the_program_ends_with_its_answer(stand_in, tmp_path, code):
    program = stand_in(code)
    # Closed, before the first row and after it.
    rows = tabiya.sql("", program=program)
    rows.close()
    assert is_ended(tmp_path)
    with tabiya.sql("", program=program) as rows:
        assert next(rows) == {"n": 1}
    assert is_ended(tmp_path)
    for read in (next, list, pa.table):
        with pytest.raises(RuntimeError, match="closed"):
            read(rows)
    # Dropped.
    tabiya.sql("", program=program)
    assert is_ended(tmp_path)
    rows = tabiya.sql("", program=program)
    next(rows)
    del rows
    assert is_ended(tmp_path)
    # As a stream that is dropped, with its answer gone before, and closed from outside while it is read.
    reader = pa.RecordBatchReader.from_stream(tabiya.sql("", program=program))
    assert reader.read_next_batch().num_rows == 2
    del reader
    assert is_ended(tmp_path)
    rows = tabiya.sql("", program=program)
    reader = pa.RecordBatchReader.from_stream(rows)
    reader.read_next_batch()
    rows.close()
    assert is_ended(tmp_path)
    with pytest.raises(Exception, match="closed before its end"):
        reader.read_all()


def test_the_program_waits_for_its_reader(stand_in, tmp_path):
    batch = range(100_000)
    rows = tabiya.sql("", program=stand_in(WRITING, batch, batch))
    for _ in range(10):
        next(rows)
    time.sleep(1)
    # Each batch has 800 kB. One is read, some are ready, and one is on its way.
    assert int((tmp_path / "count").read_text()) <= 4
    rows.close()


def test_streams_that_are_not_read_take_nothing(stand_in):
    rows = tabiya.sql("", program=stand_in("write(*parts)"))
    first, second = pa.RecordBatchReader.from_stream(rows), pa.RecordBatchReader.from_stream(rows)
    assert second.read_all().num_rows == 3
    with pytest.raises(Exception, match="already"):
        first.read_all()


@pytest.mark.parametrize("read", ["list(rows)", "pyarrow.table(rows)", "next(rows) and list(rows)"])
@pytest.mark.parametrize("group", [False, True], ids=["alone", "group"])
def test_ctrl_c(stand_in, tmp_path, read, group):
    """As at a terminal, where the signal reaches the program, too, and as from another process."""
    program = stand_in(SLEEPING)
    lines = [
        "import pyarrow, tabiya",
        "try:",
        "    try:",
        f"        rows = tabiya.sql('', program={str(program)!r})",
        "        print('started', flush=True)",
        f"        {read}",
        # A library's own exception does not hide the signal.
        "    except Exception as error:",
        "        assert 'KeyboardInterrupt' in repr(error)",
        "    print('complete', flush=True)",
        "except KeyboardInterrupt:",
        "    print('True', flush=True)",
    ]
    command = [sys.executable, "-c", "\n".join(lines)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout.readline() == "started\n"
    time.sleep(0.3)
    (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    assert process.communicate(timeout=20)[0] == "True\n"
    assert is_ended(tmp_path)
