"""Pages of the explorer as a browser gets them, and what their text is made of."""

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.testclient import TestClient

from scinet.explorer.app import create_app
from scinet.graph.db.connection import Database
from scinet.session.graph import Graph

PAPER: Final = (
    "", "/disruption", "/novelty", "/documents", "/citing", "/cited", "/similar", "/mentioned",
)  # fmt: skip
AUTHOR: Final = ("", "/papers", "/coauthors", "/next")


def addresses(paper: str, author: str, words: str) -> list[str]:
    paper, author, words = (quote(item, safe="") for item in (paper, author, words))
    return [
        "/",
        f"/?q={words}",
        f"/offers?q={words}",
        f"/?q={author}",
        *(f"/paper{part}?id={paper}" for part in PAPER),
        *(f"/author{part}?id={author}" for part in AUTHOR),
        *(f"/map{part}?papers={paper}&around=3" for part in ("", "/list", "/missing")),
        "/field/all",
        *(f"/field/{part}?by=venue" for part in ("all", "three")),
        f"/field/one?paper={paper}",
        *(f"/field/{part}?by=venue&id=v0" for part in ("rising", "over/author")),
        f"/field/named?q={words}",
        f"/path?a={paper}&b={paper}",
        f"/path/all?a={paper}&b={paper}",
        f"/path/offers?a={words}",
        f"/path?a={author}&b={author}&by=author",
        "/leading?to=csv&limit=20",
        "/queries",
        f"/queries/ego/citations?paper_id={paper}",
        f"/queries/ego/citations?paper_id={paper}&view=graph",
        f"/queries/free?statement=RETURN+$w+AS+paper_id&parameters=%7B%7D{words}",
        f"/queries/ego/co_authors?author_id={author}",
        "/queries/quality/isolated_papers",
        f"/paper/years?id={paper}&to=svg",
        f"/paper/citing?id={paper}&to=bib",
    ]


@contextmanager
def browsing(database: Database, cache: Path, *results: Path) -> Iterator[TestClient]:
    app = create_app(Graph(lambda: database, cache=cache), results=results)
    with TestClient(app, base_url="http://localhost:8321") as client:
        yield client


class Parsed(HTMLParser):
    """The elements of a page with their attributes, and the text of its main part."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.main = ""
        self._open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag == "main":
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "main":
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open:
            self.main += f"{data} "


def said(client: TestClient, address: str, status: int = 200) -> str:
    """The text of the main part of a page, of a fragment all of it; spaces made one."""
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    page = answer.text if "<main" in answer.text else f"<main>{answer.text}</main>"
    return " ".join(Parsed(page).main.split())


def table(client: TestClient, address: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(client.get(f"{address}&to=csv").text)))


def main_of(page: str) -> str:
    """The main part of a page as it is written; a fragment as a whole."""
    return page.partition("<main")[2].partition("</main>")[0] or page
