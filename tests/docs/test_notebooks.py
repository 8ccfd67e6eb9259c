"""The scripts of ``examples/`` and their notebooks: short, without answers, and they run."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.commands.typed_commands import run_typed
from helpers.pages.doc_pages import ROOT
from helpers.pages.notebooks import SCRIPTS, notebook, write
from helpers.waiting import PATIENCE_S

if TYPE_CHECKING:
    from scinet.settings import ServerSettings

_SCRIPT = ROOT / "examples" / "demo.py"
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


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_is_short_and_has_cells(script: Path) -> None:
    text = script.read_text("utf-8")
    assert len(text) < 10_000
    first, *others = notebook(text)["cells"]
    assert first["source"][0].startswith("# ")
    code = "\n\n".join("".join(cell["source"]) for cell in others if "outputs" in cell)
    compile(code, script.name, "exec")
    assert "# %%" not in code
    assert script.name in (ROOT / "examples" / "README.md").read_text("utf-8")


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
    [best] = [metric["mean"] for metric in scored["metrics"] if metric["metric"] == "Cite-Acc"]
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
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_notebook_runs(script: Path, folder: Path, forked: Mapping[str, str]) -> None:
    book = write(script, folder)  # a notebook runs where it lies
    in_jupyter = ("jupyter-execute", "--kernel_name=python3", f"--timeout={PATIENCE_S:.0f}")
    command = in_jupyter if book.stem == _IN_JUPYTER else ("python", "-c", _CELLS)
    run_typed([*command, book], forked, folder)
