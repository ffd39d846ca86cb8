"""Finds patterns in chess games with the Chess Query Language."""

from ._native import *  # noqa: F403
from ._native import __version__
