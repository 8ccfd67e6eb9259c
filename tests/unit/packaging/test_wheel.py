"""The package as others install it: the wheel made from the source archive is complete."""

import sys
import zipfile
from pathlib import Path

import pytest
from helpers.pages.doc_pages import ROOT
from helpers.pages.wheel import built, run, unpacked

ROOMS = ("graph", "cypher", "models", "eval")
KINDS = {
    *(".py", ".cypher", ".lock", ".html", ".css", ".js", ".svg", ".jsonl", ".md", ".toml", ".txt"),
    ".typed",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("dist"))


def expected() -> set[str]:
    """Every file of the package in the tree, under the name that it has when installed."""
    tracked = run("git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    files = {
        f"scinet/{name}" if name.startswith(ROOMS) else name.removeprefix("src/")
        for name in tracked
        if name.startswith(("src/scinet/", *(f"{room}/" for room in ROOMS)))
        and (ROOT / name).is_file()
    }
    return {name for name in files if Path(name).suffix in KINDS}


def test_the_wheel_holds_every_file_of_the_tree(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info" not in name}
    assert held == expected()


def test_the_installed_command_answers_outside_the_tree(wheel: Path, tmp_path: Path) -> None:
    place = unpacked(wheel, tmp_path / "site")
    code = (
        "import scinet, sys; print(scinet.__file__); "
        "from scinet.cli import main; sys.argv[1:] = ['--help']; main()"
    )
    output = run(sys.executable, "-c", code, PYTHONPATH=str(place), PWD=str(tmp_path))
    first, _, rest = output.partition("\n")
    assert Path(first).is_relative_to(place)
    assert "server" in rest
