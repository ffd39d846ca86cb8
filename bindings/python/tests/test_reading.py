"""Answers that are read more than once, in coroutines, with progress; several queries; what a search keeps of a game."""

import asyncio
import io
import pickle
import subprocess
import sys
import threading
import warnings

import chess.pgn
import duckdb
import pandas
import pyarrow as pa
import pytest

import tabiya
from tabiya import Sequence

LINE = "1. f3 e5 2. g4 Qh4# 0-1"


def rows(search):
    return pa.table(search).to_pylist()


def test_an_answer_can_be_read_again(sample):
    search = tabiya.search("mate", sample)
    once = [match.fen for match in search]
    assert len(once) == 20
    # `next` has a reading of its own.
    assert next(search).fen == once[0]
    assert [match.fen for match in search] == once
    for _ in range(2):
        assert pa.table(search).column("fen").to_pylist() == once
    # A reading that has not come to its end is in nobody's way.
    reading = iter(search)
    next(reading)
    assert pandas.DataFrame.from_arrow(search).shape[0] == 20
    assert len(list(reading)) == 19
    assert duckdb.sql("select count(*) from search a join search b using (game, position)").fetchall() == [(20,)]


def test_a_table_that_was_read_is_kept(path):
    search = tabiya.search("mate", path)
    table = pa.table(search)
    path.unlink()
    assert pa.table(search) == table
    # Matches are searched anew.
    with pytest.raises(tabiya.GamesError, match=r"games\.pgn"):
        list(search)


def test_a_large_table_is_kept_in_a_file(sample):
    search = tabiya.search("true", [sample] * 120)
    first = pa.table(search)
    assert first.nbytes > 32 << 20
    assert first.num_rows == pa.table(search).num_rows
    assert pa.table(search).column("fen").combine_chunks() == first.column("fen").combine_chunks()


def test_a_reading_that_was_left_is_not_gone_on_with(sample):
    """A cell of a notebook that was left with `break` and is run again."""
    for search in [tabiya.search("check", sample), Sequence("check").search(sample)]:
        every = [match.game.number for match in search]
        for _ in range(2):
            first = []
            for match in search:
                first.append(match.game.number)
                if len(first) == 5:
                    break
            assert first == every[:5]
        # `next` has a place of its own, and so has each iterator.
        assert [next(search).game.number for _ in range(3)] == every[:3]
        one, other = iter(search), iter(search)
        assert [next(one).game.number for _ in range(7)] == every[:7]
        assert [match.game.number for match in other] == every
        assert [match.game.number for match in one] == every[7:]
        assert next(search).game.number == every[3]
        assert iter(one) is one


