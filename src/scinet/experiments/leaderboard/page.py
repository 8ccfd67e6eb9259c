"""The page of results: tables made of what runs left, and of nothing else."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from scinet.errors import DataError
from scinet.eval.task import Row
from scinet.experiments.leaderboard.plan import Leaderboard, goal_of
from scinet.experiments.leaderboard.run import RunPaths, read_account

_HEAD: Final = """\
Made by the commands at the end; nothing here is written by hand. Each entry answers the same
questions, each question from what is dated before its own day. In brackets are 95 % intervals (BCa
bootstrap over questions); p is of a paired permutation test with Holm's correction over the entries
of a table. Entries that lose stay. Controls show the floor and the ceiling. Rows in *italics* were
measured elsewhere and are to be compared with care."""
_ACROSS: Final = 5  # metrics in one table
_ALPHA: Final = 0.05
_FEATURES: Final = 10


def page(boards: Sequence[tuple[Leaderboard, Path]], again: str) -> str:
    """Climbs as Markdown.

    Args:
        boards: Leaderboards and the folders where they were run.
        again: The command that makes the page of them.

    Raises:
        DataError: If a folder holds no table of the leaderboard.
    """
    read = [_read(board, out) for board, out in boards]
    glance = _glance([table for one in read for table in one.tables.values()])
    parts = ["# Results", _HEAD, "## At a glance", glance]
    for one in read:
        parts += _board(one)
    commands = [_command(one) for one in read]
    parts += ["## Do it again", "\n".join(["```", *commands, again, "```"])]
    return "\n\n".join(parts) + "\n"


@dataclass(frozen=True, slots=True)
class _Ran:
    """What a run left: what is told of it, and the tables of the tasks that are done, by name."""

    board: Leaderboard
    out: Path
    about: Row
    tables: Mapping[str, Row]


def _read(board: Leaderboard, out: Path) -> _Ran:
    files = {spec.name: RunPaths(out).table(spec) for spec in board.tasks}
    tables = {n: json.loads(file.read_text("utf-8")) for n, file in files.items() if file.is_file()}
    about = read_account(out / "leaderboard.json")
    if about is None or not tables:
        raise DataError(
            f"no results of the leaderboard {board.name} ({out})",
            hint=f"Run `scinet leaderboard run {board.called} --out {out}` first.",
        )
    return _Ran(board, out, about, tables)


def _command(ran: _Ran) -> str:
    about = ran.about
    sampled = f" --targets {about['targets']}" if about["targets"] else ""
    seed = f" --seed {about['seed']}" if about["seed"] else ""
    called = ran.board.called
    return f"scinet leaderboard run {called} --corpus FOLDER --out {ran.out}{sampled}{seed}"


def _glance(tables: Sequence[Row]) -> str:
    """A line for each task: the published baseline, the best entry and the goal."""
    rows = []
    for table in tables:
        done = [entry for entry in table["entries"] if "metrics" in entry]
        name = table["headline"]
        best = _best(table, done, name)
        if best is None:
            continue
        known = {entry["name"]: _by_metric(entry["metrics"]).get(name) for entry in done}
        goal = table["goals"].get(name)
        cells = [f"{entry} {_value(known.get(entry))}" for entry in (table["baseline"], best.entry)]
        against = "" if goal is None else f"{goal:g}, {best.verdict(goal)}"
        rows.append([table["title"], name, *cells, against])
    return _table(["question", "by", "published baseline", "best entry", "goal"], rows)


def _board(ran: _Ran) -> Iterable[str]:
    board, tables = ran.board, ran.tables
    yield f"## {board.title}"
    yield board.about
    yield _origin(ran.about, board)
    missing = [spec.name for spec in board.tasks if spec.name not in tables]
    if missing:
        yield f"Not done: {', '.join(missing)}."
    for table in tables.values():
        yield from _spec(table)


def _origin(run_leaderboard: Row, board: Leaderboard) -> str:
    on = run_leaderboard["machine"]
    sampled = (
        f"**{run_leaderboard['targets']} questions** of each split, drawn"
        if run_leaderboard["targets"]
        else "all"
    )
    lines = [
        f"questions: {sampled}; seed {run_leaderboard['seed']}",
        f"graph fingerprint `{run_leaderboard['graph_fingerprint'][:16]}`: "
        + ", ".join(f"{count:,} {name}" for name, count in run_leaderboard["corpus"].items()),
        f"machine: {on['processor']}, {on['cores']} cores, {on['memory_gib']} GiB, load average "
        f"{on['load_average'][0]} when last begun, {on['time'][:10]}; Python {on['python']}, "
        + ", ".join(f"{name} {of}" for name, of in run_leaderboard["versions"].items()),
        f"figures in italics, and goals: {board.figures}",
    ]
    return "\n".join(f"* {line}" for line in lines)


def _spec(table: Row) -> Iterable[str]:
    done = [entry for entry in table["entries"] if "metrics" in entry]
    task = table["task"]
    yield f"### {table['title']}"
    yield f"`{table['kind']}`: " + _listed(task["options"]) + "."
    ends = ", ".join(f"{split} before {day}" for split, day in task["before"].items())
    yield f"Splits: {ends}; seed {task['seed']}. Counts: {_listed(task['counts'])}."
    left_out = {reason: count for reason, count in task["left_out"].items() if count}
    yield f"Left out: {_listed(left_out) or 'nothing'}."
    if table["note"]:
        yield table["note"]
    if done:
        yield from _all_metrics(table, done)
        yield from _by_period(table, done)
        yield from _published(table)
        yield from _goals(table, done)
        yield from _gains(table, done)
        yield from _learned(done)
        yield _entries(done)
    failed = [entry for entry in table["entries"] if "error" in entry["account"]]
    if failed:
        yield "Not in the tables:"
        yield "\n".join(f"* {entry['name']}: {entry['account']['error']}" for entry in failed)
    if table["controls_error"]:
        yield f"No controls: {table['controls_error']}"


def _all_metrics(table: Row, done: Sequence[Row]) -> Iterable[str]:
    names = [metric["metric"] for metric in done[0]["metrics"]]
    order = list(dict.fromkeys([name for name in table["shown"] if name in names] + names))
    for start in range(0, len(order), _ACROSS):
        chosen = order[start : start + _ACROSS]
        is_first = start == 0
        head = ["entry", *chosen]
        if is_first:
            head += ["training", "answering", "peak MiB"]
        rows = []
        for entry in done:
            metrics = _by_metric(entry["metrics"])
            tests = _by_metric(entry["comparisons"])
            cells = [_name(entry, table)]
            cells += [_value(metrics.get(name)) + _test(tests.get(name)) for name in chosen]
            rows.append(cells + (_cost(entry["account"]) if is_first else []))
        rows += [
            [
                f"control: {one['name']}",
                *(_value(_by_metric(one["metrics"]).get(n)) for n in chosen),
            ]
            for one in table["controls"]
        ]
        rows += [
            [f"*{one['name']}*", *(_figure(one["values"].get(name)) for name in chosen)]
            for one in [*table["references"], {"name": "goal", "values": table["goals"]}]
            if set(chosen) & one["values"].keys()
        ]
        yield _table(head, rows)
    yield (
        f"In bold the published baseline, {table['baseline']}, against which p is. Each entry had "
        "a process of its own; a time with * is of the last part of a run that was stopped, what "
        "an earlier entry left in the cache was not made again, and all times are of a machine "
        "that may have done other work meanwhile."
    )


def _by_period(table: Row, done: Sequence[Row]) -> Iterable[str]:
    periods = list(done[0]["periods"])
    if not periods:
        return
    counts = {period: done[0]["periods"][period]["queries"] for period in periods}
    head = ["entry"]
    head += [
        f"{name}, {period} (n {counts[period]})" for period in periods for name in table["shown"]
    ]
    rows = [
        [
            _name(entry, table),
            *(
                _value(_by_metric(entry["periods"][period]["metrics"]).get(name))
                for period in periods
                for name in table["shown"]
            ),
        ]
        for entry in done
    ]
    yield "By the day of the question:"
    yield _table(head, rows)


def _published(table: Row) -> Iterable[str]:
    if table["official"] is None:
        return
    metrics = ", ".join(
        f"{metric['metric']} {_value(metric)}" for metric in table["official"]["metrics"]
    )
    yield f"{table['baseline']} by official scoring, faults included: {metrics}."


def _goals(table: Row, done: Sequence[Row]) -> Iterable[str]:
    lines = []
    for name, goal in table["goals"].items():
        best = _best(table, done, name)
        if best is not None:
            found = f"best {best.value:.3f} ({best.entry})"
            lines.append(f"* {name}: goal {goal:g}, {found}: {best.verdict(goal)}")
    if lines:
        yield "Goals:"
        yield "\n".join(lines)


class _Best(NamedTuple):
    """The best entry by a metric."""

    value: float
    entry: str
    is_less: bool

    def verdict(self, goal: float) -> str:
        """How it stands to a goal."""
        reached = self.value <= goal if self.is_less else self.value >= goal
        return "reached" if reached else f"missed by {abs(goal - self.value):.3f}"


def _best(table: Row, done: Sequence[Row], name: str) -> _Best | None:
    """The best entry by a metric of all questions, or of a period where the name ends in one."""
    metric, period = goal_of(name, list(done[0]["periods"]) if done else [])
    is_less = metric in table["less_is_better"]
    known = [
        _Best(found["mean"], entry["name"], is_less)
        for entry in done
        for of in (entry["periods"][period] if period else entry,)
        if (found := _by_metric(of["metrics"]).get(metric)) and found["mean"] is not None
    ]
    if not known:
        return None
    return min(known) if is_less else max(known)


def _gains(table: Row, done: Sequence[Row]) -> Iterable[str]:
    gains = [(entry, entry["brought"]) for entry in done if entry["brought"]]
    if not gains:
        return
    headline = table["headline"]
    yield f"What each entry adds to the one it is meant to improve on, by {headline}:"
    yield _table(
        ["entry", "over", f"{headline}, difference", "p"],
        [
            [entry["name"], row["over"], _signed(row["difference"]), _p(row["p_holm"])]
            for entry, row in gains
        ],
    )
    idle = [
        f"{entry['name']} ({_signed(row['difference'])} over {row['over']})"
        for entry, row in gains
        if not _helped(row)
    ]
    text = "; ".join(idle) or "nothing that was tried"
    yield f"What did not help, that is without a gain at p < {_ALPHA}: {text}."


def _helped(row: Row) -> bool:
    return (
        row["difference"] is not None
        and row["difference"] > 0
        and row["p_holm"] is not None
        and row["p_holm"] < _ALPHA
    )


def _learned(done: Sequence[Row]) -> Iterable[str]:
    lines = []
    for entry in done:
        figures = entry["account"].get("figures") or {}
        importances = figures.get("importances") or {}
        first = sorted(importances.items(), key=lambda pair: -pair[1])[:_FEATURES]
        total = sum(importances.values()) or 1.0
        text = ", ".join(f"{name} {100 * gain / total:.0f} %" for name, gain in first)
        rest = _listed(
            {name: of for name, of in figures.items() if not isinstance(of, dict | list)}
        )
        parts = [rest, f"gain by feature: {text}" if text else ""]
        if any(parts):
            lines.append(f"* {entry['name']}: {'; '.join(part for part in parts if part)}")
    if lines:
        yield "What was learned:"
        yield "\n".join(lines)


def _entries(done: Sequence[Row]) -> str:
    lines = [
        f"* **{entry['name']}** = `{entry['system']}` {entry['version']}"
        f" ({_listed(entry['all_settings']) or 'no settings'}): {entry['about']} "
        f"Counted: {_listed({name: count for name, count in entry['counts'].items() if count})}."
        for entry in done
    ]
    return "\n".join(["The entries:", "", *lines])


def _name(entry: Row, table: Row) -> str:
    return f"**{entry['name']}**" if entry["name"] == table["baseline"] else entry["name"]


def _by_metric(rows: Sequence[Row]) -> Mapping[str, Row]:
    return {row["metric"]: row for row in rows}


def _value(metric: Row | None) -> str:
    if metric is None or metric["mean"] is None:
        return "-"
    if metric["low"] is None:
        return f"{metric['mean']:.3f}"
    return f"{metric['mean']:.3f} [{metric['low']:.3f}, {metric['high']:.3f}]"


def _test(row: Row | None) -> str:
    return "" if row is None or row["p_holm"] is None else f" p {_p(row['p_holm'])}"


def _p(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if value >= 0.001 else f"{value:.4f}"  # the least is 1 in 10,000


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{value:+.3f}"


def _figure(value: float | None) -> str:
    return "" if value is None else f"*{value:.3f}*"


def _cost(account: Row) -> list[str]:
    train = "" if "train_seconds" not in account else f"{account['train_seconds']:,.0f} s"
    mark = "*" if account["resumed"] else ""
    peak = max(account["peak_mib"], account.get("train_peak_mib", 0))
    return [train, f"{account['seconds']:,.0f} s{mark}", f"{peak:,.0f}"]


def _listed(values: Mapping[str, Any]) -> str:
    pairs = []
    for name, value in values.items():
        words = name.replace("_", " ")
        if isinstance(value, Mapping):
            pairs.append(f"{words} ({_listed(value)})")
        elif isinstance(value, bool) or value is None:
            pairs.append(f"{words} {'none' if value is None else value}")
        elif isinstance(value, float):
            pairs.append(f"{words} {value:.4g}")
        elif isinstance(value, int):
            pairs.append(f"{words} {value:,}")
        else:
            pairs.append(f"{words} {value or 'none'}")
    return ", ".join(pairs)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [
        head,
        ["---"] * len(head),
        *(list(row) + [""] * (len(head) - len(row)) for row in rows),
    ]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
