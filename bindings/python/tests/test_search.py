"""`tabiya.search`: every kind of games, matches, errors, warnings, ends."""

import gzip
import io
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import chess
import chess.pgn
import pyarrow as pa
import pytest

import tabiya


def moves(found):
    return [match.san for match in found]


def test_every_kind_of_games(pgn, path, tmp_path):
    packed = tmp_path / "packed.pgn.gz"
    packed.write_bytes(gzip.compress(pgn))
    database = tmp_path / "base.tabiya"
    assert tabiya.index(path, database) == 2
    nodes = []
    text = io.StringIO(pgn.decode())
    while game := chess.pgn.read_game(text):
        nodes.append(game)
    one = ["Qxf7#", "Qh4#"]
    for games in (path, str(path), pgn, io.BytesIO(pgn), io.StringIO(pgn.decode()), packed, database, nodes):
        assert moves(tabiya.search("mate", games)) == one, games
    assert moves(tabiya.search("mate", str(tmp_path / "*.pgn*"))) == one * 2
    assert moves(tabiya.search("mate", [path, pgn, packed])) == one * 3
    assert moves(tabiya.search("mate", nodes[1])) == one[1:]


SELECT = {"king": "k", "moves": "ply", "eco": "eco", "all": "check"}


def test_a_match(path):
    [first, second] = tabiya.search("mate", path, select=SELECT)
    assert (first.ply, first.position, first.san, first.uci) == (7, 7, "Qxf7#", "h5f7")
    assert first.move_text == "4. Qxf7#"
    assert first.fen == "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
    row = dict(first)
    assert (row["king"], row["moves"], row["eco"], row["all"]) == (["e8"], 7, None, True)
    assert (row["white"], row["game"], row["fen"]) == ("Ann", 1, first.fen)
    [dated] = tabiya.search("initial result 1-0", path, columns=["day"])
    assert dated["day"] == date(1999, 12, 31) == pa.table(tabiya.search("mate", path, columns=["day"]))["day"][0].as_py()
    assert list(first) == list(first.keys()) == pa.table(tabiya.search("mate", path, select=SELECT)).column_names
    assert isinstance(first, Mapping) and len(first) == len(row) and first.get("nothing", 3) == 3
    with pytest.raises(KeyError, match="nothing"):
        first["nothing"]
    assert dict(first.game)["White"] == "Ann"
    assert first.game["Result"] == "1-0"
    assert first.game.get("Round", "?") == "?"
    assert "Round" not in first.game
    assert (first.game.number, first.game.result) == (1, "1-0")
    assert first.game.file == str(path)
    assert second.game.number == 2
    assert "Dora" in repr(second)
    with pytest.raises(KeyError):
        first.game["Round"]


def test_puzzles(tmp_path):
    table = tmp_path / "puzzles.csv"
    row = "back1,6k1/p4ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1,a7a6 d1d8,mate mateIn1"
    table.write_text(f"PuzzleId,FEN,Moves,Themes\n{row}\n")
    [match] = tabiya.search("mate", table)
    assert (match.san, match.ply, match.game["PuzzleId"]) == ("Rd8#", 2, "back1")
    assert match.game["Themes"] == "mate mateIn1"
    assert match.puzzle == {"fen": "6k1/5ppp/p7/8/8/8/5PPP/3R2K1 w - - 0 2", "moves": ["d1d8"], "san": ["Rd8#"]}


def test_matches_as_puzzles(path):
    [first, _] = tabiya.search("next (not check mate)", path)
    fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    assert first.puzzle == {"fen": fen, "moves": ["h5f7"], "san": ["Qxf7#"]}
    # The solution of a mate is the move that gave it.
    [mate, fools] = [match.puzzle for match in tabiya.search("mate", path)]
    assert mate == first.puzzle and (fools["moves"], fools["san"]) == (["d8h4"], ["Qh4#"])
    assert [match.puzzle for match in tabiya.search("check not mate", b"1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *")] == [None]


def test_a_sequence(path):
    [first, *_] = tabiya.search("next (not check+ mate)", path)
    assert first.moves == ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]
    assert first.uci_moves[-1] == "h5f7"
    assert first.positions == list(range(8))


def test_python_chess(path):
    [_, second] = tabiya.search("mate", path)
    board, node = second.to_chess()
    assert isinstance(board, chess.Board) and board.is_checkmate()
    assert isinstance(node, chess.pgn.GameNode) and node.board() == board
    assert node.san() == "Qh4#"
    [inside] = tabiya.search("variation terminal", path, variations=True)
    board, node = inside.to_chess()
    assert (node.san(), node.board().fen()) == ("exd4", board.fen())


