from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence as Seq
from os import PathLike
from typing import Any, Literal, NoReturn, Protocol, SupportsIndex, TypeAlias, TypedDict, TypeVar, final, overload, type_check_only

from typing_extensions import NotRequired, Self

__version__: str

__all__ = [
    "Column",
    "Engine",
    "Game",
    "GamesError",
    "GamesWarning",
    "Match",
    "Matches",
    "Pattern",
    "PatternError",
    "Position",
    "Query",
    "QueryError",
    "QueryWarning",
    "Rows",
    "Search",
    "SearchError",
    "Sequence",
    "SequenceMatch",
    "SequenceSearch",
    "SqlError",
    "__version__",
    "ask_texts",
    "check",
    "compile",
    "dedupe",
    "explain",
    "index",
    "novelty",
    "recipe",
    "recipes",
    "repertoire",
    "run_command",
    "search",
    "sql",
    "tag",
    "tally",
    "tree",
]

_T = TypeVar("_T")

class _Reads(Protocol):
    def read(self, size: int = ..., /) -> bytes | str: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

_Games: TypeAlias = str | PathLike[str] | bytes | _Reads | Any
"""A path of a file, a folder or a database; a glob; bytes of PGN; a file object; a `chess.pgn.Game`; or a list of these."""

_Scalar: TypeAlias = None | bool | int | float | str

_Queries: TypeAlias = str | Mapping[str, str] | Seq[str]
"""A query, or several that are searched together."""

_PerGame: TypeAlias = Literal["first", "last", "best"] | int

_GameRange: TypeAlias = tuple[int, int | None]
"""The first and the last game, counted from 1; `None` as the last for all that follow."""

_Progress: TypeAlias = Callable[[int, float | None], object] | Literal[True]
"""A function of the number of games and the share of the bytes that have been read; or a bar of tqdm."""

_Value: TypeAlias = None | bool | int | float | str | list[str]

class QueryError(ValueError):
    """A query that cannot run. The text is that of the command, with the place marked."""

    code: str
    """The code of the first error, such as `unknown-name`; `tabiya doc CODE` explains it."""
    message: str
    help: str | None
    line: int
    """The line of the first error, from 1."""
    column: int
    """Its column in characters, from 1."""
    diagnostics: list[Diagnostic]
    """Everything that is wrong with the query."""

class PatternError(ValueError):
    """A pattern or a sequence whose automaton is too large."""

class GamesError(OSError):
    """Games that cannot be read."""

class SearchError(RuntimeError):
    """A query that failed in a game, for example at a limit."""

class SqlError(RuntimeError):
    """A statement of SQL that cannot be run, or that failed. The text is that of the program `tabiya-sql`."""

    code: str | None
    """The code of the error, such as `unreadable-file`; `tabiya doc CODE` explains it. DataFusion's errors have none."""
    message: str
    help: str | None
    line: int | None
    """The line of the first error of a query of `cql`, within the query, from 1."""
    column: int | None
    """Its column in characters, from 1."""
    diagnostics: list[Diagnostic]
    """Everything that is wrong with the query; empty if it is something else."""

class QueryWarning(UserWarning):
    """A query that may not mean what its author intended, or that cannot find anything in the games."""

class GamesWarning(UserWarning):
    """Games with moves that could not be read, and files that have no games."""

@type_check_only
class Diagnostic(TypedDict):
    severity: Literal["error", "warning"]
    code: str
    message: str
    help: str | None
    source: str
    line: int
    column: int
    text: str

@type_check_only
class EngineLine(TypedDict):
    cp: int
    mate: int | None
    moves: list[str]

@final
class Engine:
    """A chess engine that speaks UCI, such as Stockfish, as a program of its own. It is started when it is first queried, and once
    more for each thread that asks meanwhile; it ends with the last query that may ask it.

    Args:
        program: The path of the program, or its name in a folder of `PATH`. `FileNotFoundError` is raised if it is not there.
        nodes: The number of nodes per position; by default 100,000.
        depth: The depth in plies instead.
        time: The seconds per position instead. Values then differ from run to run.
        options: Options of the engine with their values, such as `{"SyzygyPath": "tables"}`.

    Answers are kept as long as the engine: a position is evaluated once.
    """
    def __new__(
        cls,
        program: str | PathLike[str],
        *,
        nodes: int | None = None,
        depth: int | None = None,
        time: float | None = None,
        options: dict[str, str] | None = None,
    ) -> Engine: ...
    @property
    def name(self) -> str:
        """What the engine calls itself, such as `Stockfish 15.1`.

        Raises:
            RuntimeError: It cannot be started, or does not speak UCI.
        """
    def evaluate(self, fen: str, lines: int = 1) -> list[EngineLine]:
        """The best lines from a position, the best first.

        Args:
            fen: The position.
            lines: The greatest number of lines, which begin with different moves.

        Returns:
            One dictionary for each line: `cp`, the score of the side to move in hundredths of a pawn (10,000 for mate), `mate`,
            the moves to it (negative if the side to move is mated) or `None`, and `moves` as UCI writes them. An empty list
            if no game can be played from there.

        Raises:
            ValueError: The position cannot be read, or the number of lines is not from 1 to 255.
            RuntimeError: The engine does not answer.
        """

