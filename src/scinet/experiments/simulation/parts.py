"""Which part makes simulated science narrower: bars, sentences and the rule behind them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scinet.eval.report import panels
from scinet.eval.task import Row
from scinet.experiments.simulation import narrowness
from scinet.experiments.simulation.answer import listed
from scinet.experiments.simulation.components import PARTS

_LIMIT: Final = 0.6  # of bars, so that a large change leaves room to see the others
_NARROWER: Final = (
    "Narrow means: fewer authors, cited papers, venues and topics carry the science of these days, "
    "citations fall on fewer papers, and titles are more like each other and like earlier ones."
)


def against_reality(changes: Sequence[narrowness.Change]) -> Row | None:
    """A bar for each measure of width: simulated against real."""
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


def one_at_a_time(table: Sequence[Row]) -> Row | None:
    """What the page says and shows of simulations in which one part at a time is a model."""
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
                "says": "All other parts are taken from reality."
                if name in PARTS
                else "All parts are models.",
            }
            for name, found in parts.items()
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


def _most(alone: Mapping[str, Sequence[narrowness.Change]]) -> str:
    part = narrowness.narrowest(alone)
    if part is None:
        return "None: no part alone makes it narrower on the whole."
    count = sum(one.is_narrower for one in alone[part])
    return (
        f"{_called(part)}. Left to a model, with all other parts taken from reality, this makes "
        f"the papers narrower on {count} of {len(alone[part])} measures, and by "
        f"{narrowness.mean_change(alone[part]):.0%} on average over all of them."
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
        return (
            f"{_called(part)}: none of these measures changes by more than the year before differs."
        )
    sides = {"narrower": narrower, "broader": broader}
    said = [f"{side} in {listed(names)}" for side, names in sides.items() if names]
    mean = narrowness.mean_change(found)
    side = "narrower" if mean > 0 else "broader"
    return f"{_called(part)}: {'; '.join(said)}; on average {abs(mean):.0%} {side}."
