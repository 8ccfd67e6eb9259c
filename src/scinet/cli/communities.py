"""Communities of papers as of a day, found by GDS inside the database."""

import sys
from typing import Any

from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.compute import Compute


def _found(answer: Any, line: Line) -> None:
    followed = ["change", "related_id", "overlap"] if line.given["follow"] else []
    line.emit(answer, ["community_id", "papers", *followed, "name"])
    if not line.as_json:
        about = answer.attrs
        sys.stderr.write(f"papers in none of them: {about['outside']:,} of {about['papers']:,}\n")


verb(
    app,
    "communities",
    Compute.communities,
    _found,
    example="scinet communities --before 2016-01-01 --mix citation=1,coupling=0.5",
)