@final
class Query:
    """A query that is read once and searched often; made by `tabiya.compile`.

    Several threads may search with it at the same time.
    """

    @property
    def text(self) -> str:
        """The text of the query; of several, all of them, one after the other."""
    @property
    def queries(self) -> dict[str, str]:
        """The texts of the queries by their names; a single one is called `"query"`."""
    @property
    def dialect(self) -> Literal["5", "6"]:
        """The dialect in which the query was read: `"5"` or `"6"`; of several, that of the first."""
    def search(
        self,
        games: _Games | Iterable[_Games] | None = None,
        *,
        pgn: str | None = None,
        columns: str | Seq[str] | None = None,
        threads: int | None = None,
        limit: int | None = None,
        per_game: _PerGame | None = None,
        game_range: _GameRange | None = None,
        stream: bool = False,
        rows: Literal["matches", "steps"] = "matches",
        unmatched: bool = False,
        keep: bool = True,
        time_limit: float | None = None,
        progress: _Progress | None = None,
    ) -> Search:
        """Finds the positions that match, as `tabiya.search` does, with the same arguments, results and errors."""
    def explain(self) -> str:
        """How the query is read and how it will be run, as the text that `tabiya explain` prints."""
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Column:
    """A value for each text of a column: an Arrow stream, and a sequence of objects of Python."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __len__(self) -> int: ...
    def __getitem__(self, place: int, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The values as an array of NumPy."""

@final
class Search:
    """The results of a search, which come while they are read: an iterator over matches, or a table.

    pyarrow, pandas, Polars and DuckDB read it as a table by Arrow's C stream interface, without a copy of the rows. It can
    be read as often as its games can, as an iterator and as a table: each `for` and each table searches again, but a table that was
    read to its end is kept, in a temporary file if it is large, unless `keep=False` was given. `next` goes on where it was.
    `async for` reads without blocking. `close`, the end of a `with` block and the end of the object end its threads.
    """

    def __iter__(self) -> Iterator[Match]: ...
    def __next__(self) -> Match: ...
    def __aiter__(self) -> AsyncIterator[Match]: ...
    async def __anext__(self) -> Match: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    @property
    def games(self) -> int:
        """The number of games searched so far, by the last reading."""
    def close(self) -> None:
        """Ends the search and its threads. Matches that have not been read are lost."""
    def __enter__(self) -> Search: ...
    def __exit__(self, *exc: object) -> None: ...

@final
class Rows:
    """The rows of a statement, which come while they are read: a table, or an iterator over rows as dictionaries.

    pyarrow, pandas, Polars and DuckDB read it as a table by Arrow's C stream interface, without a copy of the rows. A table that was
    read to its end is kept, in a temporary file if it is large, and can be read again; rows are read once. The program computes a
    little ahead and then waits, so memory does not depend on the number of rows. `close`, the end of a `with` block and the end of the
    object end the program.
    """

    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __next__(self) -> dict[str, Any]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    def close(self) -> None:
        """Ends the program. Rows that have not been read are lost."""
    def __enter__(self) -> Rows: ...
    def __exit__(self, *exc: object) -> None: ...

@final
class Game(Mapping[str, str]):
    """A game: a mapping from the names of its tags to their texts, and its positions.

    `game["White"]` is the text of a tag; it raises `KeyError` if the game does not have it, and `game.get("Round", "?")` does not.

    In a notebook it is shown as a picture of its last position. It is pickled as PGN.
    """

    @property
    def number(self) -> int:
        """The number of the game in its file, from 1."""
    @property
    def file(self) -> str | None:
        """The file that the game came from; `None` for games in memory."""
    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]:
        """The result as it comes after the moves: `1-0`, `0-1`, `1/2-1/2` or `*`."""
    @property
    def is_incomplete(self) -> bool:
        """True if moves of the game could not be read; the moves before them are there."""
    @property
    def positions(self) -> list[Position]:
        """All positions in the order of their numbers; the main line comes before the variations."""
    def pgn(self) -> str:
        """The game as PGN, with variations, comments and NAGs."""
    def to_chess(self) -> Any:
        """The game as a `chess.pgn.Game` of python-chess: the one that was searched, or a new one.

        Raises:
            ImportError: python-chess is not installed (`pip install chess`).
        """
    def _repr_html_(self) -> str: ...
    def __getitem__(self, key: str, /) -> str: ...
    @overload
    def get(self, key: str, default: None = None, /) -> str | None: ...
    @overload
    def get(self, key: str, default: str | _T, /) -> str | _T: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

@type_check_only
class Puzzle(TypedDict):
    fen: str
    moves: list[str]
    san: list[str]

