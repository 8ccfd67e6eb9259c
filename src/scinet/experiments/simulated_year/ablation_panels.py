"""Ablation of a simulation's parts: charts and text on narrower simulated science."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scinet.eval.report import panels
from scinet.eval.task import Row
from scinet.experiments.simulated_year import narrowness
from scinet.experiments.simulated_year.components import PARTS
from scinet.experiments.simulated_year.summary_text import join_names

_MAX_BAR: Final = 0.6  # a larger change would hide the others
_NARROWER: Final = (
    "Narrow means: fewer authors, cited papers, venues and topics carry the science of these days, "
    "citations fall on fewer papers, and titles are more like each other and like earlier ones."
)


def draw_reality(changes: Sequence[narrowness.NarrownessChange]) -> Row | None:
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


def describe_ablation(table: Sequence[Row]) -> Row | None:
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