def test_threads_read_apart(sample):
    search = tabiya.search("check", sample)
    found = []
    threads = [threading.Thread(target=lambda: found.append(len(list(search)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [len(list(search))] * 4


def test_a_table_need_not_be_kept(sample, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    search = tabiya.search("true", [sample] * 120, keep=False)
    reader = pa.RecordBatchReader.from_stream(search)
    rows = sum(batch.num_rows for batch in reader if not list(tmp_path.iterdir()))
    assert rows == pa.table(search).num_rows
    assert not list(tmp_path.iterdir())


def test_streams_are_read_once(pgn):
    search = tabiya.search("mate", io.BytesIO(pgn))
    assert len(list(search)) == 2
    for read in (list, pa.table):
        with pytest.raises(RuntimeError, match="cannot be read once more"):
            read(search)
    # Its rows are there all the same.
    search = tabiya.search("mate", io.BytesIO(pgn))
    assert rows(search) == rows(search)


def test_a_table_and_an_iterator_are_in_nobodys_way(pgn, path):
    """A stream that was asked for before a search is closed, or is read match by match, knows of it."""
    search = tabiya.search("mate", path)
    reader = pa.RecordBatchReader.from_stream(search)
    search.close()
    with pytest.raises(Exception, match="was closed"):
        reader.read_all()
    search = tabiya.search("mate", io.BytesIO(pgn))
    reader = pa.RecordBatchReader.from_stream(search)
    first = next(search)
    with pytest.raises(Exception, match="already"):
        reader.read_all()
    assert [first.san, *(match.san for match in search)] == ["Qxf7#", "Qh4#"]


def test_errors_come_with_each_reading(tmp_path):
    search = tabiya.search("mate", tmp_path / "missing.pgn")
    for read in (pa.table, pa.table, list):
        with pytest.raises(Exception, match="missing.pgn"):
            read(search)


def test_several_queries_in_a_pass(sample):
    queries = {"mates": "mate", "checks": "check"}
    search = tabiya.search(queries, sample)
    by_name = {name: [match.fen for match in search if match.query == name] for name in queries}
    assert by_name == {name: [match.fen for match in tabiya.search(text, sample)] for name, text in queries.items()}
    table = pa.table(search)
    assert table.column_names[0] == "query"
    assert table.column("query").to_pylist().count("mates") == 20
    compiled = tabiya.compile(["mate", "x=ply sort ply check"])
    assert compiled.queries == {"query 1": "mate", "query 2": "x=ply sort ply check"}
    found = list(compiled.search(pgn=LINE))
    assert [(match["query"], match["sort ply"]) for match in found] == [("query 1", None), ("query 2", 4)]
    assert "query 1, query 2" in repr(compiled)
    assert next(tabiya.search("mate", pgn=LINE)).query == "query"
    with pytest.raises(tabiya.QueryError) as caught:
        tabiya.search({"right": "mate", "wrong": "mat"}, sample)
    assert caught.value.diagnostics[0]["source"] == "wrong"
    for wrong, error in [({}, ValueError), ([], ValueError), (7, TypeError), ({"a": 1}, TypeError)]:
        with pytest.raises(error):
            tabiya.search(wrong, sample)
    with pytest.raises(ValueError, match="one is expected"):
        Sequence(compiled)
    with pytest.raises(ValueError, match="one is expected"):
        tabiya.columns.cql_count(compiled, [LINE])


def test_what_is_kept_of_each_game(sample):
    def found(query="check", **options):
        return [(match.game.number, match.position) for match in tabiya.search(query, sample, **options)]

    games = {}
    for game, position in found():
        games.setdefault(game, []).append(position)
    assert found(per_game="first") == [(game, positions[0]) for game, positions in games.items()]
    assert found(per_game="last") == [(game, positions[-1]) for game, positions in games.items()]
    assert found(per_game=2) == [(game, position) for game, positions in games.items() for position in positions[:2]]
    best = 'check sort "men" #A'
    [first, *_] = tabiya.search(best, sample, per_game="best")
    assert first["men"] == max(match["men"] for match in tabiya.search(best, sample))
    assert len(found(best, per_game="best")) == len(games)
    table = pa.table(tabiya.search("check", sample, per_game="last", columns=["game", "position"]))
    assert list(zip(*table.to_pydict().values(), strict=True)) == found(per_game="last")
    for wrong in ("some", 0, -1, 1.5):
        with pytest.raises(ValueError, match="per_game"):
            found(per_game=wrong)
    assert {game for game, _ in found(game_range=(11, 20))} == {game for game in games if 11 <= game <= 20}
    first = found()[:40]
    assert list(dict.fromkeys(first + found(game_range=(first[-1][0], None)))) == found()
    both = [match.game.number for match in tabiya.search("check", [sample, sample], game_range=(60, None))]
    assert both == 2 * [game for game, _ in found(game_range=(60, 68))]
    for wrong in ((0, 3), (5, 4), (0, None)):
        with pytest.raises(ValueError, match="game_range"):
            found(game_range=wrong)


def test_text_of_pgn(tmp_path):
    assert [match.san for match in tabiya.search("mate", pgn=LINE)] == ["Qh4#"]
    assert [match.san for match in tabiya.compile("mate").search(pgn=LINE)] == ["Qh4#"]
    assert len(next(Sequence("true").plus().search(pgn=LINE))) == 5
    for text in (LINE, f'[Event "x"]\n\n{LINE}', f"\n{LINE}\n"):
        for read in (lambda text: tabiya.search("mate", text), tabiya.dedupe):
            with pytest.raises(ValueError, match="pgn=TEXT"):
                read(text)
    (tmp_path / "1.pgn").write_text(LINE)
    assert len(list(tabiya.search("mate", tmp_path / "1.pgn"))) == 1
    for arguments in ({}, {"games": tmp_path, "pgn": LINE}):
        with pytest.raises(TypeError, match="either games or pgn"):
            tabiya.search("mate", **arguments)


def test_progress(sample):
    told = []
    list(tabiya.search("check", [sample] * 40, progress=lambda games, share: told.append((games, share))))
    assert told[-1] == (68 * 40, 1.0)
    assert told == sorted(told)
    told.clear()
    pa.table(tabiya.search("mate", io.BytesIO(sample.read_bytes()), progress=lambda *now: told.append(now)))
    assert told[-1] == (68, 1.0)
    told.clear()
    list(Sequence("mate").search(sample, progress=lambda *now: told.append(now)))
    assert told[-1] == (68, 1.0)

    def stop(games, share):
        raise LookupError("enough")

    search = tabiya.search("mate", sample, progress=stop)
    for read in (list, list):
        with pytest.raises(LookupError, match="enough"):
            read(search)
    with pytest.raises(TypeError, match="progress is a function"):
        tabiya.search("mate", sample, progress=3)


def test_a_bar_of_tqdm(sample, capsys):
    pytest.importorskip("tqdm")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        list(tabiya.search("mate", sample, progress=True))
    assert "68" in capsys.readouterr().err


def test_coroutines(sample):
    async def moves():
        return [match.san async for match in tabiya.search("mate", sample)]

    async def both():
        return await asyncio.gather(moves(), moves())

    expected = [match.san for match in tabiya.search("mate", sample)]
    assert asyncio.run(both()) == [expected, expected]

    async def fails():
        async for _ in tabiya.search("mate", "missing.pgn"):
            pass

    with pytest.raises(tabiya.GamesError):
        asyncio.run(fails())


def is_mate(position):
    return position.is_mate


def test_queries_and_sequences_travel(sample, tmp_path):
    (tmp_path / "names.txt").write_text("Morphy")
    query = tabiya.compile(
        "parameter MIN 3 ply>MIN {not R} or check",
        select={"p": "ply", "a": "#A"},
        variations=True,
        settings={"MIN": 8},
        files=tmp_path,
        limits={"steps": 1_000_000},
    )
    again = pickle.loads(pickle.dumps(query))
    assert (again.text, again.dialect, again.queries) == (query.text, query.dialect, query.queries)
    assert [dict(match) for match in again.search(sample)] == [dict(match) for match in query.search(sample)]
    five = pickle.loads(pickle.dumps(tabiya.compile("not R or check", dialect="5")))
    assert five.dialect == "5"
    several = pickle.loads(pickle.dumps(tabiya.compile({"a": "mate", "b": "check"})))
    assert several.queries == {"a": "mate", "b": "check"}
    sequence = Sequence(Sequence("wtm", "btm").plus()).then_either("check", five).times(1, 3).then(is_mate).optional()
    other = pickle.loads(pickle.dumps(sequence))
    assert [m.moves for m in other.search(sample)] == [m.moves for m in sequence.search(sample)]
    program = "import pickle, sys; print(len(list(pickle.load(sys.stdin.buffer).search(sys.argv[1]))))"
    done = subprocess.run(
        [sys.executable, "-c", program, str(sample)], input=pickle.dumps(tabiya.compile("mate")), capture_output=True
    )
    assert done.stdout.strip() == b"20", done.stderr
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(Sequence(lambda position: True))


def test_what_was_found_can_be_pickled(sample):
    def again(thing):
        return pickle.loads(pickle.dumps(thing))

    names = ("query", "position", "ply", "san", "uci", "move_text", "fen", "moves", "uci_moves", "positions", "puzzle")
    query = {"one": "mate", "two": "next (check not check check)"}
    found = list(tabiya.search(query, sample, select={"by": "typename to"}, variations=True))
    assert {match.query for match in found} == {"one", "two"}
    for match in found:
        other = again(match)
        assert [getattr(other, name) for name in names] == [getattr(match, name) for name in names]
        assert dict(other) == dict(match) and repr(other) == repr(match) and other.svg() == match.svg()
        game, one = other.game, match.game
        assert (dict(game), game.number, game.file, game.result) == (dict(one), one.number, one.file, one.result)
        assert [position.fen for position in game.positions] == [position.fen for position in one.positions]
        assert again(one.positions[-1]).fen == one.positions[-1].fen
    with pytest.warns(tabiya.GamesWarning, match="could not be read"):
        [broken] = tabiya.search("initial", pgn="1. e4 e5 2. Ke3 *")
    assert broken.game.is_incomplete and again(broken).game.is_incomplete
    for place in Sequence("check", "not check").search(sample):
        assert again(place).moves == place.moves and len(again(place)) == len(place)


@pytest.mark.parametrize(
    "given", [{"threads": 0}, {"threads": -2}, {"threads": "two"}, {"limit": -1}, {"limit": 1.5}, {"columns": ["whit"]}]
)
def test_arguments_that_cannot_be(sample, given):
    """Errors are of Python, say which argument it is, and come before the first game is read."""
    [(name, value)] = given.items()
    said = "`whit`" if name == "columns" else f"{name}={value!r}: it is a number"
    with pytest.raises((ValueError, TypeError), match=said):
        tabiya.search("mate", sample, **given)


def test_notebooks_show_boards(sample):
    [place, *_] = Sequence("check", "not check").search(sample)
    assert place._repr_html_().count("<svg") == 2
    for thing in (place.game, place.start, next(tabiya.search("mate", sample))):
        assert thing._repr_html_().count("<svg") == 1


def test_tables_of_games_and_positions(sample):
    games = pa.table(tabiya.games(sample))
    assert games.num_rows == 68
    assert games.schema.field("plies").type == pa.int64()
    nodes, text = [], io.StringIO(sample.read_text())
    while game := chess.pgn.read_game(text):
        nodes.append(game)
    assert games.column("plies").to_pylist() == [game.end().ply() - game.ply() for game in nodes]
    assert games.column("white").to_pylist() == [game.headers.get("White") for game in nodes]
    positions = pa.table(tabiya.positions(sample, game_range=(1, 3)))
    assert positions.num_rows == sum(1 + sum(1 for _ in game.mainline()) for game in nodes[:3])
    assert positions.column_names[-4:] == ["fen", "clock", "elapsed", "eval"]
    assert rows(tabiya.positions(pgn="1. e4 {[%clk 0:01:00] [%eval 0.31]} *"))[1]["eval"] == 31
    assert pa.table(tabiya.positions(sample, variations=True)).num_rows > pa.table(tabiya.positions(sample)).num_rows
    assert pa.table(tabiya.games(sample, columns=["Annotator", "plies"])).column_names == ["Annotator", "plies"]
    assert duckdb.sql("select max(plies) from games").fetchall() == [(max(games.column("plies").to_pylist()),)]


def test_a_table_of_sequences(sample):
    sequence = Sequence("check").plus().then("mate")
    with_functions = Sequence("check").plus().then(is_mate)
    search = sequence.search(sample)
    table = pa.table(search)
    matches = list(search)
    assert table.column("moves").to_pylist() and table.num_rows == len(matches)
    assert table.column("length").to_pylist() == [len(match) for match in matches]
    assert table.column("game").to_pylist() == [match.game.number for match in matches]
    assert table.column("start").to_pylist() == [match.start.id for match in matches]
    assert set(table.column("file").to_pylist()) == {str(sample)} == {match.game.file for match in matches}
    for other in (with_functions.search(sample), sequence.search(sample, threads=1), sequence.search([sample], threads=4)):
        assert pa.table(other).to_pydict() == table.to_pydict()
    by_query = pa.table(tabiya.search("next (check+ mate)", sample, columns=["game", "position", "length", "moves"]))
    named = sequence.search(sample, columns=["game", "position", "length", "moves"])
    assert pa.table(named).to_pydict() == by_query.to_pydict()
    with pytest.raises(ValueError, match="no column `colour`"):
        sequence.search(sample, columns=["colour"])
    with pytest.raises(tabiya.SearchError, match="too large"):
        list(Sequence("{ply*100000*100000*100000*100000}>0").search(sample))
    assert pa.table(search).to_pydict() == table.to_pydict()
    once = sequence.search(io.BytesIO(sample.read_bytes()))
    assert pa.table(once) == pa.table(once)
    once = sequence.search(io.BytesIO(sample.read_bytes()))
    assert len(list(once)) == len(matches)
    with pytest.raises(RuntimeError, match="cannot be read once more"):
        list(once)
