"""Maps on their stage in a real browser: all of one is in sight, with names that are read."""

import pytest
from helpers.browser import Browser

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
