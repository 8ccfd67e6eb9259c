"""The page of results: tables made of the files of a run, and of nothing else."""

from collections.abc import Sequence
from typing import Any, Final

from scinet.experiments.bench import growth, studies_page

ABSENT: Final = {
    "fast-cdindex": "not on the package index",
    "novelpy": "pins other versions of the packages that scinet needs",
}

_HEAD: Final = """\
Made by the commands at the end; nothing here is written by hand. Each job was done by scinet and by
a peer in the same run: a process each, the same arrays, the same number of threads, in turns, the
best of three, or of fewer where a turn takes long. The answers were compared before a time was
told. All networks are **simulated**. Times move with the machine; the ratio is the result."""
_COLUMNS: Final = (
    "| | job | papers | citations | peer | ours, s | peer, s | ratio | goal (alarm) | |"
    " peak MiB: ours, peer (ours should stay within) | answers |"
)
_FOOT: Final = """\
est.: the peer did a random sample of the items, and its time was multiplied. *below alarm*: far
from the goal, whatever the reason."""


def page(results: Sequence[dict[str, Any]], command: str, plot: str | None = None) -> str:
    """Results as Markdown.

    Args:
        results: Of workloads, studies and growth; one that failed has its ``error``.
        command: What makes them again.
        plot: Name of the picture of growth, in the folder of the page.
    """
    done = [result for result in results if "error" not in result]
    compared = [result for result in done if "rows" not in result]
    parts = ["# Performance", _HEAD]
    if done:
        parts.append(_machine(done))
    if compared:
        rows = map(_row, compared)
        parts += ["\n".join([_COLUMNS, "|---" * (_COLUMNS.count("|") - 1) + "|", *rows]), _FOOT]
    if failed := [result for result in results if "error" in result]:
        parts.append("Failed:")
        parts.append("\n".join(f"* {result['name']}: {result['error']}" for result in failed))
    parts += [
        studies_page.section(result)
        for result in done
        if "rows" in result and result["name"] != growth.NAME
    ]
    parts += [studies_page.grown(result, plot) for result in done if result["name"] == growth.NAME]
    missing = "; ".join(f"{name} ({why})" for name, why in _missing(done).items())
    parts += [f"Missing: {missing}.", f"```\n{command}\n```"]
    return "\n\n".join(parts) + "\n"


def verdict(result: dict[str, Any]) -> str:
    """How a ratio stands to its goal."""
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
        f"{result['goal']:g} ({result['alarm']:g})" if result["goal"] else "-",
        verdict(result),
        f"{result['peak_mib']:,.0f}, {memory} ({result['target_mib']:,})",
        result.get("agreement", "not compared"),
    ]
    return "| " + " | ".join(cells) + " |"


def _missing(results: Sequence[dict[str, Any]]) -> dict[str, str]:
    absent = {name: "not installed" for result in results for name in result["missing"]}
    return {**ABSENT, **absent}
