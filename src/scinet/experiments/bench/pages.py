"""How long pages of the explorer take, one after the other, and how large they are.

What a browser draws of them comes on top. Run by ``make bench-pages`` against the database that is
set, else the local server.
"""

import json
import re
import statistics
import subprocess
import sys
import time
from typing import Final
from urllib.parse import quote
from urllib.request import urlopen

TIMES: Final = 5
_SCINET: Final = (sys.executable, "-c", "from scinet.cli import main; main()")
_MOST_CITED: Final = (
    "MATCH (p:Paper)<-[:AUTHORED]-(a:Author) WITH p, min(a.id) AS author "
    "RETURN p.id AS paper, author, p.title AS title "
    "ORDER BY COUNT {(p)<-[:CITES]-()} DESC, paper LIMIT 2"
)
_PAPER: Final = ("", "/disruption", "/citing", "/cited", "/similar", "/mentioned")
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
    with subprocess.Popen(  # noqa: S603 - our own command
        [*_SCINET, "explore", "--port", "0"], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            found = re.search(r"http://[^ /]+", process.stderr.readline() if process.stderr else "")
            if found is None:
                return
            sys.stdout.write(f"{'page':<60} {'first, ms':>9} {'median, ms':>10} {'KiB':>7}\n")
            for page in pages(first["paper"], second["paper"], first["author"], words):
                cold, warm, size = timed(found[0] + page)
                sys.stdout.write(f"{page:<60} {cold:>9.0f} {warm:>10.0f} {size / 1024:>7.1f}\n")
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
