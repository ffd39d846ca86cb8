"""Games that the tests share."""

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


@pytest.fixture(scope="session")
def sample() -> Path:
    return Path(__file__).parents[2] / "examples/games/sample.pgn"
