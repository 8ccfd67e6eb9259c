"""What an update of a model did, told by two runs: one before it, one after it.

Shares are means over domains; intervals and tests draw papers, since one paper has two claims and
may stand in several triplets.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import numpy as np

from scinet.errors import DataError
from scinet.eval.answer import Record
from scinet.eval.run import Run
from scinet.eval.significance import holm, interval_of, paired_p_of, value_of
from scinet.eval.suites.sciencemeter import metrics as metrics
from scinet.eval.suites.sciencemeter.knowledge import Knowledge
from scinet.eval.suites.sciencemeter.metrics import SETS, Label
from scinet.eval.suites.sciencemeter.rows import Joined, joined, zipped
from scinet.eval.task import Row as TruthRow
from scinet.eval.task import Task
from scinet.eval.task_type import Floats, Scoring

WEIGHTS: Final = ("domains", "triplets")
CAUTION: Final = (
    "the published scorer compares with a misspelt value, so that nothing is ever correct; the "
    "published numbers cannot come from it"
)
"""What must stand beside every number of official scoring."""


@dataclass(frozen=True, slots=True)
class Share:
    """One share of rows.

    Attributes:
        reading: How answers were read: ``strict``, ``official``, or ``corrected``: official, but
            for the misspelt value.
        metric: Such as ``preservation`` or ``acquisition loss``.
        needs_new_unknown: Whether the new paper must have been unknown before, too.
        claims: ``all``, or ``support`` or ``refute`` alone.
        domain: One domain; None for the mean over all.
        value: NaN without rows; official: 0.
        low: Lower end of the 95 % interval, NaN in official scoring.
        high: Upper end.
        rows: Rows in the denominator.
        papers: Papers that they are about.
    """

    reading: metrics.Reading
    metric: str
    needs_new_unknown: bool
    claims: str
    domain: str | None
    value: float
    low: float
    high: float
    rows: int
    papers: int


@dataclass(frozen=True, slots=True)
class Difference:
    """The share of one run less that of the first one, on the same rows."""

    system_a: str
    system_b: str
    metric: str
    difference: float
    low: float
    high: float
    p: float
    p_holm: float


@dataclass(frozen=True, slots=True)
class Update:
    """What one update did.

    Attributes:
        before: Name of the run before.
        after: Name of the run after.
        shares: All shares; official: as published.
        transitions: Labels before to labels after, counted, by set.
        differences: From the first of several updates.
        counts: Rows, and answers that were missing or could not be read.
    """

    before: str
    after: str
    shares: tuple[Share, ...]
    transitions: Mapping[str, Mapping[str, Mapping[str, int]]]
    differences: tuple[Difference, ...]
    counts: Mapping[str, int]


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
) -> list[Update]:
    """Score updates of one model.

    strict: a row without an answer before is left out, one without an answer after is unknown;
    both are counted. official: sets are paired in the order of their rows and cut to the shortest;
    the shares of all three readings are given, the published one first.

    Args:
        after: Answers after each update; the others are compared with the first.
        signals: What confidence is told by, all of the task's when None.
        weights: Domains count alike, or by their ``triplets``.
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
    updates: list[Update] = []
    first: list[Joined] = []
    for number, run in enumerate(after, start=1):
        joins = {
            reading: (joined if reading == "strict" else zipped)(truth, listed[0], listed[number])
            for reading, listed in labels.items()
        }
        rows, found = joins[readings[0]], labels[readings[0]][number]
        if number == 1:
            first = rows
        shares = (
            _shares(rows, weights, seed)
            if scoring == "strict"
            else [
                *_published(joins["official"], "official"),
                *_published(joins["corrected"], "corrected"),
                *_told(joins["strict"], weights, seed),
            ]
        )
        plain = [one.row for one in rows]
        updates.append(
            Update(
                before=name_of(before),
                after=name_of(run),
                shares=tuple(shares),
                transitions={name: metrics.transitions(plain, name) for name in SETS},
                differences=tuple(
                    _differences(run, after[0], rows, first, weights, seed)
                    if number > 1 and scoring == "strict"
                    else ()
                ),
                counts={
                    "rows": len(rows),
                    "missing_before": len(truth) - len(labels[readings[0]][0]),
                    "missing_after": len(truth) - len(found),
                    "unread_after": _unread(task_type, run, truth, scoring),
                },
            )
        )
    return updates


def plain(update: Update) -> TruthRow:
    """An update as JSON; what is undefined is null."""
    return {name: _plain(value) for name, value in asdict(update).items()}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
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
        held = [one.record for one in run.answers.values() if isinstance(one, Record)]
        if unchecked := sum(not task_type.is_checked(record) for record in held):
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
        query_id: task_type.label(answer.record, truth[query_id], scoring, signals)
        for query_id, answer in run.answers.items()
        if isinstance(answer, Record)
    }


def _unread(task_type: Knowledge, run: Run, truth: Mapping[str, TruthRow], scoring: Scoring) -> int:
    return sum(
        task_type.signs(answer.record, truth[query_id], scoring).is_right is None
        for query_id, answer in run.answers.items()
        if isinstance(answer, Record)
    )


