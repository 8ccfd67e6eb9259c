"""What is doubtful in the loaded network."""

from typing import Annotated

import typer

from scinet.cli import output
from scinet.cli.root import app


@app.command()
def quality(
    *,
    examples: Annotated[int, typer.Option(min=0, help="Examples at most.")] = 5,
    as_json: output.AsJson = False,
) -> None:
    """List what is doubtful in the loaded network, one finding per check.

    Example: scinet quality
    """
    from scinet.graph.quality import findings
    from scinet.settings import CacheSettings

    with output.database() as db:
        found = findings(db, examples=examples, cache=CacheSettings().cache)
        output.emit((finding.as_dict() for finding in found), as_json=as_json)
