"""Whether pages can be read and used without a mouse: contrast, focus, landmarks, labels."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.networks.evaluated import evaluated_folder
from helpers.servers.browser import Browser, browser
from selenium import webdriver

from scinet.eval.result_folders import scan_folders
from scinet.explorer.map_layout import COLOURS
from scinet.graph.db.connection import Database

LEAST = 4.5  # WCAG 2.2, success criterion 1.4.3, for text of any size

SMALLEST = 10  # pixels of a letter in a picture

READING = (Path(__file__).parents[2] / "helpers" / "reading.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pages(
    driver: webdriver.Chrome, network: Database, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Browser, list[str]]]:
    """A browser, and the address of each kind of page."""
    folder = evaluated_folder(network, tmp_path_factory.mktemp("made") / "all")
    keys = {item.about["task"]: item.key for item in scan_folders([folder]).evaluated}
    cited, impact = keys["pair-citation"], keys["impact"]
    addresses = [
        "/", "/?q=networks", "/?q=papers+that+cite+P2", "/paper?id=P2", "/author?id=ada",
        "/path", "/path?a=P1&b=P7", "/map", "/map?papers=P2", "/field?by=venue",
        "/field?by=venue&id=Journal+A",
        "/queries", "/queries/ego/citations?paper_id=P2",
        "/queries/ego/citations?paper_id=P3&view=graph", "/queries/free",
        "/queries/free?statement=MATCH+(p)+DELETE+p", "/paper?id=nothing", "/evaluation",
        f"/evaluation/task?id={cited}", f"/evaluation/questions?id={cited}&a=good&b=poor",
        f"/evaluation/question?id={cited}&q=q1&a=agent&b=good",
        f"/evaluation/question?id={impact}&q=q1&a=numbers", "/report",
    ]  # fmt: skip
    with browser(driver, network, tmp_path_factory.mktemp("browser"), folder) as opened:
        yield opened, addresses


@pytest.mark.parametrize("width", [1280, 400])
def test_pages_can_be_read_and_used_by_keyboard(
    pages: tuple[Browser, list[str]], width: int
) -> None:
    opened, addresses = pages
    wrong = {}
    for address in addresses:
        opened.open(address, width=width)
        opened.reveal()
        said = [item for item in opened.complaints() if "404 (Not Found)" not in item]
        ask = f"{READING} return [faint({LEAST}), unseen(), unsaid(), small({SMALLEST})]"
        wrong[address] = [*said, *opened.driver.execute_script(ask)]
        assert opened.fits(), address
        head = "document.querySelector('.time')?.getBoundingClientRect().height ?? 0"
        assert opened.run(head) < 90, address
    assert {item: result for item, result in wrong.items() if any(result)} == {}


def test_communities_are_named_in_readable_colours() -> None:
    for colour in COLOURS:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        assert 1.05 / (light + 0.05) >= LEAST, colour


@pytest.mark.parametrize("width", [1280, 400])
def test_runs_are_compared_and_a_question_read(
    pages: tuple[Browser, list[str]], width: int
) -> None:
    opened, _ = pages
    opened.open("/evaluation", width=width)
    opened.click(".tasks .name")
    opened.until("location.pathname === '/evaluation/task'")
    opened.settle()
    first = "document.querySelector('.scores tbody th').firstChild.textContent"
    opened.run("[...document.querySelectorAll('.scores .sorts')].at(0).click()")
    assert opened.run(first) == "random"
    opened.run("[...document.querySelectorAll('.scores .sorts')].at(0).click()")
    assert opened.run(first) == "agent"
    assert opened.run("document.querySelector('.scores [aria-sort]').ariaSort") == "ascending"
    opened.run("document.querySelector('[name=b]').value = 'poor'")
    opened.click(".asked .primary")
    opened.until("location.pathname === '/evaluation/questions'")
    opened.settle()
    opened.click(".questions tbody a")
    opened.until("location.pathname === '/evaluation/question'")
    opened.settle()
    opened.click(".answers .name")
    opened.until("location.pathname === '/paper'")
    assert opened.run("new URLSearchParams(location.search).get('before')") == "1994-01-10"
