"""Summary of a simulation in words: its distance from the real days."""

from collections.abc import Sequence
from typing import Final

from scinet.eval.report.page import format_figures
from scinet.eval.task import Row
from scinet.experiments.simulated_year.narrowness import NarrownessChange

_MAX_LISTED: Final = 6
_FEW_PAPERS: Final = 100
_SIDES: Final = ("simulated", "real", "year_before")
# Readable names of measures, and whether they are shares in per cent.
_MEASURE_NAMES: Final = {
    "papers": ("Papers", False),
    "authors per paper": ("Authors of a paper", False),
    "newcomers in bylines": ("Authors who had not published before", True),
    "new pairs of co-authors": ("Pairs of co-authors who had not written together", True),
    "collaborators of an author": ("Collaborators of an author", False),
    "effective number of authors": ("Variety of authors, as so many equally active ones", False),
    "references per paper": ("References of a paper", False),
    "age of references (years)": ("Age of references in years", False),
    "references of at most 5 years": ("References to papers of at most five years", True),
    "self-citations": ("Self-citations", True),
    "a reference cites another": ("Papers one of whose references cites another", True),
    "effective number of cited papers": (
        "Variety of cited papers, as so many equally cited ones",
        False,
    ),
    "citations to the top percent": ("Citations that go to the most cited hundredth", True),
    "cited within the period": ("Citations of the new papers in the same days", False),
    "days to the first citation": ("Days to the first citation", False),
    "effective number of venues": ("Variety of venues, as so many equally used ones", False),
    "effective number of topics": ("Variety of topics, as so many equally frequent ones", False),
    "difference of titles from each other": ("Unlikeness of titles to each other", True),
    "novelty of titles, all earlier papers": ("Unlikeness of titles to all earlier ones", True),
}


def excess_distance(row: Row) -> float:
    """Compute how much further simulated days lie from the real ones than the year before.

    For single numbers without a distribution it is the difference as a share of the real number, or
    of 1 where that is smaller; 0 where the interval over runs includes the real number.
    """
    if row["distance"] is not None and row["distance_year_before"] is not None:
        return float(row["distance"] - row["distance_year_before"])
    if None in (row["simulated"], row["real"], row["year_before"]):
        return 0.0
    real = row["real"]
    if row["low"] is not None and row["low"] <= row["real"] <= row["high"]:
        return 0.0
    further = abs(row["simulated"] - real) - abs(row["year_before"] - real)
    return float(further / max(abs(real), 1.0))


def list_facts(papers: Row, compared: Sequence[Row]) -> list[tuple[str, str]]:
    """Return introductory numbers with labels."""
    rows = [("papers simulated (mean of runs)", format_figures(papers["simulated"]))]
    if compared:
        far = sum(row["is_far"] for row in compared)
        rows += [
            ("papers that really appeared", format_figures(papers["real"])),
            ("measures further from reality than the year before", f"{far} of {len(compared)}"),
        ]
    return rows


def write_answer(
    compared: Sequence[Row], changes: Sequence[NarrownessChange], *, is_over: bool, runs: int
) -> list[str]:
    """Describe the distance of the simulated from the real days, and their narrowness.

    Args:
        compared: Measures with a value for the real days and for those before them.
        is_over: Whether the real days are over.
    """
    if not is_over:
        return ["The real days are not over yet: nothing can be compared with them."]
    if not compared:
        return ["There are no real days before them: what is usual is not known."]
    far = [row for row in compared if row["is_far"]]
    sentences = [
        f"A year differs from the one before it anyway. Of {len(compared)} measures, the simulated "
        f"days lie further from the real ones than the year before does in {len(far)}, and as near "
        f"or nearer in {len(compared) - len(far)}."
    ]
    narrower = [change.measure for change in changes if change.is_narrower]
    broader = [change.measure for change in changes if change.is_broader]
    if changes:
        sentences.append(_describe_width(len(changes), narrower, broader))
    fewest = min(
        next(row for row in compared if row["measure"] == "papers")[side] for side in _SIDES
    )
    if fewest < _FEW_PAPERS:
        sentences.append(f"With {fewest:.0f} papers, much of this may be chance.")
    if runs == 1:
        sentences.append(
            "The days were simulated once only, so there is no interval: give --runs for one."
        )
    return sentences


def _describe_width(measures: int, narrower: Sequence[str], broader: Sequence[str]) -> str:
    text = "Are the simulated papers narrower than the real ones? "
    text += f"On {len(narrower) or 'none'} of {measures} measures"
    text += f": {join_names(narrower)}." if narrower else "."
    if broader:
        text += f" On {len(broader)} they are broader: {join_names(broader)}."
    if measures > len(narrower) + len(broader):
        text += (
            " On the others the difference is no larger than that of the year before, or may be "
            "chance."
        )
    return text


def describe_differences(compared: Sequence[Row]) -> list[str]:
    """Describe the measures furthest from the real days, if readable without explanation."""
    far = [row for row in compared if row["is_far"] and row["measure"] in _MEASURE_NAMES]
    sentences = []
    for row in sorted(far, key=excess_distance, reverse=True)[:_MAX_LISTED]:
        known_as, is_share = _MEASURE_NAMES[row["measure"]]
        simulated, real, before = (
            f"{row[side]:.0%}" if is_share else format_figures(row[side]) for side in _SIDES
        )
        sentences.append(
            f"{known_as}: {simulated} simulated, {real} in reality, {before} the year before."
        )
    return sentences


def join_names(names: Sequence[str]) -> str:
    """Join names in a sentence."""
    if len(names) < 2:
        return names[0] if names else "nothing"
    return f"{', '.join(names[:-1])} and {names[-1]}"
