"""Page of results: tables made only of the output of runs."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from scinet.errors import DataError
from scinet.eval.results import find_metric
from scinet.eval.task import Row
from scinet.experiments import markdown
from scinet.experiments.leaderboard.plan import Leaderboard, goal_of
from scinet.experiments.leaderboard.run import place, read_account
from scinet.experiments.markdown import format_bullets, format_table

_HEAD: Final = """\
Made by the commands at the end; nothing here is written by hand. Each entry answers the same
questions, each question from what is dated before its own day. In brackets are 95 % intervals (BCa
bootstrap over questions); p is of a paired permutation test with Holm's correction over the entries
of a table. Entries that lose stay. Controls show the floor and the ceiling. Rows in *italics* were
measured elsewhere and are to be compared with care."""
_COSTS: Final = (
    "Each entry had a process of its own; a time with * is of the last part of a run that was "
    "stopped, what an earlier entry left in the cache was not made again, and all times are of a "
    "machine that may have done other work meanwhile."
)
_ACROSS: Final = 5  # metrics in one table
_ALPHA: Final = 0.05
_FEATURES: Final = 10


def page(boards: Sequence[tuple[Leaderboard, Path]], again: str) -> str:
    """Format leaderboards and their run folders as Markdown."""
    read = [_read(board, out) for board, out in boards]
    rows = [
        row for leaderboard_run in read for done in leaderboard_run.tables for row in done.glance()
    ]
    head = ["question", "by", "baseline", "best entry", "goal"]
    parts = ["# Results", _HEAD, "## At a glance", format_table(head, rows)]
    for leaderboard_run in read:
        parts += leaderboard_run.parts()
    commands = [leaderboard_run.command() for leaderboard_run in read]
    parts += ["## Do it again", "\n".join(["```", *commands, again, "```"])]
    return markdown.format_page(parts)


def _read(board: Leaderboard, out: Path) -> "_RunOutput":
    files = [place(out, "tables", spec.name) for spec in board.tasks]
    tables = [_Table(json.loads(file.read_text("utf-8"))) for file in files if file.is_file()]
    about = read_account(out / "leaderboard.json")
    if about is None or not tables:
        raise DataError(
            f"no results of the leaderboard {board.name} ({out})",
            hint=f"Run `scinet leaderboard run {board.called} --out {out}` first.",
        )
    return _RunOutput(board, out, about, tables)


@dataclass(frozen=True, slots=True)
class _RunOutput:
    """Output of a run: its account, and the tables of finished tasks."""

    board: Leaderboard
    out: Path
    about: Row
    tables: "Sequence[_Table]"

    def command(self) -> str:
        about, called = self.about, self.board.called
        sampled = f" --targets {about['targets']}" if about["targets"] else ""
        seed = f" --seed {about['seed']}" if about["seed"] else ""
        return f"scinet leaderboard run {called} --corpus FOLDER --out {self.out}{sampled}{seed}"

    def parts(self) -> Iterator[str]:
        yield f"## {self.board.title}"
        yield self.board.about
        yield self._origin()
        done = [table.row["name"] for table in self.tables]
        if missing := [spec.name for spec in self.board.tasks if spec.name not in done]:
            yield f"Not done: {', '.join(missing)}."
        for table in self.tables:
            yield from table.parts()

    def _origin(self) -> str:
        about, on, targets = self.about, self.about["machine"], self.about["targets"]
        sampled = f"**{targets} questions** of each split, sampled" if targets else "all"
        corpus = ", ".join(f"{count:,} {name}" for name, count in about["corpus"].items())
        versions = ", ".join(f"{name} {of}" for name, of in about["versions"].items())
        return format_bullets(
            [
                f"questions: {sampled}; seed {about['seed']}",
                f"graph fingerprint `{about['graph_fingerprint'][:16]}`: {corpus}",
                f"machine: {on['processor']}, {on['cores']} cores, {on['memory_gib']} GiB, load "
                f"average {on['load_average'][0]} when last begun, {on['time'][:10]}; {versions}",
                f"figures in italics, and goals: {self.board.figures}",
            ]
        )


class _Best(NamedTuple):
    """The best entry by a metric."""

    value: float
    entry: str
    is_less: bool

    def verdict(self, goal: float) -> str:
        reached = self.value <= goal if self.is_less else self.value >= goal
        return "reached" if reached else f"missed by {abs(goal - self.value):.3f}"


class _Table:
    """Table of the entries of one task."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.done = [entry for entry in row["entries"] if "metrics" in entry]

    def glance(self) -> Iterator[list[str]]:
        """Yield a line with the baseline, the best entry and the goal."""
        row, name = self.row, self.row["headline"]
        best = self.best(name)
        if best is None:
            return
        values = {entry["name"]: _format_metric(entry, name) for entry in self.done}
        goal = row["goals"].get(name)
        cells = [f"{entry} {values.get(entry, '-')}" for entry in (row["baseline"], best.entry)]
        against = "" if goal is None else f"{goal:g}, {best.verdict(goal)}"
        yield [row["title"], name, *cells, against]

    def parts(self) -> Iterator[str]:
        row, task = self.row, self.row["task"]
        yield f"### {row['title']}"
        yield f"`{row['kind']}`: " + _format_mapping(task["options"]) + "."
        ends = ", ".join(f"{split} before {day}" for split, day in task["before"].items())
        yield f"Splits: {ends}; seed {task['seed']}. Counts: {_format_mapping(task['counts'])}."
        yield f"Left out: {_format_mapping(_without_zeros(task['left_out'])) or 'nothing'}."
        if row["note"]:
            yield row["note"]
        if self.done:
            yield from self._metrics()
            yield from self._periods()
            if row["official"] is not None:
                names = [metric["metric"] for metric in row["official"]["metrics"]]
                scores = ", ".join(f"{n} {_format_metric(row['official'], n)}" for n in names)
                yield f"{row['baseline']} by official scoring, faults included: {scores}."
            yield from self._goals()
            yield from self._gains()
            yield from _titled_bullets("What was learned:", self._learned())
            yield "The entries:\n\n" + format_bullets(map(_describe_entry, self.done))
        failed = [entry for entry in row["entries"] if "error" in entry["account"]]
        yield from _titled_bullets(
            "Not in the tables:",
            (f"{failure['name']}: {failure['account']['error']}" for failure in failed),
        )
        if row["controls_error"]:
            yield f"No controls: {row['controls_error']}"

    def best(self, name: str) -> _Best | None:
        """Return the best entry by a metric, of one period if the name ends in one."""
        metric, period = goal_of(name, list(self.done[0]["periods"]) if self.done else [])
        is_less = metric in self.row["less_is_better"]
        results = [
            _Best(metric_row["mean"], entry["name"], is_less)
            for entry in self.done
            for metric_row in [find_metric(entry["periods"][period] if period else entry, metric)]
            if metric_row.get("mean") is not None
        ]
        return (min if is_less else max)(results, default=None)

    def _metrics(self) -> Iterator[str]:
        row = self.row
        names = [metric["metric"] for metric in self.done[0]["metrics"]]
        order = list(dict.fromkeys([name for name in row["shown"] if name in names] + names))
        elsewhere = [*row["references"], {"name": "goal", "values": row["goals"]}]
        for start in range(0, len(order), _ACROSS):
            columns = order[start : start + _ACROSS]
            costs = [] if start else ["training", "answering", "peak MiB"]
            rows = []
            for entry in self.done:
                tests = {test["metric"]: test["p_holm"] for test in entry["comparisons"]}
                p = {
                    name: f" p {_format_p(control)}"
                    for name, control in tests.items()
                    if control is not None
                }
                cells = [_format_metric(entry, name) + p.get(name, "") for name in columns]
                cells += _cost(entry["account"]) if costs else []
                rows.append([self._name(entry), *cells])
            for control in row["controls"]:
                values = [_format_metric(control, name) for name in columns]
                rows.append([f"control: {control['name']}", *values])
            for control in elsewhere:
                if set(columns) & control["values"].keys():
                    control_cells = {name: f"*{of:.3f}*" for name, of in control["values"].items()}
                    rows.append(
                        [f"*{control['name']}*", *(control_cells.get(name, "") for name in columns)]
                    )
            yield format_table(["entry", *columns, *costs], rows)
        yield (f"In bold the baseline, {row['baseline']}, against which p is. {_COSTS}")

    def _periods(self) -> Iterator[str]:
        first = self.done[0]["periods"]
        columns = [(period, name) for period in first for name in self.row["shown"]]
        if columns:
            heads = [f"{name}, {period} (n {first[period]['queries']})" for period, name in columns]
            yield "By the day of the question:"
            rows = []
            for entry in self.done:
                of = entry["periods"]
                cells = [_format_metric(of[period], name) for period, name in columns]
                rows.append([self._name(entry), *cells])
            yield format_table(["entry", *heads], rows)

    def _goals(self) -> Iterator[str]:
        goals = [(name, goal, self.best(name)) for name, goal in self.row["goals"].items()]
        lines = (
            f"{name}: goal {goal:g}, best {best.value:.3f} ({best.entry}): {best.verdict(goal)}"
            for name, goal, best in goals
            if best is not None
        )
        yield from _titled_bullets("Goals:", lines)

    def _gains(self) -> Iterator[str]:
        gains = [(entry["name"], entry["brought"]) for entry in self.done if entry["brought"]]
        if not gains:
            return
        headline = self.row["headline"]
        yield f"What each entry adds to the one it is meant to improve on, by {headline}:"
        yield format_table(
            ["entry", "over", f"{headline}, difference", "p"],
            [
                [n, row["over"], _format_signed(row["difference"]), _format_p(row["p_holm"])]
                for n, row in gains
            ],
        )
        idle = [
            f"{name} ({_format_signed(row['difference'])} over {row['over']})"
            for name, row in gains
            if not ((row["difference"] or 0) > 0 and (row["p_holm"] or 1) < _ALPHA)
        ]
        text = "; ".join(idle) or "nothing that was tried"
        yield f"What did not help, that is without a gain at p < {_ALPHA}: {text}."

    def _learned(self) -> Iterator[str]:
        for entry in self.done:
            figures = entry["account"].get("figures") or {}
            importances = figures.get("importances") or {}
            first = sorted(importances.items(), key=lambda pair: -pair[1])[:_FEATURES]
            total = sum(importances.values()) or 1.0
            text = ", ".join(f"{name} {100 * gain / total:.0f} %" for name, gain in first)
            plain = {name: of for name, of in figures.items() if not isinstance(of, dict | list)}
            parts = [_format_mapping(plain), f"gain by feature: {text}" if text else ""]
            if any(parts):
                yield f"{entry['name']}: {'; '.join(part for part in parts if part)}"

    def _name(self, entry: Row) -> str:
        return f"**{entry['name']}**" if entry["name"] == self.row["baseline"] else entry["name"]


