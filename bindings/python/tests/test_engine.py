"""Chess engines beside queries. The engine is a script that knows the positions of the shortest mate."""

import os
from pathlib import Path

import pytest
import tabiya

PROGRAM = Path(__file__).parents[3] / "tests" / "data" / "engines" / "scripted.sh"
MATE = b"1. f3 e5 2. g4 Qh4# 0-1"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the engine is a shell script")


def test_queries_ask_it():
    engine = tabiya.Engine(PROGRAM, depth=3)
    select = {"score": "engineeval", "best": "enginebest"}
    found = tabiya.search("evaldrop > 1000", MATE, select=select, engine=engine)
    assert [(match["score"], match["best"]) for match in found] == [(-10_000, "Qh4#")]
    query = tabiya.compile("engineeval == -10000", engine=engine)
    assert [match.ply for match in query.search(MATE)] == [3, 4]
    assert tabiya.check("engineeval > 0", engine=engine) == []
    with pytest.raises(ValueError, match="engine"):
        tabiya.search(query, MATE, engine=engine)
    with pytest.raises(tabiya.QueryError, match=r"`engine=tabiya\.Engine\(PROGRAM\)`"):
        tabiya.compile("engineeval > 0")


def test_it_is_asked_alone():
    engine = tabiya.Engine(PROGRAM, options={"Hash": "32"})
    assert engine.name == "Scripted 1"
    after = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
    assert engine.evaluate(after) == [{"cp": 10_000, "mate": 1, "moves": ["d8h4"]}]
    # The game is over: a mate, a stalemate; and there is no game without kings.
    assert engine.evaluate("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1") == [{"cp": -10_000, "mate": 0, "moves": []}]
    assert engine.evaluate("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1") == [{"cp": 0, "mate": None, "moves": []}]
    assert engine.evaluate("8/8/8/8/8/8/8/7k w - - 0 1") == []
    with pytest.raises(ValueError, match="number from 1"):
        engine.evaluate(after, 0)
    with pytest.raises(ValueError, match="x"):
        engine.evaluate("x")


def test_what_is_wrong_is_said():
    with pytest.raises(ValueError, match="one of nodes, depth and time"):
        tabiya.Engine(PROGRAM, nodes=1, depth=1)
    with pytest.raises(ValueError, match="line breaks"):
        tabiya.Engine(PROGRAM, options={"a": "b\nquit"})
    for missing in ["/no/such/engine", "nosuchengine"]:
        with pytest.raises(FileNotFoundError, match=f"{missing} is no program"):
            tabiya.Engine(missing)
    assert repr(tabiya.Engine(PROGRAM, nodes=10)) == f'Engine("{PROGRAM}", nodes=10)'
