"""What an update of a model did, told by two runs: one before it, one after it.

Shares are means over domains; intervals and tests draw papers, since one paper has two claims and
may stand in several triplets.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval.answer import Record
from scinet.eval.run import Run
from scinet.eval.significance import holm, interval_of, paired_p_of, value_of
from scinet.eval.suites.sciencemeter import metrics, shares
from scinet.eval.suites.sciencemeter.knowledge import Knowledge
from scinet.eval.suites.sciencemeter.metrics import SETS, Label
from scinet.eval.suites.sciencemeter.shares import Joined, joined, zipped
from scinet.eval.task import Row as TruthRow
from scinet.eval.task import Task
from scinet.eval.task_type import Scoring

WEIGHTS: Final = ("domains", "triplets")
CAUTION: Final = (
    "the published scorer compares with a misspelt value, so that nothing is ever correct; the "
    "published numbers cannot come from it"
)
"""What must stand beside every number of official scoring."""


def score(
    task_type: Knowledge,
    task: Task,
    before: Run,
    after: Sequence[Run],
    *,
    scoring: Scoring = "strict",
    signals: Sequence[str] | None = None,
    weights: str = "domains",
    split: str = "test",
    seed: int = 0,
) -> list[TruthRow]:
    """Score updates of one model.

    strict: a row without an answer before is left out, one without an answer after is unknown;
    both are counted. official: sets are paired in the order of their rows and cut to the shortest;
    the shares of all three readings are given, the published one first.

    Args:
        after: Answers after each update; the others are compared with the first.
        signals: What confidence is told by, all of the task's when None.
        weights: Domains count alike, or by their ``triplets``.

    Returns:
        Of each update ``before`` and ``after``, the names of its runs; ``shares``, official as
        published; ``transitions``, labels before to labels after, counted, by set; ``differences``,
        shares less those of the first update on the same rows; and ``counts`` of rows, and of
        answers that were missing or could not be read.
    """
    chosen = task_type.signals if signals is None else tuple(signals)
    _check(task_type, before, after, chosen, weights)
    truth = task.truth(split)
    runs = (before, *after)
    readings: Sequence[metrics.Reading] = ["strict"]
    if scoring == "official":
        readings = ["official", "corrected", "strict"]
    labels = {
        reading: [_labels(task_type, run, truth, reading, chosen) for run in runs]
        for reading in readings
    }
    updates: list[TruthRow] = []
    first: list[Joined] = []
    for number, run in enumerate(after, start=1):
        joins = {
            reading: (joined if reading == "strict" else zipped)(truth, listed[0], listed[number])
            for reading, listed in labels.items()
        }
        rows, found = joins[readings[0]], labels[readings[0]][number]
        if number == 1:
            first = rows
        found_shares = (
            shares.strict(rows, weights, seed)
            if scoring == "strict"
            else [
                *shares.published(joins["official"], "official"),
                *shares.published(joins["corrected"], "corrected"),
                *shares.told(joins["strict"], weights, seed),
            ]
        )
        plain = [one.row for one in rows]
        updates.append(
            {
                "before": name_of(before),
                "after": name_of(run),
                "shares": found_shares,
                "transitions": {name: metrics.transitions(plain, name) for name in SETS},
                "differences": _differences(run, after[0], rows, first, weights, seed)
                if number > 1 and scoring == "strict"
                else [],
                "counts": {
                    "rows": len(rows),
                    "missing_before": len(truth) - len(labels[readings[0]][0]),
                    "missing_after": len(truth) - len(found),
                    "unread_after": sum(
                        task_type.signs(record, truth[name], scoring).is_right is None
                        for name, record in _records(run).items()
                    ),
                },
            }
        )
    return updates


def plain(value: Any) -> Any:
    """An update, or a part of it, as JSON; what is undefined is null."""
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def name_of(run: Run) -> str:
    """The name of a run's file: one model has the same name before and after."""
    return run.header.system if run.file is None else run.file.stem


def _check(
    task_type: Knowledge, before: Run, after: Sequence[Run], signals: Sequence[str], weights: str
) -> None:
    if unknown := sorted(set(signals) - set(task_type.signals)) or (not signals and ["none"]):
        raise DataError(
            f"{task_type.suite}/{task_type.name} has no signal {', '.join(unknown)}",
            hint=f"It has {', '.join(task_type.signals)}.",
        )
    if weights not in WEIGHTS:
        raise DataError(f"no weights {weights!r}", hint=f"There are {', '.join(WEIGHTS)}.")
    names = [name_of(run) for run in after]
    if len(set(names)) < len(names):
        raise DataError("two updates have one name", hint="Give their files different names.")
    for run in (before, *after):
        if unchecked := sum(not task_type.is_checked(one) for one in _records(run).values()):
            raise DataError(
                f"{unchecked} claims of {name_of(run)} were not checked",
                hint="Let a model check them: add --model and --ledger.",
            )


def _labels(
    task_type: Knowledge,
    run: Run,
    truth: Mapping[str, TruthRow],
    scoring: metrics.Reading,
    signals: Sequence[str],
) -> dict[str, Label]:
    return {
        query_id: task_type.label(record, truth[query_id], scoring, signals)
        for query_id, record in _records(run).items()
    }


def _records(run: Run) -> dict[str, Mapping[str, Any]]:
    return {name: one.record for name, one in run.answers.items() if isinstance(one, Record)}


def _differences(
    run: Run,
    base: Run,
    rows: Sequence[Joined],
    first: Sequence[Joined],
    weights: str,
    seed: int,
) -> list[TruthRow]:
    """The model before is the same, so both runs have the same rows."""
    statistic = shares.DomainMean(rows, weights)
    found: list[TruthRow] = []
    for goal in metrics.GOALS:
        ours, theirs = (
            shares.columns(
                shares.denominator(one, goal, needs_new_unknown=True), goal, "correct", statistic
            )
            for one in (rows, first)
        )
        less = {**ours, "hits": ours["hits"] - theirs["hits"]}
        low, high = interval_of(statistic, less, seed)
        row: TruthRow = {"system_a": name_of(run), "system_b": name_of(base), "metric": goal}
        row |= {"difference": value_of(statistic, less), "low": low, "high": high}
        found.append(row | {"p": paired_p_of(statistic, ours, theirs, seed)})
    adjusted = holm([one["p"] for one in found])
    return [one | {"p_holm": p} for one, p in zip(found, adjusted, strict=True)]
