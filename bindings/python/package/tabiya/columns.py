"""Queries on columns of texts: games that lie in Parquet files, data frames or tables of a database.

A text is the PGN of a game, or of several; `None` stays `None`. `cql_match` says whether the query matches in a text, `cql_count`
at how many positions, and `cql_rows` gives a list of rows, one for each of them:

>>> from tabiya.columns import cql_count
>>> list(cql_count("mate", ["1. f3 e5 2. g4 Qh4# 0-1", "1. e4 *", None]))
[1, 0, None]

A column is a sequence of `str`, or anything that speaks Arrow: an array of pyarrow, a series of Polars or pandas, a relation of
DuckDB with one column. The answer is an Arrow stream, too, so that `pyarrow.chunked_array`, `polars.Series` and others take it. A
series of pandas gives a series with the same index, an expression of Polars an expression. `register` makes the functions known to DuckDB, `in_batches` is for `mapInArrow` of Spark.

The functions have the names that they have in SQL (`tabiya.sql`). They search on all processors, with the GIL released, and end
with Ctrl-C. Each text is searched by itself, so that a query must not keep values from game to game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ._native import Column, Query, ask_texts

__all__ = ["Column", "cql_count", "cql_match", "cql_rows", "in_batches", "register"]


def cql_match(query: str | Query, texts: Any, *, threads: int | None = None) -> Any:
    """Whether a query matches in each text.

    Args:
        query: The text of the query, or a query that `tabiya.compile` has read.
        texts: A column of texts, a series of pandas, or an expression of Polars.
        threads: The number of threads; by default that of the processors.

    Returns:
        A `Column`; for a series of pandas, a series with the same index; for an expression, an expression.

    Raises:
        QueryError: The query cannot run.
        ValueError: The query keeps values from game to game.
        TypeError: The column has no texts.
        SearchError: The query fails in a game.
    """
    return _ask(query, texts, "match", threads)


def cql_count(query: str | Query, texts: Any, *, threads: int | None = None) -> Any:
    """The number of positions of each text at which a query matches. Arguments and errors are those of `cql_match`."""
    return _ask(query, texts, "count", threads)


def cql_rows(query: str | Query, texts: Any, *, threads: int | None = None) -> Any:
    """A list of rows for each text, one for each position at which a query matches.

    The columns of a row are those of `tabiya.search`, but for `file`; `game` counts from 1 in each text. Arguments and errors are
    those of `cql_match`.
    """
    return _ask(query, texts, "rows", threads)


def _ask(query: str | Query, texts: Any, answer: str, threads: int | None) -> Any:
    if _is_of(texts, "pandas", "Series"):
        return _series(texts, ask_texts(query, texts, answer, threads), answer)
    if not _is_of(texts, "polars", "Expr"):
        return ask_texts(query, texts, answer, threads)
    import polars as pl
    import pyarrow as pa  # type: ignore[import-untyped]

    # The type of rows follows from the query.
    nothing: Column = ask_texts(query, [], answer, threads)
    kind = pl.Series(pa.chunked_array(nothing)).dtype

    def of(series: pl.Series) -> pl.Series:
        return pl.Series(series.name, ask_texts(query, series, answer, threads), dtype=kind)

    return texts.map_batches(of, return_dtype=kind)


def _series(texts: Any, column: Column, answer: str) -> Any:
    """The answer as a series of pandas, with the index of the texts; where texts are missing, of a type that may be missing."""
    import pandas as pd  # type: ignore[import-untyped]

    values = list(column)
    nullable = {"match": "boolean", "count": "Int64", "rows": "object"}[answer]
    plain = {"match": "bool", "count": "int64", "rows": "object"}[answer]
    return pd.Series(values, index=texts.index, dtype=nullable if None in values else plain, name=texts.name)


def _is_of(value: Any, package: str, name: str) -> bool:
    kind = type(value)
    return kind.__module__.split(".")[0] == package and kind.__name__ == name


def register(connection: Any) -> None:
    """Makes `cql_match(query, pgn)` and `cql_count(query, pgn)` known to a connection of DuckDB. It needs pyarrow.

    The query is the same for all rows of a statement. Rows have columns that depend on the query, which a function of DuckDB
    cannot: give `cql_rows` the column, and unnest its answer.
    """
    from duckdb.sqltypes import BIGINT, BOOLEAN, VARCHAR

    def of(answer: str) -> Callable[[Any, Any], Any]:
        def function(queries: Any, texts: Any) -> Any:
            import pyarrow as pa  # type: ignore[import-untyped]
            import pyarrow.compute as pc  # type: ignore[import-untyped]

            distinct = pc.unique(queries).to_pylist()
            if len(distinct) != 1:
                raise ValueError(f"the query of cql_{answer} is one text for all rows, and not a column")
            return pa.chunked_array(ask_texts(distinct[0], texts, answer)).combine_chunks()

        return function

    connection.create_function("cql_match", of("match"), [VARCHAR, VARCHAR], BOOLEAN, type="arrow")
    connection.create_function("cql_count", of("count"), [VARCHAR, VARCHAR], BIGINT, type="arrow")


def in_batches(query: str, column: str) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """A function for `mapInArrow` of Spark, and for everything else that hands over record batches: the rows of a query.

    There is one row for each position at which the query matches in a text of the column, with the other columns of the batch
    first, then those of `cql_rows`. The query is read where the function runs. Each process has one thread, as Spark starts one
    for each core.

    Args:
        query: The text of the query.
        column: The name of the column of texts. It is left out of the rows.
    """

    def rows(batches: Iterable[Any]) -> Iterator[Any]:
        import pyarrow as pa
        import pyarrow.compute as pc

        import tabiya

        compiled = tabiya.compile(query)
        for batch in batches:
            lists = pa.chunked_array(ask_texts(compiled, batch.column(column), "rows", 1)).combine_chunks()
            found = pa.RecordBatch.from_struct_array(pc.list_flatten(lists))
            others = batch.drop_columns([column]).take(pc.list_parent_indices(lists))
            taken = set(others.schema.names)
            names = [f"{name}_found" if name in taken else name for name in found.schema.names]
            yield pa.RecordBatch.from_arrays([*others.columns, *found.columns], [*others.schema.names, *names])

    return rows
