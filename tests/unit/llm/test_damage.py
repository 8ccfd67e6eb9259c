"""Power that fails, a disk that fills up: what was committed stays, and the rest is one line."""

import shutil
from pathlib import Path

import pytest
from helpers.language.ledgers import ledger_rows
from helpers.language.questions import questions
from helpers.servers.endpoint import Endpoint, OpenAsker

from scinet.errors import StorageError
from scinet.llm.ledger import Ledger


def test_a_cut_log_loses_its_last_entries(open_asker: OpenAsker, tmp_path: Path) -> None:
    asker = open_asker(workers=1)
    asker.ask(questions(6))
    ledger, log = tmp_path / "ledger.sqlite", tmp_path / "ledger.sqlite-wal"
    whole = log.read_bytes()
    found = []
    for part in range(21):
        copy = tmp_path / f"{part}.sqlite"
        shutil.copy(ledger, copy)
        copy.with_name(f"{copy.name}-wal").write_bytes(whole[: len(whole) * part // 20])
        with Ledger(copy) as opened:
            rows = ledger_rows(opened, "attempt")
        assert {row["state"] for row in rows} <= {"done", "unknown"}
        done = {row["item"] for row in rows if row["state"] == "done"}
        # In the order in which they were asked.
        assert done == {f"item-{i}" for i in range(len(done))}
        assert len(rows) - len(done) <= 1
        found.append(len(done))
    assert found == sorted(found)
    assert (found[0], found[-1]) == (0, 6)


def test_a_file_that_was_cut_is_named(open_asker: OpenAsker, tmp_path: Path) -> None:
    asker = open_asker()
    asker.ask(questions(30))
    asker.close()
    content = (tmp_path / "ledger.sqlite").read_bytes()
    for part in (0.02, 0.3, 0.7):
        file = tmp_path / f"{part}.sqlite"
        file.write_bytes(content[: int(len(content) * part)])
        with pytest.raises(StorageError, match=rf"cannot be read or written.*{part}\.sqlite"):
            open_asker(ledger=file, replay=True).ask(questions(30))


def test_a_full_disk_stops_the_run(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    """What was answered stays."""
    asker = open_asker(workers=4)
    asker.ask(questions(1))
    ((pages,),) = asker._ledger._rows("PRAGMA page_count")
    asker._ledger._rows(f"PRAGMA max_page_count = {pages + 3}")
    with pytest.raises(StorageError, match="full") as raised:
        asker.ask(questions(60))
    assert "Free space" in raised.value.hint
    sent = len(endpoint.requests)
    replies = open_asker(workers=4).ask(questions(60))
    assert sum(reply.status == "ok" for reply in replies) >= 56
    assert {reply.reason for reply in replies} <= {None, "interrupted"}
    assert len(endpoint.requests) - sent < 60


def test_a_ledger_with_absurd_numbers_still_opens(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "a.sqlite")
    ledger._db.execute("PRAGMA foreign_keys = OFF")
    for number in (1, 2, 3):
        ledger._db.execute(
            "INSERT INTO attempt (key, number, item, endpoint, model, worst_tokens, state,"
            " prompt_tokens, completion_tokens, sent_at) VALUES ('k', ?, 'i', 'e', 'm', 1, 'done',"
            " ?, ?, 'now')",
            (number, 2**62, 2**62),
        )
    assert ledger.spent().tokens == 2**63 - 1
    assert ledger.counts()[0]["prompt_tokens"] == 2**63 - 1
    ledger.close()
