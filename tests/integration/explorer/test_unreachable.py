"""Pages whose answers come late or not at all, in a real browser."""

from collections.abc import Iterator
from contextlib import contextmanager

from helpers.servers.browser import Browser

SHOWN = "cy.nodes('.paper').map((one) => one.data('paper')).sort().join(' ')"


@contextmanager
def offline(pages: Browser) -> Iterator[None]:
    """Nothing is reached in the meantime."""
    pages.driver.set_network_conditions(offline=True, latency=0, throughput=0)
    try:
        yield
    finally:
        pages.driver.delete_network_conditions()


def complaints(pages: Browser) -> list[str]:
    """What the browser complained of, but for the answers that did not come."""
    expected = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    return [one for one in pages.complaints() if not any(word in one for word in expected)]


def test_two_quick_acts_on_a_map_are_both_done(pages: Browser) -> None:
    pages.open("/map?papers=P2&around=1", width=1280)
    pages.run(
        "(document.querySelector('[data-act=grow][data-paper=P2]').click(),"
        " document.querySelector('[data-act=prune][data-paper=P3]').click(), true)"
    )
    pages.until(f"{SHOWN} === 'P1 P2 P4 P6'")
    pages.settle()
    assert pages.run("location.search") == "?papers=P2&around=1&grow=P2&without=P3"
    assert pages.run("history.state.former.length") == 2
    pages.click("#undo")
    pages.until(f"{SHOWN} === 'P1 P2 P3 P4 P6'")
    pages.settle()
    pages.click("#undo")
    pages.until(f"{SHOWN} === 'P2 P3'")
    assert pages.complaints() == []


def test_acts_are_undone_where_the_browser_forgot_the_map_before(pages: Browser) -> None:
    # It keeps fifty pages, and drops first those on which nobody touched anything.
    for number in range(50):
        pages.driver.get(f"about:blank#{number}")
    pages.open("/map?papers=P2&around=1", width=1280)
    pages.run(
        "(document.querySelector('[data-act=grow][data-paper=P2]').click(),"
        " document.querySelector('[data-act=prune][data-paper=P3]').click(), true)"
    )
    pages.until(f"{SHOWN} === 'P1 P2 P4 P6'")
    pages.settle()
    assert len(pages.run("navigation.entries()")) == 2  # of three
    # As quickly as a double click, and once more than there are acts.
    pages.run("([1, 2, 3].map(() => document.getElementById('undo').click()), true)")
    pages.until(f"{SHOWN} === 'P2 P3'")
    pages.settle()
    assert pages.run("location.search") == "?papers=P2&around=1"
    assert pages.run("document.getElementById('undo').disabled")
    assert pages.complaints() == []


def test_a_part_that_cannot_come_says_so(pages: Browser) -> None:
    pages.open("/paper?id=P2", width=1280)
    pages.reveal()
    pages.click("#tab-similar")
    pages.until("document.querySelector('#around .tags')")
    with offline(pages):
        pages.click("#tab-cited")
        pages.until("document.querySelector('#around > .fault')")
        assert "does not answer" in pages.run("document.querySelector('#around').textContent")
        pages.click(".disruption [aria-pressed=false]")
        pages.until("document.querySelector('section > .fault')")
    for fault in ("#around > .fault", "section > .fault"):
        pages.click(f"{fault} button")
        pages.until(f"!document.querySelector('{fault}')")
    pages.until("document.querySelector('#around > .papers')")
    assert pages.run("document.querySelectorAll('.disruption').length") == 1
    assert complaints(pages) == []


def test_a_map_that_cannot_change_says_so(pages: Browser) -> None:
    pages.open("/map?papers=P2&around=1", width=1280)
    said = "document.getElementById('said')"
    with offline(pages):
        pages.click("[data-act=grow][data-paper=P2]")
        pages.until(f"!{said}.hidden && {said}.textContent.includes('does not answer')")
        assert pages.run("figure.getAttribute('aria-busy')") == "false"
    pages.driver.refresh()
    pages.settle()
    assert pages.run(SHOWN) == "P1 P2 P3 P4 P6"
    assert pages.run(f"{said}.hidden")
    assert complaints(pages) == []
