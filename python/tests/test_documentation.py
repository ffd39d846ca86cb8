"""The programs in the book and in the README run, and print what stands below them."""

import contextlib
import io
import re
import shutil
from pathlib import Path

import pytest

PAGES = ["docs/src/python.md", "docs/src/coming/python-chess.md", "python/README.md"]
ROOT = Path(__file__).parents[2]
# A program, and the block of text that directly follows it, if one does.
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_programs(page, sample, tmp_path, monkeypatch):
    shutil.copy(sample, tmp_path / "games.pgn")
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    assert blocks
    names = {}
    for number, (program, expected) in enumerate(blocks, 1):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(program, f"{page}, program {number}", "exec"), names)
        if expected:
            assert printed.getvalue() == expected, f"program {number}"
