from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence as Seq
from os import PathLike
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias, TypedDict, TypeVar, final, overload, type_check_only

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

_Value: TypeAlias = None | bool | int | str | list[str]

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
    def name(self) -> str: ...
    def evaluate(self, fen: str, lines: int = 1) -> list[EngineLine]: ...

@final
class Query:
    """A query that is read once and searched often; made by `tabiya.compile`."""

    @property
    def text(self) -> str: ...
    @property
    def queries(self) -> dict[str, str]: ...
    @property
    def dialect(self) -> Literal["5", "6"]: ...
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
    ) -> Search: ...
    def explain(self) -> str: ...
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
    """An answer that comes while it is read: an iterator over matches, or a stream of Arrow record batches."""

    def __iter__(self) -> Iterator[Match]: ...
    def __next__(self) -> Match: ...
    def __aiter__(self) -> AsyncIterator[Match]: ...
    async def __anext__(self) -> Match: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    @property
    def games(self) -> int:
        """The number of games searched so far, by the last reading."""
    def close(self) -> None:
        """Ends the search and its threads. What has not been read can no longer be."""
    def __enter__(self) -> Search: ...
    def __exit__(self, *exc: object) -> None: ...

@final
class Rows:
    """The rows of a statement, which come while they are read: a stream of Arrow record batches, or an iterator over rows."""

    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __next__(self) -> dict[str, Any]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    @property
    def columns(self) -> list[str]: ...
    def close(self) -> None:
        """Ends the program."""
    def __enter__(self) -> Rows: ...
    def __exit__(self, *exc: object) -> None: ...

