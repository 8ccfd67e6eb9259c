"""From periods to a task: a split for each, and one account of what all of them left out."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from scinet.eval.suites.prescience.targets import Period
from scinet.eval.task import Split, TaskDraft
from scinet.eval.task_type import Material, TaskType


def of_periods(
    task_type: TaskType,
    material: Material,
    options: Any,
    periods: Mapping[str, Period],
    ask: Callable[[Period], tuple[Split, Mapping[str, int]]],
) -> TaskDraft:
    """Ask about each period; counts of other splits than ``test`` carry the split's name.

    Args:
        task_type: The task.
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
    draft = task_type.draft(
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
