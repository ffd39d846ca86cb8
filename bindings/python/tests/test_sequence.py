"""`tabiya.Sequence`: queries and functions of Python as predicates."""

import pyarrow as pa
import pytest

import tabiya
from tabiya import Sequence


def test_queries_and_functions(path):
    sequence = Sequence(lambda position: not position.is_check).plus().then("mate")
    found = list(sequence.search(path))
    assert [(match.game.number, match.start.ply, len(match)) for match in found][:2] == [(1, 0, 8), (1, 1, 7)]
    assert found[0].moves[-1] == "Qxf7#"
    assert found[0].end.is_mate
    assert found[0].end.to_chess().is_checkmate()
    by_query = tabiya.search("next (not check+ mate)", path)
    assert [(m.game.number, len(m.positions)) for m in by_query] == [(m.game.number, len(m)) for m in found]


def test_groups_choices_and_repetitions(path):
    pair = Sequence("wtm", "btm")
    sequence = Sequence(pair).times(2, 3).then_either("mate", lambda position: position.ply == 100).optional()
    lengths = [len(match) for match in sequence.search(path) if match.game.number == 1]
    assert max(lengths) == 6
    assert repr(Sequence("mate").plus()) == 'Sequence("mate"+)'


def test_variations(path):
    ends = Sequence(lambda position: not position.children)
    assert sum(1 for _ in ends.search(path)) == 2
    assert sum(1 for _ in ends.search(path, variations=True)) == 3


@pytest.mark.parametrize("dialect", ["5", "6"])
def test_compiled_queries_keep_their_dialect(sample, dialect):
    query = tabiya.compile("not R or check", dialect=dialect)
    expected = [(match.game.number, match.position) for match in query.search(sample)]
    found = [(match.game.number, match.start.id) for match in Sequence(query).search(sample)]
    assert found == expected
    other = tabiya.compile("not R or check", dialect="6" if dialect == "5" else "5")
    assert found != [(match.game.number, match.position) for match in other.search(sample)]


def test_compiled_queries_keep_their_variations(path):
    def count(*parts, **options):
        return sum(1 for _ in Sequence(*parts).search(path, **options))

    asked, refused, silent = (tabiya.compile("terminal", variations=one) for one in (True, False, None))
    header = "cql(variations) terminal"
    assert (count(asked), count(refused), count(silent), count("terminal")) == (3, 2, 2, 2)
    assert count(header) == count(tabiya.compile(header)) == count(header, variations=True) == 3
    # Who searches decides where a query leaves it open.
    assert count(silent, variations=True) == count(asked, variations=True) == count("terminal", variations=True) == 3
    assert count(header, variations=False) == count(tabiya.compile(header), variations=False) == 2
    # Silent parts follow the others.
    assert count("not terminal", asked) == count("not terminal", "terminal", variations=True) == 3
    for parts, options in [
        ((asked,), {"variations": False}),
        ((refused,), {"variations": True}),
        ((asked, refused), {}),
        ((header, refused), {}),
    ]:
        with pytest.raises(ValueError, match="compile all queries with the same variations"):
            count(*parts, **options)


def test_warnings_are_those_of_the_search(path):
    inside = Sequence("variation terminal")
    assert sum(1 for _ in inside.search(path, variations=True)) == 1
    with pytest.warns(tabiya.QueryWarning, match="variation"):
        assert list(inside.search(path)) == []


def test_headers_of_queries_are_obeyed(path):
    def games(query):
        return [match.game.number for match in Sequence(query).search(path)]

    assert games("mate") == [1, 2]
    assert games("cql(result 0-1) mate") == games("cql(gamenumber 2 9) mate") == [2]
    assert games("cql(matchcount 2 9) mate") == []


@pytest.mark.parametrize("mates", ["mate", lambda position: position.is_mate], ids=["query", "function"])
def test_the_games_are_limited(path, mates):
    """The games of the file end by mate after 7 plies and after 4."""
    ends = Sequence("not check").plus().then(mates)
    both = [8, 7, 6, 5, 4, 3, 2, 5, 4, 3, 2]
    for limit, lengths in [(0, []), (1, both[:7]), (2, both), (None, both)]:
        told = []
        found = ends.search(path, limit=limit, progress=lambda games, share, told=told: told.append(share))
        assert [len(match) for match in found] == lengths
        assert told[-1] == 1.0
        assert pa.table(ends.search(path, limit=limit)).column("length").to_pylist() == lengths
    with pytest.raises(ValueError, match="limit=-1"):
        ends.search(path, limit=-1)


def test_values_that_would_be_lost():
    with pytest.raises(ValueError, match="its select would be lost: compile it without"):
        Sequence(tabiya.compile("mate", select={"king": "k"}))


def test_what_is_no_pgn_is_told_of():
    with pytest.raises(tabiya.GamesError, match="neither tags nor moves"):
        list(Sequence("mate").search(b"name,value\nx,1\n"))


def test_an_exception_of_a_function_ends_the_search(path):
    with pytest.raises(ZeroDivisionError):
        list(Sequence(lambda position: 1 / 0).search(path))


def test_positions(path):
    end = next(Sequence("mate").search(path)).end
    assert (end.id, end.ply, end.turn, end.san, end.uci) == (7, 7, False, "Qxf7#", "h5f7")
    assert end.parent.children == [end]
    assert hash(end.parent.children[0]) == hash(end)
    assert end.parent.parent.parent.parent.parent.parent.parent.parent is None
    assert not end.is_stalemate


def test_errors():
    with pytest.raises(TypeError, match="a part of a sequence"):
        Sequence(7)
    with pytest.raises(tabiya.QueryError):
        list(Sequence("mat").search(b"1. e4 *"))
    with pytest.raises(ValueError, match="no part"):
        Sequence().star()


def test_a_function_is_asked_once_for_each_position(path):
    asked = []

    def quiet(position):
        asked.append(position)
        return not position.is_check

    list(Sequence(quiet).plus().then("mate").search(path))
    assert len(asked) == len(set(asked)) > 5


def test_functions_are_called_where_it_matters(sample):
    """Behind a query, a function is called at the positions that follow its matches, once each."""
    called = []

    def after(position):
        called.append(position.fen)
        return True

    expected = [match.fen for match in tabiya.search("parent:check", sample)]
    assert len(list(Sequence("check").then(after).search(sample))) == len(expected) > 100
    assert sorted(called) == sorted(expected)
