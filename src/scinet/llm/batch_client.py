"""Batch client: sends many questions at once, each of which ends in exactly one status."""

import logging
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TypeAlias, TypeVar

from scinet.errors import BudgetError, DataError, EndpointError
from scinet.llm.budget import Budget, BudgetLimits, Charge
from scinet.llm.client import Client
from scinet.llm.clock import Clock
from scinet.llm.endpoint import Endpoint
from scinet.llm.ledger import Ledger
from scinet.llm.messages import Message
from scinet.llm.prompts import load_prompt
from scinet.llm.question import UNASKED, Question, Reply
from scinet.llm.request import LLMRequest, make_request, max_output_tokens
from scinet.llm.response_parser import CUT_OFF
from scinet.llm.sender import RequestSender

_log = logging.getLogger(__name__)
Key = TypeVar("Key", bound=Hashable)
Progress: TypeAlias = Callable[[int, int, float | None], None]
"""Called with the numbers of finished and all questions, and the cost (None if unknown)."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Estimated usage of questions.

    Attributes:
        answered: Number answered by the ledger.
        prompt_tokens: Prompt tokens of the others, by the number of bytes.
        completion_tokens: Most completion tokens of the others.
        cost: Cost of both; None when the model has no price.
    """

    questions: int
    answered: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None


class LLMSession(AbstractContextManager["LLMSession"]):
    """An open endpoint with its ledger; close it, or use it in a ``with`` block."""

    def __init__(
        self,
        endpoint: Endpoint,
        ledger: Path,
        graph_fingerprint: str,
        *,
        limits: BudgetLimits | None = None,
        workers: int = 4,
        replay: bool = False,
        repair: bool = False,
        retry_unknown: bool = False,
        seed: int = 0,
        clock: Clock | None = None,
        announce: Callable[[Estimate], None] | None = None,
    ) -> None:
        """Open the ledger; nothing is sent yet.

        Raises:
            DataError: If cost is limited but unknown: the model has no price, or the ledger holds
            requests without one. Nothing stays open then.
        """
        limits = limits or BudgetLimits()
        if limits.cost is not None and endpoint.price is None and not replay:
            raise DataError(
                f"cost cannot be limited, for the model {endpoint.model} has no price",
                hint="Name a table of prices in SCINET_LLM_PRICES, or limit tokens instead.",
            )
        self._graph = graph_fingerprint
        self._workers = workers
        self._repair = repair
        self._seed = seed
        self._announce = announce
        self._client = None if replay else Client(endpoint)
        self._ledger = Ledger(ledger, is_read_only=replay)
        if replay and len(endpoints := self._ledger.endpoints(endpoint.model)) == 1:
            # A replay does not depend on where the answers came from.
            endpoint = replace(endpoint, url=endpoints[0])
        self.endpoint = endpoint
        clock = clock or Clock()
        spent = self._ledger.spent()
        if limits.cost is not None and spent.cost is None and not replay:
            self.close()
            raise DataError(
                "cost cannot be limited, for this ledger holds requests without a price "
                f"({ledger})",
                hint="Name another ledger, or limit tokens instead.",
            )
        self._budget = Budget(limits, spent, clock)
        self._sender = RequestSender(
            endpoint,
            self._ledger,
            self._client,
            self._budget,
            workers,
            clock,
            retry_unknown=retry_unknown,
        )
        self._ended: dict[str, Reply] = {}
        self._has_told = False

    def ask(self, questions: Sequence[Question], progress: Progress | None = None) -> list[Reply]:
        """Send all questions.

        Raises:
            EndpointError: If further requests are pointless: the key is rejected, the model or the
            address wrong, or nothing listens there. Received answers are kept.
            StorageError: If the ledger cannot be written.
        """
        if self._announce is not None and self._client is not None and questions:
            announce, self._announce = self._announce, None
            announce(self.estimate(questions))
        self._sender.raise_halted()
        workers, stopped = 1 if self._client is None else self._workers, self._sender.stopped

        def tell(ended: int) -> None:
            if progress is not None:
                progress(ended, len(questions), self._budget.spent.cost)

        try:
            replies_received = _ask_in_threads(self._reply, questions, workers, stopped, tell)
        except BaseException:
            stopped.set()
            raise
        self._sender.raise_halted()
        if len(replies_received) < len(questions):
            raise RuntimeError("nothing more is asked after a stop")
        return replies_received

    def ask_by_name(self, questions: Mapping[Key, Question]) -> dict[Key, Reply]:
        """Send named questions and return replies by name; as :meth:`ask`."""
        return dict(zip(questions, self.ask(list(questions.values())), strict=True))

    def estimate(self, questions: Sequence[Question]) -> Estimate:
        """Estimate the usage of questions; nothing is sent."""
        requests = [self._request(question) for question in questions]
        pending = {r.key: r for r in requests if self._sender.cached_reply(r) is None}
        reading = sum(request.prompt_tokens for request in pending.values())
        writing = sum(max_output_tokens(r.question.prompt, self.endpoint) for r in pending.values())
        price = self.endpoint.price
        return Estimate(
            questions=len(requests),
            answered=sum(request.key not in pending for request in requests),
            prompt_tokens=reading,
            completion_tokens=writing,
            cost=None if price is None else price.of(reading, writing),
        )

    @property
    def spent(self) -> Charge:
        """Total usage in the ledger."""
        return self._budget.spent

    def finish(self) -> None:
        """Raise an error when questions were left without an answer; call it when all is stored."""
        replies = list(self._ended.values())
        unanswered = [reply for reply in replies if reply.status in UNASKED]
        reasons = Counter(str(reply.reason) for reply in unanswered)
        if not unanswered:
            self._warn_invalid_replies(replies)
            return
        summary = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common(3))
        message = (
            f"{len(unanswered)} of {len(replies)} questions have no answer: {summary} "
            f"(the others are kept in {self._ledger.path})"
        )
        if any(reply.status == "budget" for reply in unanswered):
            if reasons["quota"]:
                raise BudgetError(
                    f"quota of the account is used up; {message}",
                    hint="Add credit; re-run the command to resume.",
                )
            raise BudgetError(message, hint="Raise --limit; re-run the command to resume.")
        raise EndpointError(message, hint=_remedy(reasons))

    def close(self) -> None:
        """Close connections and ledger."""
        if self._client is not None:
            self._client.close()
        self._ledger.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _request(self, question: Question) -> LLMRequest:
        return make_request(question, self.endpoint, self._graph, self._seed)

    def _reply(self, question: Question) -> Reply:
        request = self._request(question)
        reply = self._sender.reply(request)
        if self._repair and reply.text is not None and str(reply.reason).startswith("form: "):
            reply = self._repair_reply(question, reply)
        self._ended[request.key] = reply
        return reply

    def _repair_reply(self, question: Question, wrong: Reply) -> Reply:
        messages = load_prompt("llm/repair").messages({"fault": wrong.reason})
        history = (*question.history, Message("assistant", wrong.text), *messages)
        reply = self._sender.reply(self._request(replace(question, history=history)))
        return replace(reply, usage=wrong.usage + reply.usage)

    def _warn_invalid_replies(self, replies: Sequence[Reply]) -> None:
        if self._has_told:
            return
        self._has_told = True
        cut = sum(reply.reason == CUT_OFF for reply in replies)
        if cut:
            _log.warning(
                "%d of %d answers were cut off and do not count: a model that reasons needs "
                "SCINET_LLM_THINKING_TOKENS",
                cut,
                len(replies),
            )
        formless = sum(str(reply.reason).startswith("form: ") for reply in replies)
        if 2 * formless > len(replies):
            _log.warning(
                "%d of %d answers do not have the form asked for: choose a model or an endpoint "
                "that follows JSON schemas, or ask once more with --repair",
                formless,
                len(replies),
            )


