"""Random small networks with few distinct dates, so that ties and edges against time are common."""

from datetime import date, timedelta

from helpers.networks.build import Paper
from hypothesis import strategies as st

DATES = ["2000", "2000-06", "2001-02-28", "2001", "2003", "2004-02-29", "2005-03-01", "2008"]


@st.composite
def networks(draw: st.DrawFn, most: int = 12) -> list[Paper]:
    size = draw(st.integers(2, most))
    dates = draw(st.lists(st.sampled_from(DATES), min_size=size, max_size=size))
    pairs = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    references = draw(st.sets(pairs.filter(lambda pair: pair[0] != pair[1]), max_size=4 * size))
    # Ids in an order of their own: neither that of the dates nor that of the numbers.
    names = draw(st.permutations([f"p{number}" for number in range(size)]))
    return [
        (
            names[item],
            dates[item],
            [names[other] for citing, other in sorted(references) if citing == item],
        )
        for item in range(size)
    ]


@st.composite
def bylines(draw: st.DrawFn, papers: list[Paper]) -> dict[str, list[str]]:
    """Up to three of few authors for each paper, so that they meet again."""
    byline = st.lists(st.sampled_from("abcdefg"), max_size=3, unique=True)
    return {paper: draw(byline) for paper, _, _ in papers}


def dense(papers: int, back: int) -> list[Paper]:
    days = [str(date(2000, 1, 1) + timedelta(days=n)) for n in range(papers)]
    return [
        (f"p{n:04}", day, [f"p{cited:04}" for cited in range(max(0, n - back), n)])
        for n, day in enumerate(days)
    ]
