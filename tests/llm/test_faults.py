"""Every fault of an endpoint ends in one status, is charged once, and harms no other question."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers.endpoint import FAULTS, Endpoint
from helpers.questions import questions

from scinet.llm.asker import Asker
from scinet.llm.endpoint import Price

_ITEMS = 4
_TIMEOUT_S = 0.4


@dataclass(frozen=True)
class _Expected:
    status: str
    reason: str | None
    state: str
    requests: int
    charged_by: str


# One fault, again and again; by the fault table: when it comes once, retried ones end well.
_FOREVER = {
    "rate_limit": _Expected("endpoint_error", "rate_limited: wait 1 s", "failed", 5, "nothing"),
    "quota": _Expected("budget", "quota", "failed", 1, "nothing"),
    "rate_limit_hour": _Expected(
        "endpoint_error", "rate_limited: wait 3600 s", "failed", 1, "nothing"
    ),
    "server_error": _Expected(
        "endpoint_error", "http_500 (unconfirmed): no", "failed", 3, "nothing"
    ),
    "conflict": _Expected("endpoint_error", "http_409: no", "failed", 3, "nothing"),
    "too_long": _Expected("invalid", "prompt_too_long", "failed", 1, "nothing"),
    "timeout": _Expected("endpoint_error", "timeout", "unknown", 1, "estimate"),
    "html": _Expected("endpoint_error", "not_json", "unknown", 1, "estimate"),
    "broken_json": _Expected("endpoint_error", "not_json", "unknown", 1, "estimate"),
    "empty": _Expected("endpoint_error", "empty", "unknown", 1, "estimate"),
    "no_choices": _Expected("invalid", "no_choices", "done", 1, "usage"),
    "without_choices": _Expected("endpoint_error", "schema", "unknown", 1, "estimate"),
    "error_in_200": _Expected(
        "endpoint_error", "http_503 (unconfirmed): overloaded", "failed", 3, "nothing"
    ),
    "cut_off": _Expected("invalid", "cut_off", "done", 1, "usage"),
    "no_usage": _Expected("ok", None, "done", 1, "estimate"),
    "reset": _Expected("endpoint_error", "connection_lost", "unknown", 1, "estimate"),
    "cut_body": _Expected("endpoint_error", "connection_lost", "unknown", 1, "estimate"),
}
_STOPS_ALL = {"quota", "rate_limit_hour"}


@pytest.mark.parametrize("workers", [1, 16])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_ends_in_one_status_and_harms_no_other_question(
    fault: str, workers: int, endpoint: Endpoint, open_asker: Callable[..., Asker], tmp_path: Path
) -> None:
    expected = _FOREVER[fault]
    tiny = endpoint.at(
        price=Price(prompt=1000, completion=2000),
        timeout_s=_TIMEOUT_S if fault == "timeout" else 60,
    )
    asker = open_asker(endpoint=tiny, workers=workers)
    for place in (0, _ITEMS // 2, _ITEMS - 1):
        if fault in _STOPS_ALL and place:
            asker = open_asker(endpoint=tiny, workers=workers, ledger=tmp_path / f"{place}")
        asked = questions(_ITEMS, name=f"{place}-")
        endpoint.faults = {f"<{place}-{place}>": [fault, "…"]}
        replies = asker.ask(asked)

        hit = replies[place]
        assert (hit.status, hit.reason) == (expected.status, expected.reason)
        assert hit.usage.calls == expected.requests
        assert bool(hit.usage.cost) == (expected.charged_by != "nothing")
        assert hit.usage.is_estimated == (expected.charged_by == "estimate")

        others = {reply.status for i, reply in enumerate(replies) if i != place}
        assert [reply.item for reply in replies] == [question.item for question in asked]
        assert others <= ({"ok", expected.status} if fault in _STOPS_ALL else {"ok"})
        rows = [row for row in asker._ledger.rows("attempt") if row["item"] == hit.item]
        assert [row["state"] for row in rows] == [expected.state] * expected.requests
    rows = asker._ledger.rows("attempt")
    assert asker.spent.calls == len(rows)
    assert asker.spent.cost == pytest.approx(sum(row["cost"] for row in rows))
    if fault not in _STOPS_ALL:
        assert len(rows) == len(endpoint.requests)
