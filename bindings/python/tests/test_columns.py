"""Queries on columns of texts: lists, pyarrow, Polars, pandas, DuckDB, and record batches as Spark hands them over."""

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tabiya
from tabiya.columns import cql_count, cql_match, cql_rows, in_batches, register

QUERIES = ["mate", "next (check . mate)", 'result 1-0 check', "true", "false"]


@pytest.fixture(scope="module")
def texts(sample):
    games = sample.read_text(encoding="utf-8").split("[Event ")[1:]
    return [f"[Event {game}" for game in games]


@pytest.mark.parametrize("query", QUERIES)
def test_as_in_a_file(query, texts, sample):
    rows = pa.table(tabiya.search(query, str(sample))).drop_columns(["file"]).to_pylist()
    by_game = [[] for _ in texts]
    for row in rows:
        by_game[row.pop("game") - 1].append(row)
    assert list(cql_count(query, texts)) == [len(rows) for rows in by_game]
    assert list(cql_match(query, texts)) == [bool(rows) for rows in by_game]
    found = [[{name: value for name, value in row.items() if name != "game"} for row in rows] for rows in cql_rows(query, texts)]
    assert found == by_game
    for threads in [1, 3]:
        assert list(cql_count(query, texts, threads=threads)) == [len(rows) for rows in by_game]


def test_kinds_of_columns(texts):
    expected = [*cql_count("mate", texts), None]
    assert sum(expected[:-1]) == 20
    texts = [*texts, None]
    query = tabiya.compile("mate")
    large = pa.array(texts, pa.large_string())
    columns = [
        tuple(texts),
        pa.array(texts),
        large,
        pa.array(texts, pa.string_view()),
        pa.array(texts).dictionary_encode(),
        pa.chunked_array([texts[:5], [], texts[5:]], pa.string()),
        pl.Series(texts),
    ]
    for column in columns:
        assert list(cql_count(query, column)) == expected, type(column)
    assert list(cql_count(query, pa.nulls(2))) == [None, None]
    assert len(cql_rows(query, [])) == 0
    answer = cql_match(query, large)
    assert pa.chunked_array(answer).to_pylist() == pl.Series(answer).to_list() == list(answer)
    # It can be read again.
    assert pa.chunked_array(answer).null_count == 1
    assert answer[-1] is None
    assert answer[0] == list(answer)[0]
    with pytest.raises(IndexError):
        answer[len(texts)]
    with pytest.raises(IndexError):
        answer[-len(texts) - 1]


def test_a_series_of_pandas_gives_one(texts):
    frame = pd.DataFrame({"pgn": texts, "n": range(len(texts))}, index=[f"g{i}" for i in range(len(texts))])
    counts = list(cql_count("check", texts))
    frame["checks"] = cql_count("check", frame["pgn"])
    assert frame["checks"].tolist() == counts and frame["checks"].dtype == "int64"
    mated = frame[cql_match("mate", frame["pgn"])]
    assert mated["n"].tolist() == [n for n, found in enumerate(cql_match("mate", texts)) if found]
    # The index says what belongs together, in whatever order.
    shuffled = frame.sample(frac=1, random_state=1)
    assert shuffled.assign(again=cql_count("check", frame["pgn"]))["again"].tolist() == shuffled["checks"].tolist()
    missing = pd.Series([texts[0], None], index=["a", "b"])
    assert cql_count("true", missing).isna().tolist() == [False, True]
    assert cql_match("true", missing).dtype == "boolean"
    assert [type(rows) for rows in cql_rows("mate", frame["pgn"])] == [list] * len(texts)
    # A column of its own is an array, too.
    column = cql_count("check", texts)
    assert frame.assign(c=column)["c"].tolist() == counts == pd.Series(column).tolist() == np.asarray(column).tolist()
    assert np.asarray(column).dtype == np.int64 and np.asarray(cql_match("mate", texts)).dtype == np.bool_
    assert np.asarray(cql_rows("mate", texts[:2])).shape == (2,)
    assert np.asarray(column, dtype=float).dtype == np.float64


