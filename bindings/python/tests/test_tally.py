"""`tabiya.tally`: its lines are those that the command gives for the same options."""

import json
import subprocess

import pytest

import tabiya

FLAGS = {"order": "tally-order", "limit": "limit", "per_game": "per-game"}

CASES = [
    ("check", {"by": "year"}),
    ("check", {"by": ["eco", "typename to"], "order": "key"}),
    ("check", {"by": "to", "variations": True}),
    ("mate", {"by": "check", "avg": ["ply", "#A+#a"], "sum": "mate", "min": "white", "max": ["black", "ply"], "median": "ply"}),
    ("flipcolor {check btm}", {"by": "eco", "score": True, "order": "score asc"}),
    ("initial", {"by": "either player", "score": True}),
    ("mate", {"by": "year", "rate": True, "order": "rate"}),
    ("mate", {"by": "result", "rate": True, "game_range": (11, None)}),
    ("check", {"by": "Annotator", "game_range": (11, 40), "limit": 7}),
    ("check sort ply", {"by": "men", "select": {"men": "#A+#a"}, "per_game": 2, "limit": 9}),
    ("next 2 9 (check*)", {"by": "length", "avg": "ply"}),
    ("mate ply > 400", {"by": "year"}),
]


def options(by, **more):
    """The options of the command for arguments."""
    words = [f"--tally={one}" for one in ([by] if isinstance(by, str) else by)]
    for name, value in more.items():
        match name, value:
            case "select", _:
                words += [f"--select={one}={text}" for one, text in value.items()]
            case "game_range", (first, last):
                words.append(f"--game-range={first}-{'' if last is None else last}")
            case _, True:
                words.append(f"--{name}")
            case _, list():
                words += [f"--{name}={one}" for one in value]
            case _:
                words.append(f"--{FLAGS.get(name, name)}={value}")
    return words


def is_same(lines, expected):
    """True if the lines are those of the command, which rounds."""
    assert [list(line) for line in lines] == [list(line) for line in expected]
    return lines == [
        {name: pytest.approx(value, abs=0.000_051) if isinstance(value, float) else value for name, value in line.items()}
        for line in expected
    ]


def told(command, *arguments, **more):
    run = subprocess.run([command, "search", "-q", "--format=jsonl", *arguments], check=False, capture_output=True, **more)
    assert run.returncode in (0, 1), run.stderr.decode()
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.parametrize(("query", "arguments"), CASES)
def test_lines_are_those_of_the_command(command, sample, query, arguments):
    lines = tabiya.tally(query, sample, **arguments)
    assert is_same(lines, told(command, "-e", query, *options(**arguments), sample))
    assert bool(lines) == ("ply > 400" not in query)


def test_several_queries(command, sample, tmp_path):
    queries = {"mates.cql": "mate", "draws.cql": "cql(result 1/2-1/2) stalemate", "nothing.cql": "mate ply > 400"}
    for name, text in queries.items():
        (tmp_path / name).write_text(text)
    named = [argument for name in queries for argument in ("-f", name)]
    lines = tabiya.tally(queries, sample, "year", rate=True)
    assert is_same(lines, told(command, *named, "--tally=year", "--rate", sample, cwd=tmp_path))
    assert {line["query"] for line in lines} == set(queries)
    compiled = tabiya.compile(queries)
    assert tabiya.tally(compiled, sample, "year", rate=True) == lines
    assert [line["query"] for line in tabiya.tally(["mate", "stalemate"], sample, "true")] == ["query 1", "query 2"]


def test_values_and_texts_of_pgn():
    pgn = '[White "A"]\n\n1. f3 e5 2. g4 Qh4# 0-1'
    [line] = tabiya.tally("mate", pgn=pgn, by=["white", "Round", "k", "true", "wtm"], sum="2*ply", score=True)
    assert line == {
        "white": "A", "Round": None, "k": ["e8"], "true": True, "wtm": True, "games": 1, "positions": 1, "share": 1.0, "score of White": 0.0,
        "sum 2*ply": 8,
    }  # fmt: skip
    seen = []
    tabiya.tally("mate", pgn=pgn, by="year", progress=lambda games, share: seen.append((games, share)))
    assert seen[-1] == (1, 1.0)


def test_what_cannot_be_counted(sample, tmp_path):
    for arguments, wrong, text in [
        ({}, TypeError, "what is counted"),
        ({"by": "chek"}, tabiya.QueryError, "chek"),
        ({"by": "year", "avg": "white"}, ValueError, "`avg white` is made of numbers"),
        ({"by": "ply", "rate": True}, ValueError, "^rate needs values .* or leave out rate"),
        ({"by": "year", "order": "size"}, ValueError, "`size`; order them by one of key, games"),
        ({"by": "year", "per_game": "some"}, ValueError, "per_game"),
        ({"by": "year", "time_limit": 0.0}, tabiya.SearchError, "time"),
        ({"by": "ply", "limits": {"held": 100}}, tabiya.SearchError, "held"),
        ({"by": "year", "limits": {"steps": 1}}, tabiya.SearchError, "step"),
    ]:
        with pytest.raises(wrong, match=text):
            tabiya.tally("check", sample, **arguments)
    with pytest.raises(tabiya.GamesError, match=r"missing\.pgn"):
        tabiya.tally("check", [sample, tmp_path / "missing.pgn"], "year")
    with pytest.raises(ValueError, match="belong to the query"):
        tabiya.tally(tabiya.compile("check"), sample, "year", dialect="6")
    with pytest.warns(tabiya.GamesWarning, match="could not be read"):
        assert tabiya.tally("initial", b"1. e4 e5 2. Ke5 *", "true")[0]["games"] == 1