def _titled_bullets(head: str, lines: Iterable[str]) -> list[str]:
    listed = format_bullets(lines)
    return [head, listed] if listed else []


def _describe_entry(entry: Row) -> str:
    settings = _format_mapping(entry["all_settings"]) or "no settings"
    return (
        f"**{entry['name']}** = `{entry['system']}` {entry['version']} ({settings}): "
        f"{entry['about']} Counted: {_format_mapping(_without_zeros(entry['counts']))}."
    )


def _format_metric(result: Row, name: str) -> str:
    """Format a metric with its interval; a dash where it is undefined or missing."""
    metric_row = find_metric(result, name)
    if metric_row.get("mean") is None:
        return "-"
    if metric_row["low"] is None:
        return f"{metric_row['mean']:.3f}"
    return f"{metric_row['mean']:.3f} [{metric_row['low']:.3f}, {metric_row['high']:.3f}]"


def _format_p(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if value >= 0.001 else f"{value:.4f}"  # the least is 1 in 10,000


def _format_signed(value: float | None) -> str:
    return "-" if value is None else f"{value:+.3f}"


def _cost(account: Row) -> list[str]:
    train = "" if "train_seconds" not in account else f"{account['train_seconds']:,.0f} s"
    mark = "*" if account["resumed"] else ""
    peak = max(account["peak_mib"], account.get("train_peak_mib", 0))
    return [train, f"{account['seconds']:,.0f} s{mark}", f"{peak:,.0f}"]


def _without_zeros(counts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: count for name, count in counts.items() if count}


def _format_mapping(values: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name.replace('_', ' ')} {_format_value(value)}" for name, value in values.items()
    )


def _format_value(value: Any) -> str:
    match value:
        case Mapping():
            return f"({_format_mapping(value)})"
        case None | "":
            return "none"
        case bool():
            return str(value)
        case float():
            return f"{value:.4g}"
        case int():
            return f"{value:,}"
        case _:
            return f"{value or 'none'}"
