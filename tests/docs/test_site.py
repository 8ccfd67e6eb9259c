"""The site of ``make site``: its menu has every page, links lead somewhere, all is local."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from helpers.pages import reference_page
from helpers.pages.doc_pages import PAGES, ROOT, page_name

_CONFIG = ROOT / "docs/site/mkdocs.yml"
# What a browser asks for by itself, unlike the links of a page.
_ASKED = {"script": "src", "img": "src", "link": "href", "source": "src", "iframe": "src"}


class _Page(HTMLParser):
    """Links, anchors and what is asked for of a page of the site."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.asked: list[str] = []
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of an element."""
        about = dict(attrs)
        self.anchors |= {about[name] or "" for name in ("id", "name") if name in about}
        if tag == "a" and about.get("href"):
            self.links.append(str(about["href"]))
        if tag in _ASKED and about.get(_ASKED[tag]):
            self.asked.append(str(about[_ASKED[tag]]))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(_CONFIG)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT / "tests")}
    done = subprocess.run(
        [*command, "-d", str(folder)], capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_page_is_in_the_menu() -> None:
    menu = _CONFIG.read_text("utf-8").partition("\nnav:\n")[2]
    named = re.findall(r"[:-] (\S+\.md)$", menu, re.MULTILINE)
    pages = [f"{page_name(page)}.md" for page in PAGES[1:]]
    made = [*reference_page.pages(), "index.md"]
    assert sorted(named) == sorted([*pages, *made]), "add it to docs/site/mkdocs.yml"


@pytest.mark.long
def test_links_and_anchors_lead_somewhere(site: Path) -> None:
    pages = {file: _Page(file) for file in site.rglob("*.html")}
    assert len(pages) > len(PAGES)
    gone = []
    for file, page in pages.items():
        for link in page.links if file.name != "404.html" else ():
            to = urlsplit(link)
            if to.scheme:
                continue
            target = (file.parent / unquote(to.path)).resolve() if to.path else file
            lost = target in pages and to.fragment and to.fragment not in pages[target].anchors
            if not target.is_file() or lost:
                gone.append(f"{file.name}: {link}")
    assert gone == []


@pytest.mark.long
def test_every_page_is_reached_from_the_first(site: Path) -> None:
    reached, waiting = {site / "index.html"}, [site / "index.html"]
    while waiting:
        file = waiting.pop()
        results = {(file.parent / urlsplit(link).path).resolve() for link in _Page(file).links}
        new = {item for item in results if item.suffix == ".html" and item.is_file()} - reached
        reached |= new
        waiting += new
    assert reached == set(site.rglob("*.html")) - {site / "404.html"}


@pytest.mark.long
def test_nothing_is_asked_of_another_host(site: Path) -> None:
    asked = {link for file in site.rglob("*.html") for link in _Page(file).asked}
    assert [link for link in asked if urlsplit(link).netloc] == []
    styles = "".join(file.read_text("utf-8") for file in site.rglob("*.css"))
    assert not re.search(r"url\(['\"]?(https?:)?//", styles)


@pytest.mark.long
def test_the_first_page_is_the_readme(site: Path) -> None:
    text = (site / "index.html").read_text("utf-8")
    assert 'href="export.html"' in text
    assert 'href="source/models/base/system.py.txt"' in (site / "extend.html").read_text("utf-8")
    assert (site / "source/models/base/system.py.txt").read_bytes() == (
        ROOT / "models/base/system.py"
    ).read_bytes()
