"""What `scinet audit` says below its table."""

from datetime import date
from typing import Any

import pytest

from scinet.cli.audit import _findings
from scinet.cli.verbs import Line
from scinet.errors import SplitError
from scinet.experiments.leak_audit.findings import Finding, nothing_compared
from scinet.session.rows import Listed, Rows

_DAY = date(2010, 1, 1)


def _say(*findings: Finding) -> None:
    answer: Any = Listed([one.row() for one in findings], {"findings": findings})
    _findings(answer, Line({}, as_json=True, graph=Rows.local()))


def test_comparisons_of_nothing_are_counted_beside_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    equal = Finding("answers", "walk", _DAY, 3, equal=True, difference=None, is_seen=False)
    _say(nothing_compared("training", "walk", _DAY, "it does not learn"), equal)
    assert capsys.readouterr().err.splitlines() == [
        "1 of these would not see the same papers dated earlier, either",
        "1 of these compared nothing, and `difference` says why",
    ]
    moved = Finding("answers", "walk", _DAY, 3, equal=False, difference="p3 then p4")
    with pytest.raises(SplitError, match="walk uses what is dated on or after 2010-01-01: p3"):
        _say(equal, moved)
