"""The programs in the book and in the README run, and print the text below them."""

import contextlib
import io
import re
import shutil
from pathlib import Path

import pytest

PAGES = ["docs/src/python.md", "docs/src/coming/python-chess.md", "bindings/python/README.md"]
ROOT = Path(__file__).parents[3]
# A program, and the block of text that directly follows it, if one does.
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def run(page, programs):
    """Runs programs of a page, and compares what they print with what the page says."""
    names = {}
    for number, program, expected in programs:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(program, f"{page}, program {number}", "exec"), names)
        if expected:
            assert printed.getvalue() == expected, f"program {number}"


def programs_of(page, *, sql):
    """The programs of a page that call `tabiya.sql`, or the others: their numbers, texts, and what they print."""
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    numbered = [(number, *block) for number, block in enumerate(blocks, 1)]
    return [block for block in numbered if ("tabiya.sql(" in block[1]) == sql]


@pytest.fixture
def directory(sample, tmp_path, monkeypatch):
    shutil.copy(sample, tmp_path / "games.pgn")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_programs(page, directory):
    programs = programs_of(page, sql=False)
    assert programs
    run(page, programs)


@pytest.mark.parametrize("page", ["docs/src/python.md", "bindings/python/README.md"])
def test_programs_with_sql(page, sql_program, directory):
    programs = programs_of(page, sql=True)
    assert programs
    # The first program of a page imports the package.
    run(page, [(0, "import tabiya", ""), *programs])
