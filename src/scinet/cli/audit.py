"""Prove that nothing from the future is used."""

import sys

from scinet.cli import progress, shell_completion
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.errors import SplitError
from scinet.session.learn import Learn
from scinet.session.table import Table


def _print_findings(answer: Table, line: Invocation) -> None:
    line.emit(answer)
    findings = answer.attrs["findings"]
    if blind := sum(
        bool(finding_row.equal) and finding_row.is_seen is False for finding_row in findings
    ):
        sys.stderr.write(f"{blind} of these would not see the same papers dated earlier, either\n")
    if blank := sum(finding.equal is None for finding in findings):
        sys.stderr.write(f"{blank} of these compared nothing, and `difference` says why\n")
    if moved := [finding for finding in findings if finding.equal is False]:
        first = moved[0]
        raise SplitError(
            f"{first.of} uses what is dated on or after {first.as_of}: {first.difference}",
            hint=f"{len(moved)} of {len(findings)} comparisons moved; make them functions of what "
            "is dated before the day.",
        )


add_command(
    app,
    "audit tasks/collaborators collaborators-walk",
    Learn.audit,
    _print_findings,
    arguments={"task": "TASK", "system": "SYSTEM"},
    completes={"system": shell_completion.complete_systems},
    progress=progress.bar_progress("audit"),
)
