"""What the README and the pages of ``docs/`` hold: blocks to run, commands, links."""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typer.core import TyperCommand

ROOT = Path(__file__).resolve().parents[3]
_DOCS = ROOT / "docs"
SOURCES = tuple(sorted((_DOCS / "sources").glob("*.md")))
ASKING = (
    "ask",
    "agents",
    "python",
    "compute",
    "explore",
    "export",
    "py2neo",
    "scale",
    "learn",
    "score",
    "forecast",
    "simulate",
    "language",
    "extend",
)
"""Pages with blocks that leave the graph as the tutorial made it, in the order of running."""
LOADING = (
    "load",
    *(f"sources/{page.stem}" for page in SOURCES if page.stem != "README"),
    "server",
)
"""Pages that change the graph; the last one restarts the server."""
PAGES = (ROOT / "README.md", *sorted(_DOCS.glob("*.md")), *SOURCES)

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_RUNNABLE = re.compile(
    r"^```(sh|python)\n(.*?)^```$(?:\n+```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL
)
_INLINE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block that can be run; ``output`` is that of the text block right below it."""

    page: str
    number: int
    language: str
    code: str
    output: str

    def __str__(self) -> str:
        """Name of the test."""
        return f"{self.page}-{self.number}"


def page_name(page: Path) -> str:
    """What a page is called: its path in ``docs/`` without its ending; README."""
    return (
        (page.relative_to(_DOCS) if _DOCS in page.parents else Path(page.name))
        .with_suffix("")
        .as_posix()
    )


def prose(page: Path) -> str:
    """A page with its fenced blocks emptied; lines keep their numbers."""
    return _FENCE.sub(lambda found: "\n" * found[0].count("\n"), page.read_text("utf-8"))


def blocks(page: Path) -> list[Block]:
    """The blocks of shell and Python of a page, in order."""
    results = enumerate(_RUNNABLE.finditer(page.read_text("utf-8")), start=1)
    return [Block(page_name(page), number, m[1], m[2], m[3] or "") for number, m in results]


def to_type() -> list[Block]:
    """All blocks in the order of running; the one that stops the server is the last."""
    *tutorial, stop = blocks(_DOCS / "tutorial.md")
    others = [block for page in (*ASKING, *LOADING) for block in blocks(_DOCS / f"{page}.md")]
    return [*tutorial, *blocks(ROOT / "README.md"), *others, stop]


def calls(page: Path) -> Iterator[list[str]]:
    """Words after ``scinet`` wherever a page shows a call, in blocks and in running text."""
    text = page.read_text("utf-8")
    for code in [m[2] for m in _FENCE.finditer(text)] + _INLINE.findall(_FENCE.sub("", text)):
        for line in code.replace("\\\n", " ").splitlines():
            for part in re.split(r"\|\|?|&&|;(?![^'\"]*['\"])", line):
                words = part.strip()
                if words.startswith("scinet "):
                    yield _split(words)[1:]


def options(page: Path) -> set[str]:
    """Options named alone in running text, such as ``--write``."""
    inline = _INLINE.findall(_FENCE.sub("", page.read_text("utf-8")))
    return {code.split()[0] for code in inline if code.startswith("--")}


def links(page: Path) -> set[str]:
    """Targets of links to files of the repository."""
    matches = _LINK.findall(_FENCE.sub("", page.read_text("utf-8")))
    return {link for link in matches if "://" not in link}


@cache
def known_commands() -> dict[tuple[str, ...], "TyperCommand"]:
    """Every command by its path, such as ``network links``."""
    import typer
    from typer.core import TyperCommand, TyperGroup

    from scinet.cli import root

    def walk(group: TyperGroup, *path: str) -> Iterator[tuple[tuple[str, ...], TyperCommand]]:
        for name, command in group.commands.items():
            if isinstance(command, TyperGroup):
                yield from walk(command, *path, name)
            elif isinstance(command, TyperCommand):
                yield (*path, name), command

    whole = typer.main.get_command(root.app)
    assert isinstance(whole, TyperGroup)
    return dict(walk(whole))


def command_of(words: Sequence[str]) -> tuple[str, ...] | None:
    """Path of the command that the words after ``scinet`` name; None where they name none."""
    paths = [tuple(words[:length]) for length in (2, 1)]
    return next((path for path in paths if path in known_commands()), None)


def _split(words: str) -> list[str]:
    try:
        return shlex.split(words, comments=True)
    except ValueError:  # a quotation that goes on in the next line
        return words.split()
