"""What the page of a simulation says and shows; see ``simulation.html``."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scinet.eval.report import panels
from scinet.eval.report.page import figures
from scinet.eval.task import Row
from scinet.experiments.simulation import narrowness
from scinet.experiments.simulation.components import GOLD, PARTS

if TYPE_CHECKING:
    from scinet.experiments.simulation.judged import Judged

_LISTED: Final = 6
_LIMIT: Final = 0.6  # of bars, so that a large change leaves room to see the others
_NARROWER: Final = (
    "Narrow means: fewer authors, cited papers, venues and topics carry the science of these days, "
    "citations fall on fewer papers, and titles are more like each other and like earlier ones."
)
_QUESTIONS: Final = dict(
    zip(
        PARTS,
        (
            "Who writes with the first author?",
            "What do they cite?",
            "What do they write?",
            "How often will it be cited?",
        ),
        strict=True,
    )
)
_SPREADS: Final = {
    "authors per paper": "Team size: how many authors papers have.",
    "references per paper": "How many earlier papers of the network papers cite.",
    "age of references (years)": "How old the papers are that a paper cites, on average.",
    "cited within the period": "How often the papers of these days are cited in the same days.",
    "collaborators of an author": "With how many others an author writes in these days.",
    "citations within 360 days": "Citations foreseen for simulated papers, received by real ones.",
}
_MONTHS: Final = {
    "papers": "How many papers appear.",
    "difference of titles": "Diversity: how unlike the ten most similar titles of the month a "
    "title is; 1 where no word is shared.",
    "novelty of titles, growing corpus": "Novelty: how unlike the ten most similar titles of all "
    "earlier months, simulated ones too.",
    "novelty of titles, fixed corpus": "The same against what had been written before the first "
    "day: is the science new, or does it move away from itself?",
    "effective number of authors": "As how many equally active authors the authors up to this "
    "month are as varied as.",
    "effective number of cited papers": "As how many equally cited papers the papers cited up to "
    "this month are as varied as.",
    "a reference cites another": "Local clustering: share of papers one of whose references cites "
    "another of them.",
    "pairs of references that cite each other": "Share of all pairs of references of a paper of "
    "which one cites the other.",
}


def assemble(judged: "Judged", ablation: Sequence[Row], about: Row, *, runs: int) -> Row:
    """The parts of ``simulation.html`` by name.

    Args:
        ablation: A row per measure, a column per part that alone is a model; empty without one.
        about: The header of the simulation.
    """
    table = [{**row, "is_far": _excess(row) > 0} for row in judged.measures]
    compared = [row for row in table if row["real"] is not None]
    papers = next(row for row in table if row["measure"] == "papers")
    changes = narrowness.changes(table, "simulated", "real")
    return {
        "title": f"{about['days']} days of simulated science",
        "since": about["since"],
        "days": about["days"],
        "times": "once" if runs == 1 else f"{runs} times",
        "facts": _facts(papers, compared),
        "answer": _answer(compared, changes, runs),
        "differences": _differences(compared),
        "narrow": _narrow(changes),
        "ablation": _ablation(ablation),
        "months": _months(judged.months),
        "spreads": _spreads(judged.values),
        "topics": None if judged.topics is None else _topics(judged.topics),
        "has_gold": GOLD in (*about["parts"].values(), about["arrivals"]),
        "parts": [
            ("How many papers does a day bring?", about["arrivals"]),
            *((_QUESTIONS[part], _system(about["parts"][part])) for part in PARTS),
        ],
        "table": table,
        "options": _options(about, runs),
    }


def _excess(row: Row) -> float:
    """How much further from the real days the simulated ones lie than those of the year before.

    Single numbers have no distribution: there it is the difference as a share of the real number,
    or of 1 where that is smaller.
    """
    if row["distance"] is not None and row["distance_year_before"] is not None:
        return float(row["distance"] - row["distance_year_before"])
    if None in (row["simulated"], row["real"], row["year_before"]):
        return 0.0
    real = row["real"]
    further = abs(row["simulated"] - real) - abs(row["year_before"] - real)
    return float(further / max(abs(real), 1.0))


def _facts(papers: Row, compared: Sequence[Row]) -> list[tuple[str, str]]:
    facts = [("papers simulated, on average over runs", figures(papers["simulated"]))]
    if compared:
        far = sum(row["is_far"] for row in compared)
        facts += [
            ("papers that really appeared", figures(papers["real"])),
            ("measures further from reality than the year before", f"{far} of {len(compared)}"),
        ]
    return facts


def _answer(compared: Sequence[Row], changes: Sequence[narrowness.Change], runs: int) -> list[str]:
    if not compared:
        return ["The real days are not over yet: nothing can be compared with them."]
    far = [row for row in compared if row["is_far"]]
    said = [
        f"A year differs from the one before it anyway. Of {len(compared)} measures, the simulated "
        f"days lie further from the real ones than the year before does in {len(far)}, and as near "
        f"or nearer in {len(compared) - len(far)}."
    ]
    narrower = [one.measure for one in changes if one.is_narrower]
    broader = [one.measure for one in changes if one.is_broader]
    if changes:
        said.append(
            f"Is simulated science narrower than real science? {_verdict(narrower, broader)} "
            f"By more than years usually differ, it is narrower in {_listed(narrower)}, and "
            f"broader in {_listed(broader)}. {len(changes) - len(narrower) - len(broader)} of "
            f"{len(changes)} measures of width differ no more than usual."
        )
    if runs == 1:
        said.append(
            "The days were simulated once only, so there is no interval: give --runs for one."
        )
    return said


def _verdict(narrower: Sequence[str], broader: Sequence[str]) -> str:
    if len(narrower) > len(broader):
        return "Here, on the whole, yes."
    return "Here, on the whole, no." if narrower or broader else "Here no more than usual."


def _differences(compared: Sequence[Row]) -> list[str]:
    """The measures that lie furthest from the real days, in words."""
    far = sorted((row for row in compared if row["is_far"]), key=_excess, reverse=True)
    return [
        f"{row['measure'][0].upper()}{row['measure'][1:]}: {figures(row['simulated'])} simulated, "
        f"{figures(row['real'])} in reality, {figures(row['year_before'])} the year before."
        for row in far[:_LISTED]
    ]


def _narrow(changes: Sequence[narrowness.Change]) -> Row | None:
    if not changes:
        return None
    return {
        "svg": _bars(changes, "Simulated against real", _limit([changes])),
        "says": f"{_NARROWER} Bars to the right: narrower than the real days; none is drawn beyond "
        f"{_LIMIT:.0%}. The grey band is the difference from the year before.",
    }


def _bars(changes: Sequence[narrowness.Change], title: str, limit: float) -> Any:
    return panels.changes({one.measure: (one.share, one.usual) for one in changes}, title, limit)


def _limit(groups: Sequence[Sequence[narrowness.Change]]) -> float:
    largest = max((abs(one.share) for found in groups for one in found), default=0.0)
    return min(max(largest, 0.05), _LIMIT)


def _ablation(table: Sequence[Row]) -> Row | None:
    if not table:
        return None
    columns = [name for name in table[0] if name not in ("measure", "real", "year_before")]
    parts = {
        name: narrowness.changes(table, name, "all gold") for name in columns if name != "all gold"
    }
    alone = {str(name): found for name, found in parts.items() if name in PARTS}
    limit = _limit(list(parts.values()))
    shown = ["real", "year_before", *columns]
    return {
        "answer": _most(alone),
        "sentences": [_sentence(name, found) for name, found in parts.items()],
        "pictures": [
            {
                "svg": _bars(found, f"Simulated: {_called(name).lower()}", limit),
                "says": "All else is as it was." if name in PARTS else "All parts are models.",
            }
            for name, found in parts.items()
        ],
        "rule": f"{_NARROWER} A part counts as narrowing a measure where the measure, with that "
        "part alone a model and all others gold, moves towards narrow from where all is gold by "
        "more, in per cent, than the year before differs from the real days. The part with most "
        "narrowed minus broadened measures is named, of several the one with the largest mean "
        "change.",
        "columns": [name.replace("_", " ") for name in shown],
        "rows": [
            {"measure": row["measure"], "numbers": [row[name] for name in shown]} for row in table
        ],
    }


def _most(alone: Mapping[str, Sequence[narrowness.Change]]) -> str:
    part = narrowness.narrowest(alone)
    if part is None:
        return "None: no part alone makes it narrower on more measures than it makes it broader."
    count = sum(one.is_narrower for one in alone[part])
    return (
        f"{_called(part)}. Left to a model, while all else is as it was, this makes science "
        f"narrower on {count} of {len(alone[part])} measures."
    )


def _called(part: str) -> str:
    names = {
        "collaborators": "Who works with whom",
        "prior-work": "What papers build on",
        "contribution": "What papers say",
        "impact": "How papers are received",
    }
    return names.get(part, "All parts together")


def _sentence(part: str, found: Sequence[narrowness.Change]) -> str:
    narrower = [one.measure for one in found if one.is_narrower]
    broader = [one.measure for one in found if one.is_broader]
    if not narrower and not broader:
        return f"{_called(part)}: no measure changes by more than years usually differ."
    return f"{_called(part)}: narrower in {_listed(narrower)}; broader in {_listed(broader)}."


def _listed(names: Sequence[str]) -> str:
    return (
        " and ".join([", ".join(names[:-1]), names[-1]])
        if len(names) > 1
        else (names[0] if names else "nothing")
    )


def _months(rows: Sequence[Row]) -> list[Row]:
    found = []
    for measure, says in _MONTHS.items():
        own = [row for row in rows if row["measure"] == measure]
        sides = {
            side: [row[side.replace(" ", "_")] for row in own]
            for side in panels.SIDES
            if any(row[side.replace(" ", "_")] is not None for row in own)
        }
        if len(own) < 2 or not sides:
            continue
        ends = [None if row["low"] is None else (row["low"], row["high"]) for row in own]
        title = f"{measure[0].upper()}{measure[1:]}"
        svg = panels.over_time([row["month"] for row in own], sides, ends, title)
        found.append({"svg": svg, "says": says})
    return found


def _spreads(values: Mapping[str, Mapping[str, Any]]) -> list[Row]:
    found = []
    for measure, says in _SPREADS.items():
        sides = {side: one for side, one in values.get(measure, {}).items() if len(one)}
        if sides:
            title = f"{measure[0].upper()}{measure[1:]}"
            found.append({"svg": panels.spread(sides, title), "says": says})
    return found


def _topics(found: Row) -> Row:
    rows = sorted(found["rows"], key=lambda row: -(row["real"] or row["simulated"] or 0.0))
    sides = {
        row["topic"]: {side: row[side.replace(" ", "_")] for side in panels.SIDES} for row in rows
    }
    far, usual = found["divergence"], found["divergence_year_before"]
    says = "Papers by topic, each a mark at its share."
    if far is not None:
        says += (
            f" The shares of the simulated papers are {figures(far)} from the real ones, on a "
            "scale from 0, the same, to 1, nothing in common (Jensen and Shannon)"
        )
        says += "." if usual is None else f"; those of the year before are {figures(usual)}."
    named = {
        "community": "groups of earlier papers that cite one another, named by telling words of "
        "their titles"
    }.get(found["kind"], f"the main {found['kind']} of a paper, as sources state it")
    return {
        "svg": panels.shares(sides, "Topics"),
        "says": says,
        "note": f"Topics are {named}. All papers, simulated and real, are put into them by one "
        "classifier, which learned from the words of earlier titles and abstracts and is right for "
        f"{found['accuracy']:.0%} of {found['tested']} real papers that it had not seen.",
    }


def _system(part: Any) -> str:
    return "the truth (gold)" if part == GOLD else str(part["system"])


def _options(about: Row, runs: int) -> list[tuple[str, str]]:
    shown = [
        ("from", about["since"]),
        ("days", about["days"]),
        ("runs", runs),
        ("seed of the first run", about["seed"]),
        ("arrivals", about["arrivals"]),
        ("years of calibration", about["calibration_years"]),
        ("network before the first day", about["graph_fingerprint"][:16]),
    ]
    for part in PARTS:
        one = about["parts"][part]
        if one == GOLD:
            shown.append((part, GOLD))
        else:
            settings = "".join(f", {key} {value}" for key, value in one["settings"].items())
            shown.append((part, f"{one['system']} {one['version']}{settings}"))
    return [(name, str(value)) for name, value in shown]
