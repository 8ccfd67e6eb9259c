"""The page of results: tables made of the files of a run, and of nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from scinet.experiments.markdown import bullets, table

_ABSENT: Final = {
    "fast-cdindex": "not on the package index",
    "novelpy": "pins other versions of the packages that scinet needs",
}
_HEAD: Final = """\
Made by the commands at the end; nothing here is written by hand. Each job was done by scinet and by
a peer in the same run: a process each, the same arrays, the same number of threads, in turns, the
best of three, or of fewer where a turn takes long. The answers were compared before a time was
shown. All networks are **simulated**. Times move with the machine; the ratio is the result."""
_COMPARED: Final = (
    *("", "job", "papers", "citations", "peer", "ours, s", "peer, s", "ratio", "goal (alarm)", ""),
    *("peak MiB: ours, peer (ours should stay within)", "answers"),
)
_FOOT: Final = """\
est.: the peer did a random sample of the items, and its time was multiplied. *below alarm*: far
from the goal, whatever the reason."""
_GROWTH: Final = (
    "Each job at each size in a process of its own. The work is counted, not timed: what must "
    "be looked at, whatever the program. Exponents are fitted over all sizes."
)
_HEADS: Final = {
    "way": "way",
    "job": "job",
    "indicator": "indicator",
    "items": "papers or pairs",
    "papers": "papers",
    "citations": "citations",
    "citations_per_s": "citations/s",
    "papers_per_s": "papers/s",
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


def page(results: Sequence[dict[str, Any]], command: str, plot: str | None = None) -> str:
    """Results as Markdown.

    Args:
        results: Of workloads, studies and growth; one that failed has its ``error``.
        plot: Name of the picture of growth, in the folder of the page.
    """
    done = [result for result in results if "error" not in result]
    compared = [_row(result) for result in done if "rows" not in result]
    parts = ["# Performance", _HEAD]
    if done:
        parts.append(_machine(done))
    if compared:
        parts += [table(_COMPARED, compared), _FOOT]
    parts += _failed(f"{one['name']}: {one['error']}" for one in results if "error" in one)
    for result in done:
        if "fits" in result:
            parts += _grown(result, plot)
        elif "rows" in result:
            parts += _study(result)
    absent = {name: "not installed" for result in done for name in result["missing"]}
    missing = "; ".join(f"{name} ({why})" for name, why in {**_ABSENT, **absent}.items())
    parts += [f"Missing: {missing}.", f"```\n{command}\n```"]
    return "\n\n".join(parts) + "\n"


def verdict(result: dict[str, Any]) -> str:
    """How a ratio compares with its goal."""
    if "ratio" not in result:
        return "no peer"
    if result["ratio"] >= result["goal"]:
        return "reached"
    return "below goal" if result["ratio"] >= result["alarm"] else "**below alarm**"


def _machine(done: Sequence[dict[str, Any]]) -> str:
    newest = max(done, key=lambda result: str(result["time"]))
    loads = [load for r in done for load in (r["load_average_before"][0], r["load_average"][0])]
    server = {name: of for r in done for name, of in r.get("server", {}).items()}
    versions = "".join(f", {name} {of}" for name, of in server.items())
    return (
        f"{newest['processor']}, {newest['cores']} cores, {newest['memory_gib']} GiB; load average "
        f"{min(loads):.1f} to {max(loads):.1f} around the runs; {newest['time'][:10]}; "
        f"Python {newest['python']}, numpy {newest['numpy']}, numba {newest['numba']}, "
        f"scinet {newest['scinet']}{versions}."
    )


def _row(result: dict[str, Any]) -> list[str]:
    peer = result["peer"]
    theirs = ratio = memory = "-"
    if "ratio" in result:
        peer = f"{peer} ({result['peer_version']})"
        mark = " est." if result["estimated"] else ""
        theirs = f"{result['peer_seconds']:.3g}{mark}"
        ratio = f"**{result['ratio']:.3g}**"
        memory = f"{result['peer_peak_mib']:,.0f}"
    return [
        result["name"],
        result["title"],
        f"{result['papers']:,}",
        f"{result['citations']:,}",
        peer,
        f"{result['seconds']:.3g}",
        theirs,
        ratio,
        f"{result['goal']:g} ({result['alarm']:g})" if result["goal"] else "-",
        verdict(result),
        f"{result['peak_mib']:,.0f}, {memory} ({result['target_mib']:,})",
        result.get("agreement", "not compared"),
    ]


def _study(result: dict[str, Any]) -> list[str]:
    crossings = [
        {**one, "crossover": one["crossover"] or "no number"} for one in result.get("crossings", ())
    ]
    return [
        f"## {result['name']}: {result['title']}",
        f"{result['papers']:,} papers, {result['citations']:,} citations; client peak "
        f"{result['peak_mib']:,.0f} MiB. {result['summary']}.",
        *_values(crossings),
        *_values(result["rows"]),
    ]


def _grown(result: dict[str, Any], plot: str | None) -> list[str]:
    """How time, memory and work grow."""
    fits = [
        {"job": fit["job"], "time_exponent": fit["time"], "work_exponent": fit["work"]}
        for fit in result["fits"]
        if fit["time"] is not None
    ]
    rows = result["rows"]
    return [
        "## Growth",
        _GROWTH,
        *([f"![time and memory over papers]({plot})"] if plot else []),
        *_values(fits),
        *_values([row for row in rows if "error" not in row]),
        *_failed(f"{r['job']}, {r['papers']:,}: {r['error']}" for r in rows if "error" in r),
    ]


def _failed(lines: Iterable[str]) -> list[str]:
    listed = bullets(lines)
    return ["Failed:", listed] if listed else []


def _values(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The columns of rows that have a heading, as a table."""
    names = [name for name in _HEADS if any(name in row for row in rows)]
    cells = [[_cell(row, name) for name in names] for row in rows]
    return [table([_HEADS[name] for name in names], cells)] if rows else []


def _cell(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if value is None:
        return row.get("error", "-") if name in _MARKED else "-"
    mark = " est." if name in _MARKED and row.get("estimated") else ""
    if isinstance(value, float):
        return (f"{value:,.0f}" if value >= 1_000 else f"{value:.3g}") + mark
    return f"{value:,}{mark}" if isinstance(value, int) else f"{value}"