@final
class Match(Mapping[str, _Value]):
    """A position that matches a query: a mapping from the names of the table's columns to their values.

    `match["white"]` is the value of a column: `int`, `float`, `str`, `True`, a list of squares such as `["e4", "f5"]`, or `None` where
    there is none. The columns are those of the argument `columns`, or the usual ones, with the values of `select` and the keys of
    `sort` by their names. So `dict(match)` is a row, and `pandas.DataFrame(search)` a table.

    In a notebook it is shown as a picture of the board. A match that was pickled keeps its game as PGN has it.
    """

    @property
    def game(self) -> Game:
        """The game: its tags as a mapping, its text, its positions."""
    @property
    def query(self) -> str:
        """The name of the query that matches, of several that were searched together; `"query"` for a single one."""
    @property
    def position(self) -> int:
        """The number of the position in its game: 0 for the initial one, those of the main line first."""
    @property
    def ply(self) -> int:
        """The number of moves by either side since the initial position."""
    @property
    def san(self) -> str | None:
        """The move that led to the position, in SAN; `None` for the initial position."""
    @property
    def uci(self) -> str | None:
        """The move that led to the position, as UCI writes it; `None` for the initial position."""
    @property
    def move_text(self) -> str | None:
        """The same move with its number, such as `12... Nf6`."""
    @property
    def fen(self) -> str:
        """The position in FEN, with its counters."""
    @property
    def moves(self) -> list[str]:
        """The moves of the longest sequence that starts here, in SAN; empty without a sequence."""
    @property
    def uci_moves(self) -> list[str]:
        """The same moves, as UCI writes them."""
    @property
    def positions(self) -> list[int]:
        """The positions of the longest sequence that starts here, as numbers in the sense of `position`, from first to last; empty
        without a sequence.
        """
    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle that the match is, as `tabiya search --format puzzles` writes it: a dictionary with the position, `fen`, and the
        moves of the solution, `moves` as UCI writes them and `san`. The solution are the moves of the first sequence of the
        query; without one, the move that a filter of the query finds (`move legal : mate`), or the move that gave mate. `None` where
        there is none. A game from a collection of puzzles
        is the puzzle itself.
        """
    def to_chess(self) -> tuple[Any, Any]:
        """The position as objects of python-chess: its `chess.Board`, and its node in a `chess.pgn.Game`.

        The board is of the class that python-chess has for the variant. The game is the one that was searched, if it was an object
        of python-chess; otherwise python-chess reads it from PGN.

        Raises:
            ImportError: python-chess is not installed (`pip install chess`).
            ValueError: python-chess does not read the game as far as this position.
        """
    def svg(self) -> str:
        """The board as a picture in SVG, with the last move."""
    def _repr_html_(self) -> str: ...
    def __getitem__(self, key: str, /) -> _Value: ...
    @overload
    def get(self, key: str, default: None = None, /) -> _Value | None: ...
    @overload
    def get(self, key: str, default: _Value | _T, /) -> _Value | _T: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

@final
class Position:
    """A position of a game, as predicates written in Python see it.

    Positions are equal if they are the same place in the same game, which a pickled one is not any more. Attributes are computed when
    they are requested. In a notebook it is shown as a picture of the board.
    """

    @property
    def id(self) -> int:
        """The number of the position in its game: 0 for the initial one, those of the main line first."""
    @property
    def ply(self) -> int:
        """The number of moves by either side since the initial position."""
    @property
    def turn(self) -> bool:
        """True if White is to move, as in python-chess."""
    @property
    def fen(self) -> str:
        """The position in FEN, with its counters."""
    @property
    def san(self) -> str | None:
        """The move that led here, in SAN; `None` for the initial position."""
    @property
    def uci(self) -> str | None:
        """The move that led here, as UCI writes it; `None` for the initial position."""
    @property
    def comment(self) -> str | None:
        """The comment after the move, or before the first one."""
    @property
    def parent(self) -> Position | None:
        """The position before the move; `None` for the initial position."""
    @property
    def children(self) -> list[Position]:
        """The positions that follow, that of the main line first."""
    @property
    def is_check(self) -> bool:
        """True if the side to move is in check."""
    @property
    def is_mate(self) -> bool:
        """True if the side to move is checkmated."""
    @property
    def is_stalemate(self) -> bool:
        """True if the side to move is not in check and has no legal move."""
    def svg(self) -> str:
        """The board as a picture in SVG, with the last move."""
    def _repr_html_(self) -> str: ...
    def to_chess(self) -> Any:
        """The position as a `chess.Board` of python-chess, without the moves before it.

        Raises:
            ImportError: python-chess is not installed (`pip install chess`).
        """

_Part: TypeAlias = str | Query | Callable[[Position], object] | Sequence

@final
class Sequence:
    """A sequence of positions: one predicate for each, repeated and grouped as in a regular expression.

    A predicate is a query, or a function that takes a `Position` and returns something true or false. Functions are called
    only where the sequence needs their answer, at most once for each position. A sequence is never changed: every method
    returns a new one.

    >>> quiet_then_mate = Sequence("not check").plus().then(lambda position: position.is_mate)
    >>> [len(match) for match in quiet_then_mate.search(b"1. f3 e5 2. g4 Qh4# 0-1")]
    [5, 4, 3, 2]
    """

    def __new__(cls, *parts: _Part) -> Self: ...
    def then(self, part: _Part) -> Sequence:
        """The same sequence with one more part after it."""
    def then_either(self, *parts: _Part) -> Sequence:
        """The same sequence with a choice between several parts after it."""
    def star(self) -> Sequence:
        """The last part any number of times, or not at all."""
    def plus(self) -> Sequence:
        """The last part once or more."""
    def optional(self) -> Sequence:
        """The last part once or not at all."""
    def times(self, low: int, high: int | None = None) -> Sequence:
        """The last part at least `low` and at most `high` times; without `high`, any number of times from `low` on.

        Raises:
            ValueError: `high` is less than `low`, or the sequence has no part yet.
        """
    def matches(self, game: Game, *, variations: bool | None = None) -> list[SequenceMatch]:
        """The longest match from every position of a game that starts one, in the order of the first positions.

        Args:
            variations: As for `search`.

        Raises:
            ValueError: The queries and `variations` contradict each other.
            SearchError: A query fails in the game.
            PatternError: The automaton is too large, because repetitions are large and nested.

        An exception of a function ends the search and is passed on.
        """
    def search(
        self,
        games: _Games | Iterable[_Games] | None = None,
        *,
        pgn: str | None = None,
        variations: bool | None = None,
        columns: Seq[str] | None = None,
        threads: int | None = None,
        limit: int | None = None,
        progress: _Progress | None = None,
    ) -> SequenceSearch:
        """The longest match from every position that starts one, game by game, as an iterator and as a table.

        Args:
            games: As for `tabiya.search`, with the same errors and warnings.
            pgn: The text of games, in place of `games`.
            variations: Also follows the variations, or not; by default it does if a query was compiled with `variations=True`
                or has a header that asks for them. It must not contradict a query that was compiled with `variations`.
            columns: The names of the columns of the table; `moves`, `length` and others speak of the sequence.
            threads: The number of threads; by default that of the processors. Functions of Python run on the calling thread in any
                case, while others read games ahead.
            limit: The number of games with a match after which the search ends.
            progress: As for `tabiya.search`.

        Returns:
            A `SequenceSearch`: an iterator over matches in the order of the games, and a stream of Arrow record batches. It can be
            read as often as its games can.
        """
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class SequenceSearch:
    """The matches of a sequence in many games: an iterator, and a table for pyarrow, pandas, Polars and DuckDB. It can be read as often
    as its games can, as a `Search` can.
    """

    def __iter__(self) -> Iterator[SequenceMatch]: ...
    def __next__(self) -> SequenceMatch: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

@final
class SequenceMatch:
    """A place where a sequence was found: a path of one or more positions. `len` gives their number.

    In a notebook it is shown as pictures of its first and its last position.
    """

    @property
    def game(self) -> Game:
        """The game that the sequence is in."""
    @property
    def positions(self) -> list[Position]:
        """Its positions, from first to last."""
    @property
    def start(self) -> Position:
        """The first position."""
    @property
    def end(self) -> Position:
        """The last position."""
    @property
    def moves(self) -> list[str]:
        """The moves from the first position to the last, in SAN."""
    def _repr_html_(self) -> str: ...
    def __len__(self) -> int: ...

_Bools: TypeAlias = Iterable[bool] | _ArrowArray | _ArrowStream
_Ints: TypeAlias = Iterable[int] | _ArrowArray | _ArrowStream

@final
class Pattern:
    """A sequence of named predicates, repeated and grouped as in a regular expression.

    A pattern is never changed: every method returns a new one.

    >>> Pattern("warn").plus().then("restart")
    Pattern(warn+ restart)
    """

    def __new__(cls, *parts: str | Pattern) -> Self: ...
    def then(self, part: str | Pattern) -> Pattern:
        """The same pattern with one more part after it."""
    def then_either(self, *parts: str | Pattern) -> Pattern:
        """The same pattern with a choice between several parts after it; those named first are tried first."""
    def star(self) -> Pattern:
        """The last part any number of times, or not at all."""
    def plus(self) -> Pattern:
        """The last part once or more."""
    def optional(self) -> Pattern:
        """The last part once or not at all."""
    def times(self, low: int, high: int | None = None) -> Pattern:
        """The last part at least `low` and at most `high` times; without `high`, any number of times from `low` on.

        Raises:
            ValueError: `high` is less than `low`, or the pattern has no part yet.
        """
    @property
    def names(self) -> list[str]:
        """The names of the predicates, in the order in which the pattern was given them."""
    def longest(self, columns: Mapping[str, _Bools], *, parents: _Ints | None = None) -> Matches:
        """The longest match from every node that starts one.

        Args:
            columns: For each name of a predicate one truth value for each node: a boolean column of Arrow (pyarrow, Polars;
                missing values are false), a NumPy array of the type `bool` with one dimension, or a sequence of `bool`.
            parents: The parent of each node, in pre-order, as integers; -1 for the first node, which is the root. Without it
                each node follows the one before it.

        Returns:
            `Matches`, at most one for each node.

        Raises:
            KeyError: There is no column for a predicate.
            TypeError: A column is not of truth values.
            ValueError: The columns differ in length, or the parents are not in pre-order.
            PatternError: The automaton is too large, because repetitions are large and nested.

        Takes time proportional to the number of nodes times the size of the pattern, repetitions written out.
        """

@final
class Matches:
    """The longest matches of a pattern, in the order of their starts: a sequence of tuples `(start, length, end)`.

    `starts`, `lengths` and `ends` are the same numbers as memory views, from which `numpy.asarray` makes arrays without a copy.
    """

    @property
    def starts(self) -> memoryview:
        """The first node of each match, from 0: a memory view of unsigned 32-bit integers with the shape `(len(matches),)`."""
    @property
    def lengths(self) -> memoryview:
        """The number of nodes of each match, of the same type and shape."""
    @property
    def ends(self) -> memoryview:
        """The last node of each match, which belongs to it, of the same type and shape."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> tuple[int, int, int]: ...
    def __iter__(self) -> Iterator[tuple[int, int, int]]: ...

