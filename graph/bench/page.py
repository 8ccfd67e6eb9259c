"""The page of results: a table made of the files of a run, and of nothing else."""

from collections.abc import Sequence
from typing import Any, Final

ABSENT: Final = {
    "fast-cdindex": "not on the package index",
    "novelpy": "pins other versions of the packages that scinet needs",
}

_HEAD: Final = """\
Made by the commands at the end; nothing here is written by hand. Each job was done by scinet and by
a peer in the same run: a process each, the same arrays, the same number of threads, in turns, the
best of three. The answers were compared before a time was told. All networks are **simulated**.
Times move with the machine; the ratio is the result."""
_COLUMNS: Final = (
    "| | job | papers | citations | peer | ours, s | peer, s | ratio | goal (alarm) | |"
    " peak MiB: ours, peer (ours should stay within) | answers |"
)
_FOOT: Final = """\
est.: the peer did a random sample of the items, and its time was multiplied. *below alarm*: far
from the goal, whatever the reason."""


def page(results: Sequence[dict[str, Any]], command: str) -> str:
    """Results as Markdown.

    Args:
        results: Of :func:`scinet.graph.bench.workload.measure`.
        command: What makes them again.
    """
    newest = max(results, key=lambda result: str(result["time"]))
    loads = [load for r in results for load in (r["load_average_before"][0], r["load_average"][0])]
    machine = (
        f"{newest['processor']}, {newest['cores']} cores, {newest['memory_gib']} GiB; load average "
        f"{min(loads):.1f} to {max(loads):.1f} around the runs; {newest['time'][:10]}; "
        f"Python {newest['python']}, numpy {newest['numpy']}, numba {newest['numba']}, "
        f"scinet {newest['scinet']}."
    )
    missing = "; ".join(f"{name} ({why})" for name, why in _missing(results).items())
    parts = [
        "# Performance",
        _HEAD,
        machine,
        "\n".join([_COLUMNS, "|---" * (_COLUMNS.count("|") - 1) + "|", *map(_row, results)]),
        _FOOT,
        f"Peers that are missing: {missing}.",
        f"```\n{command}\n```",
    ]
    return "\n\n".join(parts) + "\n"


def verdict(result: dict[str, Any]) -> str:
    """How a ratio stands to its goal."""
    if "ratio" not in result:
        return "no peer"
    if result["ratio"] >= result["goal"]:
        return "reached"
    return "below goal" if result["ratio"] >= result["alarm"] else "**below alarm**"


def _row(result: dict[str, Any]) -> str:
    peer = result["peer"]
    theirs = ratio = memory = "-"
    if "ratio" in result:
        peer = f"{peer} ({result['peer_version']})"
        mark = " est." if result["estimated"] else ""
        theirs = f"{result['peer_seconds']:.3g}{mark}"
        ratio = f"**{result['ratio']:.3g}**"
        memory = f"{result['peer_peak_mib']:,.0f}"
    cells = [
        result["name"],
        result["title"],
        f"{result['papers']:,}",
        f"{result['citations']:,}",
        peer,
        f"{result['seconds']:.3g}",
        theirs,
        ratio,
        f"{result['goal']:g} ({result['alarm']:g})",
        verdict(result),
        f"{result['peak_mib']:,.0f}, {memory} ({result['target_mib']:,})",
        result.get("agreement", "not compared"),
    ]
    return "| " + " | ".join(cells) + " |"


def _missing(results: Sequence[dict[str, Any]]) -> dict[str, str]:
    absent = {name: "not installed" for result in results for name in result["missing"]}
    return {**ABSENT, **absent}
