"""Limits on money, tokens and calls with sixteen workers, random prices and random answers."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.language.questions import PROSE, questions
from helpers.proof import Proof
from helpers.servers.endpoint import Endpoint

from scinet.llm.batch_client import LLMSession
from scinet.llm.budget import BudgetLimits, Charge
from scinet.llm.endpoint import Price
from scinet.llm.request import make_request

WORKERS = 16
FAULTS = ("html", "server_error", "refusal", "no_usage", "too_long", "reset", "prose")


def over(limits: BudgetLimits, spent: Charge) -> bool:
    """Whether more was spent than allowed, by more than the rounding of sums."""
    tokens, cost = limits.tokens, limits.cost
    is_dear = cost is not None and (spent.cost or 0) > cost * (1 + 1e-9)
    return is_dear or (tokens is not None and spent.tokens > tokens)


@pytest.mark.parametrize("is_honest", [True, False], ids=["honest", "boasting"])
def test_a_budget_is_not_passed_by_sixteen_workers(
    is_honest: bool,  # noqa: FBT001 - of the parameters
    proof: Proof,
    endpoint: Endpoint,
    open_asker: Callable[..., LLMSession],
    tmp_path: Path,
) -> None:
    """A limit is passed by what requests in flight report beyond their worst case, else never.

    Prices, sizes, tokens, faults and limits are random; each ledger is asked twice, and nothing
    more is sent where a limit was passed.
    """
    draw = random.Random(proof.seed + is_honest)
    sent = stopped = passed = 0
    for number in range(proof.trials(short=6, full=200)):
        prompt = replace(PROSE, max_tokens=draw.choice([1, 20, 300]))
        asked = questions(draw.randrange(5, 40), prompt, name="x" * draw.choice([1, 50, 900]))
        price = Price(draw.uniform(0, 5000), draw.uniform(0, 5000))
        at = endpoint.at(price=price)
        worst = [make_request(item, at, "graph", 0).worst(at) for item in asked]
        least = min(item.tokens for item in worst) - prompt.max_tokens
        boast = 1 if is_honest else draw.choice([2, 10, 1000])
        endpoint.usage = (
            boast * draw.randint(0, least),
            boast * draw.randint(0, prompt.max_tokens),
        )
        endpoint.delay_s = draw.choice([0, 0, 0.002])
        endpoint.faults = {
            f"{i}>": [draw.choice(FAULTS)] * draw.randint(1, 3) for i in draw.sample(range(10), 3)
        }
        endpoint.requests.clear()
        share = draw.uniform(0.05, 1.2)
        limits = draw.choice(
            [
                BudgetLimits(cost=share * sum(item.cost or 0 for item in worst)),
                BudgetLimits(tokens=share * sum(item.tokens for item in worst)),
                BudgetLimits(calls=draw.randrange(len(asked) + 2)),
            ]
        )
        ledger = tmp_path / f"{number}.sqlite"
        reported = endpoint.usage
        beyond = max(sum(reported) - min(item.tokens for item in worst), 0)
        dearer = max(price.of(*reported) - min(item.cost or 0 for item in worst), 0)
        for _ in range(2):
            asker = open_asker(endpoint=at, ledger=ledger, limits=limits, workers=WORKERS)
            before, is_over = len(endpoint.requests), over(limits, asker.spent)
            replies = asker.ask(asked)
            spent, calls = asker.spent, len(endpoint.requests)
            assert spent.calls == calls
            assert not is_over or calls == before
            assert limits.calls is None or calls <= limits.calls
            assert limits.tokens is None or spent.tokens <= limits.tokens + WORKERS * beyond
            assert limits.cost is None or (spent.cost or 0) <= limits.cost + WORKERS * dearer + 1e-9
            assert not (is_honest and over(limits, spent))
            endpoint.faults = {}
        left = any(reply.status == "budget" for reply in replies)
        passed += over(limits, spent)
        sent += calls
        stopped += left
    proof.count(requests=sent, runs_that_stopped=stopped, limits_passed=passed)
