"""Text and charts of a simulation's page, and of an ablation of its parts: ``simulation.html``."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scinet.eval.report import panels
from scinet.eval.report.page import format_figures
from scinet.eval.task import Row
from scinet.experiments.simulated_year import narrowness, summary_text
from scinet.experiments.simulated_year.components import GOLD, PARTS
from scinet.experiments.simulated_year.summary_text import join_names

if TYPE_CHECKING:
    from scinet.experiments.simulated_year.simulate import SimulationComparison

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
    "citations within 360 days": "Citations within 360 days: forecasts, which are seldom whole "
    "numbers, for simulated papers; those received by real ones.",
}
_MONTHS: Final = {
    "papers": "How many papers appear.",
    "difference of titles": "Diversity: how unlike the ten most similar titles of the month a "
    "title is; 1 where no word is shared.",
    "novelty of titles, growing corpus": "Novelty: how unlike the ten most similar titles of all "
    "earlier months, simulated ones too.",
    "novelty of titles, fixed corpus": "The same against the titles from before the first "
    "simulated day alone.",
    "effective number of authors": "Variety of the authors so far: how many equally active "
    "ones would be as varied.",
    "effective number of cited papers": "Variety of the papers cited so far: how many equally "
    "cited ones would be as varied.",
    "a reference cites another": "Local clustering: share of papers one of whose references cites "
    "another of them.",
    "pairs of references that cite each other": "Share of all pairs of references of a paper of "
    "which one cites the other.",
}
_MAX_BAR: Final = 0.6  # a larger change would hide the others
_NARROWER: Final = (
    "Narrow means: fewer authors, cited papers, venues and topics carry the science of these days, "
    "citations fall on fewer papers, and titles are more like each other and like earlier ones."
)


def assemble_page(
    judged: "SimulationComparison",
    ablation: Sequence[Row],
    header: Row,
    *,
    runs: int,
    is_real: bool = True,
) -> Row:
    """Assemble the parts of ``simulation.html`` by name.

    Args:
        ablation: A row per measure, a column per part that alone is a model; empty without one.
        header: Header of the simulation.
        is_real: Whether the initial network is real.
    """
    table = [{**row, "is_far": summary_text.excess_distance(row) > 0} for row in judged.measures]
    compared = [
        row for row in table if None not in (row["simulated"], row["real"], row["year_before"])
    ]
    papers = next(row for row in table if row["measure"] == "papers")
    changes = narrowness.compute_changes(table, "simulated", "real")
    sentences = summary_text.write_answer(
        compared, changes, is_over=papers["real"] is not None, runs=runs
    )
    ablated = _describe_ablation(ablation)
    if ablated is not None:
        sentences.append(f"Which part makes it so? {ablated['answer']}")
    if _system_name(header["parts"]["contribution"]) == "recombined":
        sentences.append(
            "Titles were put together from earlier ones: that they are less new is built in."
        )
    return {
        "title": f"{header['days']} days of simulated science",
        "is_real": is_real,
        "since": header["since"],
        "days": header["days"],
        "times": "once" if runs == 1 else f"{runs} times",
        "facts": summary_text.list_facts(papers, compared),
        "answer": sentences,
        "differences": summary_text.describe_differences(compared),
        "narrow": _draw_reality(changes),
        "ablation": ablated,
        "months": _month_panels(judged.months),
        "spreads": _spread_panels(judged.values),
        "topics": None if judged.topics is None else _topic_panels(judged.topics),
        "has_gold": GOLD in (*header["parts"].values(), header["arrivals"]),
        "parts": [
            ("How many papers does a day bring?", header["arrivals"]),
            *((_QUESTIONS[part], _system_name(header["parts"][part])) for part in PARTS),
        ],
        "table": table,
        "options": _option_rows(header, runs),
    }


def _month_panels(rows: Sequence[Row]) -> list[Row]:
    shown_panels = []
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
        svg = panels.draw_time_series([row["month"] for row in own], sides, ends, title)
        shown_panels.append({"svg": svg, "says": says})
    return shown_panels


def _spread_panels(values: Mapping[str, Mapping[str, Any]]) -> list[Row]:
    shown_panels = []
    for measure, says in _SPREADS.items():
        sides = {
            side: side_values
            for side, side_values in values.get(measure, {}).items()
            if len(side_values)
        }
        if sides:
            title = f"{measure[0].upper()}{measure[1:]}"
            shown_panels.append({"svg": panels.draw_distribution(sides, title), "says": says})
    return shown_panels


def _topic_panels(topics: Row) -> Row:
    rows = sorted(topics["rows"], key=lambda row: -(row["real"] or row["simulated"] or 0.0))
    sides = {
        row["topic"]: {side: row[side.replace(" ", "_")] for side in panels.SIDES} for row in rows
    }
    growth = [
        {"topic": row["topic"], "earlier": row["earlier"]}
        | {
            side: None if share is None else 100 * share * topics["papers"] / row["earlier"]
            for side, share in sides[row["topic"]].items()
        }
        for row in rows
    ]
    far, usual = topics["divergence"], topics["divergence_year_before"]
    says = "Papers by topic, each a mark at its share."
    if far is not None:
        says += (
            f" The shares of the simulated papers are {format_figures(far)} from the real ones, "
            "on a "
            "scale from 0, the same, to 1, nothing in common (Jensen and Shannon)"
        )
        says += "." if usual is None else f"; those of the year before are {format_figures(usual)}."
    named = {
        "community": "groups of earlier papers that cite one another, named by characteristic "
        "words of their titles"
    }.get(topics["kind"], f"the main {topics['kind']} of a paper, as sources state it")
    return {
        "svg": panels.draw_shares(sides, "Topics"),
        "says": says,
        "growth": growth,
        "size": topics["papers"],
        "note": f"Topics are {named}. All papers, simulated and real, are put into them by one "
        "classifier, which learned from the words of earlier titles and abstracts and is right for "
        f"{topics['accuracy']:.0%} of {topics['tested']} real papers that it had not seen.",
    }


def _system_name(part: Any) -> str:
    return "the truth (gold)" if part == GOLD else str(part["system"])


def _option_rows(header: Row, runs: int) -> list[tuple[str, str]]:
    shown = [
        ("from", header["since"]),
        ("days", header["days"]),
        ("runs", runs),
        ("seed of the first run", header["seed"]),
        ("arrivals", header["arrivals"]),
        ("years of calibration", header["calibration_years"]),
        ("counts smoothed by one", header["smoothed"]),
        ("network before the first day", header["graph_fingerprint"][:16]),
    ]
    for part in PARTS:
        component = header["parts"][part]
        if component == GOLD:
            shown.append((part, GOLD))
        else:
            settings = "".join(f", {key} {value}" for key, value in component["settings"].items())
            shown.append((part, f"{component['system']} {component['version']}{settings}"))
    return [(name, str(value)) for name, value in shown]


def _draw_reality(changes: Sequence[narrowness.NarrownessChange]) -> Row | None:
    """Draw a bar for each measure of width: simulated against real."""
    if not changes:
        return None
    return {
        "svg": _draw_bars(changes, "Simulated against real", _axis_limit([changes])),
        "says": f"{_NARROWER} Bars to the right: narrower than the real days; none is drawn beyond "
        f"{_MAX_BAR:.0%}. The grey band is the difference from the year before.",
    }


def _draw_bars(changes: Sequence[narrowness.NarrownessChange], title: str, limit: float) -> Any:
    return panels.draw_changes(
        {change.measure: (change.share, change.usual) for change in changes}, title, limit
    )


def _axis_limit(groups: Sequence[Sequence[narrowness.NarrownessChange]]) -> float:
    largest = max((abs(change.share) for group in groups for change in group), default=0.0)
    return min(max(largest, 0.05), _MAX_BAR)


def _describe_ablation(table: Sequence[Row]) -> Row | None:
    """Describe and draw simulations in which one part at a time is a model."""
    if not table:
        return None
    columns = [name for name in table[0] if name not in ("measure", "real", "year_before")]
    parts = {
        name: narrowness.compute_changes(table, name, "all gold")
        for name in columns
        if name != "all gold"
    }
    alone = {str(name): part_changes for name, part_changes in parts.items() if name in PARTS}
    limit = _axis_limit(list(parts.values()))
    shown = ["real", "year_before", *columns]
    return {
        "answer": _describe_narrowest(alone),
        "sentences": [_describe_part(name, part_changes) for name, part_changes in parts.items()],
        "pictures": [
            {
                "svg": _draw_bars(part_changes, f"Simulated: {_part_name(name).lower()}", limit),
                "says": "All other parts are taken from reality."
                if name in PARTS
                else "All parts are models.",
            }
            for name, part_changes in parts.items()
        ],
        "rule": f"{_NARROWER} A part counts as narrowing a measure where the measure, with that "
        "part alone a model and all others taken from reality, moves towards narrow from where all "
        "parts are taken from reality by "
        "more, in per cent, than the year before differs from the real days. The part "
        "with the largest mean change over all measures is named; a change that is no larger than "
        "usual counts as none, one of more than 100 % as 100 %.",
        "columns": [name.replace("_", " ") for name in shown],
        "rows": [
            {"measure": row["measure"], "numbers": [row[name] for name in shown]} for row in table
        ],
    }


def _describe_narrowest(alone: Mapping[str, Sequence[narrowness.NarrownessChange]]) -> str:
    part = narrowness.find_narrowest(alone)
    if part is None:
        return "None: no part alone makes it narrower on the whole."
    count = sum(change.is_narrower for change in alone[part])
    return (
        f"{_part_name(part)}. Left to a model, with all other parts taken from reality, this makes "
        f"the papers narrower on {count} of {len(alone[part])} measures, and by "
        f"{narrowness.mean_narrowing(alone[part]):.0%} on average over all of them."
    )


def _part_name(part: str) -> str:
    names = {
        "collaborators": "Who works with whom",
        "prior-work": "What papers build on",
        "contribution": "What papers say",
        "impact": "How papers are received",
    }
    return names.get(part, "All parts together")


def _describe_part(part: str, part_changes: Sequence[narrowness.NarrownessChange]) -> str:
    narrower = [change.measure for change in part_changes if change.is_narrower]
    broader = [change.measure for change in part_changes if change.is_broader]
    if not narrower and not broader:
        name = _part_name(part)
        return f"{name}: none of these measures changes by more than the year before differs."
    sides = {"narrower": narrower, "broader": broader}
    clauses = [f"{side} in {join_names(names)}" for side, names in sides.items() if names]
    mean = narrowness.mean_narrowing(part_changes)
    side = "narrower" if mean > 0 else "broader"
    return f"{_part_name(part)}: {'; '.join(clauses)}; on average {abs(mean):.0%} {side}."
