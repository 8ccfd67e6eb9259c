"""Many at once: rate limits are obeyed, limits hold, a stop keeps the work, repairs are counted."""

import json
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from helpers.language.ledgers import ledger_rows
from helpers.language.questions import FORM, PROSE, as_json, questions
from helpers.servers.endpoint import Endpoint, Messages, OpenAsker, echo
from helpers.waiting import PATIENCE_S

from scinet.llm.budget import Budget, BudgetLimits, Charge
from scinet.llm.clock import Clock
from scinet.llm.messages import Message, ToolCall, ToolDefinition
from scinet.llm.question import Question
from scinet.llm.throttle import Throttle

Caplog = pytest.LogCaptureFixture


@pytest.mark.parametrize("workers", [1, 3, 16])
def test_replies_keep_their_order(workers: int, endpoint: Endpoint, open_asker: OpenAsker) -> None:
    together = Barrier(workers, timeout=PATIENCE_S)

    def answer(messages: Messages, body: dict[str, Any]) -> str:
        together.wait()
        return echo(messages, body)

    endpoint.answer = answer
    replies = open_asker(workers=workers).ask(questions(3 * workers))
    assert [reply.text for reply in replies] == [f"<{i}>" for i in range(3 * workers)]
    assert endpoint.most_at_once == workers


