"""How pages look in a real browser: wide words and tables, and on paper."""

from urllib.parse import quote

import pytest
from helpers.servers.browser import Browser

WIDTHS = (1280, 400)
LINES = """((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map((box) => box.top)).size;
})"""


@pytest.mark.parametrize("width", WIDTHS)
def test_a_long_word_fits(pages: Browser, width: int) -> None:
    for address in (f"/?q={'x' * 200}", "/paper?id=P2", "/map?papers=P2"):
        pages.open(address, width=width)
        pages.run("(document.querySelector('h1').lastChild.textContent = 'x'.repeat(200), true)")
        assert pages.fits(), address


@pytest.mark.parametrize("width", WIDTHS)
def test_a_number_stays_on_one_line_and_a_text_has_room(pages: Browser, width: int) -> None:
    pages.open("/author?id=ada", width=width)
    pages.click("#tab-next")
    pages.until("document.querySelector('#around td.n')")
    pages.run(
        "document.querySelectorAll('td.n').forEach((one) => { one.textContent = '0.00337'; })"
    )
    assert pages.run(f"[...document.querySelectorAll('td.n')].every((one) => {LINES}(one) === 1)")
    assert pages.fits()
    numbers = ", ".join(f"{n} AS column_{n}" for n in range(9))
    statement = f"RETURN {numbers}, '{'some words ' * 40}' AS text"
    pages.open(f"/queries/free?statement={quote(statement)}", width=width)
    assert pages.run("document.querySelector('td:last-child').offsetHeight") < 400
    assert pages.run(
        "document.querySelector('td.long') === document.querySelector('td:last-child')"
    )
    assert pages.fits()


def test_offers_fit_on_a_phone(pages: Browser) -> None:
    pages.open("/", width=400, height=600)
    pages.driver.find_element("id", "large-q").send_keys("the")
    pages.until("document.querySelector('#large-offers a')")
    assert pages.run("document.getElementById('large-offers').offsetHeight") < 600
    offer = "document.querySelector('#large-offers a')"
    assert pages.run(f"{offer}.querySelector('span').offsetWidth") > 220
    assert pages.run(
        f"{offer}.querySelector('small').offsetTop > {offer}.querySelector('span').offsetTop"
    )


def test_a_page_is_printed_whole_and_says_its_day(pages: Browser) -> None:
    pages.open("/paper?id=P2&before=1995-01-01", width=1280, height=200)
    assert pages.run("document.querySelectorAll('.waiting').length") > 1  # out of sight
    pages.run("window.print = () => { window.printed = !document.querySelector('.waiting'); }")
    pages.run(
        "document.body.dispatchEvent("
        "new KeyboardEvent('keydown', {key: 'p', ctrlKey: true, bubbles: true}))"
    )
    pages.until("window.printed")
    pages.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    text = pages.run("document.body.innerText")
    seen = "[...document.querySelectorAll('button, .button, .save, nav, .find')].filter((one) => "
    shown = pages.run(f"{seen}one.checkVisibility()).map((one) => one.textContent)")
    pages.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert "Before 1995-01-01" in text
    assert "As of the day before 1995-01-01" in text
    assert "to search" not in text
    # Of what can be chosen, what is chosen, and heads of tables.
    assert shown[0] == "5 years"
    assert shown[-1].startswith("Cited by")
    assert "Show more" not in shown
    assert pages.complaints() == []
