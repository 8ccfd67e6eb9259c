"""Load files into the graph."""

from typing import TYPE_CHECKING, Any, Final

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.table import cell
from scinet.cli.verbs import Line, verb
from scinet.session.explore import Explore

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scinet.graph.load.report import LoadReport


_LED_NOWHERE: Final = "unresolved"


def report(report: "LoadReport", line: Line) -> None:
    """Print every key for programs, and for people what they have need of."""
    found = report.as_dict()
    is_tried = not report.run
    if not line.as_json:
        found["rejected"] = found["rejected"] or "nothing"
        found |= _told(found.pop("details"))
        if "parts" in found:
            keys = ("kind", "source", "read", "loaded", "merged")
            found["parts"] = [{key: part[key] for key in keys} for part in found["parts"]]
        if report.rejects is not None:
            found["rejects"] = report.rejects
        if is_tried:
            found["graph"] = "not asked: records that it has already are counted, too"
    if is_tried:
        found = _would(found)
        if "parts" in found:
            found["parts"] = list(map(_would, found["parts"]))
    line.emit(found)


def _would(tried: "Mapping[str, Any]") -> dict[str, Any]:
    """An account of what was not stored."""
    return {
        "would_load" if name == "loaded" else name: value
        for name, value in tried.items()
        if name != "graph_fingerprint"
    }


def _told(details: "Mapping[str, Any]") -> dict[str, Any]:
    """Details in lines of their own: what the graph gained, then what became of each part."""
    parts: dict[str, dict[str, Any]] = details.get("parts", {})
    rest = {name: value for name, value in details.items() if value and name != "parts"}
    told: dict[str, Any] = {name: value for name, value in rest.items() if isinstance(value, dict)}
    gained = {name: value for name, value in rest.items() if name not in told}
    left_out = [
        f"{lost:,} of {part['read']:,} {name}"
        for name, part in parts.items()
        if (lost := part.get("rejected", {}).get(_LED_NOWHERE))
    ]
    if left_out:
        told["left_out"] = (
            f"{' and '.join(left_out)} name no paper that was read, and have no id: "
            "load the files of what they cite in the same command"
        )
    return (
        ({"gained": gained} if gained else {}) | told | {n: _account(p) for n, p in parts.items()}
    )


def _account(part: "Mapping[str, Any]") -> str:
    """What became of the references, authorships or mentions inside records."""
    first = [f"{name} {part.get(name, 0):,}" for name in ("read", "loaded")]
    others = (
        f"{name} {value:,}" if isinstance(value, int) else f"{name} ({cell(value)})"
        for name, value in part.items()
        if name not in {"read", "loaded"}
    )
    return ", ".join([*first, *others])


verb(
    app,
    "load papers.jsonl.gz fulltext.jsonl.gz --source acl",
    Explore.load,
    report,
    spelt={"kind": "--as"},
    progress=progress.sized("load"),
    tells_cost=False,
)
