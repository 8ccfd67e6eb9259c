"""Everything at once: from a corpus to the report, on a server of its own."""

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import output
from scinet.cli.root import app


@app.command()
def demo(
    *,
    out: Annotated[Path, typer.Option(help="Folder for everything that the demo makes.")] = Path(
        "demo-out"
    ),
    corpus: Annotated[
        Path | None,
        typer.Option(help="Folder with papers.jsonl[.gz] and perhaps fulltext.jsonl[.gz]."),
    ] = None,
    papers: Annotated[
        int, typer.Option(min=500, help="Size of the simulated network, without a corpus.")
    ] = 5000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 0,
    as_json: output.AsJson = False,
) -> None:
    """Load a network, compute, train, score, and write a report to read.

    Without --corpus it takes the ACL network where that lies in ../shared/data/acl, else it
    simulates one, and every page says so. The server stays up afterwards for your questions.

    Example: scinet demo --out demo-out
    """
    from scinet.session.demo import run_demo

    begun = time.monotonic()
    made = run_demo(out, corpus=corpus, papers=papers, seed=seed, say=_say)
    _say(f"done in {time.monotonic() - begun:.0f} s. Open {made.report}")
    _say("The server is still running. Ask it, and stop it in the end:")
    for line in made.next_steps:
        _say(f"  {line}")
    output.emit_one({"report": str(made.report), "next": list(made.next_steps)}, as_json=as_json)


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