def test_a_game_of_python_chess_stays_itself(pgn):
    game = chess.pgn.read_game(io.StringIO(pgn.decode()))
    [found] = tabiya.search("mate", game)
    _, node = found.to_chess()
    assert node.game() is game
    assert found.game.file is None


def test_compile_once(path):
    query = tabiya.compile("mate", select={"p": "ply"})
    assert (query.text, query.dialect) == ("mate", "6")
    assert [match["p"] for match in query.search(path)] == [7, 4]
    assert len(list(tabiya.search(query, path))) == 2
    assert "mate" in query.explain()
    assert query.explain() == tabiya.explain(query) == tabiya.explain("mate") or "ply" in query.explain()


def test_limit_and_threads(sample):
    everything = [(match.game.number, match.position) for match in tabiya.search("check", sample, threads=1)]
    assert [(match.game.number, match.position) for match in tabiya.search("check", sample, threads=4)] == everything
    games = {match.game.number for match in tabiya.search("check", sample, limit=3)}
    assert len(games) == 3
    search = tabiya.search("check", sample)
    list(search)
    assert search.games > 3


def test_a_query_that_cannot_run(path):
    with pytest.raises(tabiya.QueryError, match="did you mean `check`") as caught:
        tabiya.search("mate and\nchekc", path)
    error = caught.value
    assert (error.code, error.line, error.column) == ("unknown-name", 2, 1)
    assert [one["code"] for one in error.diagnostics] == ["unknown-name"]
    assert tabiya.check("mate") == []
    [problem] = tabiya.check("mat")
    assert problem["severity"] == "error"


def test_warnings(path):
    with pytest.warns(tabiya.QueryWarning, match="variation"):
        tabiya.compile("variation mate", variations=False)
    with pytest.warns(tabiya.GamesWarning, match="could not be read"):
        list(tabiya.search("mate", b"1. e4 e5 2. Ke5 *"))


def test_why_nothing_was_found(sample):
    with pytest.warns(tabiya.QueryWarning, match='no game has `player "anderssen"`, but .* `player "Anderssen"`'):
        assert list(tabiya.search('player "anderssen"', sample)) == []
    with pytest.warns(tabiya.QueryWarning, match="no game has an evaluation"):
        assert list(tabiya.search("eval > 300", sample.read_bytes())) == []


def test_lines_of_message_are_printed(sample, capsys):
    found = []
    for match in tabiya.search('initial gamenumber<=3 message quiet("game " gamenumber)', sample, threads=2):
        found.append(match.game.number)
    assert found == [1, 2, 3]
    assert capsys.readouterr().out == "game 1\ngame 2\ngame 3\n"
    # Without a match, and more than a summary keeps.
    assert list(tabiya.search('message quiet("x") false', [sample] * 2)) == []
    assert capsys.readouterr().out.count("x\n") > 1000


NOTES = "# Notes\n\n* on an opening,\n* and nothing that could be played\n"


@pytest.mark.parametrize("query", ["mate", 'player "Tal"', "result 1-0"])
def test_files_without_games_are_told_of(path, tmp_path, query):
    notes, empty, folder = tmp_path / "notes.md", tmp_path / "empty.pgn", tmp_path / "folder"
    notes.write_text(NOTES * 3)
    empty.write_text("")
    folder.mkdir()
    with pytest.raises(tabiya.GamesError, match="neither tags nor moves"):
        list(tabiya.search(query, [path, notes]))
    with pytest.warns() as caught:
        list(tabiya.search(query, [path, empty, folder]))
    assert {one.category for one in caught} == {tabiya.GamesWarning}
    assert sorted(str(one.message) for one in caught) == [
        f"{empty}: this file contains no game",
        f"{folder}: this folder contains no .pgn file",
    ]


LONGEST = 'sort "length" next 3 99 nestban (check*)'


def test_the_best_games_come_first(sample):
    def found(query, **options):
        return [(match.game.number, match["sort length"]) for match in tabiya.search(query, sample, **options)]

    def rows(query, **options):
        return [dict(match) for match in tabiya.search(query, sample, **options)]

    best = [(40, 10), (42, 10), (41, 8), (39, 3)]
    assert found(LONGEST) == best
    assert found(LONGEST, limit=3) == best[:3]
    assert found(tabiya.compile(LONGEST), limit=1, threads=3) == best[:1]
    streamed = found(LONGEST, stream=True)
    assert streamed == sorted(best, key=lambda match: match[0])
    assert found(LONGEST, stream=True, limit=2) == streamed[:2]
    [first] = tabiya.compile(LONGEST).search(sample, stream=True, limit=1)
    assert first["sort length"] == 3
    # Several keys, the most important first, and texts.
    men = [row["men"] for row in rows('mate sort "men" #[Aa]')]
    assert men == sorted(men, reverse=True) and len(set(men)) > 5
    found_by_name = rows('mate sort min "white" player white', select={"white": "7"})
    assert {values["white"] for values in found_by_name} == {7}
    names = [values["sort white"] for values in found_by_name]
    assert names == sorted(names) and len(set(names)) > 5
    values = rows('mate sort min "first" player white sort "men" #[Aa]', select={"moves": "ply"})
    assert list(values[0])[-3:] == ["first", "men", "moves"]
    assert [one["first"] for one in values] == sorted(one["first"] for one in values)


