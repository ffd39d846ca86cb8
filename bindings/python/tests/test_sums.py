"""`tabiya.tree`, `novelty`, `repertoire`, `dedupe`, `tag`: what they find, compared with searches and by hand."""

import collections
import signal
import threading

import pytest

import tabiya

OLD = b"""[WhiteElo "2700"]
[BlackElo "2600"]
[Date "2015.01.02"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[Result "0-1"]

1. Nf3 Nc6 2. e4 e5 3. Bc4 Bc5 0-1

1. d4 (1. e4 c5) d5 *
"""

NEW = b"""[White "Pink"]
[WhiteElo "2500"]

1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6 *

1. d4 d5 *
"""


def test_a_tree_counts_what_searches_find(sample):
    tree = tabiya.tree(sample)
    assert tree["games"] == sum(move["games"] for move in tree["moves"]) + tree["ended"]
    first = collections.Counter(match.san for match in tabiya.search('ply == 1 not tag "FEN"', sample))
    assert {move["san"]: move["games"] for move in tree["moves"]} == first
    assert first["e4"] == 20


def test_a_tree_of_a_position():
    tree = tabiya.tree(OLD, "1.e4 e5 2.Nf3 Nc6", plies=2)
    assert [(move["san"], move["games"], move["score"]) for move in tree["moves"]] == [("Bb5", 1, 1.0), ("Bc4", 1, 0.0)]
    assert tree["moves"][0]["next"]["moves"][0]["san"] == "a6"
    assert "next" not in tree["moves"][0]["next"]["moves"][0]
    assert (tree["moves"][0]["rating"], tree["moves"][0]["performance"]) == (2700.0, 3400.0)
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    assert tabiya.tree(OLD, fen, plies=2) == tree
    assert tabiya.tree(OLD, side="black")["score"] == pytest.approx(0.5)
    assert tabiya.tree(OLD, where="elo white > 2600")["games"] == 1
    played = tabiya.tree(OLD, variations=True)
    assert played["games"] == 3
    assert {move["san"]: move["games"] for move in played["moves"]} == {"e4": 2, "Nf3": 1, "d4": 1}
    for position in ["1.e4 e5 2.Ke3", "8/8/8/8/8/8/8/9 w"]:
        with pytest.raises(ValueError):
            tabiya.tree(OLD, position)
    with pytest.raises(ValueError, match="no side"):
        tabiya.tree(OLD, side="red")
    with pytest.raises(tabiya.QueryError):
        tabiya.tree(OLD, where="chek")


def test_novelties():
    [row] = tabiya.novelty(OLD, NEW)
    assert (row["game"], row["white"], row["ply"], row["move"], row["before"]) == (1, "Pink", 6, "3... Nf6", 1)
    assert (row["white_elo"], row["black_elo"]) == (2500, None)
    assert row["fen"] == "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 4"
    assert tabiya.novelty(OLD, NEW, plies=(1, 5)) == []
    assert tabiya.novelty(OLD, NEW, where="elo white > 2500") == []
    assert tabiya.novelty(OLD, b"1. e4 c5 *") != []
    assert tabiya.novelty(OLD, b"1. e4 c5 *", variations=True) == []
    with pytest.raises(ValueError, match="the last ply"):
        tabiya.novelty(OLD, NEW, plies=(5, 1))
    with pytest.raises(tabiya.GamesError):
        tabiya.novelty("missing.pgn", b"")


def test_repertoires():
    lines = b"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 (3. d4) *"
    rows = tabiya.repertoire(lines, OLD)
    assert [(row["game"], row["by"], row["move"], row["repertoire"]) for row in rows] == [
        (1, None, "3... a6", []),
        (2, "white", "3. Bc4", ["3. Bb5", "3. d4"]),
        (3, "white", "1. d4", ["1. e4"]),
    ]
    assert [row["game"] for row in tabiya.repertoire(lines, OLD, by="white")] == [2, 3]
    assert tabiya.repertoire(lines, OLD, by="black") == []
    assert [row["game"] for row in tabiya.repertoire(lines, OLD, plies=(2, 5))] == [2]
    assert [row["game"] for row in tabiya.repertoire(lines, OLD, where="result 0-1")] == [2]
    with pytest.raises(tabiya.GamesError, match="contains no game"):
        tabiya.repertoire(b"", OLD)


def test_duplicates(sample):
    games = [sample, sample]
    rows = tabiya.dedupe(games)
    assert rows and all(row["reason"] in ("same-moves", "beginning") for row in rows)
    one = b'[White "Blue, A."]\n[Black "Red, Bob"]\n[Date "2001.05.02"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n'
    [row] = tabiya.dedupe([one, one], plies=4)
    assert (row["file"], row["kept_file"], row["reason"], row["plies"]) == ("<bytes 2>", "<bytes 1>", "same-moves", 4)


def test_tags_are_what_searches_find(sample):
    queries = {"mate": "mate", "stalemate": "stalemate", "castled": "move previous o-o"}
    rows = tabiya.tag(sample, queries)
    assert [row["game"] for row in rows] == list(range(1, 69))
    for name, query in queries.items():
        games = {match.game.number for match in tabiya.search(query, sample)}
        assert games == {row["game"] for row in rows if name in row["tags"]}
    with pytest.raises(ValueError, match="no queries"):
        tabiya.tag(sample, {})
    with pytest.raises(tabiya.QueryError, match="chek"):
        tabiya.tag(sample, {"one": "check", "two": "chek"})


def test_interrupts_end_the_work(sample):
    # Work that would take minutes.
    games = [sample] * 5000
    timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        tabiya.tag(games, {"long": "flip shift {K attacks a} or path (--)+"})
    timer.join()


SUMS = {
    "tree": lambda games, folder, tell: tabiya.tree(games, progress=tell),
    "novelty": lambda games, folder, tell: tabiya.novelty(OLD, games, progress=tell),
    "repertoire": lambda games, folder, tell: tabiya.repertoire(OLD, games, progress=tell),
    "dedupe": lambda games, folder, tell: tabiya.dedupe(games, progress=tell),
    "tag": lambda games, folder, tell: tabiya.tag(games, {"mate": "mate"}, progress=tell),
    "index": lambda games, folder, tell: tabiya.index(games, folder / "base.tabiya", progress=tell),
}


@pytest.mark.parametrize("name", SUMS)
def test_progress(name, sample, tmp_path):
    told = []
    SUMS[name]([sample] * 40, tmp_path, lambda games, share: told.append((games, share)))
    # The sample has 68 games; some are read twice.
    assert told == sorted(told) and told[-1][0] >= 40 * 68 and told[-1][1] == 1.0, told

    def stop(*_):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        SUMS[name]([sample] * 40, tmp_path, stop)
