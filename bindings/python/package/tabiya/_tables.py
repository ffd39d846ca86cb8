"""`tabiya.games` and `tabiya.positions`: tables of everything that is there, without a query."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from ._native import Search, search

_GAME = (
    "file", "game", "white", "black", "white_elo", "black_elo", "event", "site", "date", "year", "event_date", "round", "eco",
    "result", "plies",
)  # fmt: skip
_POSITION = ("file", "game", "position", "ply", "move", "san", "uci", "fen", "clock", "elapsed", "eval")
_OF_COMMENTS = {"clock": "clock", "elapsed": "elapsed", "eval": "eval"}

_Progress = Callable[[int, float | None], object] | Literal[True] | None


def games(
    games: Any | Iterable[Any] | None = None,
    *,
    pgn: str | None = None,
    columns: Sequence[str] = _GAME,
    threads: int | None = None,
    game_range: tuple[int, int | None] | None = None,
    progress: _Progress = None,
) -> Search:
    """All games as a table, with a row for each.

    Args:
        games, pgn, threads, game_range, progress: As for `tabiya.search`.
        columns: The names of the columns: those of `tabiya.search`, the names of tags, and `plies`, the number of half-moves
            of the main line. `fen` is that of its last position.

    Returns:
        A `Search`, which pyarrow, pandas, Polars and DuckDB read as a table.

    >>> next(tabiya.games(pgn="1. f3 e5 2. g4 Qh4# 0-1")).values
    {'plies': 4}
    """
    return search(
        "terminal", games, pgn=pgn, columns=columns, select={"plies": "ply"}, threads=threads, game_range=game_range,
        progress=progress,
    )  # fmt: skip


def positions(
    games: Any | Iterable[Any] | None = None,
    *,
    pgn: str | None = None,
    columns: Sequence[str] = _POSITION,
    variations: bool = False,
    threads: int | None = None,
    game_range: tuple[int, int | None] | None = None,
    progress: _Progress = None,
) -> Search:
    """All positions of all games as a table, with a row for each.

    Args:
        games, pgn, variations, threads, game_range, progress: As for `tabiya.search`.
        columns: The names of the columns: those of `tabiya.search`, the names of tags, and what comments say of the move:
            `clock` and `elapsed` in whole seconds, `eval` in hundredths of a pawn for White.

    Returns:
        A `Search`, which pyarrow, pandas, Polars and DuckDB read as a table.

    >>> [match.san for match in tabiya.positions(pgn="1. f3 e5 2. g4 Qh4# 0-1")]
    [None, 'f3', 'e5', 'g4', 'Qh4#']
    """
    return search(
        "true", games, pgn=pgn, columns=columns, select=_OF_COMMENTS, variations=variations, threads=threads,
        game_range=game_range, progress=progress,
    )  # fmt: skip