def search(
    query: _Queries | Query,
    games: _Games | Iterable[_Games] | None = None,
    *,
    pgn: str | None = None,
    columns: str | Seq[str] | None = None,
    select: Mapping[str, str] | None = None,
    variations: bool = False,
    threads: int | None = None,
    limit: int | None = None,
    per_game: _PerGame | None = None,
    game_range: _GameRange | None = None,
    stream: bool = False,
    rows: Literal["matches", "steps"] = "matches",
    unmatched: bool = False,
    settings: Mapping[str, object] | None = None,
    files: str | PathLike[str] | Seq[str | PathLike[str]] | None = None,
    syzygy: str | PathLike[str] | None = None,
    engine: Engine | None = None,
    limits: Mapping[str, int] | None = None,
    keep: bool = True,
    time_limit: float | None = None,
    progress: _Progress | None = None,
) -> Search:
    """Finds the positions that match a query.

    Args:
        query: The query, or one made by `tabiya.compile`. Several queries are searched in one pass: a dictionary from names to
            texts, or a list of texts; `Match.query` and the column `query` tell which one matches.
        games: A path of a file, a folder or a database file, a glob, bytes of PGN or of a database, a file object, a game of
            python-chess, or a list of these. Files may be compressed with gzip, bzip2, zstd or zip.
        pgn: The text of games, in place of `games`.
        columns: The names of the columns of the table, or one name, for `__arrow_c_stream__` only; by default those of
            `tabiya search`. The names of tags are columns, too.
        select: Further values: a dictionary from names to expressions of the language. They are in `Match.values`, and
            columns of the table; with `columns`, name them there, too.
        variations: Searches the variations, too.
        threads: The number of threads; by default that of the processors. The results and their order do not depend on it.
        limit: The number of games with a match after which the search ends; of a query with `sort`, the number of the best games
            that are given.
        per_game: The matches that are kept of each game: `"first"`, `"last"`, `"best"`, which is the one by which `sort` places
            the game, or the number of the first ones; by default all.
        game_range: The first and the last game that is searched of each file, counted from 1; `None` as the last for all that
            follow.
        stream: Gives the matches of a query with `sort`, too, as they are found, in the order of the games. It makes no
            difference to other queries.
        rows: What a row of the table is: `"matches"`, or `"steps"` for one row for each position of the sequence of each match,
            in order, with the columns `step`, `constituent` and `differs`.
        unmatched: The table has the games in which the query matches nowhere: a row for each, without a position.
        keep: Keeps a table that was read to its end for further readings, in a temporary file if it is large. With `False` the games
            are searched again.
        settings, files, syzygy, engine, limits: What the query may use, as for `tabiya.compile`.
        time_limit: The seconds from the start of a reading on after which it ends with a `SearchError`.
        progress: A function that is called every 0.1 seconds while results are read, with the number of games searched and the share
            of the files' bytes that has been read, between 0 and 1, or `None` for streams; at the end with 1.0. An exception that it
            raises ends the search. With `True`, a bar of tqdm, which must be installed.

    Returns:
        A `Search`: an iterator over matches in the order of the games, and a stream of Arrow record batches. It can be read more
        than once: files and bytes are searched anew, and a table that was read to its end is kept. It starts when
        the first match is asked for, and searches at most some thousand games ahead. If the query has `sort`, the matches of
        the best game come first, as those of the command `tabiya search` do: all games are searched before the first match
        comes, and games that match are kept in memory until then, at most `limit` of them. A match has the
        values of sort keys, by their names.

    Raises:
        QueryError: The query cannot run.
        TypeError: An argument is of another type.
        ValueError: A column or a parameter of that name does not exist; an argument that belongs to the query was given with a
            compiled one, or a glob is none; or matches are read one by one where `rows` or `unmatched` asks for a table.
        FileNotFoundError: No file matches a glob.

    While results are read, `GamesError` is raised where games cannot be read, and `SearchError` where the query fails in a
    game; the next call of `next` goes on behind the error. At the end a `GamesWarning` says how many games had moves that
    could not be read, and another one tells of each file that has no games or is not a PGN. Other threads of Python run
    meanwhile, and Ctrl-C ends the search.

    >>> [match.san for match in tabiya.search("mate", b"1. f3 e5 2. g4 Qh4# 0-1")]
    ['Qh4#']
    """
