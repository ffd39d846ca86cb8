"""The command `tabiya` that the package installs."""

import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

SCRIPT = [str(Path(sysconfig.get_path("scripts")) / "tabiya")]


def run(*arguments, command=SCRIPT, **options):
    return subprocess.run([*command, *arguments], capture_output=True, **options)


@pytest.mark.parametrize("command", [SCRIPT, [sys.executable, "-m", "tabiya"]], ids=["script", "module"])
def test_the_command_searches_and_has_its_exit_status(command, path):
    found = run("search", "-e", "mate", path, "--count", command=command)
    assert (found.returncode, found.stdout) == (0, b"2 of 2 games, 2 positions\n")
    assert run("search", "-e", "stalemate", path, command=command).returncode == 1
    wrong = run("search", "-e", "mat (", path, command=command)
    assert (wrong.returncode, wrong.stdout) == (2, b"") and b"error" in wrong.stderr


def test_all_parts_of_the_command_are_there(path, tmp_path):
    """Those that a build may leave out."""
    for ending in ["parquet", "xlsx", "arrow"]:
        assert run("search", "-e", "mate", path, "-o", tmp_path / f"mates.{ending}").returncode == 0
    assert b"--port" in run("serve", "--help").stdout
    assert run("engine", input=b"", timeout=60).returncode == 0


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are texts there")
def test_names_of_files_are_bytes(pgn, tmp_path):
    file = os.path.join(os.fsencode(tmp_path), b"games \xff.pgn")
    Path(os.fsdecode(file)).write_bytes(pgn)
    assert run("search", "-e", "mate", file, "--count").stdout == b"2 of 2 games, 2 positions\n"


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_control_c_ends_the_command_and_what_it_has_found_is_continued(sample, tmp_path):
    folder = tmp_path / "rows"
    folder.mkdir()
    games, rows = tmp_path / "many.pgn", folder / "rows.csv"
    games.write_bytes(sample.read_bytes() * 200)
    words = ["search", "-e", "ply > 3", str(games), "-o", str(rows), "--threads", "1"]
    process = subprocess.Popen([*SCRIPT, *words], stderr=subprocess.PIPE, text=True)
    # Its name is not yet that of the rows.
    while process.poll() is None and not any(file.stat().st_size > 100_000 for file in folder.iterdir()):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130 and "--resume" in told
    assert run(*words, "--resume").returncode == 0
    whole = run("search", "-e", "ply > 3", games, "-o", tmp_path / "whole.csv")
    assert whole.returncode == 0 and rows.read_bytes() == (tmp_path / "whole.csv").read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_control_c_ends_the_command_where_it_does_not_listen():
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    with subprocess.Popen([*SCRIPT, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"Content-Length")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) != 0
