"""Time and size of the explorer's pages, one after the other.

Also times the drawing of maps in a browser without a graphics card, from request to picture, where
Chromium is installed, and agents' tool calls by the protocol's official client. Run by ``make
bench-pages`` against the configured database, else the local server.
"""

import asyncio
import json
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote
from urllib.request import urlopen

from scinet.errors import ServerMissingError

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

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
_WAIT_S: Final = 60
_DRAWN: Final = "return performance.getEntriesByName('drawn')[0]?.startTime"
_SIZE: Final = "return [shown.papers.length, shown.links?.length ?? shown.citations.length]"
Call = tuple[str, Mapping[str, Any]]


def pages(paper: str, other: str, author: str, words: str) -> list[str]:
    """Return addresses of commonly opened pages, for two papers and an author."""
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


def timed_page(address: str) -> tuple[float, float, int]:
    """Return milliseconds of the first response, median of later ones, and bytes."""
    spent: list[float] = []
    for _ in range(TIMES + 1):
        begun = time.perf_counter()
        with urlopen(address, timeout=120) as answer:  # noqa: S310 - a page of this machine
            size = len(answer.read())
        spent.append(1000 * (time.perf_counter() - begun))
    return spent[0], statistics.median(spent[1:]), size


def main() -> None:
    """Serve the explorer and the tools, and time each page, map and call."""
    completed = subprocess.run(  # noqa: S603 - our own command
        [*_SCINET, "cypher", _MOST_CITED, "--json"], stdout=subprocess.PIPE, text=True, check=False
    )
    if completed.returncode:
        sys.exit(completed.returncode)
    first, second = (json.loads(line) for line in completed.stdout.splitlines())
    words = " ".join(first["title"].split()[:3])
    about = first["paper"], second["paper"], first["author"], words
    with _serve("explore") as address:
        _row("page", "first, ms", "median, ms", "KiB")
        for page in pages(*about):
            cold, warm, size = timed_page(address + page)
            _row(page, f"{cold:.0f}", f"{warm:.0f}", f"{size / 1024:.1f}")
        centres = "&".join(f"papers={quote(one, safe='')}" for one in about[:2])
        _time_drawing(address, [f"/map?{centres}&around={around}" for around in _AROUND])
    tool_calls = calls(*about)
    with _serve("mcp", "--http") as address:
        _row("\ntool", "first, ms", "median, ms", "KiB")
        for (name, _), (cold, warm, size) in zip(
            tool_calls, timed_calls(address, tool_calls), strict=True
        ):
            _row(name, f"{cold:.0f}", f"{warm:.0f}", f"{size / 1024:.1f}")


def _time_drawing(address: str, maps: list[str]) -> None:
    try:
        with chromium() as driver:
            _row("\nmap, drawn by Chromium", "first, ms", "median, ms", "CPU, ms", "discs", "lines")
            drawings = drawn(driver, [address + one for one in maps])
            for page, one in zip(maps, drawings, strict=True):
                times = (f"{ms:.0f}" for ms in (one.first, one.median, one.work))
                _row(page, *times, f"{one.discs:,}", f"{one.lines:,}")
    except ServerMissingError as error:
        sys.stdout.write(f"\nMaps are not drawn: {error}.\n")


def _row(name: str, *cells: str) -> None:
    sys.stdout.write(f"{name:<60}" + "".join(f" {cell:>10}" for cell in cells) + "\n")
    sys.stdout.flush()


@contextmanager
def _serve(*words: str) -> Iterator[str]:
    """Run a command that listens; yield its address."""
    with subprocess.Popen(  # noqa: S603 - our own command
        [*_SCINET, *words, "--port", "0"], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            line = process.stderr.readline() if process.stderr else ""
            match = re.search(r"http://\S+", line)
            if match is None:
                sys.exit(line)
            yield match[0].rstrip("/")
        finally:
            process.terminate()


class Drawn(NamedTuple):
    """Drawn map: its numbers of marks, and milliseconds to the picture and of the CPU."""

    discs: int
    lines: int
    first: float
    median: float
    work: float


@contextmanager
def chromium() -> "Iterator[Chrome]":
    """Yield a headless Chromium.

    Raises:
        ServerMissingError: If Chromium, its driver, or selenium is not installed.
    """
    programs = [shutil.which(name) for name in ("chromium", "chromedriver")]
    try:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
    except ModuleNotFoundError as error:
        raise ServerMissingError(
            "selenium is not installed", hint="pip install selenium."
        ) from error
    if None in programs:
        raise ServerMissingError(
            "chromium and chromedriver are not installed", hint="apt-get install chromium-driver."
        )
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.binary_location = str(programs[0])
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(programs[1])))
    try:
        yield driver
    finally:
        driver.quit()


def drawn(driver: "Chrome", addresses: Sequence[str]) -> Iterator[Drawn]:
    """Yield the numbers of marks of each map and the time to draw it."""
    from selenium.webdriver.support.ui import WebDriverWait

    driver.set_window_size(1280, 900)
    driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    for address in addresses:
        spent, worked = list[float](), list[float]()
        for _ in range(TIMES + 1):
            driver.get(address)
            wait = WebDriverWait(driver, _WAIT_S, poll_frequency=0.02)
            spent.append(wait.until(lambda one: one.execute_script(_DRAWN)))
            worked.append(_cpu_ms(driver))
        discs, lines = driver.execute_script(_SIZE)
        median = statistics.median
        yield Drawn(discs, lines, spent[0], median(spent[1:]), median(worked[1:]))


def _cpu_ms(driver: "Chrome") -> float:
    """Return the CPU milliseconds of the page since its request."""
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    [seconds] = [metric["value"] for metric in metrics if metric["name"] == "TaskDuration"]
    return 1000 * float(seconds)


def calls(paper: str, other: str, author: str, words: str) -> list[Call]:
    """Return typical calls of agents, for two papers and an author."""
    return [
        ("search_papers", {"text": words}),
        ("lookup_paper", {"paper": paper}),
        ("lookup_papers_of_author", {"author": author}),
        ("pair_citing", {"paper": paper}),
        ("pair_co_cited", {"paper": paper}),
        ("ego_disruption", {"paper": paper}),
        ("path", {"a": other, "b": paper}),
        ("ask", {"question": f"papers that cite {paper}"}),
        ("query", {"name": "ego/citations_by_year", "parameters": {"paper_id": paper}}),
        ("cypher", {"statement": "MATCH (p:Paper) RETURN count(p) AS papers"}),
    ]


def timed_calls(address: str, asked: Sequence[Call]) -> list[tuple[float, float, int]]:
    """Return milliseconds of the first result, median of later ones, and characters."""

    async def ask() -> list[tuple[float, float, int]]:
        from mcp import Client

        rows = []
        async with Client(address) as client:
            for name, arguments in asked:
                spent: list[float] = []
                for _ in range(TIMES + 1):
                    begun = time.perf_counter()
                    answer = await client.call_tool(name, dict(arguments))
                    spent.append(1000 * (time.perf_counter() - begun))
                    if answer.is_error:
                        raise RuntimeError(f"{name}: {answer.content}")
                size = sum(len(getattr(content, "text", "")) for content in answer.content)
                rows.append((spent[0], statistics.median(spent[1:]), size))
        return rows

    return asyncio.run(ask())


if __name__ == "__main__":
    main()
