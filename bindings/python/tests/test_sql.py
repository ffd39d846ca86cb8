"""`tabiya.sql` with the real program, and with a cluster. These tests are skipped where the program has not been built."""

import datetime
import gzip
import re
import subprocess
from decimal import Decimal
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tabiya

ROOT = Path(__file__).parents[3]

MATES = "select result, count(*) as n from cql('mate', 'sample.pgn') group by result order by result"


@pytest.fixture(autouse=True)
def _in_the_folder_of_the_games(sql_program, sample, monkeypatch):
    monkeypatch.chdir(sample.parent)


def test_libraries():
    expected = {"result": ["0-1", "1-0"], "n": [5, 15]}
    assert pa.table(tabiya.sql(MATES)).to_pydict() == expected
    assert pl.DataFrame(tabiya.sql(MATES)).to_dict(as_series=False) == expected
    assert pd.DataFrame.from_arrow(tabiya.sql(MATES)).to_dict("list") == expected
    rows = tabiya.sql(MATES, threads=1)
    assert duckdb.sql("select sum(n) from rows").fetchall() == [(20,)]
    assert rows.columns == ["result", "n"]


def test_rows():
    assert list(tabiya.sql(MATES)) == [{"result": "0-1", "n": 5}, {"result": "1-0", "n": 15}]


def test_parameters():
    statement = "select white from games('sample.pgn') where year between $1 and $2 and white <> $3 order by year"
    assert [row["white"] for row in tabiya.sql(statement, parameters=[1600, 1760, "nobody's \"name\""])] == [
        "Greco, Gioachino",
        "Legal de Kermeur",
    ]
    [row] = tabiya.sql("select $x + 1 as a, $y as b, $z as c", parameters={"x": 1.5, "y": True, "z": None})
    assert row == {"a": 2.5, "b": True, "c": None}


def test_the_answer_is_that_of_search(sample):
    rows = tabiya.sql("select game, position, move from cql('check', 'sample.pgn') order by game, position")
    found = [(match.game.number, match.position, match.move_text) for match in tabiya.search("check", sample)]
    assert [tuple(row.values()) for row in rows] == sorted(found)


def test_values_of_each_type():
    [row] = tabiya.sql("""
        select cast(1.5 as decimal(5, 2)) as decimal, date '2024-02-03' as date, timestamp '2024-02-03T04:05:06.5' as at,
            arrow_cast('2024-02-03T04:05:06Z', 'Timestamp(Nanosecond, Some("+02:00"))') as zoned, [1, 2, null] as list,
            struct(1 as a, 'x' as b) as struct, 1.5 as float, true as bool, null as nothing, interval '1 day' as interval,
            arrow_cast('x', 'Dictionary(Int32, Utf8)') as dictionary, x'0102' as bytes, tags['White'] as white, tags
        from games('sample.pgn') limit 1
    """)
    tags = row.pop("tags")
    assert (tags["Event"], tags["White"]) == ("Casual game", "Anderssen, Adolf")
    zone = datetime.timezone(datetime.timedelta(hours=2))
    assert row.pop("white") in ("Anderssen, Adolf", ["Anderssen, Adolf"])
    assert row == {
        "decimal": Decimal("1.50"),
        "date": datetime.date(2024, 2, 3),
        "at": datetime.datetime(2024, 2, 3, 4, 5, 6, 500_000),
        "zoned": datetime.datetime(2024, 2, 3, 6, 5, 6, tzinfo=zone),
        "list": [1, 2, None],
        "struct": {"a": 1, "b": "x"},
        "float": 1.5,
        "bool": True,
        "nothing": None,
        "interval": "1 days",
        "dictionary": "x",
        "bytes": b"\x01\x02",
    }


def test_no_rows():
    table = pa.table(tabiya.sql("select white, year from games('sample.pgn') where year = 1"))
    assert (table.num_rows, table.column_names) == (0, ["white", "year"])
    assert list(tabiya.sql("select white from games('sample.pgn') where year = 1")) == []


def test_several_statements():
    rows = tabiya.sql("create view m as select * from cql('mate', 'sample.pgn'); select count(*) as n from m")
    assert list(rows) == [{"n": 20}]
    with pytest.raises(tabiya.SqlError, match="no statement has a result"):
        tabiya.sql("create view v as select 1")
    with pytest.raises(tabiya.SqlError, match="one statement"):
        list(tabiya.sql("select 1; select 2"))


def test_a_statement_may_be_long():
    rows = tabiya.sql(f"-- {'x' * 1_000_000}\nselect 1 as n")
    assert list(rows) == [{"n": 1}]


def test_errors_that_are_known_at_once():
    with pytest.raises(tabiya.QueryError) as of_query:
        tabiya.compile("wtm\nchekc")
    with pytest.raises(tabiya.SqlError) as caught:
        tabiya.sql("select * from cql('wtm\nchekc', 'sample.pgn')")
    assert str(caught.value) == str(of_query.value).rstrip()
    assert caught.value.code == of_query.value.code == "unknown-name"
    with pytest.raises(tabiya.SqlError, match="help: games are read by functions") as caught:
        tabiya.sql("select * from sample")
    assert caught.value.code is None


