"""Let a system answer a task."""

from typing import TYPE_CHECKING

from scinet.cli import complete, progress
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.learn import Learn

if TYPE_CHECKING:
    from scinet.eval.run import Run


def _answered(run: "Run", line: Line) -> None:
    given = line.given
    line.emit(
        {
            "system": run.header.system,
            "track": run.header.track,
            "queries": len(given["task"].queries(given["split"])),
            "run": str(given["out"]),
        }
    )


verb(
    app,
    "run bm25 tasks/path --out runs/path/bm25.jsonl",
    Learn.run,
    _answered,
    required=("out",),
    completes={"system": complete.systems},
    progress=progress.bar("run"),
)