def _published(rows: Sequence[Joined], reading: metrics.Reading) -> list[Share]:
    nothing = float("nan")
    domains = sorted({one.domain for one in rows})
    found = {
        domain: metrics.published([one.row for one in rows if one.domain == domain])
        for domain in domains
    }
    shares: list[Share] = []
    for domain in (None, *(domains if len(domains) > 1 else ())):
        inside = [one for one in rows if domain is None or one.domain == domain]
        for metric in next(iter(found.values()), metrics.published([])):
            goal = metric.partition(" ")[0]
            kept = [one for one in inside if metrics.counts(one.row, goal, needs_new_unknown=True)]
            listed = [found[name][metric] for name in domains if domain in {None, name}]
            value = float(np.mean(listed)) if listed else 0.0
            about = len({one.papers[metrics.set_of(goal)] for one in kept})
            shares.append(
                Share(
                    reading,
                    metric,
                    needs_new_unknown=True,
                    claims="all",
                    domain=domain,
                    value=value,
                    low=nothing,
                    high=nothing,
                    rows=len(kept),
                    papers=about,
                )
            )
    return shares


def _shares(rows: Sequence[Joined], weights: str, seed: int) -> list[Share]:
    """Both readings of the denominator, all claims and each kind apart, and each domain."""
    stances = sorted({one.claims for one in rows} - {"all"}, reverse=True)
    shares: list[Share] = []
    for needs_new_unknown in (True, False):
        every = {"needs_new_unknown": needs_new_unknown}
        shares += _told(rows, weights, seed, **every)
        for claims in stances:
            kept = [one for one in rows if claims == one.claims]
            shares += _of(kept, None, claims, weights, seed, **every)
    return shares


def _told(
    rows: Sequence[Joined], weights: str, seed: int, *, needs_new_unknown: bool = True
) -> list[Share]:
    """One reading of the denominator, of all claims: over all domains, then each."""
    domains = sorted({one.domain for one in rows})
    shares: list[Share] = []
    for domain in (None, *(domains if len(domains) > 1 else ())):
        kept = [one for one in rows if domain in {None, one.domain}]
        shares += _of(kept, domain, "all", weights, seed, needs_new_unknown=needs_new_unknown)
    return shares


def _of(
    rows: Sequence[Joined],
    domain: str | None,
    claims: str,
    weights: str,
    seed: int,
    *,
    needs_new_unknown: bool,
) -> list[Share]:
    shares: list[Share] = []
    for goal in metrics.goals():
        # Acquisition has one reading only.
        if goal == "acquisition" and not needs_new_unknown:
            continue
        kept = _denominator(rows, goal, needs_new_unknown=needs_new_unknown)
        statistic = _Mean(rows, weights)
        for metric, wanted in metrics.ends(goal).items():
            columns = _columns(kept, goal, wanted, statistic)
            value = value_of(statistic, columns)
            low, high = interval_of(statistic, columns, seed)
            about = len(columns["rows"])
            shares.append(
                Share(
                    "strict",
                    metric,
                    needs_new_unknown,
                    claims,
                    domain,
                    value,
                    low,
                    high,
                    len(kept),
                    about,
                )
            )
    return shares


def _denominator(rows: Sequence[Joined], goal: str, *, needs_new_unknown: bool) -> list[Joined]:
    return [
        one for one in rows if metrics.counts(one.row, goal, needs_new_unknown=needs_new_unknown)
    ]


class _Mean:
    """The mean over domains of hits by rows, from columns of papers."""

    def __init__(self, rows: Sequence[Joined], weights: str) -> None:
        sizes = Counter(one.domain for one in rows)
        self.codes = {domain: code for code, domain in enumerate(sorted(sizes))}
        self._weight = {
            code: float(sizes[domain]) if weights == "triplets" else 1.0
            for domain, code in self.codes.items()
        }

    def __call__(self, columns: Mapping[str, Floats]) -> Floats:
        total = weight = np.zeros(columns["rows"].shape[:-1])
        for code, size in self._weight.items():
            inside = columns["domain"] == code
            rows = np.where(inside, columns["rows"], 0.0).sum(axis=-1)
            hits = np.where(inside, columns["hits"], 0.0).sum(axis=-1)
            share = np.divide(hits, rows, out=np.zeros_like(hits), where=rows > 0)
            total = total + size * share
            weight = weight + np.where(rows > 0, size, 0.0)
        return np.divide(total, weight, out=np.full_like(total, np.nan), where=weight > 0)


def _columns(
    kept: Sequence[Joined], goal: str, wanted: Label, statistic: _Mean
) -> dict[str, Floats]:
    """Hits and rows of each paper of each domain."""
    name = metrics.set_of(goal)
    hits: Counter[tuple[str, str]] = Counter()
    size: Counter[tuple[str, str]] = Counter()
    for one in kept:
        key = (one.domain, one.papers[name])
        size[key] += 1
        hits[key] += one.row.after.get(name) == wanted
    return {
        "hits": np.array([hits[key] for key in size], dtype=float),
        "rows": np.array(list(size.values()), dtype=float),
        "domain": np.array([statistic.codes[domain] for domain, _ in size], dtype=float),
    }


def _differences(
    run: Run,
    base: Run,
    rows: Sequence[Joined],
    first: Sequence[Joined],
    weights: str,
    seed: int,
) -> list[Difference]:
    """The model before is the same, so both runs have the same rows."""
    statistic = _Mean(rows, weights)
    found: list[Difference] = []
    for goal in metrics.goals():
        ours, theirs = (
            _columns(_denominator(one, goal, needs_new_unknown=True), goal, "correct", statistic)
            for one in (rows, first)
        )
        less = {**ours, "hits": ours["hits"] - theirs["hits"]}
        low, high = interval_of(statistic, less, seed)
        found.append(
            Difference(
                system_a=name_of(run),
                system_b=name_of(base),
                metric=goal,
                difference=value_of(statistic, less),
                low=low,
                high=high,
                p=paired_p_of(statistic, ours, theirs, seed),
                p_holm=float("nan"),
            )
        )
    adjusted = holm([one.p for one in found])
    return [replace(one, p_holm=p) for one, p in zip(found, adjusted, strict=True)]
