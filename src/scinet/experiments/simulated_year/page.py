"""Text and charts of a simulation's page; see ``simulation.html``."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scinet.eval.report import panels
from scinet.eval.report.page import format_figures
from scinet.eval.task import Row
from scinet.experiments.simulated_year import ablation_panels, narrowness, summary_text
from scinet.experiments.simulated_year.components import GOLD, PARTS

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
    ablated = ablation_panels.describe_ablation(ablation)
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
        "narrow": ablation_panels.draw_reality(changes),
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
        "community": "groups of earlier papers that cite one another, named by telling words of "
        "their titles"
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
