"""`tabiya.index`: new databases, added games, and a database that fails leaves nothing on the disk."""

import os
import signal
import subprocess
import sys

import pytest

import tabiya


def count(games):
    return sum(1 for _ in tabiya.search("mate", games))


def test_a_new_database(sample, tmp_path):
    base = tmp_path / "base.tabiya"
    assert tabiya.index(sample, base) == 68
    assert count(base) == count(sample) == 20
    assert [file.name for file in tmp_path.iterdir()] == ["base.tabiya"]
    # The file is that of the command: it does not depend on threads, and has positions unless they are refused.
    first = base.read_bytes()
    assert tabiya.index([sample, sample], base, threads=1) == 136
    assert tabiya.index(sample, base, threads=3) == 68
    assert base.read_bytes() == first
    tabiya.index(sample, base, positions=False)
    assert len(base.read_bytes()) < len(first)


def test_a_database_of_a_database(sample, tmp_path):
    tabiya.index(sample, tmp_path / "a")
    assert tabiya.index(tmp_path / "a", tmp_path / "b") == 68
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_games_are_added(sample, path, tmp_path):
    base = tmp_path / "base.tabiya"
    assert tabiya.index(path, base, append=True) == 2
    assert tabiya.index(sample, base, append=True) == 68
    assert count(base) == 22
    assert [match.game.file for match in tabiya.search("mate", base, limit=1)] == [str(path)]


@pytest.mark.parametrize("append", [False, True])
def test_an_error_leaves_everything_as_it_was(sample, tmp_path, append):
    base = tmp_path / "base.tabiya"
    with pytest.raises(tabiya.GamesError, match="missing.pgn"):
        tabiya.index([sample, tmp_path / "missing.pgn"], base, append=append)
    assert list(tmp_path.iterdir()) == []
    tabiya.index(sample, base)
    before = base.read_bytes()
    with pytest.raises(tabiya.GamesError, match="missing.pgn"):
        tabiya.index([sample, tmp_path / "missing.pgn"], base, append=append)
    assert base.read_bytes() == before
    assert list(tmp_path.iterdir()) == [base]


def test_errors(sample, tmp_path):
    base = tmp_path / "base.tabiya"
    with pytest.raises(FileNotFoundError):
        tabiya.index(sample, tmp_path / "none" / "base.tabiya")
    with pytest.raises(IsADirectoryError):
        tabiya.index(sample, tmp_path)
    tabiya.index(sample, base)
    with pytest.raises(ValueError, match="both an input and the output"):
        tabiya.index([sample, base], base)
    os.link(base, tmp_path / "link")
    os.symlink(base, tmp_path / "symbolic")
    before = base.read_bytes()
    for one, other in [("link", base), (base, "link"), ("symbolic", "link"), ("../{}/link".format(tmp_path.name), base)]:
        for append in [False, True]:
            with pytest.raises(ValueError, match="both an input and the output"):
                tabiya.index([sample, tmp_path / one], tmp_path / other, append=append)
    assert base.read_bytes() == before
    notes = tmp_path / "notes.pgn"
    notes.write_text("1. e4 *")
    with pytest.raises(ValueError, match="not a database of Tabiya, and it is not replaced"):
        tabiya.index(sample, notes)
    assert notes.read_text() == "1. e4 *"
    with pytest.raises(tabiya.GamesError, match="not a database"):
        tabiya.index(b"1. e4 *", sample, append=True)


INDEX = "import sys, tabiya; tabiya.index(sys.argv[1], sys.argv[2], append=sys.argv[3] == 'append')"


def begin(games, base, how):
    program = [sys.executable, "-c", INDEX, str(games), str(base), how]
    return subprocess.Popen(program, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("exists", [False, True])
@pytest.mark.parametrize("how", ["append", "new"])
def test_of_two_processes_no_game_is_lost(sample, path, tmp_path, exists, how):
    base, many = tmp_path / "base.tabiya", tmp_path / "many.pgn"
    many.write_bytes(sample.read_bytes() * 50)
    for _ in range(5):
        base.unlink(missing_ok=True)
        before = tabiya.index(path, base) if exists else 0
        processes = [begin(many, base, "append"), begin(sample, base, how)]
        errors = [process.communicate()[1] for process in processes]
        done = [process.returncode == 0 for process in processes]
        assert any(done), errors
        for good, error in zip(done, errors):
            assert good or "another process is writing this database" in error, error
        games = sum(1 for _ in tabiya.search("initial", base))
        added = 68 * 50 * done[0]
        if how == "append":
            assert games == before + added + 68 * done[1]
        elif done[1]:
            assert games in (68, 68 + added)
        else:
            assert games == before + added
        assert sorted(file.name for file in tmp_path.iterdir()) == ["base.tabiya", "games.pgn", "many.pgn"]


def test_the_lock_of_another_machine_is_named(sample, tmp_path):
    (tmp_path / "base.tabiya.lock").write_text("Writing here: process 7 on another machine\n")
    for append in [False, True]:
        with pytest.raises(tabiya.GamesError, match="process 7 on another machine.*base.tabiya.lock"):
            tabiya.index(sample, tmp_path / "base.tabiya", append=append)
    assert [file.name for file in tmp_path.iterdir()] == ["base.tabiya.lock"]


@pytest.mark.skipif(os.name != "posix", reason="links")
def test_a_link_is_kept_and_its_target_replaced(sample, tmp_path):
    os.symlink("real.tabiya", tmp_path / "link.tabiya")
    for append in [False, True]:
        tabiya.index(sample, tmp_path / "link.tabiya", append=append)
    assert (tmp_path / "link.tabiya").is_symlink() and not (tmp_path / "real.tabiya").is_symlink()
    assert count(tmp_path / "real.tabiya") == 40


def test_what_is_no_pgn_is_told_of(path, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("* nothing\n* to play\n")
    with pytest.raises(tabiya.GamesError, match="neither tags nor moves"):
        tabiya.index([notes, path], tmp_path / "base.tabiya")
    assert not (tmp_path / "base.tabiya").exists()
    with pytest.warns(tabiya.GamesWarning, match="<bytes 1>: this file contains no game"):
        tabiya.index([path, b""], tmp_path / "base.tabiya")
    with pytest.raises(tabiya.GamesError, match="name the shards"):
        tabiya.index(b'{"format": "tabiya-shards"}', tmp_path / "other.tabiya")
    assert not (tmp_path / "other.tabiya").exists()


def test_damaged_games_are_stored(tmp_path):
    base = tmp_path / "base.tabiya"
    with pytest.warns(tabiya.GamesWarning, match="1 game has moves that could not be read; .*Ke5"):
        assert tabiya.index(b"1. e4 e5 2. Ke5 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n", base) == 2
    # A search that reads the damaged game says so again, with its place in what was indexed.
    with pytest.warns(tabiya.GamesWarning, match="<bytes 1>:1 .*Ke5"):
        [match] = tabiya.search("mate", base)
    assert match.game.number == 2


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_control_c_leaves_nothing(sample, tmp_path):
    program = "import sys, tabiya; print('begun', flush=True); tabiya.index([sys.argv[1]] * 300000, sys.argv[2])"
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(sample), str(tmp_path / "base.tabiya")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "begun\n"
    while not list(tmp_path.iterdir()):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors
    assert list(tmp_path.iterdir()) == []
