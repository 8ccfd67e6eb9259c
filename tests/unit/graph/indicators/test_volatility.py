"""Mean citations of the papers of a field, by hand."""

from datetime import date

from helpers.networks.build import snapshot_of

from scinet.graph.indicators.volatility import volatility

PAPERS = [("a", "2000", []), ("b", "2001", ["a"]), ("c", "2002", ["a", "b"]), ("d", "2003", ["a"])]
FIELDS = {"a": [("X", "domain")], "b": [("X", "domain")], "c": [("Y", "domain")]}


def test_citations_are_averaged_by_domain_as_of_a_day() -> None:
    snapshot = snapshot_of(PAPERS, fields=FIELDS)
    result = volatility(snapshot, "domain")
    assert [(item.field_id, item.papers, item.mean_citations) for item in result] == [
        ("X", 2, 2.0),  # a is cited three times, b once
        ("Y", 1, 0.0),
    ]
    early = volatility(snapshot.until(date(2002, 1, 1)), "domain")
    assert [(item.field_id, item.mean_citations) for item in early] == [("X", 0.5)]
    [drawn, _] = volatility(snapshot, "domain", papers=1)
    assert (drawn.papers, drawn.of) == (1, 2)
    assert drawn.mean_citations in {3.0, 1.0}
    assert volatility(snapshot, "topic") == []
