"""The explorer's pages in a real browser, at the width of a desk and of a phone."""

from collections.abc import Iterator
from threading import Event
from typing import Any

import neo4j
import pytest
from helpers.networks.build import load_rows
from helpers.servers.browser import Browser, browser
from helpers.waiting import PATIENCE_S, wait_until
from selenium import webdriver

from benchmarks import pages as timing
from scinet.graph.db.connection import Database
from scinet.server.process import free_port
from scinet.session.graph import Graph

WIDTHS = (1280, 400)
YEAR_BACK = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '[', bubbles: true}))"
HOSTILE = "<script>window.bad = 1</script><img src=x onerror='window.bad = 1'> & \"more\""


@pytest.fixture(scope="module")
def pages(
    driver: webdriver.Chrome, network: Database, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """The pages over the field of the golden files, and a paper P11 with a hostile title."""
    more = {"id": "P11", "title": HOSTILE, "date": "1997", "references": ["P2", "P3"]}
    load_rows(network, more)
    with browser(driver, network, tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("page", "box"), [("/paper?id=P2", "q"), ("/", "large-q")])
def test_an_offer_is_chosen_with_the_mouse(pages: Browser, width: int, page: str, box: str) -> None:
    pages.open(page, width=width)
    pages.driver.find_element("id", box).send_keys("the growth")
    offer = f"{box.replace('q', 'offers')}-1"
    pages.until(f"document.getElementById('{offer}')")
    pages.driver.find_element("id", offer).click()  # fails where another thing lies over it
    pages.until("location.pathname === '/paper'")
    assert pages.complaints() == []


def test_the_slider_and_the_keyboard_move_the_day(pages: Browser) -> None:
    pages.open("/paper?id=P2", width=400)
    pages.run(YEAR_BACK)
    pages.until("new URLSearchParams(location.search).get('before') === '1997-01-01'")
    pages.settle()
    assert "Before" in pages.run("document.querySelector('.when').textContent")
    slider = "document.querySelector('input[type=range]')"
    pages.run(f"({slider}.value = 1993, {slider}.dispatchEvent(new Event('change')))")
    pages.until("location.search.includes('before=1993-01-01')")
    pages.settle()
    assert pages.run("document.querySelector('.facts b').textContent") == "1"


@pytest.mark.parametrize("width", WIDTHS)
def test_a_map_grows_is_pruned_and_undone(pages: Browser, width: int) -> None:
    shown = "cy.nodes('.paper').map((one) => one.data('paper')).sort().join(' ')"
    pages.open("/map?papers=P2&around=1", width=width)
    assert pages.run(shown) == "P2 P3"
    assert pages.run("document.getElementById('undo').disabled")
    pages.click("[data-act=grow][data-paper=P2]")
    pages.until(f"{shown} === 'P1 P11 P2 P3 P4 P6'")
    pages.settle()
    pages.click("[data-act=prune][data-paper=P4]")
    pages.until(f"{shown} === 'P1 P11 P2 P3 P6'")
    assert "without=P4" in pages.run("location.search")
    assert "without=P4" in pages.run("document.querySelector('#tools .save a').href")
    pages.settle()
    pages.click("[data-act=pin][data-paper=P6]")
    pages.until("cy.nodes('.pinned').length === 1")
    pages.click("#undo")
    pages.until("cy.nodes('.pinned').length === 0")
    pages.click("#undo")
    pages.until(f"{shown} === 'P1 P11 P2 P3 P4 P6'")
    pages.open("/map?papers=P7&around=8", width=width)
    at = "cy.$('.given').renderedPosition()"
    assert 0 < pages.run(f"{at}.x") < pages.run("stage.clientWidth")
    assert 0 < pages.run(f"{at}.y") < pages.run("stage.clientHeight")
    pages.open("/map?papers=P2&around=1&before=1992-01-01", width=width)
    assert pages.run(shown) == "P2 P9"
    assert pages.complaints() == []


def test_a_map_of_two_thousand_papers_shows_every_line(pages: Browser) -> None:
    pages.open("/map?papers=P2&around=1", width=1280)
    pages.run("window.one = shown.papers[0]")
    # Each paper cites the first two, so 2,000 papers have 3,997 citations among them.
    made = """draw({...shown, width: 3000, height: 2000,
        papers: Array.from({length: 2000}, (_, n) => ({
            ...one, id: `Q${n}`, x: n % 50 * 60, y: Math.floor(n / 50) * 50 + 20})),
        citations: Array.from({length: 2000}, (_, n) => [[n, 0], [n, 1]]).flat()
            .filter(([from, to]) => from > to)})"""
    pages.run(made)
    pages.until("performance.getEntriesByName('drawn').length === 2")
    assert pages.run("[cy.nodes().length, shown.citations.length, cy.edges().length]") == [
        2000, 3997, 0,
    ]  # fmt: skip
    ink = "under.getContext('2d').getImageData(0, 0, under.width, under.height).data"
    inked = f"{ink}.filter((value, place) => place % 4 === 3 && value).length"
    assert pages.run(inked) > 10_000
    pages.run("pick(cy.getElementById('n7'))")
    assert pages.run("cy.edges().map((one) => one.target().id())") == ["n0", "n1"]
    assert "it cites 2" in pages.run("document.getElementById('chosen').textContent")
    pages.run("pick(cy.getElementById('n1'))")
    assert pages.run("[cy.$('.citing').length, cy.$('.cited').length]") == [1998, 1]
    pages.run("pick(null)")
    assert pages.run("cy.edges().length") == 0
    # The picture of all of it has the lines too.
    drawn = "whole().then(createImageBitmap).then((one) => { window.saved = one.width; })"
    pages.run(f"({drawn}, true)")
    pages.until("window.saved > 3000")
    assert pages.complaints() == []


def test_the_drawing_of_maps_is_timed(pages: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "TIMES", 1)
    [item] = timing.drawn(pages.driver, [f"{pages._address}/map?papers=P2&around=1"])
    assert (item.discs, item.lines) == (2, 1)
    assert 0 < item.work < item.median


@pytest.mark.parametrize("width", WIDTHS)
def test_a_large_map_is_drawn_in_groups(
    pages: Browser, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scinet.explorer.group_layout.PAPERS", 4)
    drawn = "cy.nodes('.group').map((one) => one.data('paper')).sort()"
    pages.open(f"/map?papers=P2&around={width}&pin=P4@40&without=P9", width=width)
    groups = pages.run(drawn)
    assert len(groups) > 2
    alone = "cy.nodes('.paper').not('.group').map((one) => one.data('paper')).sort()"
    assert pages.run(alone) == ["P2", "P4"]
    between = "cy.nodes('.group').edgesWith(cy.nodes('.group'))"
    # P9 cites against time, and is left out.
    back = f"{between}.every((one) => one.source().position('x') >= one.target().position('x'))"
    assert pages.run(back)
    said = "document.getElementById('chosen').textContent"
    assert f"papers in {len(groups)} groups by community and years" in pages.run(said)
    assert pages.fits()
    buttons = "[...document.querySelectorAll('[data-group]')]"
    assert sorted(pages.run(f"{buttons}.map((one) => one.dataset.group)")) == groups
    # By keyboard: buttons under the map, in the order of the page.
    pages.run(f"{buttons}[0].focus()")
    pages.driver.switch_to.active_element.send_keys("\n")
    pages.until("document.querySelector('#chosen .papers')")
    pages.settle()
    assert pages.run("document.activeElement.id") == "chosen"
    assert pages.run("cy.$('.chosen').length") == 1
    assert pages.run("document.querySelector('#chosen .save a').href").endswith("&to=csv")
    papers = "[...document.querySelectorAll('#chosen .papers .name')].map((one) => one.textContent)"
    count = len(pages.run(papers))
    pages.run("(cy.nodes('.given')[0].emit('tap'), true)")
    assert "of the map cite it" in pages.run(said)
    pages.run(f"{buttons}[0].click()")
    pages.until("document.querySelector('#chosen .acts a')")
    pages.click("#chosen .acts a")
    pages.until(f"!shown.links && shown.papers.length === {count}")
    pages.settle()
    assert "around=0" in pages.run("location.search")
    pages.click("#undo")
    pages.until("shown.links")
    pages.settle()
    pages.run(YEAR_BACK)
    pages.until("location.search.includes('before=')")
    pages.settle()
    assert pages.complaints() == []


def test_a_map_that_cannot_be_drawn_says_so_and_is_done(pages: Browser) -> None:
    pages.open("/map?papers=P8", width=1280)
    said = pages.run("document.getElementById('said').textContent")
    assert "No dated paper is called 'P8'. Without a date it has no place in time." in said
    assert all("404" in item for item in pages.complaints())


def test_a_map_shows_what_papers_are_called_as_text(pages: Browser) -> None:
    for width in WIDTHS:
        pages.open("/paper?id=P11", width=width)
        assert pages.fits()
        assert pages.run("window.bad") is None
    pages.open("/map", width=1280)
    pages.driver.find_element("css selector", "[name=papers]").send_keys("script")
    pages.until("document.querySelector('#papers-1 option')?.value === 'P11'")
    pages.open("/map?papers=P11&around=2", width=1280)
    pages.run("pick(cy.nodes('.paper').filter((one) => one.data('paper') === 'P11')[0])")
    assert pages.run("document.querySelector('#chosen .name').textContent") == HOSTILE
    assert pages.run("document.querySelector('#chosen script, #beneath script, img')") is None
    assert pages.run("window.bad") is None
    assert pages.run("cy.png({full: true}).length") > 1000
    assert pages.complaints() == []


def test_a_field_is_read_by_its_tabs_and_saved_as_pixels(pages: Browser) -> None:
    pages.open("/field?by=venue", width=1280)
    pages.run(
        "HTMLAnchorElement.prototype.click = function () { window.saved = this.download; }, "
        "document.querySelector('[data-png]').click()"
    )
    pages.until("window.saved === 'field-map.png'")
    pages.run(
        "document.querySelector('#mapped figure a')"
        ".dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))"
    )
    pages.until("document.querySelector('h1')?.textContent === 'Journal A'")
    pages.settle()
    pages.click("#tab-main-path")
    pages.until("document.querySelector('#around figure svg')")
    assert pages.run("document.querySelector('[aria-selected=true]').id") == "tab-main-path"
    assert pages.complaints() == []


@pytest.mark.parametrize("first_is_asked", [True, False])
def test_the_tab_that_was_chosen_stays(
    pages: Browser, monkeypatch: pytest.MonkeyPatch, *, first_is_asked: bool
) -> None:
    said, chosen, answered = Graph.citation_contexts, Event(), Event()

    def held(graph: Graph, paper: str, *, by: Any, **how: Any) -> Any:
        if by == "citing":
            chosen.wait(PATIENCE_S)
            answered.set()
        return said(graph, paper, by=by, **how)

    monkeypatch.setattr(Graph, "citation_contexts", held)
    pages.open("/paper?id=P2", width=1280, height=200)  # the first tab is out of sight
    see = "document.querySelector('#around').scrollIntoView()"
    if first_is_asked:
        pages.run(see)
        pages.until("document.querySelector('#around.htmx-request, #around .htmx-request')")
    pages.click("#tab-cited")
    pages.until("document.querySelector('#around .papers')")
    shown = pages.run("document.querySelector('#around').textContent")
    chosen.set()
    assert answered.wait(PATIENCE_S if first_is_asked else 0) is first_is_asked
    # A page looks for parts that have come into sight every 200 ms.
    pages.run(f"({see}, setTimeout(() => {{ window.looked = true; }}, 500))")
    pages.until("window.looked")
    pages.settle()
    assert pages.run("document.querySelector('#around').textContent") == shown
    assert answered.is_set() is first_is_asked
    assert pages.complaints() == []  # what is given up is not a fault


def test_a_slow_tab_is_not_replaced_by_the_first_one_in_sight(
    pages: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, asked, seen = Graph.citation_contexts, [], Event()

    def held(graph: Graph, paper: str, *, by: Any, **how: Any) -> Any:
        asked.append(by)
        seen.wait(PATIENCE_S)
        return said(graph, paper, by=by, **how)

    monkeypatch.setattr(Graph, "citation_contexts", held)
    pages.open("/paper?id=P2", width=1280, height=200)
    pages.click("#tab-cited")
    wait_until(lambda: bool(asked), "the panel is asked for")
    see = "document.querySelector('#around').scrollIntoView()"
    # A page looks for parts that have come into sight every 200 ms.
    pages.run(f"({see}, setTimeout(() => {{ window.looked = true; }}, 500))")
    pages.until("window.looked")
    seen.set()
    pages.until("document.querySelector('#around .papers')")
    pages.settle()
    assert asked == ["cited"]
    assert pages.complaints() == []


def test_a_path_leads_to_its_papers(pages: Browser) -> None:
    pages.open("/path?a=P1&b=P7", width=400)
    assert pages.run("document.querySelectorAll('.papers.ranked li').length") == 5
    pages.click(".papers.ranked .name")
    pages.until("location.pathname === '/paper'")
    pages.settle()
    assert pages.run("document.querySelector('h1').textContent") == "Counting citations by hand"


def test_a_part_of_a_page_goes_on_when_the_database_is_back(pages: Browser) -> None:
    pages.open("/paper?id=P2", width=1280)
    pages.reveal()  # no other part finds the database again before the one that is chosen
    place = f"bolt://127.0.0.1:{free_port()}"
    pages.graph.database = Database(neo4j.GraphDatabase.driver(place), "neo4j", place)
    pages.click("#tab-cited")
    pages.until("document.querySelector('#around .fault')")
    assert "does not answer" in pages.run("document.querySelector('#around').textContent")
    pages.until("document.querySelector('#around .papers')")  # nothing was chosen
    assert "503" in " ".join(pages.complaints())


def test_all_paths_are_sorted_and_of_the_steps_that_are_chosen(pages: Browser) -> None:
    pages.open("/path?a=P1&b=P7", width=400)
    pages.run("document.querySelector('details.missing').open = true")
    pages.until("document.querySelectorAll('#all-paths .sorts').length === 3")
    pages.run("document.querySelector('#all-paths .sorts').click()")
    cells = "[...document.querySelectorAll('#all-paths tbody td:first-child')]"
    steps = f"{cells}.map((one) => one.textContent)"
    assert pages.run(steps)[0] == "4"
    pages.run("document.querySelector('[name=steps]').value = 2")
    pages.click("#all-paths .asked button")
    pages.until(f"new Set({steps}).size === 1")
    assert pages.run(steps)[0] == "2"
    assert pages.complaints() == []


@pytest.mark.parametrize("has_clipboard", [True, False])
def test_a_link_is_copied_on_any_machine(pages: Browser, *, has_clipboard: bool) -> None:
    pages.open("/queries/ego/citations?paper_id=P2", width=1280)
    if has_clipboard:
        pages.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    else:  # as on pages that come over http from another machine
        pages.run("Object.defineProperty(navigator, 'clipboard', { value: undefined }) && true")
        pages.run(
            "document.addEventListener('copy', (event) => { window.copied = event.target.value; })"
        )
    button = pages.driver.find_element("css selector", "[data-copy=python]")
    button.click()
    pages.until("document.querySelector('[data-copy=python]').textContent === 'Copied'")
    assert pages.run("window.copied") == pages.run("document.getElementById('python').textContent")
    assert pages.run("document.querySelectorAll('textarea').length") == 0
    assert pages.run("document.activeElement") == button
    assert pages.complaints() == []


def test_tables_of_the_report_are_saved(pages: Browser) -> None:
    pages.open("/report?before=1995-01-01", width=1280)
    pages.run(
        "URL.createObjectURL = (file) => {"
        " file.text().then((text) => { window.saved = text; }); return '#'; }"
    )
    pages.run("[...document.querySelectorAll('button.saves')].at(-1).click()")
    pages.until("window.saved")
    head, *lines = pages.run("window.saved").splitlines()
    assert head == "check,count,share,for example"
    assert any(line.startswith("undated papers,1,") for line in lines)
    assert pages.run("[...document.querySelectorAll('nav a')].some((a) => a.text === 'All days')")
    assert pages.complaints() == []
