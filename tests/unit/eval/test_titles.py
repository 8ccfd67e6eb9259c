"""Titles to papers."""

import random
import re
import tracemalloc

import pytest
from helpers.networks.build import snapshot_of
from hypothesis import given
from hypothesis import strategies as st

from scinet.eval.task_type import unique_title_mask
from scinet.eval.titles import TitleIndex, title_key

PAPERS = [
    ("p1", "A Program for Aligning Sentences in Bilingual Corpora", 1991),
    ("p2", "Ｂｌｅｕ: a Method for Automatic Evaluation", 2002),  # noqa: RUF001 - full-width on purpose
    ("p3", "Preface", 2000),
    ("p4", "PREFACE.", 2004),
    ("p5", None, 2004),
]


def test_keys_lose_case_width_punctuation_and_spaces() -> None:
    assert title_key("Ｂｌｅｕ: a-Method (for)") == title_key("BLEU  a method, for")  # noqa: RUF001
    assert title_key("C++") != title_key("C")
    assert title_key("?!") == ""


@pytest.mark.parametrize(
    ("title", "year", "expected"),
    [
        ("bleu  a method for automatic evaluation", None, ("p2",)),
        ("Preface", None, ("p3", "p4")),
        ("preface", 2005, ("p4",)),
        ("A Programme for Aligning Sentences in Bilingual Corpora", None, ()),
        ("", None, ()),
    ],
)
def test_exact_titles(title: str, year: int | None, expected: tuple[str, ...]) -> None:
    assert TitleIndex.from_rows(PAPERS).papers(title, year) == expected


def test_nearly_equal_titles_are_an_option() -> None:
    titles = TitleIndex.from_rows(PAPERS, similar=0.95)
    near = "A Programme for Aligning Sentences in Bilingual Corpora"
    assert titles.resolve(near) == "p1"
    assert titles.resolve(near, year=1992) == "p1"
    assert titles.resolve(near, year=1995) is None
    assert titles.resolve("A Program for Aligning Words in Bilingual Texts") is None


LETTERS = st.text(alphabet="abc", min_size=1, max_size=24)


@given(
    st.lists(LETTERS, min_size=1, max_size=12, unique=True),
    LETTERS,
    st.sampled_from([0.5, 0.8, 0.9, 0.95]),
)
def test_blocks_lose_no_similar_title(known: list[str], asked: str, least: float) -> None:
    """The nearest of all titles, measured one by one; the first given of several."""
    likeness = [1 - edits(asked, item) / max(len(asked), len(item)) for item in known]
    best = max(likeness)
    expected = (f"p{likeness.index(best)}",) if best >= least - 1e-12 else ()
    rows = [(f"p{place}", item, 2000) for place, item in enumerate(known)]
    assert TitleIndex.from_rows(rows, similar=least).papers(asked) == expected


def edits(item: str, two: str) -> int:
    table = {(i, 0): i for i in range(len(item) + 1)} | {(0, j): j for j in range(len(two) + 1)}
    for i, letter in enumerate(item, start=1):
        for j, other in enumerate(two, start=1):
            changed = table[i - 1, j - 1] + (letter != other)
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, changed)
    return table[len(item), len(two)]


WORDS = re.findall(
    r"\w+",
    "parsing grammar speech lexicon corpus alignment dialogue morphology translation evaluation "
    "statistical unsupervised neural semantic discourse models learning features annotation trees",
)


def perturbed(title: str, how: str, rng: random.Random) -> str:
    """The title as someone else may write it."""
    if how == "case":
        return rng.choice([title.upper(), title.title(), title.lower()])
    if how == "punctuation":
        return title.replace(" ", "-", 1).replace(":", " --") + "."
    if how == "unicode":
        wide = {ord(c): ord(c) + 0xFEE0 for c in "abcdefgh"}
        return title.replace("fi", "\N{LATIN SMALL LIGATURE FI}").translate(wide)
    if how == "typo":
        place = rng.randrange(len(title))
        return title[:place] + rng.choice("qxz") + title[place + rng.randrange(2) :]
    return title.partition(":")[0]  # the subtitle is dropped


def accuracy(similar: float, how: str) -> tuple[float, float]:
    """Precision and recall over 100 titles, each with a near-duplicate: another part's number."""
    rng = random.Random(7)  # noqa: S311 - a simulation
    names = [
        f"{' '.join(rng.sample(WORDS, 5))}: {' '.join(rng.sample(WORDS, 4))}" for _ in range(100)
    ]
    rows = [
        (f"p{number}-{part}", f"{name} part {part}", 2000)
        for number, name in enumerate(names)
        for part in (1, 2)
    ]
    titles = TitleIndex.from_rows(rows, similar=similar)
    asked = {paper: perturbed(title, how, rng) for paper, title, _ in rows[::2]}
    results = {paper: titles.resolve(title) for paper, title in asked.items()}
    given = [item for item in results.values() if item is not None]
    right = sum(item == paper for paper, item in results.items())
    return right / len(given) if given else 1.0, right / len(results)


@pytest.mark.parametrize(
    ("how", "exact", "near"),
    [
        ("case", (1.0, 1.0), (1.0, 1.0)),
        ("punctuation", (1.0, 1.0), (1.0, 1.0)),
        ("unicode", (1.0, 1.0), (1.0, 1.0)),
        ("typo", (1.0, 0.0), (1.0, 1.0)),
        ("subtitle", (1.0, 0.0), (1.0, 0.0)),
    ],
)
def test_accuracy(how: str, exact: tuple[float, float], near: tuple[float, float]) -> None:
    """Equality never errs; similarity finds misprints, and no title without its subtitle."""
    for similar, (precision, recall) in ((1.0, exact), (0.95, near)):
        result = accuracy(similar, how)
        assert result[0] >= precision
        assert result[1] == pytest.approx(recall, abs=0.02)


def test_titles_that_nobody_has_are_not_found() -> None:
    rng = random.Random(8)  # noqa: S311 - a simulation
    rows = [(f"p{n}", " ".join(rng.sample(WORDS, 6)), 2000) for n in range(300)]
    titles = TitleIndex.from_rows(rows, similar=0.95)
    absent = [" ".join(rng.sample(WORDS[::-1], 7)) for _ in range(300)]
    assert sum(titles.resolve(item) is not None for item in absent) == 0


def test_a_title_is_unmistakable_if_no_other_paper_has_it() -> None:
    titles = {item: title for item, title, _ in PAPERS if title}
    titles |= {f"n{number}": f"Number {number}" for number in range(3_000)}
    titles |= {"long": "long " * 2_000, "none": ""}
    snapshot = snapshot_of([(item, "2000", []) for item in titles], titles=titles)
    tracemalloc.start()
    result = unique_title_mask(snapshot)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert set(snapshot.paper_id[~result]) == {"p3", "p4", "none"}
    assert peak < 2**22  # 3,000 titles of 10,000 letters are over 100 MiB