def test_errors_among_the_rows():
    with pytest.raises(tabiya.SqlError, match="missing.pgn") as caught:
        list(tabiya.sql("select * from games('missing.pgn')"))
    assert caught.value.code == "unreadable-file"
    rows = tabiya.sql("select 1 / (game - 30) as n from games('sample.pgn')")
    with pytest.raises(tabiya.SqlError, match="Divide by zero"):
        list(rows)
    with pytest.raises(Exception, match="Divide by zero"):
        pa.table(tabiya.sql("select 1 / (game - 30) as n from games('sample.pgn')"))


def test_warnings(tmp_path):
    path = tmp_path / "odd.pgn"
    path.write_text("1. e4 e5 2. Ke5 *\n")
    with pytest.warns(tabiya.GamesWarning, match="could not be read"):
        assert list(tabiya.sql(f"select plies from games('{path}')")) == [{"plies": 2}]
    with pytest.warns(tabiya.QueryWarning, match="never matches.*\n.* --> query"):
        pa.table(tabiya.sql("select * from cql('wtm btm', 'sample.pgn')"))


def test_names_that_are_not_distinct():
    statement = "select a.game, b.game from games('sample.pgn') a join games('sample.pgn') b on a.game = b.game limit 1"
    rows = tabiya.sql(statement)
    with pytest.raises(ValueError, match='"game"'):
        next(rows)
    assert pa.RecordBatchReader.from_stream(rows).read_all().num_rows == 1


def test_closing_ends_a_long_statement():
    pairs = "select a.fen from positions('sample.pgn') a, positions('sample.pgn') b, positions('sample.pgn') c"
    with tabiya.sql(pairs) as rows:
        assert "fen" in next(rows)
    with pytest.raises(RuntimeError, match="closed"):
        next(rows)


class Fleet:
    """A scheduler and an executor on this machine."""

    def __init__(self, folder):
        command = [folder / "tabiya-scheduler", "--bind-port", "0"]
        self.scheduler = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.scheduler.stdout.readline().split()[-1]
        command = [folder / "tabiya-executor", "--scheduler", self.address, "--bind-port", "0", "--threads", "2"]
        self.executor = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def end(self):
        for process in (self.executor, self.scheduler):
            process.kill()
            process.wait()
        self.scheduler.stdout.close()


@pytest.fixture(scope="module")
def cluster(tabiya_sql):
    folder = tabiya_sql.parent
    for name in ("tabiya-scheduler", "tabiya-executor"):
        if not (folder / name).is_file():
            pytest.skip(f"there is no {name} beside {tabiya_sql}")
    fleet = Fleet(folder)
    yield fleet.address
    fleet.end()


def test_a_cluster(cluster, tmp_path, sample, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shards").mkdir()
    games = sample.read_bytes()
    for number in range(3):
        (tmp_path / f"shards/{number}.pgn.gz").write_bytes(gzip.compress(games))
    statement = "select result, count(*) as n from cql('mate', 'shards/*.pgn.gz') group by result order by result"
    assert list(tabiya.sql(statement, cluster=cluster)) == [{"result": "0-1", "n": 15}, {"result": "1-0", "n": 45}]
    # A shard that is cut off: the answer is refused, whoever reads it.
    (tmp_path / "shards/1.pgn.gz").write_bytes(gzip.compress(games)[:5000])
    with pytest.raises(tabiya.SqlError, match="1.pgn.gz cannot be searched"):
        list(tabiya.sql(statement, cluster=cluster))
    with pytest.raises(Exception, match="1.pgn.gz cannot be searched"):
        pa.table(tabiya.sql(statement, cluster=cluster))


def test_the_program_of_the_book_for_a_cluster(cluster, tmp_path, sample, monkeypatch, capsys):
    tabiya_command = ROOT / "target/debug/tabiya"
    if not tabiya_command.is_file():
        pytest.skip("there is no target/debug/tabiya, which makes shards")
    monkeypatch.chdir(tmp_path)
    subprocess.run([tabiya_command, "shard", "-q", "--shards", "3", "-o", "shards", sample], check=True)
    page = (ROOT / "docs/src/cluster.md").read_text(encoding="utf-8")
    section = page.split("## From Python")[1].split("\n## ")[0]
    [program] = re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    assert "127.0.0.1:19050" in program
    names = {}
    exec(program.replace("127.0.0.1:19050", cluster), names)
    assert names["mates"]["n"].sum() == 20


def test_no_cluster():
    rows = tabiya.sql("select count(*) from cql('mate', 'sample.pgn')", cluster="127.0.0.1:1")
    with pytest.raises(tabiya.SqlError, match="there is no scheduler at this address"):
        list(rows)
