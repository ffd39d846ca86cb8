"""The program for Dask on the page about clusters, run over shards of the sample games."""

import contextlib
import io
import json
import re
from pathlib import Path

import tabiya

PAGE = Path(__file__).parents[3] / "docs/src/cluster.md"


def test_program_of_the_page(sample, tmp_path, monkeypatch):
    games = sample.read_text(encoding="utf-8").split("[Event ")
    shards = tmp_path / "shards"
    shards.mkdir()
    entries = []
    for number, part in enumerate([games[1:30], games[30:]], 1):
        text = "".join(f"[Event {game}" for game in part)
        path = shards / f"shard-{number:05}.tabiya"
        tabiya.index(text.encode(), str(path))
        entries.append({"path": path.name, "games": len(part)})
    (shards / "manifest.json").write_text(json.dumps({"shards": entries}), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    programs = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    [program] = [program for program in programs if "import dask" in program]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, str(PAGE), "exec"), {})
    mates = len(list(tabiya.search("mate", str(sample))))
    assert printed.getvalue() == f"{mates} mates\n"
