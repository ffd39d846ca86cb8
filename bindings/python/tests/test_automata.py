"""`tabiya.automata`: columns of every kind, chains and trees."""

import doctest
import itertools
import random
import re

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import tabiya
from tabiya import automata
from tabiya.automata import Pattern


def test_the_example():
    assert doctest.testmod(automata).failed == 0


COLUMN = [False, True, True, False, True]


@pytest.mark.parametrize(
    "column",
    [
        COLUMN,
        tuple(COLUMN),
        np.array(COLUMN),
        np.array(COLUMN * 2)[:5],
        np.repeat(COLUMN, 2)[::2],
        pa.array(COLUMN),
        pa.chunked_array([COLUMN[:2], COLUMN[2:]]),
        pa.array([None, True, True, None, True]),
        pl.Series(COLUMN),
    ],
    ids=lambda column: type(column).__name__,
)
def test_columns_of_every_kind(column):
    found = Pattern("a").plus().longest({"a": column})
    assert list(found) == [(1, 2, 2), (2, 1, 2), (4, 1, 4)]


def test_matches_are_arrays():
    found = Pattern("a").plus().longest({"a": COLUMN})
    for view, expected in [(found.starts, [1, 2, 4]), (found.lengths, [2, 1, 1]), (found.ends, [2, 2, 4])]:
        array = np.asarray(view)
        assert array.dtype == np.uint32
        assert array.tolist() == expected
    assert len(found) == 3
    assert found[-1] == (4, 1, 4)
    with pytest.raises(IndexError):
        found[3]
    assert repr(found) == "<3 matches>"


def test_a_tree():
    # 0 has the children 1 and 3; 1 has the child 2.
    parents = [-1, 0, 1, 0]
    pattern = Pattern("a").then("b")
    columns = {"a": [True, True, False, False], "b": [False, False, True, True]}
    for given in (parents, np.array(parents), pa.array(parents, pa.int32())):
        assert list(pattern.longest(columns, parents=given)) == [(0, 2, 3), (1, 2, 2)]


def test_parts_and_choices():
    pattern = Pattern("a", "b").then_either("c", Pattern("d").times(2)).optional()
    assert pattern.names == ["a", "b", "c", "d"]
    row = dict.fromkeys("abcd", [True] * 5)
    assert pattern.longest(row)[0][1] == 5
    assert repr(Pattern("a").plus()) == "Pattern(a+)"
    # Patterns are values: a longer one leaves the shorter one alone.
    short = Pattern("a")
    assert short.then("b").names == ["a", "b"]
    assert short.names == ["a"]


def test_errors():
    with pytest.raises(KeyError, match='no column for the predicate "a"'):
        Pattern("a").longest({"b": COLUMN})
    with pytest.raises(ValueError, match="b has 1 values, but a has 2"):
        Pattern("a", "b").longest({"a": [True, True], "b": [True]})
    with pytest.raises(ValueError, match="in pre-order"):
        Pattern("a").longest({"a": [True] * 4}, parents=[-1, 0, 0, 1])
    with pytest.raises(TypeError, match="Int64"):
        Pattern("a").longest({"a": pa.array([1, 2])})
    with pytest.raises(TypeError, match="format 'l'|format \"l\""):
        Pattern("a").longest({"a": np.array([1, 2])})
    with pytest.raises(ValueError, match="upper bound"):
        Pattern("a").times(3, 2)
    with pytest.raises(ValueError, match="no part"):
        Pattern().plus()
    with pytest.raises(tabiya.PatternError):
        Pattern(Pattern("a", "b").times(0, 60_000)).longest({"a": [True] * 70_000, "b": [True] * 70_000})


def test_agreement_with_re():
    """On random texts the longest match from each place is that of the module `re`."""
    rng = random.Random(1)
    forms = [
        (Pattern("a").plus().then("b"), "a+b"),
        (Pattern("a").star().then("b").optional().then("c"), "a*b?c"),
        (Pattern(Pattern().then_either("a", Pattern("b", "c"))).times(1, 3).then("a"), "(?:a|bc){1,3}a"),
    ]
    for _, (pattern, text) in itertools.product(range(50), forms):
        word = "".join(rng.choice("abc") for _ in range(rng.randrange(1, 80)))
        columns = {letter: np.array([letter == one for one in word]) for letter in "abc"}
        expected = []
        for start in range(len(word)):
            ends = [end for end in range(start + 1, len(word) + 1) if re.fullmatch(text, word[start:end])]
            if ends:
                expected.append((start, ends[-1] - start, ends[-1] - 1))
        found = pattern.longest({name: columns[name] for name in pattern.names})
        assert list(found) == expected, (text, word)
