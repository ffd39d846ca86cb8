"""Regular expressions over columns of truth values, on chains and trees.

Nothing here knows chess: the nodes are rows of a table, events of a log, or positions of any game.
A predicate is a column with one truth value for each node.

>>> from tabiya.automata import Pattern
>>> pattern = Pattern("warn").plus().then("restart")
>>> found = pattern.longest({
...     "warn":    [False, True, True, False, True, False],
...     "restart": [False, False, False, True, False, True],
... })
>>> list(found)
[(1, 3, 3), (2, 2, 3), (4, 2, 5)]
"""

from ._native import Matches, Pattern

__all__ = ["Matches", "Pattern"]
