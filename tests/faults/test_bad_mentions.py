"""Bad mentions of papers by documents: each is named, and costs no other."""

import json
from pathlib import Path

from helpers.bad_entries import BAD_LINES
from helpers.bad_mentions import CELLS, EVENTS, ROWS, TABLES, event, mentions
from helpers.network_files import Outcome, outcome
from helpers.proof import Proof

LEAST = 60
FEWER = 44  # of an export of Altmetric: a mention has six fields that are read


def digests(found: Outcome) -> set[str]:
    return {entry.record.digest for entry in found.entries}


def test_a_bad_mention_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad row of Altmetric is rejected or counted by name at its line, and all others load."""
    file = tmp_path / "mentions.csv"
    file.write_bytes(mentions({}, {}))
    good = outcome(file)
    assert (good.reasons, good.faults, len(good.entries)) == ({}, [], 2)
    rows = {what: (reason, mentions({}, {}, one)) for what, (reason, one) in CELLS.items()}
    rows |= {what: ("malformed_entry", mentions({}, {}) + line) for what, line in ROWS.items()}
    for what, (reason, data) in rows.items():
        file.write_bytes(data)
        found = outcome(file)
        assert reason in found.beyond(good), (what, found.counts)
        assert digests(good) <= digests(found), what
        assert found.reasons in ({}, {reason: 1}), what
        assert {one["line"] for one in found.rejects if one["reason"] == reason} <= {4}, what
        assert (found.balances, found.faults) == (True, []), what
    for what, (fault, make) in TABLES.items():
        file.write_bytes(make(mentions({}, {})))
        found = outcome(file)
        assert [one.reason for one in found.faults] == [fault], what
        assert digests(found) <= digests(good), what
    tried = len(rows) + len(TABLES)
    assert tried >= FEWER
    proof.count(trials=tried, classes=tried)


def test_a_bad_event_is_named_and_costs_no_other(proof: Proof, tmp_path: Path) -> None:
    """A bad event of Crossref is rejected by name at its line, and all others load."""
    file = tmp_path / "events.jsonl"
    first, last = (json.dumps(event(number)).encode() for number in (1, 2))
    file.write_bytes(b"\n".join((first, last, b"")))
    good = outcome(file)
    assert (good.reasons, good.faults, len(good.entries)) == ({}, [], 2)
    classes = {
        what: (reason, bad)
        for what, (reason, of) in BAD_LINES.items()
        if len(bad := of(event(7), "obj_id")) < 10**6  # longer ones are refused before that matters
    }
    for reason, changed in EVENTS:
        bad = json.dumps({**event(7), **changed}).encode()
        classes[str(changed)[:60]] = (reason, bad)
    for what, (reason, bad) in classes.items():
        file.write_bytes(b"\n".join((first, bad, last, b"")))
        found = outcome(file)
        assert (found.reasons, found.faults) == ({reason: 1}, []), what
        assert digests(found) == digests(good), what
        assert [one["line"] for one in found.rejects if one["reason"] == reason] == [2], what
        assert found.balances, what
    assert len(classes) >= LEAST
    proof.count(trials=len(classes), classes=len(classes))
