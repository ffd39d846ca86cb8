"""What the native part of the package needs of Python: waiting in a coroutine, a bar of progress, objects that were pickled."""

import asyncio
import importlib


def compiled(query, arguments):
    """Compiles a query that was pickled."""
    from . import compile

    return compile(query, **{name: value for name, value in arguments.items() if value not in (None, {})})


def sequence(parts):
    """Puts a sequence together that was pickled."""
    from . import Sequence

    whole = Sequence()
    for part in parts:
        match part:
            case ("group", inner):
                whole = whole.then(sequence(inner))
            case ("either", choices):
                whole = whole.then_either(*(sequence((choice,)) for choice in choices))
            case ("times", inner, low, high):
                whole = whole.then(sequence((inner,))).times(low, high)
            case predicate:
                whole = whole.then(predicate)
    return whole


def game(*parts):
    """A game that was pickled."""
    from . import Game

    return Game._pickled(*parts)


def position(number, parts):
    """A position of a game that was pickled."""
    return game(*parts).positions[number]


def found(*parts):
    """A match that was pickled."""
    from . import Match

    return Match._pickled(*parts)


def sequence_match(*parts):
    """A match of a sequence that was pickled."""
    from . import SequenceMatch

    return SequenceMatch._pickled(*parts)


def array(values, nested, dtype):
    """Values as an array of NumPy; lists stay lists."""
    import numpy

    if nested or any(value is None for value in values):
        made = numpy.empty(len(values), dtype=object)
        for place, value in enumerate(values):
            made[place] = value
    else:
        made = numpy.asarray(values)
    return made if dtype is None else made.astype(dtype)


async def following(search):
    """The next item of a search, which another thread waits for."""
    found = await asyncio.to_thread(next, search, None)
    if found is None:
        raise StopAsyncIteration
    return found


class Bar:
    """A bar of tqdm that a search is told to draw."""

    def __init__(self):
        self.bar = importlib.import_module("tqdm.auto").tqdm(unit=" games")

    def __call__(self, games, share):
        # The number of all games is not known before the end.
        self.bar.total = round(games / share) if share else None
        self.bar.n = games
        self.bar.refresh()
        if share == 1.0:
            self.bar.close()
