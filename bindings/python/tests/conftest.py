"""Games and programs that the tests share."""

import os
from pathlib import Path

import pytest

SCHOLAR = """[Event "Casual"]
[White "Ann"]
[Black "Bob"]
[Date "1999.12.31"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""

FOOL = """[Event "Blitz"]
[White "Carl <b>"]
[Black "Dora"]
[Result "0-1"]

1. f3 e5 2. g4 (2. d4 exd4) Qh4# 0-1
"""


@pytest.fixture
def pgn() -> bytes:
    return (SCHOLAR + "\n" + FOOL).encode()


@pytest.fixture
def path(tmp_path: Path, pgn: bytes) -> Path:
    file = tmp_path / "games.pgn"
    file.write_bytes(pgn)
    return file


ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def sample() -> Path:
    return ROOT / "examples/games/sample.pgn"


def _program(variable: str, name: str, build: str) -> Path:
    if named := os.environ.get(variable):
        assert Path(named).is_file(), f"{variable} names {named}, which does not exist"
        return Path(named)
    built = ROOT / "target/debug" / name
    if not built.is_file():
        pytest.skip(f"there is no {name}: build it with `{build}`, or set {variable}")
    return built


@pytest.fixture(scope="session")
def tabiya_sql() -> Path:
    """The program `tabiya-sql`. It is not a part of the package, so it may be missing; one that is named must be there."""
    return _program("TABIYA_SQL", "tabiya-sql", "cargo build -p tabiya-sql")


@pytest.fixture
def sql_program(tabiya_sql: Path, monkeypatch) -> Path:
    """The same, where `tabiya.sql` looks for it."""
    monkeypatch.setenv("TABIYA_SQL", str(tabiya_sql))
    return tabiya_sql


@pytest.fixture(scope="session")
def command() -> Path:
    """The command `tabiya`. It is not a part of this package, so it may be missing; one that is named must be there."""
    return _program("TABIYA", "tabiya", "cargo build")