def recipe(name: str) -> str:
    """The query of a recipe, to be searched for.

    Raises:
        ValueError: There is no recipe of this name.

    >>> mates = tabiya.search(tabiya.recipe("fools-mate"), b"1. f3 e5 2. g4 Qh4# 0-1")
    >>> [match.san for match in mates]
    ['Qh4#']
    """
def recipes(about: str | None = None) -> list[dict[str, str]]:
    """The recipes of the book, in its order: a dictionary for each with `name`, `title`, `words` (what it finds), `theme` and `query`.

    Args:
        about: Only those in whose name, title or description all of these words occur, the best first.

    >>> [recipe["name"] for recipe in tabiya.recipes("smothered")]
    ['smothered-mate']
    """
def compile(
    query: _Queries,
    *,
    select: Mapping[str, str] | None = None,
    variations: bool | None = None,
    dialect: Literal["5", "6"] | None = None,
    settings: Mapping[str, object] | None = None,
    files: str | PathLike[str] | Seq[str | PathLike[str]] | None = None,
    syzygy: str | PathLike[str] | None = None,
    engine: Engine | None = None,
    limits: Mapping[str, int] | None = None,
) -> Query:
    """Reads a query to be searched more than once.

    Args:
        query: The text of the query; or several queries, which are searched together in one pass: a dictionary from names to
            texts, or a list of texts.
        select: Further values: a dictionary from names to expressions of the language.
        variations: Searches the variations, too, or not; by default the header of the query decides.
        dialect: `"5"` or `"6"`, the version of CQL; by default the one that the query is written in is found out.
        settings: Values of the query's parameters: a dictionary from their names to texts or numbers.
        files: A folder, or a list of folders, below which the query may read files (`include`, `similarposition`,
            `position in`, `readfile`); by default it may read none.
        syzygy: The folder with the tablebases of Syzygy, for `tablebase` and `dtz`.
        engine: A `tabiya.Engine`, for `engineeval`, `enginebest`, `enginedrop` and `evaldrop`.
        limits: Limits on what the query may use, as `tabiya search --limits` has them: a dictionary from their names, such as
            `"steps"`, `"states"`, `"memory"` (in bytes) and `"run_steps"`, to numbers.

    Raises:
        QueryError: The query cannot run.
        OSError: A folder cannot be read.
        ValueError: There is no limit of a name, or no table in the folder.

    A `QueryWarning` is given for what is probably not meant as it is written.

    >>> query = tabiya.compile("mate", select={"plies": "ply"})
    >>> [match["plies"] for match in query.search(b"1. f3 e5 2. g4 Qh4# 0-1")]
    [4]
    """
