"""The package as a whole: documentation, signatures, type stubs."""

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import tabiya
from tabiya import _native, automata, columns

CLASSES = [value for value in vars(_native).values() if inspect.isclass(value)]


def members():
    for name in _native.__all__:
        value = getattr(_native, name)
        if name.startswith("_"):
            continue
        yield name, value
        if inspect.isclass(value) and not issubclass(value, Exception):
            for member, of in vars(value).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", of


def test_everything_is_documented():
    names = [name for name, _ in members()]
    assert "Match.san" in names and len(names) > 60
    assert [name for name, value in members() if not inspect.getdoc(value)] == []


def test_functions_have_signatures():
    unsigned = []
    for name, value in members():
        if callable(value) and not inspect.isclass(value):
            try:
                inspect.signature(value)
            except ValueError:
                unsigned.append(name)
    assert unsigned == []


def test_everything_native_is_public():
    public = set(tabiya.__all__) | set(automata.__all__) | set(columns.__all__)
    # The functions of `tabiya.columns` are made of the one, the command of the other.
    assert set(_native.__all__) - {"ask_texts", "run_command"} <= public
    assert [cls.__name__ for cls in CLASSES if not cls.__module__.startswith("tabiya")] == []


def test_examples_in_the_documentation():
    names = {**vars(tabiya), "tabiya": tabiya, "Pattern": automata.Pattern}
    run = doctest.DocTestRunner()
    finder = doctest.DocTestFinder(recurse=False)
    for name, value in [("tabiya", tabiya), *members()]:
        for test in finder.find(value, name, globs=dict(names)):
            run.run(test)
    assert (run.failures, run.tries > 8) == (0, True)


def test_the_stubs_are_those_of_the_package(tmp_path):
    """Every name and signature of the stubs exists, and the stubs lack nothing."""
    command = [sys.executable, "-m", "mypy.stubtest", "tabiya", "--ignore-disjoint-bases"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_sources_do_not_hide_the_package():
    folder = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", "import tabiya._native"], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["threads", "limit", "columns", "stream"])
def test_the_help_speaks_of_each_argument(name):
    assert f"{name}:" in tabiya.search.__doc__