def test_errors(tmp_path):
    with pytest.raises(tabiya.GamesError, match="missing.pgn"):
        list(tabiya.search("mate", tmp_path / "missing.pgn"))
    with pytest.raises(TypeError, match="games"):
        tabiya.search("mate", 7)
    (tmp_path / "manifest.json").write_text('{"format": "tabiya-shards", "version": 1, "shards": []}')
    with pytest.raises(tabiya.GamesError, match="it is a manifest, which names the shards.*; name the shards"):
        list(tabiya.search("mate", tmp_path / "manifest.json"))
    with pytest.raises(tabiya.SearchError, match="step"):
        list(tabiya.search("x=0 while (x < 4000000000) {x += 1}", b"1. e4 *"))

    def broken():
        raise RuntimeError("no more")

    class Stream:
        def read(self, size=-1):
            broken()

    with pytest.raises(Exception, match="no more"):
        list(tabiya.search("mate", Stream()))


def test_an_abandoned_search_ends_its_threads(sample):
    before = threading.active_count()
    for _ in range(20):
        search = tabiya.search("true", itertools.repeat(sample, 3))
        next(search)
        search.close()
    with tabiya.search("true", sample) as search:
        next(search)
    assert threading.active_count() == before


def test_a_closed_search_is_no_empty_one(sample):
    search = tabiya.search("true", sample)
    next(search)
    search.close()
    fresh = tabiya.search("true", sample)
    fresh.close()
    for closed in (search, fresh):
        for read in (list, next, pa.table):
            with pytest.raises(RuntimeError, match="was closed"):
                read(closed)
    with tabiya.search("mate", sample) as search:
        assert len(list(search)) == 20
    with pytest.raises(RuntimeError, match="was closed"):
        list(search)


def test_what_a_query_may_use(path, tmp_path):
    """Each message names the argument that helps, and the argument helps."""
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "notes.cql").write_text("Ann")
    reading = f'player white == readfile "{folder / "notes.cql"}"'
    with pytest.raises(tabiya.SearchError, match="`files=FOLDER`") as caught:
        list(tabiya.search(reading, path))
    assert "options of the search" not in str(caught.value)
    assert list(tabiya.search(reading, path, files=folder, limit=1))
    with pytest.raises(tabiya.SearchError, match=f'`files="{tmp_path}"`'):
        list(tabiya.search(f'player white == readfile "{path}"', path, files=[folder]))
    with pytest.raises(tabiya.SearchError, match='`limits={"text": N}`'):
        list(tabiya.search(reading, path, files=folder, limits={"text": 2}))

    known = folder / "known.pgn"
    known.write_text("1. e4 e5 2. Nf3 *")
    asked = f'position in "{known}" ply > 0'
    with pytest.raises(tabiya.QueryError, match="`files=FOLDER`"):
        tabiya.compile(asked)
    assert [row.ply for row in tabiya.search(asked, known, files=folder)] == [1, 2, 3]
    assert {row.ply for row in tabiya.search(asked, path, files=folder)} == {1, 2}
    with pytest.raises(tabiya.QueryError, match='`limits={"positions": N}`'):
        tabiya.compile(asked, files=folder, limits={"positions": 2})

    endless = "x=0 while (x < 4000000000) {x += 1}"
    with pytest.raises(tabiya.SearchError, match='after 1000 steps.*`limits={"steps": N}`'):
        list(tabiya.search(endless, path, limits={"steps": 1000}))
    with pytest.raises(ValueError, match='there is no limit "speed"; the limits are states, compiled, steps, run_steps'):
        tabiya.compile("mate", limits={"speed": 3})

    with pytest.raises(tabiya.QueryError, match="`syzygy=DIR`") as caught:
        tabiya.compile("dtz > 0")
    assert "--" not in caught.value.help and "`syzygy=DIR`" in caught.value.diagnostics[0]["text"]
    with pytest.raises(ValueError, match="contains no Syzygy tables"):
        tabiya.compile("dtz > 0", syzygy=folder)
    (folder / "KQvK.rtbw").write_bytes(bytes(80))
    assert tabiya.check("dtz > 0", syzygy=folder) == []

    query = "parameter MOST 5 ply <= MOST mate"
    assert [match.ply for match in tabiya.search(query, path)] == [4]
    assert [match.ply for match in tabiya.compile(query, settings={"MOST": 7}).search(path)] == [7, 4]
    [wrong] = tabiya.check('parameter MOST 5 ply <= MOST', settings={"MOST": "x"})
    assert '`settings={"MOST": 2600}`' in wrong["help"]
    with pytest.raises(ValueError, match="belong to the query"):
        tabiya.search(tabiya.compile("mate"), path, settings={"MOST": 7})


