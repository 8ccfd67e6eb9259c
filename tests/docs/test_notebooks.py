"""The script and the notebooks of ``docs/``: short, without answers, and they run."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.commands.typed_commands import run_typed
from helpers.pages.doc_pages import ROOT
from helpers.waiting import PATIENCE_S

if TYPE_CHECKING:
    from scinet.settings import ServerSettings

_SCRIPT = ROOT / "docs" / "examples" / "demo.py"
_BOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
# One is run by Jupyter, the others in a shell as Jupyter's, without a process of its own for each.
_IN_JUPYTER = "load_to_map"
_CELLS = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for cell in json.load(open(sys.argv[1]))["cells"]:
    if cell["cell_type"] == "code":
        shell.run_cell("".join(cell["source"])).raise_error()
"""


@pytest.mark.parametrize("book", _BOOKS, ids=lambda book: book.stem)
def test_a_notebook_is_short_and_holds_no_answers(book: Path) -> None:
    content = json.loads(book.read_text("utf-8"))
    assert book.stat().st_size < 10_000
    for cell in content["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    assert book.name in (ROOT / "docs" / "python.md").read_text("utf-8")


def test_the_script_is_short_and_needs_only_scinet() -> None:
    lines = _SCRIPT.read_text("utf-8").splitlines()
    assert len(lines) < 60
    assert [line for line in lines if "import" in line] == ["import scinet"]


@pytest.mark.long
@pytest.mark.usefixtures("empty_graph")
def test_the_script_runs(forked: Mapping[str, str], place: Path) -> None:
    folder = place / "script"
    folder.mkdir()
    python = shutil.which("python", path=forked["PATH"])
    assert python is not None
    printed = run_typed([python, _SCRIPT], {**forked, "PATH": ""}, folder)
    assert "<FoundPath of " in printed
    assert printed.splitlines()[-2:] == ["True", "demo/report.html"]
    results = folder / "demo/results"
    names = {file.parent.relative_to(results).as_posix() for file in results.rglob("result.json")}
    assert "prescience/collaborators/collaborators-lambdarank" in names
    assert "scinetbench/pair-citation/graph/official" in names
    scored = json.loads((results / "scinetbench/pair-citation/graph/result.json").read_text())
    [best] = [one["mean"] for one in scored["metrics"] if one["metric"] == "Cite-Acc"]
    assert best == 1.0


@pytest.fixture(scope="module")
def folder(place: Path, server: "ServerSettings") -> Path:
    """Where all notebooks run; the servers that they start are the one that runs already."""
    folder = place / "notebooks"
    for name in ("scinet-notebooks/server", "scinet-notebooks/own/server"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(server.home)
    return folder


@pytest.mark.long
@pytest.mark.usefixtures("empty_graph")
@pytest.mark.parametrize("book", _BOOKS, ids=lambda book: book.stem)
def test_a_notebook_runs(book: Path, folder: Path, forked: Mapping[str, str]) -> None:
    copy = folder / book.name  # a notebook runs where it lies
    shutil.copyfile(book, copy)
    in_jupyter = ("jupyter-execute", "--kernel_name=python3", f"--timeout={PATIENCE_S:.0f}")
    command = in_jupyter if book.stem == _IN_JUPYTER else ("python", "-c", _CELLS)
    run_typed([*command, copy], forked, folder)
