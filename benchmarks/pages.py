"""How long pages of the explorer take, one after the other, and how large they are.

Then how long a browser takes to draw maps, where Chromium is installed, and calls of agents' tools.
Run by ``make bench-pages`` against the database that is set, else the local server.
"""

import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import quote
from urllib.request import urlopen

from benchmarks import tool_calls
from benchmarks.drawing import chromium, drawn
from scinet.errors import ServerMissingError

TIMES: Final = 5
_SCINET: Final = (sys.executable, "-c", "from scinet.cli import main; main()")
_MOST_CITED: Final = (
    "MATCH (p:Paper)<-[:AUTHORED]-(a:Author) WITH p, min(a.id) AS author "
    "RETURN p.id AS paper, author, p.title AS title "
    "ORDER BY COUNT {(p)<-[:CITES]-()} DESC, paper LIMIT 2"
)
_PAPER: Final = ("", "/disruption", "/citing", "/cited", "/similar", "/mentioned")
_AROUND: Final = (40, 500, 2000, 5000)
_AUTHOR: Final = ("", "/papers", "/coauthors", "/next")


def pages(paper: str, other: str, author: str, words: str) -> list[str]:
    """Addresses of the pages that people open, about two papers and an author."""
    paper, other, author, words = (quote(one, safe="") for one in (paper, other, author, words))
    return [
        "/",
        f"/offers?q={words}",
        f"/?q={words}",
        *(f"/paper{part}?id={paper}" for part in _PAPER),
        *(f"/author{part}?id={author}" for part in _AUTHOR),
        *(f"/map/graph?papers={paper}&around={around}" for around in (40, 2000)),
        "/field/all",
        f"/path?a={other}&b={paper}",
        "/queries",
    ]


def timed(address: str) -> tuple[float, float, int]:
    """Milliseconds of the first answer, of the median of some later ones, and bytes."""
    spent: list[float] = []
    for _ in range(TIMES + 1):
        begun = time.perf_counter()
        with urlopen(address, timeout=120) as answer:  # noqa: S310 - a page of this machine
            size = len(answer.read())
        spent.append(1000 * (time.perf_counter() - begun))
    return spent[0], statistics.median(spent[1:]), size


def main() -> None:
    """Serve the pages, and ask for each."""
    asked = subprocess.run(  # noqa: S603 - our own command
        [*_SCINET, "cypher", _MOST_CITED, "--json"], stdout=subprocess.PIPE, text=True, check=False
    )
    if asked.returncode:
        sys.exit(asked.returncode)
    first, second = (json.loads(line) for line in asked.stdout.splitlines())
    words = " ".join(first["title"].split()[:3])
    about = first["paper"], second["paper"], first["author"], words
    with _served("explore") as address:
        _row("page", "first, ms", "median, ms", "KiB")
        for page in pages(*about):
            cold, warm, size = timed(address + page)
            _row(page, f"{cold:.0f}", f"{warm:.0f}", f"{size / 1024:.1f}")
        centres = "&".join(f"papers={quote(one, safe='')}" for one in about[:2])
        _drawing(address, [f"/map?{centres}&around={around}" for around in _AROUND])
    calls = tool_calls.calls(*about)
    with _served("mcp", "--http") as address:
        _row("\ntool", "first, ms", "median, ms", "KiB")
        for (name, _), (cold, warm, size) in zip(
            calls, tool_calls.timed(address, calls), strict=True
        ):
            _row(name, f"{cold:.0f}", f"{warm:.0f}", f"{size / 1024:.1f}")


def _drawing(address: str, maps: list[str]) -> None:
    """Time the drawing of maps, from the request to the picture."""
    try:
        with chromium() as driver:
            _row("\nmap, drawn by Chromium", "first, ms", "median, ms", "CPU, ms", "discs", "lines")
            found = drawn(driver, [address + one for one in maps])
            for page, one in zip(maps, found, strict=True):
                times = (f"{ms:.0f}" for ms in (one.first, one.median, one.work))
                _row(page, *times, f"{one.discs:,}", f"{one.lines:,}")
    except ServerMissingError as error:
        sys.stdout.write(f"\nMaps are not drawn: {error}.\n")


def _row(name: str, *cells: str) -> None:
    sys.stdout.write(f"{name:<60}" + "".join(f" {one:>10}" for one in cells) + "\n")
    sys.stdout.flush()


@contextmanager
def _served(*words: str) -> Iterator[str]:
    """The address of a command that listens."""
    with subprocess.Popen(  # noqa: S603 - our own command
        [*_SCINET, *words, "--port", "0"], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            said = process.stderr.readline() if process.stderr else ""
            found = re.search(r"http://\S+", said)
            if found is None:
                sys.exit(said)
            yield found[0].rstrip("/")
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
