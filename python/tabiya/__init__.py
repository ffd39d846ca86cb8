"""Finds patterns in chess games with the Chess Query Language (CQL).

>>> import tabiya
>>> [found.san for found in tabiya.search("mate", b"1. f3 e5 2. g4 Qh4# 0-1")]
['Qh4#']
"""

from collections.abc import Mapping

from . import automata
from ._native import (
    Game,
    GamesError,
    GamesWarning,
    Match,
    PatternError,
    Position,
    Query,
    QueryError,
    QueryWarning,
    Search,
    SearchError,
    Sequence,
    SequenceMatch,
    __version__,
    check,
    compile,
    explain,
    index,
    search,
)

Mapping.register(Game)

__all__ = [
    "Game",
    "GamesError",
    "GamesWarning",
    "Match",
    "PatternError",
    "Position",
    "Query",
    "QueryError",
    "QueryWarning",
    "Search",
    "SearchError",
    "Sequence",
    "SequenceMatch",
    "__version__",
    "automata",
    "check",
    "compile",
    "explain",
    "index",
    "search",
]