@final
class Game(Mapping[str, str]):
    """A game: a mapping from the names of its tags to their texts, followed by its moves."""

    @property
    def number(self) -> int: ...
    @property
    def file(self) -> str | None: ...
    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]: ...
    @property
    def is_incomplete(self) -> bool: ...
    @property
    def positions(self) -> list[Position]: ...
    def pgn(self) -> str: ...
    def to_chess(self) -> Any: ...
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
class Match:
    """A position that matches a query."""

    @property
    def game(self) -> Game: ...
    @property
    def query(self) -> str: ...
    @property
    def position(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def san(self) -> str | None: ...
    @property
    def uci(self) -> str | None: ...
    @property
    def move_text(self) -> str | None: ...
    @property
    def fen(self) -> str: ...
    @property
    def values(self) -> dict[str, _Value]: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def uci_moves(self) -> list[str]: ...
    @property
    def positions(self) -> list[int]: ...
    @property
    def puzzle(self) -> Puzzle | None: ...
    def to_chess(self) -> tuple[Any, Any]: ...
    def svg(self) -> str: ...
    def _repr_html_(self) -> str: ...

@final
class Position:
    """A position of a game, as predicates written in Python see it."""

    @property
    def id(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def turn(self) -> bool: ...
    @property
    def fen(self) -> str: ...
    @property
    def san(self) -> str | None: ...
    @property
    def uci(self) -> str | None: ...
    @property
    def comment(self) -> str | None: ...
    @property
    def parent(self) -> Position | None: ...
    @property
    def children(self) -> list[Position]: ...
    @property
    def is_check(self) -> bool: ...
    @property
    def is_mate(self) -> bool: ...
    @property
    def is_stalemate(self) -> bool: ...
    def to_chess(self) -> Any: ...

_Part: TypeAlias = str | Query | Callable[[Position], object] | Sequence

@final
class Sequence:
    """A sequence of positions: one predicate for each, repeated and grouped as in a regular expression."""

    def __new__(cls, *parts: _Part) -> Self: ...
    def then(self, part: _Part) -> Sequence: ...
    def then_either(self, *parts: _Part) -> Sequence: ...
    def star(self) -> Sequence: ...
    def plus(self) -> Sequence: ...
    def optional(self) -> Sequence: ...
    def times(self, low: int, high: int | None = None) -> Sequence: ...
    def matches(self, game: Game, *, variations: bool | None = None) -> list[SequenceMatch]: ...
    def search(
        self,
        games: _Games | Iterable[_Games] | None = None,
        *,
        pgn: str | None = None,
        variations: bool | None = None,
        columns: Seq[str] | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> SequenceSearch: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class SequenceSearch:
    """The matches of a sequence in many games: an iterator, and a stream of Arrow record batches."""

    def __iter__(self) -> Iterator[SequenceMatch]: ...
    def __next__(self) -> SequenceMatch: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

@final
class SequenceMatch:
    """A place where a sequence was found."""

    @property
    def game(self) -> Game: ...
    @property
    def positions(self) -> list[Position]: ...
    @property
    def start(self) -> Position: ...
    @property
    def end(self) -> Position: ...
    @property
    def moves(self) -> list[str]: ...
    def __len__(self) -> int: ...

_Bools: TypeAlias = Iterable[bool] | _ArrowArray | _ArrowStream
_Ints: TypeAlias = Iterable[int] | _ArrowArray | _ArrowStream

@final
class Pattern:
    """A sequence of named predicates, repeated and grouped as in a regular expression."""

    def __new__(cls, *parts: str | Pattern) -> Self: ...
    def then(self, part: str | Pattern) -> Pattern: ...
    def then_either(self, *parts: str | Pattern) -> Pattern: ...
    def star(self) -> Pattern: ...
    def plus(self) -> Pattern: ...
    def optional(self) -> Pattern: ...
    def times(self, low: int, high: int | None = None) -> Pattern: ...
    @property
    def names(self) -> list[str]: ...
    def longest(self, columns: Mapping[str, _Bools], *, parents: _Ints | None = None) -> Matches:
        """The longest match from every node that starts one.

        `columns` has one truth value for each node. `parents` has the parent of each node, -1 for the first, which is
        the root; nodes come in pre-order. Without it each node follows the one before it. Takes time linear in nodes
        times parts of the pattern.
        """

@final
class Matches:
    """The longest matches of a pattern, in the order of their starts."""

    @property
    def starts(self) -> memoryview: ...
    @property
    def lengths(self) -> memoryview: ...
    @property
    def ends(self) -> memoryview: ...
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
) -> Search: ...
def recipe(name: str) -> str: ...
def recipes(about: str | None = None) -> list[dict[str, str]]: ...
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
) -> Query: ...
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
) -> list[Diagnostic]: ...
def explain(query: str | Query) -> str: ...
def index(
    games: _Games | Iterable[_Games],
    output: str | PathLike[str],
    *,
    append: bool = False,
    positions: bool = True,
    explorer: bool = True,
    threads: int | None = None,
) -> int: ...
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
) -> Rows: ...

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
    side: Literal["white", "black"] = "white",
    threads: int | None = None,
) -> _TreePosition: ...
def novelty(
    old: _Games | Iterable[_Games],
    new: _Games | Iterable[_Games],
    *,
    where: str | None = None,
    plies: tuple[int, int] | None = None,
    variations: bool = False,
    memory: int = 1000,
    threads: int | None = None,
) -> list[_NoveltyRow]: ...
def repertoire(
    lines: _Games | Iterable[_Games],
    games: _Games | Iterable[_Games],
    *,
    where: str | None = None,
    by: Literal["white", "black"] | None = None,
    plies: tuple[int, int] | None = None,
    threads: int | None = None,
) -> list[_LeavingRow]: ...
def dedupe(
    games: _Games | Iterable[_Games],
    *,
    plies: int = 10,
    days: int = 0,
    beginnings: bool = True,
    memory: int = 2000,
    threads: int | None = None,
) -> list[_DuplicateRow]: ...
def tag(
    games: _Games | Iterable[_Games],
    queries: Mapping[str, str],
    *,
    threads: int | None = None,
) -> list[_TaggedRow]: ...
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
) -> list[dict[str, None | bool | int | float | str | list[str]]]: ...

def ask_texts(query: str | Query, texts: object, answer: str, threads: int | None = None) -> Column: ...
