"""The page of results: tables made of the files of a run, and of nothing else."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from benchmarks import sections
from benchmarks.floor import told
from scinet.experiments.markdown import table

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


def page(
    results: Sequence[dict[str, Any]], commands: str, plots: Mapping[str, str] | None = None
) -> str:
    """Results as Markdown.

    Args:
        results: Of workloads, studies, reading and growth; one that failed has its ``error``.
        commands: What to type, a line each.
        plots: By name of a result the name of its picture, in the folder of the page.
    """
    done = [result for result in results if "error" not in result]
    compared = [_row(result) for result in done if "rows" not in result]
    parts = ["# Performance", _HEAD]
    if done:
        parts.append(_machine(done))
    if compared:
        parts += [table(_COMPARED, compared), _FOOT]
    parts += [told(result) for result in done if "ratio" in result and "floor_s" in result]
    parts += sections.failed(f"{one['name']}: {one['error']}" for one in results if "error" in one)
    for result in done:
        if "fits" in result:
            parts += sections.grown(result, (plots or {}).get(result["name"]))
        elif "left_out" in result:
            parts += sections.read(result)
        elif "rows" in result:
            parts += sections.study(result)
    absent = {name: "not installed" for result in done for name in result["missing"]}
    missing = "; ".join(f"{name} ({why})" for name, why in {**_ABSENT, **absent}.items())
    parts += [f"Missing: {missing}.", _COMMANDS, f"```\n{commands}\n```"]
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
