"""How pages and maps look in a real browser: all is in sight, read, and whole on paper."""

from urllib.parse import quote

import pytest
from helpers.servers.browser import Browser

SIZES = ((1280, 757), (1280, 900), (400, 800))
# Papers of a map by their number, in five lanes; each cites the first.
MADE = """draw({...shown, width: arguments[0] > 100 ? 2400 : 1040, height: 130 * 5,
    lanes: Array.from({length: 5}, (_, n) => ({
        name: `lane ${n}`, top: 30 + n * 124, colour: "#0b7285"})),
    papers: Array.from({length: arguments[0]}, (_, n) => ({
        ...shown.papers[0], given: n === 7, id: `Q${n}`, citations: n, size: 8,
        x: 30 + n * 7919 % (arguments[0] > 100 ? 2340 : 980), y: 60 + n % 5 * 124})),
    citations: Array.from({length: arguments[0] - 1}, (_, n) => [n + 1, 0])})"""
# What is outside of the stage, or under the years above it.
OUTSIDE = """(() => {
    const box = (one) => one.getBoundingClientRect(), lanes = [];
    const stage = box(document.getElementById("stage"));
    const years = box(document.getElementById("years")).bottom;
    for (const one of document.querySelectorAll("#lanes span")) lanes.push(box(one));
    const discs = cy.nodes(".paper").map((one) => one.renderedBoundingBox({includeLabels: false}));
    return [
        lanes.filter((one) => one.top < years || one.bottom > stage.bottom).length,
        discs.filter((one) => one.x1 < 0 || one.x2 > stage.width).length,
        discs.filter((one) => one.y1 < years - stage.top || one.y2 > stage.height).length,
    ];
})()"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_of_a_map_is_in_sight_and_fills_its_stage(
    pages: Browser, width: int, height: int
) -> None:
    pages.open("/map?papers=P2&around=8", width=width, height=height)
    assert pages.run(OUTSIDE) == [0, 0, 0]
    for papers in (20, 400):
        pages.run(MADE, papers)
        pages.until(f"cy.nodes().length === {papers}")
        assert pages.run(OUTSIDE) == [0, 0, 0], papers
        # From the first paper to the last, three quarters of the width at least.
        x = pages.run("cy.nodes().map((one) => one.renderedPosition('x'))")
        assert max(x) - min(x) > 0.75 * pages.run("stage.clientWidth")
        assert pages.run("stage.clientHeight") <= max(height, 448)
        pages.run("(cy.viewport({zoom: 3, pan: {x: -900, y: -300}}), true)")
        assert sum(pages.run(OUTSIDE)) > 0
        pages.click("#fit")
        assert pages.run(OUTSIDE) == [0, 0, 0], papers
    assert pages.complaints() == []


def test_names_of_papers_keep_their_size_and_lie_over_nothing(pages: Browser) -> None:
    pages.open("/map?papers=P2&around=8", width=1280, height=757)
    # Every name that is drawn, and the discs, in pixels of the stage.
    pages.run(MADE, 400)
    written = pages.run(
        "(window.written = [], CanvasRenderingContext2D.prototype.fillText ="
        " function (said, x, y) {"
        " written.push([said, x, y, this.font, this.measureText(said).width]); }, named(),"
        " [...written])"  # at once: the map may be drawn again at any time
    )
    assert 20 < len(written) <= 60
    assert {font.split("px")[0] for *_, font, _ in written} == {"11", "bold 11"}
    boxes = sorted((y, x, x + long) for _, x, y, _, long in written)
    for place, (y, left, right) in enumerate(boxes):
        for other_y, other_left, other_right in boxes[place + 1 :]:
            assert other_y - y >= 13 or other_left >= right or left >= other_right
    # The one that is pointed at is named, whatever is around it.
    pages.run("(written.length = 0, cy.getElementById('n3').emit('mouseover'), true)")
    # However often that is drawn.
    assert pages.run("[new Set(written.map(String)).size <= 60, written[0][0]]") == [
        True,
        pages.run("shown.papers[3].label"),
    ]
    assert pages.complaints() == []


# Groups as they are placed: a column per span of years, a lane per community.
GROUPS = """draw({...shown, width: 8 * 156, height: 26 + 4 * 153,
    citations: [], links: [], said: "",
    marks: Array.from({length: 8}, (_, n) => [156 * n, `${1975 + 5 * n} to ${1979 + 5 * n}`]),
    lanes: Array.from({length: 4}, (_, n) => ({
        name: `computer, network, application ${n}`, top: 26 + n * 153, colour: "#0b7285"})),
    papers: Array.from({length: 32}, (_, n) => ({
        ...shown.papers[0], given: false, group: true, id: `G${n}`, citations: 1789, size: 74,
        label: "1,789 papers\\nA title of several words\\nand …",
        x: 156 * (n % 8 + 0.5), y: 26 + Math.floor(n / 8) * 153 + 30 + 37}))})"""
COVERED = """(() => {
    const box = (one) => one.getBoundingClientRect(), at = box(stage);
    const meets = (a, b) => a.left < b.x2 && b.x1 < a.right && a.top < b.y2 && b.y1 < a.bottom;
    const discs = cy.nodes().map((one) => one.renderedBoundingBox({includeLabels: false}))
        .map(({x1, x2, y1, y2}) => (
            {x1: x1 + at.left, x2: x2 + at.left, y1: y1 + at.top + 2, y2: y2 + at.top}));
    const lanes = [...document.querySelectorAll("#lanes span")].map(box);
    const years = [...document.querySelectorAll("#years span")].map(box);
    return [
        lanes.filter((one) => discs.some((disc) => meets(one, disc))).length,
        years.filter((one, n) => n && one.left < years[n - 1].right).length,
        years.filter((one) => one.right > at.right).length,
    ];
})()"""


@pytest.mark.parametrize("width", [1280, 400])
def test_names_of_lanes_and_years_cover_nothing(pages: Browser, width: int) -> None:
    pages.open("/map?papers=P2&around=8", width=width)
    assert pages.run(COVERED) == [0, 0, 0]
    pages.run(GROUPS)
    pages.until("cy.nodes().length === 32")
    assert pages.run(COVERED) == [0, 0, 0]
    years = pages.run("[...document.querySelectorAll('#years span')].map((one) => one.textContent)")
    assert years[0] == "1975 to 1979"
    assert len(years) > 2
    # Each group says how many papers it has, in letters that are read.
    said = (
        "cy.nodes().map((one) =>"
        " [one.style('label').split('\\n')[0], one.renderedStyle('font-size')])"
    )
    [[text, size]] = {tuple(item) for item in pages.run(said)}
    assert text == ("1,789 papers" if width == 1280 else "1,789")
    assert float(size.removesuffix("px")) > 8
    # And has room for it, also where all are as large as any.
    assert pages.run(
        "cy.nodes().every((one, n) => n % 8 === 0 || one.renderedBoundingBox().x1"
        " >= cy.nodes()[n - 1].renderedBoundingBox().x2 - 6)"
    )
    assert pages.complaints() == []


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
