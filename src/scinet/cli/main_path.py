"""The main path of a literature."""

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from scinet.cli import output
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.explore import Explore

if TYPE_CHECKING:
    from scinet.graph.paths import MainPath


def _papers(found: "MainPath", line: Line) -> None:
    if line.as_json:
        line.emit(asdict(found))
        return
    rows = [
        {"paper_id": paper, "spc": share}
        for paper, share in zip(found.papers, [None, *found.spc], strict=False)
    ]
    line.emit(output.with_papers(line.graph.database, rows))
    sys.stderr.write(
        f"{found.papers_in:,} papers, {found.citations_in:,} citations; citations without order in "
        f"time, left out: {found.left_out_edges:,}\n"
    )


verb(
    app,
    "main-path",
    Explore.main_path,
    _papers,
    example="scinet main-path --venue TACL --kind key-route",
)
