"""The parts of the page about the database and about growth."""

from collections.abc import Sequence
from typing import Any, Final

_HEADS: Final = {
    "way": "way",
    "job": "job",
    "indicator": "indicator",
    "items": "papers or pairs",
    "papers": "papers",
    "citations": "citations",
    "citations_per_s": "citations/s",
    "seconds": "seconds",
    "all_s": "seconds for all",
    "database_s": "database, s",
    "arrays_s": "arrays, s",
    "without_export_s": "arrays without export, s",
    "ratio": "ratio",
    "peak_mib": "peak MiB",
    "work": "work",
    "unit": "counted in",
    "work_per_s": "work/s",
    "crossover": "arrays are quicker from",
    "time_exponent": "time grows as papers to the",
    "work_exponent": "work grows as papers to the",
}
_MARKED: Final = ("all_s", "database_s")  # these may be carried on from fewer items


def section(result: dict[str, Any]) -> str:
    """A study: what it tells, and its rows.

    Args:
        result: Of :func:`scinet.experiments.bench.study.measure`.
    """
    parts = [
        f"## {result['name']}: {result['title']}",
        f"{result['papers']:,} papers, {result['citations']:,} citations; client peak "
        f"{result['peak_mib']:,.0f} MiB. {result['summary']}.",
    ]
    if crossings := result.get("crossings"):
        shown = [{**one, "crossover": one["crossover"] or "no number"} for one in crossings]
        parts.append(_table(shown))
    return "\n\n".join([*parts, _table(result["rows"])])


def grown(result: dict[str, Any], plot: str | None) -> str:
    """How time, memory and work grow.

    Args:
        result: Of :func:`scinet.experiments.bench.growth.measure`.
        plot: Name of the picture.
    """
    fits = [
        {"job": fit["job"], "time_exponent": fit["time"], "work_exponent": fit["work"]}
        for fit in result["fits"]
        if fit["time"] is not None
    ]
    rows = [row for row in result["rows"] if "error" not in row]
    failed = [
        f"* {r['job']}, {r['papers']:,}: {r['error']}" for r in result["rows"] if "error" in r
    ]
    parts = [
        "## Growth",
        "Each job at each size in a process of its own. The work is counted, not timed: what must "
        "be looked at, whatever the program. Exponents are fitted over all sizes.",
        *([f"![time and memory over papers]({plot})"] if plot else []),
        *([_table(fits)] if fits else []),
        *(
            [_table([{k: v for k, v in row.items() if k != "turns"} for row in rows])]
            if rows
            else []
        ),
        *(["Failed:\n\n" + "\n".join(failed)] if failed else []),
    ]
    return "\n\n".join(parts)


def _table(rows: Sequence[dict[str, Any]]) -> str:
    names = [name for name in _HEADS if any(name in row for row in rows)]
    head = "| " + " | ".join(_HEADS[name] for name in names) + " |"
    lines = ["| " + " | ".join(_cell(row, name) for name in names) + " |" for row in rows]
    return "\n".join([head, "|---" * len(names) + "|", *lines])


def _cell(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    if value is None:
        return row.get("error", "-") if name in _MARKED else "-"
    mark = " est." if name in _MARKED and row.get("estimated") else ""
    if isinstance(value, float):
        return (f"{value:,.0f}" if value >= 1_000 else f"{value:.3g}") + mark
    return f"{value:,}{mark}" if isinstance(value, int) else f"{value}"