@pytest.mark.parametrize("text", ["1. f3 e5 2. g4 Qh4# 0-1", b"1. f3 e5 2. g4 Qh4# 0-1"])
def test_a_text_is_no_column(text):
    with pytest.raises(TypeError, match="put a single text into a list"):
        cql_match("mate", text)


def test_several_games_in_a_text():
    text = "1. f3 e5 2. g4 Qh4# 0-1 1. e4 * 1. f3 e5 2. g4 Qh4# 0-1"
    assert [row["game"] for row in cql_rows("mate", [text])[0]] == [1, 3]
    assert list(cql_count("mate", ["no game", ""])) == [0, 0]


def test_polars(texts):
    frame = pl.DataFrame({"game": range(1, len(texts) + 1), "pgn": texts})
    assert frame.filter(cql_match("mate", pl.col("pgn"))).height == 20
    counted = frame.select(n=cql_count("check", pl.col("pgn")))
    assert counted["n"].dtype == pl.Int64
    assert counted["n"].to_list() == list(cql_count("check", texts))
    rows = frame.lazy().select("game", found=cql_rows("mate", pl.col("pgn"))).explode("found").drop_nulls().unnest("found", separator="_")
    assert rows.collect()["found_san"].str.ends_with("#").all()
    assert rows.collect().height == 20


def test_duckdb(texts):
    connection = duckdb.connect()
    register(connection)
    games = pa.table({"n": range(len(texts) + 1), "pgn": [*texts, None]})
    assert games.num_rows == len(texts) + 1
    found = connection.sql("select n from games where cql_match('mate', pgn) order by n").fetchall()
    assert found == [(n,) for n, holds in enumerate(cql_match("mate", texts)) if holds]
    [(total, missing)] = connection.sql(
        "select sum(cql_count('check', pgn)), count(*) filter (cql_count('check', pgn) is null) from games"
    ).fetchall()
    assert (total, missing) == (sum(cql_count("check", texts)), 1)
    with pytest.raises(Exception, match="one text for all rows"):
        connection.sql("select cql_match(pgn, pgn) from games").fetchall()
    with pytest.raises(Exception, match="chekc"):
        connection.sql("select cql_match('chekc', pgn) from games").fetchall()


def test_record_batches(texts):
    batches = pa.table({"n": range(len(texts)), "pgn": texts, "ply": ["x"] * len(texts)}).to_batches(max_chunksize=10)
    found = pa.Table.from_batches(in_batches("mate", "pgn")(batches))
    assert found.column_names[:3] == ["n", "ply", "game"]
    assert "ply_found" in found.column_names
    assert "pgn" not in found.column_names
    assert found["n"].to_pylist() == [n for n, holds in enumerate(cql_match("mate", texts)) if holds]
    assert all(san.endswith("#") for san in found["san"].to_pylist())


def test_errors_and_warnings(texts, capsys):
    with pytest.raises(tabiya.QueryError, match="chekc") as raised:
        cql_match("chekc", texts)
    assert (raised.value.line, raised.value.column) == (1, 1)
    with pytest.raises(ValueError, match="by itself, but a persistent variable keeps its value"):
        cql_count("persistent x = 1 x += 1", texts)
    with pytest.raises(TypeError, match="Int64, where texts"):
        cql_match("mate", pa.array([1]))
    with pytest.raises(TypeError, match="sequence of str and None"):
        cql_match("mate", [1])
    with pytest.raises(tabiya.SearchError, match="steps"):
        cql_count(tabiya.compile("mate x=0 while (x < 4000000000) {x += 1}", limits={"steps": 1000}), texts)
    with pytest.warns(tabiya.GamesWarning, match="1 game has moves that could not be read"):
        assert list(cql_count("mate", ["1. f3 e5 2. g4 Qh4# 3. Kd5 0-1"])) == [1]
    with pytest.warns(tabiya.QueryWarning, match="always"):
        cql_match("result 1/2", ["1. e4 *"])
    cql_match('mate message "found"', ["1. f3 e5 2. g4 Qh4# 0-1"])
    assert capsys.readouterr().out == "Game: 1 move 3(wtm): found\n"
