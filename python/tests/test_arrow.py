"""Answers as tables: the stream of Arrow's C interface in pyarrow, pandas, Polars and DuckDB."""

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tabiya

SELECT = {"king": "k", "moves": "ply", "annotator": 'tag "Annotator"', "quiet": "not check"}


def found(games, **options):
    return tabiya.search("mate", games, select=SELECT, **options)


def test_pyarrow(path):
    table = pa.table(found(path))
    assert table.column_names[:4] == ["file", "game", "position", "ply"]
    assert table["san"].to_pylist() == ["Qxf7#", "Qh4#"]
    assert table["king"].to_pylist() == ["e8", "e8"]
    assert table["moves"].to_pylist() == [7, 4]
    assert table["annotator"].null_count == 2
    assert table["quiet"].to_pylist() == [False, False]
    assert pa.types.is_integer(table.schema.field("ply").type)


def test_chosen_columns(path):
    table = pa.table(tabiya.search("mate", path, columns=["white", "result", "Event"]))
    assert table.to_pydict() == {"white": ["Ann", "Carl <b>"], "result": ["1-0", "0-1"], "Event": ["Casual", "Blitz"]}
    with pytest.raises(ValueError, match="columns are"):
        pa.table(tabiya.search("mate", path, columns=["no such column"]))


def test_polars(path):
    frame = pl.DataFrame(found(path))
    assert frame["fen"].str.len_chars().min() > 20
    assert frame.filter(pl.col("moves") > 5).height == 1


def test_pandas(path):
    frame = pa.table(found(path)).to_pandas()
    assert list(frame["white"]) == ["Ann", "Carl <b>"]
    frame = pd.DataFrame.from_arrow(found(path))
    assert list(frame["moves"]) == [7, 4]


def test_duckdb(sample):
    matches = found(sample)
    rows = duckdb.sql("select result, count(*) from matches group by result order by result").fetchall()
    counted = {}
    for match in found(sample):
        counted[match.game.result] = counted.get(match.game.result, 0) + 1
    assert dict(rows) == counted
    assert sum(counted.values()) == 20


def test_many_rows_come_in_batches(sample):
    reader = pa.RecordBatchReader.from_stream(tabiya.search("true", [sample] * 4))
    sizes = [batch.num_rows for batch in reader]
    assert len(sizes) > 1
    assert sum(sizes) == len(list(tabiya.search("true", [sample] * 4)))


def test_a_search_is_read_once(path):
    search = found(path)
    pa.table(search)
    with pytest.raises(RuntimeError, match="already"):
        pa.table(search)
    assert list(search) == []


def test_nothing_found(path):
    table = pa.table(tabiya.search("stalemate", path))
    assert table.num_rows == 0
    assert "fen" in table.column_names


def test_errors_of_files(tmp_path):
    with pytest.raises(Exception, match="missing.pgn"):
        pa.table(tabiya.search("mate", tmp_path / "missing.pgn"))


def test_a_stream_that_is_not_read_takes_nothing(path):
    search = found(path)
    first, second = pa.RecordBatchReader.from_stream(search), pa.RecordBatchReader.from_stream(search)
    assert first.schema == second.schema
    assert second.read_all().num_rows == 2
    with pytest.raises(Exception, match="already"):
        first.read_all()


def test_the_best_games_come_first(sample):
    def found(**options):
        query, columns = 'sort "length" next 3 99 nestban (check*)', ["game", "sort length"]
        return pa.table(tabiya.search(query, sample, columns=columns, **options)).to_pydict()

    assert found(limit=3) == {"game": [40, 42, 41], "sort length": [10, 10, 8]}
    assert found(limit=3, stream=True) == {"game": [39, 40, 41], "sort length": [3, 10, 8]}


def test_warnings_of_tables():
    with pytest.warns(tabiya.GamesWarning, match="probably not PGN"):
        pa.table(tabiya.search("mate", b"name,value\nx,1\n"))
    with pytest.warns(tabiya.GamesWarning, match="could not be read"):
        pa.table(tabiya.search("mate", b"1. e4 e5 2. Ke5 *"))
