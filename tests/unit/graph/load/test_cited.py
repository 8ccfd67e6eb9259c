"""What references say, looked up among many papers."""

import random
from collections import Counter
from typing import Any

import pytest
from helpers.waiting import count_cpu_seconds

from scinet.graph.sources import reference_matching
from scinet.graph.sources.reference_matching import CitedWork, PaperIndex

# Few distinct values, so that many papers fit and many nearly fit.
NAMES = ("Ada Bell", "Cy Bell-Dee", "Eve Fry", "\N{EM DASH}", "\N{EM DASH} Fry", "")
FAMILIES = ("Bell, A", "Dee C", "Bell-Dee", "Fry", "\N{EM DASH}", "")
TITLES = ("Editorial", "Counting words in long texts", "")
YEARS = (1998, 1999, 2001)


def known(papers: list[dict[str, Any]]) -> PaperIndex:
    made = PaperIndex()
    for paper in papers:
        made.add(paper)
    return made


@pytest.mark.parametrize("seed", range(20))
def test_many_papers_are_searched_as_few_are(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)  # noqa: S311 - papers are made, nothing is kept secret
    papers: list[dict[str, Any]] = [
        {
            "id": f"k{number}",
            "title": rng.choice(TITLES),
            "date": f"{rng.choice(YEARS)}",
            "venue": "Letters",
            "authors": [{"name": rng.choice(NAMES)}],
            "place": {"volume": rng.choice(("", "7")), "page": rng.choice(("", "1", "2"))},
        }
        for number in range(rng.choice((3, 10, 40)))
    ]
    references = [
        CitedWork(
            (),
            tuple(rng.sample(TITLES, 2)),
            rng.choice(FAMILIES),
            rng.choice((*YEARS, None)),
            rng.choice(("Letters", "")),
            rng.choice(("", "7", "8")),
            rng.choice(("", "1", "2", "3")),
        )
        for _ in range(500)
    ]
    outcomes = []
    for few in (0, 1_000):
        monkeypatch.setattr(reference_matching, "_FEW", few)
        counts: Counter[str] = Counter()
        outcomes.append((list(known(papers).resolve(references, counts)), counts))
    assert outcomes[0] == outcomes[1]


def test_one_venue_in_one_year_takes_no_longer_for_each_reference() -> None:
    papers: list[dict[str, Any]] = [
        {
            "id": f"k{number}", "title": "Editorial", "date": "1998", "venue": "Letters",
            "authors": [{"name": f"Ada Bell{number}"}],
        }
        for number in range(10_000)
    ]  # fmt: skip
    references = [
        CitedWork((), ("Editorial",), f"Bell{number}, A", 1998, "Letters")
        for number in range(10_000)
    ]
    results: list[str | None] = []
    spent_s = count_cpu_seconds(
        lambda: results.extend(to.paper for to in known(papers).resolve(references, Counter()))
    )
    assert results == [paper["id"] for paper in papers]
    assert spent_s < 10
