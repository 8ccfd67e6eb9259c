"""Let a system answer a task."""

from typing import TYPE_CHECKING

from scinet.cli import progress, shell_completion
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.learn import Learn

if TYPE_CHECKING:
    from scinet.eval.run import Run


def _print_run(run: "Run", line: Invocation) -> None:
    options = line.options
    line.emit(
        {
            "system": run.header.system,
            "track": run.header.track,
            "queries": len(options["task"].queries(options["split"])),
            "run": str(options["out"]),
        }
    )


add_command(
    app,
    "run bm25 tasks/path --out runs/path/bm25.jsonl",
    Learn.run,
    _print_run,
    required=("out",),
    completes={"system": shell_completion.complete_systems},
    progress=progress.bar_progress("run"),
)