def _remedy(reasons: Counter[str]) -> str:
    if any(reason.startswith("rate_limited: wait") for reason in reasons):
        return "Re-run the command after that time to resume."
    if reasons["not_in_ledger"]:
        return "Ask without --replay, or name the model, seed and graph of that ledger."
    if reasons.keys() & {
        "timeout",
        "connection_lost",
        "not_json",
        "empty",
        "schema",
        "interrupted",
    }:
        return "They may have been charged: --retry-unknown sends them again."
    if any(reason.startswith(("http_400", "http_422")) for reason in reasons):
        return (
            "The endpoint refuses the request as it is: a model that reasons needs "
            "SCINET_LLM_THINKING_TOKENS, or another model may take it."
        )
    return "Re-run the command to resume."


def _ask_in_threads(
    reply: Callable[[Question], Reply],
    questions: Sequence[Question],
    workers: int,
    stopped: Event,
    tell: Callable[[int], None],
) -> list[Reply]:
    """Answer questions by several threads; return the replies in order.

    Args:
        stopped: Set on an error; no further question is begun once it is.
        tell: Called with the number of finished questions.
    """
    answers: dict[int, Reply] = {}
    waiting, lock = iter(range(len(questions))), Lock()
    errors: list[BaseException] = []

    def work() -> None:
        while not stopped.is_set():
            with lock:
                number = next(waiting, None)
            if number is None:
                return
            try:
                answer = reply(questions[number])
                with lock:
                    answers[number] = answer
                    tell(len(answers))
            except BaseException as error:  # noqa: BLE001 - raised again by the waiting thread
                errors.append(error)
                stopped.set()

    # A second Ctrl-C must not wait for requests in flight.
    threads = [Thread(target=work, daemon=True) for _ in range(min(workers, len(questions)))]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            thread.join()
    except BaseException:
        stopped.set()
        for thread in threads:
            thread.join()
        raise
    if errors:
        raise errors[0]
    return [answers[number] for number in range(len(questions)) if number in answers]
