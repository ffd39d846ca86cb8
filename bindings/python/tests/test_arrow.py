"""Answers as tables: the stream of Arrow's C interface in pyarrow, pandas, Polars and DuckDB."""

import io

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


def test_pandas_has_columns_of_a_search_by_itself(path):
    frame = pd.DataFrame(found(path))
    # Squares are lists here, and texts in a table.
    frame["king"] = frame["king"].str.join(" ")
    assert frame.to_dict("list") == pa.table(found(path)).to_pydict()
    assert list(pd.DataFrame(found(path, columns=["ply", "White"])).columns) == ["ply", "White"]
    assert list(dict(next(found(path)))) == list(frame.columns)


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


def test_nothing_found(path):
    table = pa.table(tabiya.search("stalemate", path))
    assert table.num_rows == 0
    assert "fen" in table.column_names


def test_errors_of_files(tmp_path):
    with pytest.raises(Exception, match="missing.pgn"):
        pa.table(tabiya.search("mate", tmp_path / "missing.pgn"))


def test_a_stream_that_is_not_read_takes_nothing(pgn):
    search = found(io.BytesIO(pgn))
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
    with pytest.raises(pa.ArrowInvalid, match="neither tags nor moves"):
        pa.table(tabiya.search("mate", b"name,value\nx,1\n"))
    with pytest.warns(tabiya.GamesWarning, match="could not be read"):
        pa.table(tabiya.search("mate", b"1. e4 e5 2. Ke5 *"))


ALMOST = "next almost 1 (check . mate)"


def test_a_row_for_each_position_of_a_sequence(sample):
    wanted = ["game", "step", "constituent", "differs"]
    table = pa.table(tabiya.search(ALMOST, sample, rows="steps", columns=wanted))
    matches = pa.table(tabiya.search(ALMOST, sample, columns=["game", "length"]))
    assert table.num_rows == sum(matches["length"].to_pylist()) > 0
    rows = table.to_pylist()
    assert [row["step"] for row in rows[:3]] == [0, 1, 2]
    assert rows[0] == {"game": 1, "step": 0, "constituent": "check", "differs": False}
    assert rows[2] == {"game": 1, "step": 2, "constituent": "mate", "differs": True}
    # The usual columns have them, too, and a compiled query takes the same words.
    query = tabiya.compile(ALMOST)
    assert {"step", "constituent", "differs"} <= set(pa.table(query.search(sample, rows="steps")).column_names)


def test_games_in_which_nothing_matches(sample):
    games = pa.table(tabiya.search("mate", sample, unmatched=True, columns=["game", "position"]))
    found = set(pa.table(tabiya.search("mate", sample, columns=["game"]))["game"].to_pylist())
    assert set(games["game"].to_pylist()) == set(range(1, 69)) - found
    assert games["position"].null_count == games.num_rows == 68 - len(found)
    assert pa.table(tabiya.compile("mate").search(sample, unmatched=True)).num_rows == games.num_rows


def test_rows_that_are_no_matches_are_read_as_a_table(sample):
    for words, text in [({"rows": "steps"}, 'rows="steps"'), ({"unmatched": True}, "unmatched=True")]:
        with pytest.raises(ValueError, match=text):
            next(tabiya.search(ALMOST, sample, **words))
    for query, words, text in [
        (ALMOST, {"rows": "moves"}, 'rows="moves"'),
        ("mate", {"rows": "steps"}, "needs `next`"),
        (ALMOST, {"rows": "steps", "unmatched": True}, "no steps"),
    ]:
        with pytest.raises(ValueError, match=text):
            pa.table(tabiya.search(query, sample, **words))
