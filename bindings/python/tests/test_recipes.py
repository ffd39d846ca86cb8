"""All recipes and themes: the rows of the command, in their order."""

import json
import subprocess
from pathlib import Path

import pyarrow as pa
import pytest
import tabiya

ROOT = Path(__file__).parents[3]
GAMES = ("wild", "mainline", "variations", "studies", "extra")


# Some ask for what these games do not say, such as clock times.
@pytest.mark.filterwarnings("ignore::tabiya.QueryWarning")
def test_recipes_find_what_the_command_finds(command, tmp_path):
    games = tmp_path / "games.pgn"
    games.write_bytes(b"".join((ROOT / f"tests/data/games/{name}.pgn").read_bytes() for name in GAMES))
    recipes = [recipe.read_text() for recipe in sorted((ROOT / "recipes").glob("*/*.cql"))]
    # Those that ask endgame tables need some.
    queries = {f"{n}.cql": text for n, text in enumerate(recipes) if "tablebase" not in text}
    assert len(queries) >= 200
    for name, text in queries.items():
        (tmp_path / name).write_text(text)
    named = [argument for name in queries for argument in ("-f", tmp_path / name)]
    wanted = ["-o", tmp_path / "{query}.jsonl", games]
    subprocess.run([command, "search", "-q", "--format", "jsonl", *named, *wanted], check=True)

    found = 0
    for name, text in queries.items():
        expected = [json.loads(line) for line in (tmp_path / name).with_suffix(".jsonl").read_text().splitlines()]
        assert pa.table(tabiya.search(text, games)).to_pylist() == expected, text
        found += bool(expected)
    assert found > len(queries) / 2
