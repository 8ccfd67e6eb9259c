"""Page of results: Markdown tables made only of the files of a run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from scinet.experiments.markdown import format_bullets, format_table

Result: TypeAlias = dict[str, Any]

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
_COMMANDS: Final = """\
The first command makes all of this page, skipping results that are there. The others repeat a
table, extend the growth of a bulk load to more papers, and make this page of what results are
there."""
_SERIES: Final = {
    "growth": (
        "Growth",
        "Each job at each size in a process of its own. The work is counted, not timed: what must "
        "be looked at, whatever the program. Exponents are fitted over all sizes. A time that "
        "grows faster than its work is that of memory: what is known of a paper fits into the "
        "nearest cache of ten thousand papers, and into none of ten million. How much this alone "
        "comes to shows the last job, which does nothing but look up.",
    ),
    "import-files": (
        "Growth of a bulk load",
        "From packed JSON lines to the tables that Neo4j's importer reads: each paper checked, all "
        "hashed, repeats and works without a record found; without a database, and without the "
        "importer. *CPU s* and *peak MiB* are of all processes together: one reads the files and "
        "in the end sorts on disk within 2 GB of memory, which a million papers do not fill, and "
        "unless there are few papers one for each core makes the tables. The exponent is that of "
        "the CPU seconds.",
    ),
}
_READING: Final = """\
How fast files become checked papers that may be stored: what a file holds is recognised, it is
hashed, parsed and checked, in one process on one core, without a database. One simulated network
was written in every format, and no time is shown unless all its papers and all its citations came
back. *Parser alone* is the least that any program takes that uses that library: the same files,
parsed by it and thrown away. Formats without citations/s do not say who cites whom. BibTeX and RIS
were written by scinet's own export, without abstracts. There is no peer: no other program makes
papers of all of these."""
_HEADS: Final = {
    "way": "way",
    "job": "job",
    "format": "format",
    "indicator": "indicator",
    "items": "papers or pairs",
    "papers": "papers",
    "citations": "citations",
    "tables_mb": "MB of tables",
    "rows_found": "rows found",
    "alone_s": "alone, s",
    "beside_s": "beside others, s",
    "slower": "times as long",
    "shared": "by its share of the cores",
    "citations_per_s": "citations/s",
    "papers_per_s": "papers/s",
    "seconds": "seconds",
    "cpu_s": "CPU s",
    "mb_per_s": "MB/s",
    "all_s": "seconds for all",
    "database_s": "database, s",
    "arrays_s": "arrays, s",
    "hand_s": "by hand, s",
    "own_s": "by the day, s",
    "without_export_s": "arrays without export, s",
    "ratio": "ratio",
    "peak_mib": "peak MiB",
    "parser": "parser alone",
    "parser_s": "its seconds",
    "times_parser": "we take times its seconds",
    "work": "work",
    "unit": "counted in",
    "work_per_s": "work/s",
    "crossover": "arrays are quicker from",
    "time_exponent": "time grows as papers to the",
    "work_exponent": "work grows as papers to the",
}
_MARKED: Final = ("all_s", "database_s")  # may be extrapolated from fewer items


def page(results: Sequence[Result], commands: str, plots: Mapping[str, str] | None = None) -> str:
    """Format results as Markdown.

    Args:
        results: Of workloads, studies, reading and growth; failed ones have an ``error``.
        commands: Commands that make the results, a line each.
        plots: File names of the pictures by result, in the folder of the page.
    """
    done = [result for result in results if "error" not in result]
    compared = [_row(result) for result in done if "rows" not in result]
    parts = ["# Performance", _HEAD]
    if done:
        parts.append(_describe_machine(done))
    if compared:
        parts += [format_table(_COMPARED, compared), _FOOT]
    parts += [_bound(result) for result in done if "ratio" in result and "floor_s" in result]
    parts += _list_failures(results, "name")
    for result in done:
        if "rows" in result:
            parts += _section(result, (plots or {}).get(result["name"]))
    absent = {name: "not installed" for result in done for name in result["missing"]}
    missing = "; ".join(f"{name} ({why})" for name, why in {**_ABSENT, **absent}.items())
    parts += [f"Missing: {missing}.", _COMMANDS, f"```\n{commands}\n```"]
    return "\n\n".join(parts) + "\n"


def verdict(result: dict[str, Any]) -> str:
    """Compare a ratio with its goal."""
    if "ratio" not in result:
        return "no peer"
    if result["ratio"] >= result["goal"]:
        return "reached"
    return "below goal" if result["ratio"] >= result["alarm"] else "**below alarm**"


def _describe_machine(done: Sequence[dict[str, Any]]) -> str:
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


def _bound(result: Result) -> str:
    each_us = 1e6 * result["peer_seconds"] / result["items"]
    bound = result["peer_seconds"] / result["floor_s"]
    return (
        f"{result['name']}: {result['floor_of']} take {result['floor_s']:.2g} s at least, "
        f"{result['peer']} takes {_digits(each_us)} µs for each of {result['items']:,} items: "
        f"no program that does this work is more than {_digits(bound)} times as fast, and the goal "
        f"of {result['goal']:g} is {result['goal'] / bound:.0%} of that."
    )


def _digits(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _section(result: Result, plot: str | None) -> Iterator[str]:
    """Yield the parts of a section: a study, several programs or formats, or growth."""
    rows = result["rows"]
    size = f"{result['papers']:,} papers"
    if "fits" in result:
        title, text = _SERIES[result["name"]]
        yield from (f"## {title}", text)
        if plot:
            yield f"![time and memory over papers]({plot})"
        yield from _format_columns(
            [
                {"job": fit["job"], "time_exponent": fit["time"], "work_exponent": fit["work"]}
                for fit in result["fits"]
                if fit["time"] is not None
            ]
        )
        rows = [{**row, "label": f"{row['job']}, {row['papers']:,}"} for row in rows]
        label = "label"
    elif "left_out" in result:
        yield from ("## Reading", _READING, f"{size}, {result['citations']:,} citations.")
        label = "format"
    else:
        yield f"## {result['name']}: {result['title']}"
        client = f"; client peak {result['peak_mib']:,.0f} MiB" if "peak_mib" in result else ""
        yield f"{size}, {result['citations']:,} citations{client}. {result['summary']}."
        crossings = result.get("crossings", ())
        yield from _format_columns(
            [{**one, "crossover": one["crossover"] or "no number"} for one in crossings]
        )
        label = "way"
    yield from _format_columns([row for row in rows if "error" not in row])
    yield from _list_failures(rows, label)
    if "left_out" in result:
        yield f"Not timed: {'; '.join(result['left_out'])}."


def _list_failures(rows: Sequence[Result], label: str) -> list[str]:
    listed = format_bullets(f"{row[label]}: {row['error']}" for row in rows if "error" in row)
    return ["Failed:", listed] if listed else []


def _format_columns(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Format the columns with a heading as a table; empty without rows."""
    names = [name for name in _HEADS if any(name in row for row in rows)]
    cells = [[_cell(row, name) for name in names] for row in rows]
    return [format_table([_HEADS[name] for name in names], cells)] if rows else []


def _cell(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if value is None:
        return "-"
    mark = " est." if name in _MARKED and row.get("estimated") else ""
    if isinstance(value, float):
        return (f"{value:,.0f}" if value >= 1_000 else f"{value:.3g}") + mark
    return f"{value:,}{mark}" if isinstance(value, int) else f"{value}"
