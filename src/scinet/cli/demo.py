"""Everything at once: from a corpus to the report, on a server of its own."""

import sys
import time
from pathlib import Path
from typing import Annotated, Any

from annotated_types import Ge

from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.base import Seed


def _demo(
    *,
    out: Path = Path("demo-out"),
    corpus: Path | None = None,
    papers: Annotated[int, Ge(500)] = 5000,
    seed: Seed = 0,
) -> dict[str, Any]:
    """Load a network, compute, train, score, and write a report to read.

    Without --corpus it takes the ACL network where that lies in ../shared/data/acl, else it
    simulates one, and every page says so. The server stays up afterwards for your questions.

    Args:
        out: Folder for everything that the demo makes.
        corpus: Folder with papers.jsonl[.gz] and perhaps fulltext.jsonl[.gz].
        papers: Size of the simulated network, without a corpus.
        seed: Seed of everything random.
    """
    from scinet.session.demo import run_demo

    begun = time.monotonic()
    report, steps = run_demo(out, corpus=corpus, papers=papers, seed=seed, say=_print_progress)
    _print_progress(f"done in {time.monotonic() - begun:.0f} s. Open {report}")
    _print_progress("The server is still running. Ask it, and stop it in the end:")
    return {"report": str(report), "next": list(steps)}


def _print_next_steps(made: dict[str, Any], line: Invocation) -> None:
    """The lines to type next, as they are typed."""
    if line.as_json:
        line.emit(made)
    else:
        sys.stdout.write("".join(f"{step}\n" for step in made["next"]))


def _print_progress(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


add_command(app, "demo --out demo-out", _demo, _print_next_steps)
