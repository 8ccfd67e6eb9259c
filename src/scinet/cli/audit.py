"""Prove that nothing from the future is used."""

import sys
from typing import Any

from scinet.cli import complete, progress
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.errors import SplitError
from scinet.session.learn import Learn


def _findings(answer: Any, line: Line) -> None:
    line.emit(answer)
    found = answer.attrs["findings"]
    if blind := sum(bool(one.equal) and one.is_seen is False for one in found):
        sys.stderr.write(f"{blind} of these would not see the same papers dated earlier, either\n")
    if blank := sum(finding.equal is None for finding in found):
        sys.stderr.write(f"{blank} of these compared nothing, and `difference` says why\n")
    if moved := [finding for finding in found if finding.equal is False]:
        first = moved[0]
        raise SplitError(
            f"{first.of} uses what is dated on or after {first.as_of}: {first.difference}",
            hint=f"{len(moved)} of {len(found)} comparisons moved; make them functions of what "
            "is dated before the day.",
        )


verb(
    app,
    "audit tasks/collaborators collaborators-walk",
    Learn.audit,
    _findings,
    arguments={"task": "TASK", "system": "SYSTEM"},
    completes={"system": complete.systems},
    progress=progress.bar("audit"),
)