def test_a_rate_limit_that_ends_costs_nothing(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    endpoint.faults = {f"<{i}>": ["rate_limit"] * 4 for i in range(3)}
    asker = open_asker(workers=8)
    replies = asker.ask(questions(20))
    assert {reply.status for reply in replies} == {"ok"}
    assert len(endpoint.requests) == 32
    assert asker.spent.tokens == 20 * 15


def test_there_are_fewer_slots_after_a_rate_limit_and_more_after_good_answers() -> None:
    throttle = Throttle(16, Clock(speed=1000), Event())
    for expected in (8, 4, 2, 1, 1):
        throttle.back_off(1)
        assert throttle.limit == expected
    for _ in range(8 * 40):
        throttle.good()
    assert throttle.limit == 16


def test_a_slot_is_waited_for() -> None:
    throttle = Throttle(1, Clock(), Event())
    throttle.enter()
    second = Thread(target=throttle.enter)
    second.start()
    second.join(timeout=0.05)
    assert second.is_alive()
    throttle.leave()
    second.join(PATIENCE_S)
    assert not second.is_alive()


def test_what_is_set_aside_is_waited_for() -> None:
    budget, result = Budget(BudgetLimits(tokens=10), Charge(), Clock()), []
    assert budget.reserve(Charge(1, 6)) is None
    second = Thread(target=lambda: result.append(budget.reserve(Charge(1, 6))))
    second.start()
    second.join(timeout=0.05)
    assert second.is_alive()
    budget.settle(Charge(1, 6), Charge(1, 4))
    second.join(PATIENCE_S)
    assert result == [None]
    budget.settle(Charge(1, 6), Charge(1, 1))
    # Nothing is in flight that could leave room: this is the end.
    assert budget.reserve(Charge(1, 6)) == "tokens"
    assert budget.reserve(Charge(1, 1)) == "tokens"


def test_all_wait_as_long_as_was_told() -> None:
    clock = Clock(speed=100)
    throttle = Throttle(2, clock, Event())
    throttle.back_off(5)
    until = clock.now() + 5
    throttle.enter()
    assert clock.now() >= until - 0.5


def test_a_repair_is_asked_for_once_and_counted(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    def answer(messages: Messages, body: dict[str, Any]) -> str:
        is_again = len(messages) > 1
        return as_json(messages, body) if is_again else "Well, that depends."

    endpoint.answer = answer
    plain = open_asker().ask(questions(2, FORM))
    assert [reply.status for reply in plain] == ["invalid", "invalid"]
    assert "form: Invalid JSON" in str(plain[0].reason)
    mended = open_asker(repair=True).ask(questions(2, FORM))
    assert [reply.value for reply in mended] == [{"word": "<0>"}, {"word": "<1>"}]
    assert [reply.usage.calls for reply in mended] == [2, 2]
    assert len(endpoint.requests) == 4
    roles = [message["role"] for message in endpoint.requests[-1]["messages"]]
    assert roles == ["user", "assistant", "user"]
    assert open_asker(repair=True, replay=True).ask(questions(2, FORM)) == mended


def test_useless_answers_are_told_once(open_asker: OpenAsker, caplog: Caplog) -> None:
    asker = open_asker()
    asker.ask(questions(2, FORM))
    asker.finish()
    asker.finish()  # of a verb that replaces no result, and of its end
    [told] = caplog.messages
    assert told.startswith("2 of 2 answers do not have the form asked for")


def test_a_cut_answer_is_kept(endpoint: Endpoint, open_asker: OpenAsker, caplog: Caplog) -> None:
    """It is told of, and not paid for again."""
    endpoint.faults = {"<1>": ["content without an end"]}
    asker = open_asker(repair=True)
    whole, half = asker.ask(questions(2))
    assert (whole.status, half.status, half.reason) == ("ok", "invalid", "cut_off")
    assert half.text == "Well, that"
    asker.finish()
    [told] = caplog.messages
    assert told.startswith("1 of 2 answers were cut off and do not count")
    for changed in ({}, {"repair": True, "retry_unknown": True}, {"replay": True}):
        assert open_asker(**changed).ask(questions(2)) == [whole, half]
    assert len(endpoint.requests) == 2


def test_the_form_is_sent_as_a_json_schema(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    endpoint.answer = as_json
    (reply,) = open_asker().ask(questions(1, FORM))
    assert reply.value == {"word": "<0>"}
    asked = endpoint.requests[0]["response_format"]["json_schema"]
    assert asked["strict"] is True
    assert asked["schema"]["properties"] == {"word": {"type": "string"}}
    assert (endpoint.requests[0]["temperature"], endpoint.requests[0]["seed"]) == (0, 0)


def test_models_that_reason_get_room(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    asker = open_asker(endpoint=endpoint.at(thinking_tokens=4000))
    asked = questions(1, PROSE)
    assert asker.estimate(asked).completion_tokens == 20 + 4000
    assert [reply.status for reply in asker.ask(asked)] == ["ok"]
    (sent,) = endpoint.requests
    assert sent["max_completion_tokens"] == 20 + 4000
    assert not {"max_tokens", "temperature"} & sent.keys()


def test_tools_are_offered_and_answered(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    look = ToolDefinition("look", "Looks a paper up.", {"type": "object", "properties": {}})

    def answer(messages: Messages, body: dict[str, Any]) -> str | dict[str, Any]:
        assert body["tools"] == [look.wire()]
        if messages[-1]["role"] == "tool":
            return f"It says {messages[-1]['content']}."
        function = {"name": "look", "arguments": json.dumps({"paper": "a"})}
        return {"tool_calls": [{"id": "c1", "type": "function", "function": function}]}

    endpoint.answer = answer
    asker = open_asker()
    first = Question("q", questions(1)[0].prompt, {"word": "a?"}, tools=(look,))
    (reply,) = asker.ask([first])
    assert reply.tool_calls == (ToolCall("c1", "look", {"paper": "a"}),)
    history = (
        Message("assistant", None, reply.tool_calls),
        Message("tool", "a title", tool_call_id="c1"),
    )
    (reply,) = asker.ask([Question("q", first.prompt, first.inputs, None, history, (look,))])
    assert reply.text == "It says a title."


def test_samples_are_different_questions(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    question = questions(1)[0]
    same = [Question("q", question.prompt, question.inputs, sample=i) for i in range(3)]
    open_asker(seed=7).ask(same)
    assert sorted(body["seed"] for body in endpoint.requests) == [7, 8, 9]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_a_stop_in_the_middle_keeps_what_was_answered(
    error: type[BaseException], endpoint: Endpoint, open_asker: OpenAsker
) -> None:
    def progress(done: int, total: int, cost: float | None) -> None:  # noqa: ARG001 - the protocol
        if done == 2:
            raise error

    asker = open_asker(workers=2)
    with pytest.raises(error):
        asker.ask(questions(40), progress)
    sent = len(endpoint.requests)
    assert 2 <= sent < 40
    rows = ledger_rows(asker._ledger, "attempt")
    assert {row["state"] for row in rows} == {"done"}
    assert len(rows) == sent
    replies = open_asker().ask(questions(40))
    assert {reply.status for reply in replies} == {"ok"}
    assert len(endpoint.requests) == 40


def test_askers_may_be_used_by_many_threads(endpoint: Endpoint, open_asker: OpenAsker) -> None:
    asker, result = open_asker(workers=4), []
    threads = [Thread(target=lambda: result.append(asker.ask(questions(10)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(endpoint.requests) == 10
    assert all(replies == result[0] for replies in result)
