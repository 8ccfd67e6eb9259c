"""Load files into the graph."""

from typing import TYPE_CHECKING

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.explore import Explore

if TYPE_CHECKING:
    from scinet.graph.load.report import LoadReport


def report(report: "LoadReport", line: Line) -> None:
    """Print every key for programs, and for people what they have need of."""
    found = report.as_dict()
    if not line.as_json:
        found["details"] = {name: value for name, value in found["details"].items() if value}
        found["rejected"] = found["rejected"] or "nothing"
        if "parts" in found:
            keys = ("kind", "source", "read", "loaded", "merged")
            found["parts"] = [{key: part[key] for key in keys} for part in found["parts"]]
        if report.rejects is not None:
            found["rejects"] = report.rejects
    if not report.run:
        found["would_load"] = found.pop("loaded")
        del found["graph_fingerprint"]
    line.emit(found)


verb(
    app,
    "load papers.jsonl.gz fulltext.jsonl.gz --source acl",
    Explore.load,
    report,
    spelt={"kind": "--as"},
    progress=progress.sized("load"),
)
