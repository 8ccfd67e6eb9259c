"""The command line, its help and the pages say the same."""

import ast
import importlib
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.pages.doc_pages import (
    ASKING,
    LOADING,
    PAGES,
    ROOT,
    blocks,
    calls,
    command_of,
    known_commands,
    links,
    options,
    page_name,
)

if TYPE_CHECKING:
    from typer.core import TyperCommand

_ANYWHERE = {"--help", "--verbose", "-v"}


def test_the_page_of_the_library_is_made_from_its_docstrings() -> None:
    from helpers.pages import reference_page

    assert reference_page.PAGE.read_text("utf-8") == reference_page.page(), "run `make reference`"


def test_every_page_with_something_to_type_is_typed() -> None:
    assert {page_name(page) for page in PAGES if blocks(page)} == {"README", *ASKING, *LOADING}


def test_every_command_has_help_with_an_example_that_parses() -> None:
    for path, command in known_commands().items():
        summary, _, example = (command.help or "").partition("Example:")
        assert summary.strip(), f"{path} has no help"
        words = shlex.split(example)
        assert words[: len(path) + 1] == ["scinet", *path]
        # A missing argument, an unknown option or a wrong value would raise.
        command.make_context(path[-1], words[len(path) + 1 :])


def test_the_table_of_the_readme_has_every_command_and_no_other() -> None:
    table = (
        (ROOT / "README.md").read_text("utf-8").partition("## Commands")[2].partition("\n## ")[0]
    )
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert {path for cell in cells for path in _listed(cell)} == set(known_commands())


def _listed(cell: str) -> Iterator[tuple[str, ...]]:
    """``server install, start`` stands for two commands of one group."""
    for code in re.findall(r"`([^`]+)`", cell):
        first, *others = (tuple(part.split()) for part in code.split(","))
        yield first
        yield from (first[:1] + other if len(other) < len(first) else other for other in others)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_a_page_names_only_commands_and_options_that_exist(page: Path) -> None:
    commands = known_commands()
    groups = {path[0] for path in commands if len(path) > 1}
    everything = {name for one in commands.values() for name in _options(one)} | _ANYWHERE
    assert options(page) <= everything
    for words in calls(page):
        if words and words[0].isupper():  # scinet COMMAND
            continue
        path = command_of(words)
        if path is None:
            assert words in [[group] for group in groups], f"no command {words}"
            continue
        given = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        assert given <= _options(commands[path]) | _ANYWHERE, f"in {words}"


def _options(command: "TyperCommand") -> set[str]:
    return {name for param in command.params for name in (*param.opts, *param.secondary_opts)}


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_to_files_of_the_repository(page: Path) -> None:
    gone = [link for link in links(page) if not (page.parent / link.partition("#")[0]).exists()]
    assert not gone


def test_the_readme_leads_to_every_page() -> None:
    reached = {ROOT / "README.md"}
    waiting = list(reached)
    while waiting:
        page = waiting.pop()
        found = {(page.parent / link.partition("#")[0]).resolve() for link in links(page)}
        new = {target for target in found if target.suffix == ".md"} - reached
        reached |= new
        waiting += new
    assert set(PAGES) <= reached


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_what_a_page_imports_is_there(page: Path) -> None:
    for block in blocks(page):
        tree = ast.parse(block.code) if block.language == "python" else ast.Module([], [])
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("scinet"):
                module = importlib.import_module(str(node.module))
                for name in node.names:
                    assert hasattr(module, name.name), f"{block}: {node.module}.{name.name}"
