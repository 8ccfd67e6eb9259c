"""Load files into the graph."""

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.explore import Explore
from scinet.text_table import format_cell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scinet.graph.load.report import LoadReport


_SHOWN: Final = 5  # files whose formats are described one by one
_UNRESOLVED: Final = "unresolved"


def print_report(report: "LoadReport", line: Invocation) -> None:
    """Print every key for programs, and for people what they have need of."""
    content = report.as_dict()
    is_tried = not report.run
    if not line.as_json:
        content["rejected"] = content["rejected"] or "nothing"
        content |= _detail_lines(content.pop("details"))
        if "parts" in content:
            keys = ("kind", "source", "read", "loaded", "merged")
            content["parts"] = [{key: part[key] for key in keys} for part in content["parts"]]
        if report.rejects is not None:
            content["rejects"] = report.rejects
        if is_tried:
            content["graph"] = "not asked: records that it has already are counted, too"
    if is_tried:
        content = _dry_run_account(content)
        if "parts" in content:
            content["parts"] = list(map(_dry_run_account, content["parts"]))
    line.emit(content)
    if report.error is not None:
        raise report.error


def _dry_run_account(tried: "Mapping[str, Any]") -> dict[str, Any]:
    """An account of what was not stored."""
    return {
        "would_load" if name == "loaded" else name: value
        for name, value in tried.items()
        if name != "graph_fingerprint"
    }


def _detail_lines(details: "Mapping[str, Any]") -> dict[str, Any]:
    """Details in lines of their own: what the graph gained, then what became of each part."""
    parts: dict[str, dict[str, Any]] = details.get("parts", {})
    if len(formats := details.get("formats", {})) > _SHOWN:
        named = Counter(text.partition(":")[0] for text in formats.values())
        details = {**details, "formats": dict(named)}
    rest = {name: value for name, value in details.items() if value and name != "parts"}
    nested: dict[str, Any] = {
        name: value for name, value in rest.items() if isinstance(value, dict)
    }
    gained = {name: value for name, value in rest.items() if name not in nested}
    left_out = [
        f"{lost:,} of {part['read']:,} {name}"
        for name, part in parts.items()
        if (lost := part.get("rejected", {}).get(_UNRESOLVED))
    ]
    if left_out:
        nested["left_out"] = (
            f"{' and '.join(left_out)} name no paper that was read, and have no id: "
            "load the files of what they cite in the same command"
        )
    return (
        ({"gained": gained} if gained else {})
        | nested
        | {n: _part_account(p) for n, p in parts.items()}
    )


def _part_account(part: "Mapping[str, Any]") -> str:
    """Describe the outcome of the references, authorships or mentions in records."""
    first = [f"{name} {part.get(name, 0):,}" for name in ("read", "loaded")]
    others = (
        f"{name} {value:,}" if isinstance(value, int) else f"{name} ({format_cell(value)})"
        for name, value in part.items()
        if name not in {"read", "loaded"}
    )
    return ", ".join([*first, *others])


add_command(
    app,
    "load papers.jsonl.gz fulltext.jsonl.gz --source acl",
    Explore.load,
    print_report,
    option_names={"kind": "--as"},
    progress=progress.byte_progress("load"),
    prints_cost=False,
)
