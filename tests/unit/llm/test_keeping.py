"""What the ledger has is never sent again, is the same when replayed, and outlives what fails."""

import gzip
import json
import shutil
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.language.ledgers import ledger_rows
from helpers.language.questions import PROSE, questions
from helpers.servers.endpoint import Endpoint, OpenAsker

from scinet.errors import BudgetError, DataError, EndpointError, StorageError
from scinet.llm.budget import BudgetLimits, Charge
from scinet.llm.endpoint import Price
from scinet.llm.ledger import Ledger, sha256
from scinet.llm.ledger_files import export_ledger, import_ledger
from scinet.llm.request import make_request


def test_equal_questions_are_sent_once(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    endpoint.delay_s = 0.05
    same = [replace(questions(1)[0], item=f"item-{i}") for i in range(20)]
    replies = open_asker(workers=16).ask(same)
    assert [reply.item for reply in replies] == [question.item for question in same]
    assert {reply.status for reply in replies} == {"ok"}
    assert len(endpoint.requests) == 1


def test_a_replay_says_what_the_ledger_lacks(open_asker: OpenAsker) -> None:
    open_asker().ask(questions(2))
    asker = open_asker(replay=True)
    replies = asker.ask(questions(3))
    assert [reply.reason for reply in replies] == [None, None, "not_in_ledger"]
    with pytest.raises(EndpointError, match="1 of 3 questions have no answer") as raised:
        asker.finish()
    assert "--replay" in raised.value.hint


@pytest.fixture
def halves(open_asker: OpenAsker, tmp_path: Path) -> list[Path]:
    """Exports of two ledgers with the same question: one had no budget for it, one asked it."""
    files = [tmp_path / "unasked.jsonl", tmp_path / "asked.jsonl"]
    for file, calls in zip(files, (0, 9), strict=True):
        with open_asker(
            ledger=file.with_suffix(".sqlite"), limits=BudgetLimits(calls=calls)
        ) as asker:
            asker.ask(questions(1))
            export_ledger(asker._ledger, file)
    return files


@pytest.mark.parametrize("step", [1, -1])
def test_of_two_ledgers_the_one_with_the_answer_counts(
    halves: list[Path], open_asker: OpenAsker, tmp_path: Path, step: int
) -> None:
    with Ledger(tmp_path / "both.sqlite") as both:
        for file in halves[::step]:
            import_ledger(both, file)
        assert not ledger_rows(both, "unasked")
        assert [row["state"] for row in both.counts()] == ["done"]
    (reply,) = open_asker(ledger=tmp_path / "both.sqlite", replay=True).ask(questions(1))
    assert reply.status == "ok"


def test_a_large_ledger_is_exported_and_imported_row_by_row(tmp_path: Path) -> None:
    copy, rows = tmp_path / "copy.sqlite", 48
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        for number in range(rows):
            canonical, body = f'{{"n": {number}}}', f"{number:09} " * 2**15
            key = sha256(canonical)
            ledger.begin(key, canonical, f"item-{number}", "url", "tiny", Charge(1, 9, None))
            ledger.end(key, 1, state="done", status="ok", body=body)
    for name in ("a.jsonl", "b.jsonl.gz"):
        file = tmp_path / name
        tracemalloc.start()
        with Ledger(tmp_path / "ledger.sqlite", is_read_only=True) as ledger:
            export_ledger(ledger, file)
        with Ledger(copy) as ledger:
            result = import_ledger(ledger, file)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert result == {"question": rows, "attempt": rows, "unasked": 0}
        assert peak < 10 * 2**20  # of bodies alone there are 15 MiB
    with Ledger(copy, is_read_only=True) as ledger:
        export_ledger(ledger, tmp_path / "c.jsonl")
    plain = (tmp_path / "a.jsonl").read_bytes()
    assert (tmp_path / "c.jsonl").read_bytes() == plain
    assert gzip.decompress((tmp_path / "b.jsonl.gz").read_bytes()) == plain


def test_an_import_that_breaks_off_leaves_nothing(halves: list[Path], tmp_path: Path) -> None:
    head, question, attempt = halves[1].read_bytes().splitlines(keepends=True)
    file = tmp_path / "broken.jsonl"
    for lines, told in (
        ([head, question, attempt, b"{"], r"invalid JSON .*broken\.jsonl, line 4"),
        ([head, attempt], r"item-0 lacks its question .*broken\.jsonl"),
        ([], r"not a ledger of format 1 .*broken\.jsonl"),
    ):
        file.write_bytes(b"".join(lines))
        with Ledger(tmp_path / "new.sqlite") as ledger:
            with pytest.raises(DataError, match=told):
                import_ledger(ledger, file)
            assert not ledger_rows(ledger, "question")
            assert not ledger_rows(ledger, "attempt")
    # The order of the lines is no matter.
    file.write_bytes(head + attempt + question)
    with Ledger(tmp_path / "new.sqlite") as ledger:
        assert import_ledger(ledger, file) == {"question": 1, "attempt": 1, "unasked": 0}


def test_a_doubtful_request_is_sent_when_told(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    endpoint.faults = {"<1>": ["html"]}
    price = Price(prompt=1, completion=2)
    asker = open_asker(endpoint=endpoint.at(price=price))
    asker.ask(questions(2))
    with pytest.raises(EndpointError) as raised:
        asker.finish()
    assert "--retry-unknown" in raised.value.hint
    assert open_asker(endpoint=endpoint.at(price=price)).ask(questions(2))[1].reason == "not_json"
    assert len(endpoint.requests) == 2
    asker = open_asker(endpoint=endpoint.at(price=price), retry_unknown=True)
    reply = asker.ask(questions(2))[1]
    worst = make_request(questions(2)[1], endpoint.at(price=price), "graph", 0).worst(
        endpoint.at(price=price)
    )
    assert (reply.status, reply.usage.calls, reply.usage.is_estimated) == ("ok", 2, True)
    assert reply.usage.cost == pytest.approx((worst.cost or 0) + price.of(10, 5))
    asker.finish()


def test_a_doubtful_request_stays_in_doubt(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    endpoint.faults = {"<0>": ["html", *["rate_limit"] * 5], "<1>": ["html", "too_long"]}
    open_asker().ask(questions(2))
    told = open_asker(retry_unknown=True).ask(questions(2))
    assert len(endpoint.requests) == 2 + 5 + 1
    # Five refusals free of charge leave the first request in doubt; a refusal for good ends it.
    ends = [("endpoint_error", "not_json"), ("invalid", "prompt_too_long")]
    assert [(reply.status, reply.reason) for reply in told] == ends
    asker = open_asker()
    assert asker.estimate(questions(2)).answered == 2
    assert asker.ask(questions(2)) == told
    assert len(endpoint.requests) == 8
    with pytest.raises(EndpointError) as raised:
        asker.finish()
    assert "--retry-unknown" in raised.value.hint
    assert open_asker(replay=True).ask(questions(2)) == told
    again = open_asker(retry_unknown=True).ask(questions(2))
    assert [reply.status for reply in again] == ["ok", "invalid"]
    assert len(endpoint.requests) == 9


def test_a_request_without_an_end_becomes_unknown(
    tmp_path: Path, endpoint: Endpoint, open_asker: OpenAsker
) -> None:
    request = make_request(questions(1)[0], endpoint.at(), "graph", 0)
    worst = request.worst(endpoint.at())
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        ledger.begin(request.key, request.canonical, "item-0", endpoint.url, "tiny", worst)
    asker = open_asker()
    assert [row["state"] for row in ledger_rows(asker._ledger, "attempt")] == ["unknown"]
    assert asker.spent.tokens == worst.tokens
    reply = asker.ask(questions(1))[0]
    assert (reply.status, reply.reason) == ("endpoint_error", "interrupted")
    assert reply.usage.prompt_tokens == worst.tokens
    assert not endpoint.requests


def test_a_second_process_is_refused(tmp_path: Path, open_asker: OpenAsker) -> None:
    open_asker()
    with pytest.raises(StorageError, match="another process uses the ledger"):
        Ledger(tmp_path / "ledger.sqlite")


def test_a_changed_answer_is_noticed(open_asker: OpenAsker) -> None:
    asker = open_asker()
    asker.ask(questions(1))
    asker._ledger._db.execute("UPDATE attempt SET body = replace(body, '<0>', '<9>')")
    with pytest.raises(StorageError, match="the answer to item-0 was changed"):
        asker.ask(questions(1))


@pytest.mark.parametrize("content", [b"no ledger at all" * 99, b""])
def test_another_file_is_no_ledger(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "ledger.sqlite"
    file.write_bytes(content)
    with pytest.raises(StorageError, match=r"ledger\.sqlite"):
        Ledger(file, is_read_only=True)


def test_a_limit_leaves_the_rest(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    asker = open_asker(limits=BudgetLimits(calls=3), workers=16)
    replies = asker.ask(questions(8))
    assert sorted(reply.status for reply in replies) == ["budget"] * 5 + ["ok"] * 3
    assert {reply.reason for reply in replies} == {None, "calls"}
    with pytest.raises(BudgetError, match="5 of 8 questions have no answer: 5 calls"):
        asker.finish()
    # The limit is that of the ledger, so that starting again does not help.
    again = open_asker(limits=BudgetLimits(calls=3)).ask(questions(8))
    assert sum(reply.status == "ok" for reply in again) == 3
    assert all(
        reply.status == "ok" for reply in open_asker(limits=BudgetLimits(calls=8)).ask(questions(8))
    )
    assert len(endpoint.requests) == 8


def test_money_needs_known_prices(
    endpoint: Endpoint, open_asker: OpenAsker, tmp_path: Path
) -> None:
    open_asker().ask(questions(1))
    priced = endpoint.at(price=Price(prompt=1, completion=2))
    limits = BudgetLimits(cost=1e9)
    with pytest.raises(DataError, match=r"without a price \(.*ledger\.sqlite\)") as raised:
        open_asker(endpoint=priced, limits=limits)
    assert raised.value.hint == "Name another ledger, or limit tokens instead."
    assert open_asker(endpoint=priced, limits=limits, replay=True).ask(questions(1))
    # The ledger was let go of, and still serves without that limit.
    Ledger(tmp_path / "ledger.sqlite").close()
    with open_asker(endpoint=priced, limits=BudgetLimits(tokens=1e9)) as asker:
        assert asker.ask(questions(2))[1].status == "ok"
    with open_asker(endpoint=priced, ledger=tmp_path / "new.sqlite", limits=limits) as asker:
        assert asker.ask(questions(1))[0].status == "ok"


def test_time_is_limited(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    replies = open_asker(limits=BudgetLimits(seconds=0)).ask(questions(3))
    assert {(reply.status, reply.reason) for reply in replies} == {("budget", "seconds")}
    assert not endpoint.requests


def test_the_cost_is_told_before(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    told = []
    price = Price(prompt=1_000_000, completion=2_000_000)
    asker = open_asker(
        endpoint=endpoint.at(price=price),
        announce=lambda estimate: told.append((estimate, len(endpoint.requests))),
    )
    asker.ask(questions(2))
    (estimate, sent) = told[0]
    assert (len(told), sent, estimate.questions, estimate.answered) == (1, 0, 2, 0)
    assert estimate.completion_tokens == 2 * PROSE.max_tokens
    assert estimate.cost == estimate.prompt_tokens + 2 * estimate.completion_tokens
    assert asker.estimate(questions(3)).answered == 2


def test_progress_tells_the_cost(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    told: list[tuple[int, int, float | None]] = []
    asker = open_asker(endpoint=endpoint.at(price=Price(1e6, 0)), workers=1)
    asker.ask(questions(3), lambda *now: told.append(now))
    assert told == [(1, 3, 10.0), (2, 3, 20.0), (3, 3, 30.0)]


def test_a_ledger_holds_what_was_asked(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    asker = open_asker()
    asker.ask(questions(1))
    (kept,) = ledger_rows(asker._ledger, "question")
    canonical = json.loads(kept["canonical"])
    assert canonical["messages"] == endpoint.requests[0]["messages"]
    assert (canonical["model"], canonical["graph"]) == ("tiny", "graph")


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
