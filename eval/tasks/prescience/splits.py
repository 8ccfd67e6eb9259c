"""From periods to a task: a split for each, and one account of what all of them left out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from scinet.eval.task import Draft, Split
from scinet.eval.tasks.kind import Kind, Material
from scinet.eval.tasks.prescience.targets import Period


def of_periods(
    kind: Kind,
    material: Material,
    options: Any,
    periods: Mapping[str, Period],
    ask: Callable[[Period], tuple[Split, Mapping[str, int]]],
) -> Draft:
    """Ask about each period; counts of other splits than ``test`` carry the split's name.

    Args:
        kind: The task.
        material: What it is built from.
        options: Its options.
        periods: By split, ``test`` among them.
        ask: Makes the split of a period, and tells what it left out.
    """
    splits: dict[str, Split] = {}
    left_out: dict[str, int] = {}
    for name, period in periods.items():
        splits[name], lost = ask(period)
        prefix = "" if name == "test" else f"{name}_"
        left_out |= {prefix + reason: count for reason, count in lost.items()}
    draft = kind.draft(
        material,
        options,
        splits["test"],
        left_out=left_out,
        settled={"since": periods["test"].first.isoformat()},
    )
    counts = {
        f"{name}_queries": len(split.queries) for name, split in splits.items() if name != "test"
    }
    return replace(draft, splits=splits, counts={**draft.counts, **counts})
