"""What `scinet audit` says below its table."""

from datetime import date

import pytest

from scinet.cli.audit import _print_findings
from scinet.cli.verbs import Invocation
from scinet.errors import SplitError
from scinet.experiments.leak_audit.findings import LeakFinding, not_compared
from scinet.session.graph import local_graph
from scinet.session.table import Table

_DAY = date(2010, 1, 1)


def _say(*findings: LeakFinding) -> None:
    answer = Table((finding.row() for finding in findings), findings=findings)
    _print_findings(answer, Invocation({}, as_json=True, graph=local_graph()))


def test_comparisons_of_nothing_are_counted_beside_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    equal = LeakFinding("answers", "walk", _DAY, 3, equal=True, difference=None, is_seen=False)
    _say(not_compared("training", "walk", _DAY, "it cannot be trained"), equal)
    assert capsys.readouterr().err.splitlines() == [
        "1 of these would not see the same papers dated earlier, either",
        "1 of these compared nothing, and `difference` says why",
    ]
    moved = LeakFinding("answers", "walk", _DAY, 3, equal=False, difference="p3 then p4")
    with pytest.raises(SplitError, match="walk uses what is dated on or after 2010-01-01: p3"):
        _say(equal, moved)
