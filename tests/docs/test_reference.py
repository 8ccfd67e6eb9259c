"""The command line, its help and the pages say the same."""

import ast
import importlib
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.pages import reference_page
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
    prose,
)
from helpers.pages.wrap import wrap

if TYPE_CHECKING:
    from typer.core import TyperCommand

_ANYWHERE = {"--help", "--verbose", "-v"}


def test_the_made_reference_has_every_command_option_and_public_name() -> None:
    import scinet
    from scinet import plots, spark
    from scinet.eval.suites import TASK_TYPES
    from scinet.graph.db.query import public_names
    from scinet.models.registry import SYSTEMS

    made = reference_page.pages()
    headings = set(re.findall(r"^#+ (.+)$", made["commands.md"], re.MULTILINE))
    options_made = {
        name
        for names in re.findall(r"^- `(-.+?)`: .", made["commands.md"], re.MULTILINE)
        for name in names.split(", ")
    }
    for path, command in known_commands().items():
        assert f"scinet {' '.join(path)}" in headings
        assert {name for name in _options(command) if name[0] == "-"} <= options_made
    public = re.findall(r"^#+ (\S+)$|^\| `(\S+)` ", made["reference.md"], re.MULTILINE)
    names = {name for found in public for name in found if name}
    assert {f"scinet.{name}" for name in scinet.__all__} <= names
    assert {f"scinet.plots.{name}" for name in plots.__all__} <= names
    assert {f"scinet.spark.{name}" for name in spark.__all__} <= names
    assert {f"## {name}" for name in TASK_TYPES} <= set(made["tasks.md"].splitlines())
    assert {f"## {name}" for name in SYSTEMS} <= set(made["systems.md"].splitlines())
    assert {f"## {name}" for name in public_names()} <= set(made["statements.md"].splitlines())
    verbs = {name for name in vars(scinet.Graph) if name[0] != "_"}
    assert {f"Graph.{name}" for name in verbs} <= names


def test_every_page_with_something_to_type_is_typed() -> None:
    assert {page_name(page) for page in PAGES if blocks(page)} == {
        *("README", "tutorial"),
        *(*ASKING, *LOADING),
    }


def test_every_command_has_help_with_an_example_that_parses() -> None:
    for path, command in known_commands().items():
        summary, _, example = (command.help or "").partition("Example:")
        assert summary.strip(), f"{path} has no help"
        words = shlex.split(example)
        assert words[: len(path) + 1] == ["scinet", *path]
        # A missing argument, an unknown option or a wrong value would raise.
        command.make_context(path[-1], words[len(path) + 1 :])


def test_pages_are_short_wrapped_and_without_wide_cells() -> None:
    readme, *others = PAGES
    assert readme.stat().st_size <= 6_000
    assert sum(page.stat().st_size for page in others) <= 300 * 1024
    for page in PAGES:
        for number, line in enumerate(prose(page).splitlines(), start=1):
            if line.startswith("|"):
                wide = [cell for cell in re.split(r"(?<!\\)\|", line) if len(cell) > 202]
                assert not wide, f"{page.name}:{number}: a table cell over 200 characters"
        assert wrap(page.read_text("utf-8")) == page.read_text("utf-8"), f"{page}: make wrap"


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_a_page_names_only_commands_and_options_that_exist(page: Path) -> None:
    commands = known_commands()
    groups = {path[0] for path in commands if len(path) > 1}
    everything = {name for command in commands.values() for name in _options(command)} | _ANYWHERE
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
        results = {(page.parent / link.partition("#")[0]).resolve() for link in links(page)}
        new = {target for target in results if target.suffix == ".md"} - reached
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
