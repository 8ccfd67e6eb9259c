"""Sending of one question, from the ledger or the endpoint to its final status.

It is looked up in the ledger first. Else it waits for a slot and for the budget, is written to the
ledger, sent, parsed, and its end recorded; failures free of charge are retried.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from threading import Event, Lock
from typing import Final

from scinet.errors import EndpointError
from scinet.llm.budget import Budget, Charge
from scinet.llm.client import Client
from scinet.llm.clock import Clock
from scinet.llm.endpoint import Endpoint
from scinet.llm.ledger import Attempt, Ledger, usage_of
from scinet.llm.question import Reply, State, Status
from scinet.llm.request import LLMRequest, estimate_tokens
from scinet.llm.response_parser import Halt, RequestOutcome, read_body, read_response
from scinet.llm.throttle import Throttle

_log = logging.getLogger(__name__)
_FIRST_WAIT_S: Final = 1.0
_LONGEST_WAIT_S: Final = 60.0  # that an endpoint may request
_TRIES_UNKNOWN: Final = 3
_FINAL: Final[frozenset[Status]] = frozenset({"invalid", "refused"})  # where a request failed
_IN_DOUBT: Final[frozenset[State]] = frozenset({"sent", "unknown"})


class RequestSender:
    """Sender of questions to one endpoint that records every attempt; thread-safe.

    Requests that may have been charged are sent again only with ``retry_unknown``.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        ledger: Ledger,
        client: Client | None,
        budget: Budget,
        workers: int,
        clock: Clock,
        *,
        retry_unknown: bool,
    ) -> None:
        self.stopped = Event()
        self._endpoint = endpoint
        self._ledger = ledger
        self._client = client
        self._budget = budget
        self._retry_unknown = retry_unknown
        self._clock = clock
        self._throttle = Throttle(workers, clock, self.stopped)
        self._jitter = Random()  # noqa: S311 - spreads waits, and nothing that is kept
        self._lock = Lock()
        self._busy: dict[str, Lock] = {}
        self._halt: tuple[Halt, str] | None = None
        self._halt_reason: str | None = None
        self._other_models: set[str] = set()

    def reply(self, request: LLMRequest) -> Reply:
        """Return the reply to a question; without a client, from the ledger alone."""
        with self._exclusive(request.key):
            if self._client is None:
                return self._replay(request)
            cached = self.cached_reply(request)
            return self._send(request, self._client) if cached is None else cached

    def cached_reply(self, request: LLMRequest) -> Reply | None:
        """Return the reply in the ledger, None when the question is to be sent (again)."""
        attempts = self._ledger.attempts(request.key)
        if not attempts:
            return None
        deciding = _final_attempt(attempts)
        is_final = (
            deciding.state == "done"
            or (deciding.state == "failed" and deciding.status in _FINAL)
            or (deciding.state in _IN_DOUBT and not self._retry_unknown)
        )
        return _reply(request, attempts) if is_final else None

    def raise_halted(self) -> None:
        """Raise an error if further requests are pointless."""
        if self._halt is None:
            return
        halt, reason = self._halt
        url, model = self._endpoint.url, self._endpoint.model
        message, hint = {
            "rejected": (f"the key is rejected by {url}", "Set OPENAI_API_KEY to a key of its own"),
            "not_found": (
                f"no model {model} at {url}",
                "`scinet llm check` lists what is there; the address (OPENAI_BASE_URL) often ends "
                "in /v1",
            ),
            "redirect": (
                f"{url} redirects, which is not followed with a key",
                "Set OPENAI_BASE_URL to the address that it leads to, if you trust it",
            ),
            "unreachable": (f"nothing answers at {url}", "Start it, or set OPENAI_BASE_URL"),
        }[halt]
        raise EndpointError(
            f"{message} ({reason})", hint=f"{hint}; what was answered is kept in the ledger."
        )

    def _replay(self, request: LLMRequest) -> Reply:
        attempts = self._ledger.attempts(request.key)
        if (unasked := self._ledger.unasked(request.key)) is not None:
            status, reason = unasked
            return Reply(request.question.item, status, reason, usage=usage_of(attempts))
        if not attempts:
            return Reply(request.question.item, "endpoint_error", "not_in_ledger")
        return _reply(request, attempts)

    def _send(self, request: LLMRequest, client: Client) -> Reply:
        sent = 0
        while True:
            self._throttle.enter()
            try:
                if (reply := self._refuse_or_reserve(request)) is not None:
                    return reply
                outcome = self._attempt(request, client)
            finally:
                self._throttle.leave()
            sent += 1
            if self._is_ended(outcome, sent):
                return _reply(request, self._ledger.attempts(request.key))

    def _refuse_or_reserve(self, request: LLMRequest) -> Reply | None:
        """Return a refusal of a question that must not be sent now, or reserve its worst case."""
        status: Status = "budget"
        reason = None
        if self.stopped.is_set() or self._halt_reason is not None:
            status, reason = "endpoint_error", self._halt_reason or "stopped"
        else:
            reason = self._budget.reserve(request.worst(self._endpoint))
        if reason is None:
            return None
        item = request.question.item
        self._ledger.leave(request.key, request.canonical, item, status, reason)
        usage = usage_of(self._ledger.attempts(request.key))
        return Reply(item, status, reason, usage=usage)

    def _attempt(self, request: LLMRequest, client: Client) -> RequestOutcome:
        """Send once, recorded in the ledger before and after; the budget is already reserved."""
        worst = request.worst(self._endpoint)
        charge = worst
        try:
            number = self._ledger.begin(
                request.key,
                request.canonical,
                request.question.item,
                self._endpoint.url,
                self._endpoint.model,
                worst,
            )
            started = self._clock.now()
            received = client.send(request.body)
            seconds = self._clock.now() - started
            question = request.question
            outcome = read_response(received, question.prompt, has_tools=bool(question.tools))
            read_tokens, written_tokens, cost, is_estimated = self._charge(outcome, request)
            charge = Charge(1, read_tokens + written_tokens, cost)
            self._ledger.end(
                request.key,
                number,
                state=outcome.state,
                status=outcome.status,
                reason=None if outcome.reason is None else self._endpoint.mask(outcome.reason),
                prompt_tokens=read_tokens,
                completion_tokens=written_tokens,
                cost=cost,
                is_estimated=int(is_estimated),
                seconds=round(seconds, 3),
                answered_by=outcome.model,
                body=None if received.http_status is None else received.body,
            )
        finally:
            self._budget.settle(worst, charge)
        self._flag(outcome.model)
        return outcome

    def _charge(
        self, outcome: RequestOutcome, request: LLMRequest
    ) -> tuple[int, int, float | None, bool]:
        """Return prompt and completion tokens, their cost, and whether they are estimated."""
        if outcome.state == "failed":
            return 0, 0, 0.0, False
        worst = request.worst(self._endpoint)
        if outcome.state == "unknown":
            return worst.tokens, 0, worst.cost, True
        usage = outcome.usage or (request.prompt_tokens, estimate_tokens(outcome.text))
        price = self._endpoint.price
        return *usage, None if price is None else price.of(*usage), outcome.usage is None

    def _is_ended(self, outcome: RequestOutcome, sent: int) -> bool:
        """Whether this was the last attempt; otherwise wait until the next one."""
        if outcome.state == "done":
            self._throttle.good()
            return True
        tries = outcome.tries
        if outcome.state == "unknown" and self._retry_unknown:
            tries = _TRIES_UNKNOWN
        is_rate = str(outcome.reason).startswith("rate_limited")
        if (outcome.wait_s or 0.0) > _LONGEST_WAIT_S:
            if is_rate:
                self._halt_reason = outcome.reason
            return True
        wait_s = self._wait(outcome.wait_s, sent)
        if is_rate:
            self._throttle.back_off(wait_s)
        if sent >= tries:
            self._end_all(outcome)
            return True
        if not is_rate:
            self._clock.sleep(wait_s, self.stopped)
        return self.stopped.is_set()

    def _end_all(self, outcome: RequestOutcome) -> None:
        if outcome.halt == "quota":
            self._budget.stop("quota")
        elif outcome.halt is not None:
            self._halt = self._halt or (outcome.halt, self._endpoint.mask(str(outcome.reason)))
            self.stopped.set()

    def _wait(self, told_s: float | None, sent: int) -> float:
        if told_s is None:
            return float(_FIRST_WAIT_S * 2 ** (sent - 1) * self._jitter.uniform(0.5, 1.5))
        # Never earlier than requested, and not all at once.
        return told_s + min(told_s, 1.0) * self._jitter.random()

    def _flag(self, model: str | None) -> None:
        if model is not None and model not in {self._endpoint.model, *self._other_models}:
            self._other_models.add(model)
            _log.warning("asked for %s, %s answers", self._endpoint.model, model)

    @contextmanager
    def _exclusive(self, key: str) -> Iterator[None]:
        """Serialise equal questions, so that the second finds the answer of the first."""
        with self._lock:
            lock = self._busy.setdefault(key, Lock())
        with lock:
            yield


def _reply(request: LLMRequest, attempts: list[Attempt]) -> Reply:
    """Return the reply of these attempts; the same whenever it is made."""
    deciding = _final_attempt(attempts)
    item, usage = request.question.item, usage_of(attempts)
    if deciding.state == "done":
        question = request.question
        read = read_body(deciding.body or "", question.prompt, has_tools=bool(question.tools))
        return Reply(item, read.status, read.reason, read.text, read.value, read.tool_calls, usage)
    status: Status = deciding.status if deciding.status is not None else "endpoint_error"
    return Reply(item, status, deciding.reason or "interrupted", usage=usage)


def _final_attempt(attempts: list[Attempt]) -> Attempt:
    """Return the attempt that decides a question: an answer, a final refusal, or one in doubt.

    A possibly charged attempt stays in doubt, whatever failed free of charge after it.
    """
    done = [row for row in attempts if row.state == "done"]
    final = [row for row in attempts if row.state == "failed" and row.status in _FINAL]
    doubtful = [row for row in attempts if row.state in _IN_DOUBT]
    return (done or final or doubtful or attempts)[-1]
