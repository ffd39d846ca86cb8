"""The notebooks run from top to bottom, and show the pictures that they promise."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
# The number of pictures: boards, and plots.
PICTURES = {"first-steps": (1, 0), "statistics": (0, 3), "longest-sequences": (1, 1)}


def test_all_notebooks_are_known():
    assert sorted(file.stem for file in NOTEBOOKS.glob("*.ipynb")) == sorted(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
# The kernel's own libraries warn of things that are not ours.
@pytest.mark.filterwarnings("default")
def test_a_notebook(name):
    book = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    NotebookClient(book, timeout=250, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
    data = [output["data"] for cell in book.cells for output in cell.get("outputs", []) if "data" in output]
    boards = sum("<svg" in one.get("text/html", "") for one in data)
    plots = sum("image/png" in one for one in data)
    assert (boards, plots) == PICTURES[name]