def test_a_limit_of_time(sample):
    with pytest.raises(tabiya.SearchError, match="time limit"):
        list(tabiya.search("ply > 500", [sample] * 100_000, time_limit=0.3))
    with pytest.raises(tabiya.SearchError, match="time limit"):
        list(tabiya.compile("ply > 500").search([sample] * 100_000, time_limit=0.3))
    assert len(list(tabiya.search("mate", sample, time_limit=60))) == 20
    with pytest.raises(ValueError, match="seconds"):
        tabiya.search("mate", sample, time_limit=-1)


def test_control_c_ends_a_search(sample, tmp_path):
    program = "import sys, tabiya; print('begun', flush=True); list(tabiya.search('mate', [sys.argv[1]] * 1000000))"
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(sample)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "begun\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors


@pytest.mark.parametrize("read", ["polars.DataFrame", "pyarrow.table", "pandas.DataFrame.from_arrow"])
def test_control_c_ends_a_loop_that_catches_what_libraries_raise(sample, read):
    program = f"""
import sys, pandas, polars, pyarrow, tabiya
print("begun", flush=True)
try:
    while True:
        try:
            {read}(tabiya.search("mate", [sys.argv[1]] * 1000000))
        except Exception as error:
            print("KeyboardInterrupt" in str(error), flush=True)
except KeyboardInterrupt:
    print("ended", flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", program, str(sample)], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert told.endswith("ended\n")


def test_the_interpreter_is_free_while_games_are_searched(sample):
    """Other threads of Python run during one call of `next` that takes long."""
    ticks = itertools.count()
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            next(ticks)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        start = next(ticks)
        assert list(tabiya.search("ply > 500", [sample] * 300)) == []
        assert next(ticks) > start + 1
    finally:
        stop.set()
        thread.join()


def test_pictures(path):
    [_, second] = tabiya.search("mate", path)
    html = second._repr_html_()
    assert html.count("<svg") == 1
    assert "Carl &lt;b&gt;" in html and "<b>" not in html


@pytest.mark.parametrize("threads", [1025, 2**31])
def test_more_threads_than_a_run_may_have_are_an_error(path, tmp_path, threads):
    with pytest.raises(Exception, match="at most 1024 threads"):
        list(tabiya.search("check", path, threads=threads))
    with pytest.raises(Exception, match="at most 1024 threads"):
        tabiya.index(path, tmp_path / "base.tabiya", threads=threads)
    assert not (tmp_path / "base.tabiya").exists()


def test_unknown_parameters_are_refused(path):
    query = 'parameter MOST 5 "the last ply"\nply <= MOST'
    for call in [
        lambda: tabiya.search(query, path, settings={"MOTS": 7}),
        lambda: tabiya.compile(query, settings={"most": 7}),
        lambda: tabiya.tally(query, path, "ply", settings={"MOTS": 7}),
        lambda: tabiya.search("mate", path, settings={"MOST": 7}),
    ]:
        with pytest.raises(tabiya.QueryError, match="there is no parameter"):
            call()
    [wrong] = tabiya.check(query, settings={"MOTS": 7})
    assert (wrong["code"], wrong["help"]) == ("unknown-parameter", "its parameters are MOST")


def test_columns_are_looked_at_at_once(path):
    with pytest.raises(ValueError, match="no column `whit`"):
        tabiya.search("mate", path, columns=["whit"])
    assert pa.table(tabiya.search("mate", path, columns="san")).to_pydict() == {"san": ["Qxf7#", "Qh4#"]}


def test_recipes(sample):
    names = [recipe["name"] for recipe in tabiya.recipes()]
    assert len(names) == len(set(names)) > 200
    assert {recipe["theme"] for recipe in tabiya.recipes("smothered")} <= {"mates", "plans"}
    mates = list(tabiya.search(tabiya.recipe("smothered-mate"), sample))
    assert mates and all(match.san.startswith("N") and match.san.endswith("#") for match in mates)
    with pytest.raises(ValueError, match="smothered-mate"):
        tabiya.recipe("smothered")
