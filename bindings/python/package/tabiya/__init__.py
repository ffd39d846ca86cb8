"""Finds patterns in chess games with the Chess Query Language (CQL).

`search` finds the positions that match a query, in PGN files, database files, bytes, streams, and games of python-chess:

>>> import tabiya
>>> [match.san for match in tabiya.search("mate", b"1. f3 e5 2. g4 Qh4# 0-1")]
['Qh4#']

Its answer is an iterator over `Match` objects, and also a table for pandas, Polars, DuckDB and pyarrow. `compile` reads a
query once for many searches, `check` lists what is wrong with one, `explain` shows how it is run, and `index` puts games
into a database file, and `recipe` gives the queries of the book. `games` and `positions` are tables of everything that is there. `tree` shows what was played from a
position, `novelty` finds the first new moves of games, `repertoire` where games leave the lines of a file, `dedupe` games
that occur twice, and `tag` which queries match each game; `tally` counts what a query finds by values. `sql` answers
statements in SQL, also with a cluster, by the program `tabiya-sql`. `Sequence` finds sequences of positions whose predicates are queries or functions of Python;
`tabiya.columns` puts queries to games in columns of data frames and tables; `tabiya.automata` finds sequences in data of
any kind.

Numbers of positions and half-moves ("plies") count from 0 at the initial position, numbers of games, lines and columns
from 1. Moves are in SAN or as UCI writes them, positions in FEN, squares are texts such as "e4".
"""

from collections.abc import Mapping

from . import automata, columns
from ._native import (
    Engine,
    Game,
    GamesError,
    GamesWarning,
    Match,
    PatternError,
    Position,
    Query,
    QueryError,
    QueryWarning,
    Rows,
    Search,
    SearchError,
    Sequence,
    SequenceMatch,
    SequenceSearch,
    SqlError,
    __version__,
    check,
    compile,
    dedupe,
    explain,
    index,
    novelty,
    recipe,
    recipes,
    repertoire,
    search,
    sql,
    tag,
    tally,
    tree,
)
from ._tables import games, positions

Mapping.register(Game)
Mapping.register(Match)

__all__ = [
    "Engine",
    "Game",
    "GamesError",
    "GamesWarning",
    "Match",
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
    "automata",
    "check",
    "columns",
    "compile",
    "dedupe",
    "explain",
    "games",
    "index",
    "novelty",
    "positions",
    "recipe",
    "recipes",
    "repertoire",
    "search",
    "sql",
    "tag",
    "tally",
    "tree",
]