def check(
    query: str,
    *,
    select: Mapping[str, str] | None = None,
    variations: bool | None = None,
    dialect: Literal["5", "6"] | None = None,
    settings: Mapping[str, object] | None = None,
    files: str | PathLike[str] | Seq[str | PathLike[str]] | None = None,
    syzygy: str | PathLike[str] | None = None,
    engine: Engine | None = None,
    limits: Mapping[str, int] | None = None,
) -> list[Diagnostic]:
    """Everything that is wrong with a query, errors and warnings; an empty list if nothing is.

    The arguments are those of `tabiya.compile`.

    Returns:
        One dictionary for each problem: `severity` (`"error"` or `"warning"`), `code`, `message`, `help` (or `None`), `source`,
        `line` and `column` (in characters, both from 1), and `text`, which shows all of it with the place.

    >>> [(one["code"], one["column"]) for one in tabiya.check("mat")]
    [('unknown-name', 1)]
    """
def explain(query: str | Query) -> str:
    """How a query is read and how it will be run, as the text that `tabiya explain` prints.

    Raises:
        QueryError: The query cannot run.
    """
def index(
    games: _Games | Iterable[_Games],
    output: str | PathLike[str],
    *,
    append: bool = False,
    positions: bool = True,
    explorer: bool = True,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> int:
    """Puts games into a database file, which every search then takes in place of PGN and searches faster.

    Args:
        games: What is stored, as for `tabiya.search`. Games of any quality are stored, with their faults.
        output: The path of the database. A database that has this name is replaced when the new one is complete; any
            other file stays.
        append: Adds the games to the database if it exists.
        positions: Also stores what finds exact positions quickly, which takes about a third of the file.
        explorer: Also stores what was played in the first 50 plies. A database that games are added to keeps what it has.
        threads: The number of threads; by default that of the processors. The file does not depend on it.
        progress: As for `tabiya.search`.

    Returns:
        The number of games that were added.

    Raises:
        GamesError: Some games cannot be read, or another process is writing the database.
        OSError: The file cannot be written, or not be looked at.
        ValueError: The database is itself among the games, whatever links name it, or a file of its name is none.

    After an error and after Ctrl-C everything is as it was before. Games with moves that cannot be read, and files that
    have no games or are not PGN, are reported with a `GamesWarning` when the database is complete.
    """
def sql(
    statement: str,
    *,
    parameters: Seq[_Scalar] | Mapping[str, _Scalar] | None = None,
    cluster: str | None = None,
    threads: int | None = None,
    program: str | PathLike[str] | None = None,
    time_limit: int | None = None,
    row_limit: int | None = None,
    settings: Mapping[str, object] | None = None,
    files: str | PathLike[str] | Seq[str | PathLike[str]] | None = None,
    syzygy: str | PathLike[str] | None = None,
    limits: Mapping[str, int] | None = None,
) -> Rows:
    """Answers a statement in SQL over chess games, with the program `tabiya-sql`.

    The program is not a part of this package: `cargo install --path bindings/sql --locked` installs it from a clone of Tabiya. It is the one
    that `program` names, or the variable `TABIYA_SQL` of the environment, or the first one in the search path.

    Args:
        statement: SQL, with the tables `games('games.pgn')`, `positions('games.pgn')` and `cql('query', 'games.pgn')`; names of files
            are relative to the current folder. Several statements are separated by `;`; one of them has a result.
        parameters: The values of `$1`, `$2` and so on in the statement, as a list; or of `$name` and others, as a dictionary: `str`,
            `int`, `float`, `bool` and `None`.
        cluster: The scheduler of a cluster, `"HOST:PORT"`. It searches the tables `cql`, whose files are manifests of `tabiya shard`.
        threads: The number of threads of the program; by default one for each processor.
        program: The path of the program.
        time_limit: The greatest time of the statement in whole seconds; a statement that takes longer fails.
        row_limit: The greatest number of rows of the answer, and of a search on a cluster; a statement that gives more fails.
        settings, files, syzygy, limits: What the queries of `cql` may use, as for `tabiya.compile`. On a cluster the folders have the
            same paths on all machines.

    Returns:
        The rows. As a table: columns with the types that SQL gives them, for pandas, Polars, DuckDB and pyarrow. As an iterator: a
        `dict` for each row, from the names of the columns to `None`, `bool`, `int`, `float`, `str`, `bytes`, `Decimal`, `date`,
        `datetime`, `list` or `dict`; values of other types are texts.

    Raises:
        SqlError: The statement cannot be run, or it failed; its text is the program's own, and `code` is the code of the message, such
            as `"unknown-name"`, or `None`. For a query that cannot run it has the other attributes of a `QueryError`, too. An error that is known before the first row is raised here, any other where the rows are read. An
            answer that ends without an error is complete.
        FileNotFoundError: There is no such program; its text says how to install it.
        OSError: The program cannot be started.

    `QueryWarning` and `GamesWarning` are given when the last row has been read. Ctrl-C ends the program.

    >>> games = tabiya.sql("select white, count(*) as n from games('games.pgn') group by white")  # doctest: +SKIP
    >>> pandas.DataFrame.from_arrow(games)  # doctest: +SKIP
    """

@type_check_only
class _GameRow(TypedDict):
    file: str
    game: int
    white: str
    black: str
    white_elo: int | None
    black_elo: int | None
    date: str
    event: str
    result: str

@type_check_only
class _TaggedRow(_GameRow):
    tags: list[str]

@type_check_only
class _NoveltyRow(_GameRow):
    ply: int
    move: str
    before: int
    fen: str

@type_check_only
class _LeavingRow(_GameRow):
    ply: int
    by: Literal["white", "black"]
    move: str
    repertoire: list[str]
    fen: str

@type_check_only
class _DuplicateRow(TypedDict):
    file: str
    game: int
    plies: int
    reason: Literal["same-moves", "beginning"]
    kept_file: str
    kept_game: int
    kept_plies: int

@type_check_only
class _Numbers(TypedDict):
    games: int
    white: int
    draws: int
    black: int
    score: float | None
    score_low: float | None
    score_high: float | None
    rating: float | None
    opponents_rating: float | None
    performance: float | None
    last_year: int | None

@type_check_only
class _TreeMove(_Numbers):
    san: str
    uci: str | None
    share: float
    next: NotRequired[_TreePosition]

@type_check_only
class _TreePosition(_Numbers):
    ended: int
    moves: list[_TreeMove]

def tree(
    games: _Games | Iterable[_Games],
    position: str | None = None,
    *,
    plies: int = 1,
    min_games: int = 1,
    where: str | None = None,
    whole: bool = False,
    variations: bool = False,
    side: Literal["white", "black"] = "white",
    threads: int | None = None,
    progress: _Progress | None = None,
) -> _TreePosition:
    """Shows what was played from a position: games, results, ratings.

    Args:
        games: The games, as for `tabiya.search`. Of a database with the table of openings no game is read if the table is enough.
        position: A FEN, or moves from the first position such as "1.e4 e5 2.Nf3"; by default the first position.
        plies: The depth of the tree in plies.
        min_games: The fewest games of a move that is listed and followed.
        where: A query that must find something in a game that counts.
        whole: True if games count that reach the position after ply 50, too.
        variations: True if variations count, too; a game counts once for each of its moves.
        side: The side whose points are shown, "white" or "black".
        threads: The number of threads; by default that of the processors.
        progress: As for `tabiya.search`.

    Returns:
        A dictionary of the position: `games`, `white`, `draws`, `black`, `score` with `score_low` and `score_high` (the ends of its
        interval of 95 %), `rating`, `opponents_rating`, `performance`, `last_year`, `ended` (games without a further move), and
        `moves`: a list of dictionaries with the same numbers, `san`, `uci`, `share`, and `next`, the position after the move,
        where the tree goes on.

    Raises:
        GamesError: Some games cannot be read.
        QueryError: The condition cannot run.
        SearchError: The condition fails in a game.
        ValueError: This is no position, or no side.
    """
def novelty(
    old: _Games | Iterable[_Games],
    new: _Games | Iterable[_Games],
    *,
    where: str | None = None,
    plies: tuple[int, int] | None = None,
    variations: bool = False,
    memory: int = 1000,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> list[_NoveltyRow]:
    """Finds the first move of each new game that leads to a position which no old game has.

    Args:
        old: The older games, as for `tabiya.search`.
        new: The games whose novelties are looked for, as for `tabiya.search`.
        where: A query that must find something in a new game that is looked at, such as "elo white >= 2500".
        plies: The first and the last ply, from 1, at which a novelty is reported; by default all.
        variations: True if the variations of the old games count as well.
        memory: The megabytes for positions of the new games. With less, the old games are read several times.
        threads: The number of threads; by default that of the processors.
        progress: As for `tabiya.search`.

    Returns:
        A dictionary for each new game with a novelty, in their order: `file`, `game`, `white`, `black`, `white_elo`, `black_elo`,
        `date`, `event`, `result`; `ply`, `move` such as "10. Bb1", `before` (the old games that reach the position before it),
        and `fen`, the position after it.

    Raises:
        GamesError: Some games cannot be read.
        QueryError: The condition cannot run.
        SearchError: The condition fails in a game.

    Positions are equal if their pieces stand alike and the same side is to move.
    """
def repertoire(
    lines: _Games | Iterable[_Games],
    games: _Games | Iterable[_Games],
    *,
    where: str | None = None,
    by: Literal["white", "black"] | None = None,
    plies: tuple[int, int] | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> list[_LeavingRow]:
    """Finds where games leave a repertoire, who left it, and what it has instead.

    Args:
        lines: The games of the repertoire, with their variations, as for `tabiya.search`.
        games: The games that are compared with it, as for `tabiya.search`.
        where: A query that must find something in a game that is looked at, such as 'player white "Blue"'.
        by: "white" or "black": only games that this side leaves.
        plies: The first and the last ply, from 1, at which games that leave are reported; by default all.
        threads: The number of threads; by default that of the processors.
        progress: As for `tabiya.search`.

    Returns:
        A dictionary for each game that leaves, in their order: `file`, `game`, `white`, `black`, `white_elo`, `black_elo`, `date`,
        `event`, `result`; `ply`, `by` (None where a line ends), `move` such as "3. d4", `repertoire` (a list of the moves that it has
        there, empty where a line ends), and `fen`, the last position that the repertoire has.

    Raises:
        GamesError: Some games cannot be read, or the repertoire has none.
        QueryError: The condition cannot run.
        SearchError: The condition fails in a game.
        ValueError: There is no such side, or no such range of plies.

    A game leaves after its last position that the repertoire has, so a transposition does not leave it.
    """
def dedupe(
    games: _Games | Iterable[_Games],
    *,
    plies: int = 10,
    days: int = 0,
    beginnings: bool = True,
    memory: int = 2000,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> list[_DuplicateRow]:
    """Finds games that can be left out because another one, which is kept, says the same or more.

    Args:
        games: The games, as for `tabiya.search`, but for streams: they are read twice.
        plies: The fewest plies of a game that may be the beginning of another; shorter ones are compared more strictly.
        days: The days by which complete dates may differ.
        beginnings: True if games that are the beginning of others are duplicates.
        memory: The megabytes for what is kept of the games: about 15,000 games each. More games are a `GamesError`.
        threads: The number of threads; by default that of the processors.
        progress: As for `tabiya.search`.

    Returns:
        A dictionary for each game that can be left out, in their order: `file`, `game`, `plies`, `reason` ("same-moves" or
        "beginning"), and the game that is kept in its place: `kept_file`, `kept_game`, `kept_plies`.

    Raises:
        GamesError: Some games cannot be read, or cannot be read twice.

    Nothing is written; the command `tabiya dedupe` writes the games that are kept.
    """
def tag(
    games: _Games | Iterable[_Games],
    queries: Mapping[str, str],
    *,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> list[_TaggedRow]:
    """Finds which queries match each game, in one pass over the games.

    Args:
        games: The games, as for `tabiya.search`.
        queries: A name for each query, with its text: {"mate": "mate", "fork": "..."}.
        threads: The number of threads; by default that of the processors.
        progress: As for `tabiya.search`.

    Returns:
        A dictionary for each game, in their order: `file`, `game`, `white`, `black`, `white_elo`, `black_elo`, `date`, `event`,
        `result`, and `tags`, a list of the names of the queries that match somewhere in it.

    Raises:
        GamesError: Some games cannot be read.
        QueryError: A query cannot run.
        SearchError: A query fails in a game.
    """
def tally(
    query: _Queries | Query,
    games: _Games | Iterable[_Games] | None = None,
    by: str | Seq[str] | None = None,
    *,
    pgn: str | None = None,
    avg: str | Seq[str] | None = None,
    sum: str | Seq[str] | None = None,
    min: str | Seq[str] | None = None,
    max: str | Seq[str] | None = None,
    median: str | Seq[str] | None = None,
    score: bool = False,
    rate: bool = False,
    order: str | None = None,
    select: Mapping[str, str] | None = None,
    variations: bool = False,
    dialect: Literal["5", "6"] | None = None,
    threads: int | None = None,
    limit: int | None = None,
    per_game: _PerGame | None = None,
    game_range: _GameRange | None = None,
    settings: Mapping[str, object] | None = None,
    files: str | PathLike[str] | Seq[str | PathLike[str]] | None = None,
    syzygy: str | PathLike[str] | None = None,
    engine: Engine | None = None,
    limits: Mapping[str, int] | None = None,
    time_limit: float | None = None,
    progress: _Progress | None = None,
) -> list[dict[str, None | bool | int | float | str | list[str]]]:
    """Counts games and positions that match by the values of expressions, as `tabiya search --tally` does.

    Args:
        query: The query or queries, as for `tabiya.search`.
        games: The games, as for `tabiya.search`.
        by: What is counted: an expression of the language, whose value at each match counts, or the name of a column, of a value
            of `select` or of a tag; "either player" for both players of each game. A list for each combination of several.
        pgn: The text of games, in place of `games`.
        avg, sum, min, max, median: An expression or a list of them, of whose values at the matches of each line this is made.
        score: Adds the score of the side that matches, a draw for a half: of White, or of the side whose image `flipcolor` or
            `reversecolor` has found; of the player with "either player".
        rate: Adds the share of the games that match among all games with the same values, which must be facts of the game.
        order: "key", "games" (the order by default), "positions", "rate", "score" or a value by its name, such as "avg ply"; "asc"
            or "desc" may follow.
        select, variations, settings, files, syzygy, engine, limits: As for `tabiya.search`; they belong to the query.
        dialect: As for `tabiya.compile`.
        threads, limit, per_game, game_range, time_limit, progress: As for `tabiya.search`. With `limit`, the first games that
            match count, whatever order `sort` asks for.

    Returns:
        A dictionary for each line, in order: `query`, if there are several; the values, by the texts of `by`; `games` and
        `positions` that match; `share`, of the games that match; `rate` and `score`; what is made of values, by names such as
        "avg ply", in the order of these arguments. Shares, rates, scores, means and medians are floats that are not rounded, from 0
        to 1 the first three; what there is none of is `None`.

    Raises:
        GamesError: Some games cannot be read.
        QueryError: The query, or an expression, cannot run.
        SearchError: The query fails in a game, the time is over, or the counts take more memory than `limits` allows.
        ValueError: There is no such order, an aggregate has no numbers, or a rate is asked for what is not a fact of a game.

    >>> tabiya.tally("mate", b"1. f3 e5 2. g4 Qh4# 0-1", "typename to", avg="ply")
    [{'typename to': 'Q', 'games': 1, 'positions': 1, 'share': 1.0, 'avg ply': 4.0}]
    """

def ask_texts(query: str | Query, texts: object, answer: str, threads: int | None = None) -> Column:
    """Puts a query to each text of a column."""

def run_command(words: Seq[str]) -> NoReturn:
    """Runs the command with a command line, and ends the process."""
