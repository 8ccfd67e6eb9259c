"""A language model as people name it, opened once for the questions of one command or verb."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from annotated_types import Ge, Le

if TYPE_CHECKING:
    from scinet.llm.batch_client import Estimate, LLMSession
    from scinet.llm.endpoint import Endpoint


@dataclass(frozen=True)
class ModelAccess:
    """Which language model to ask, where to record it, and what it may cost.

    Attributes:
        ledger: File that records every request and answer.
        model: Name of the model; ``SCINET_LLM_MODEL`` unless given. The address is
            ``OPENAI_BASE_URL``, the key ``OPENAI_API_KEY``.
        replay: Take all answers from the ledger and send nothing.
        limits: Most that the ledger may hold of ``cost``, ``tokens`` or ``calls``, or ``seconds``
            for these questions; calls=0 estimates the cost and sends nothing.
        workers: Requests in flight at most.
        retry_unknown: Send again what broke and perhaps was charged.
        repair: Ask once more where an answer is not in the format asked for.
    """

    ledger: Path | str
    model: str | None = None
    replay: bool = False
    limits: Mapping[str, float | str] = field(default_factory=dict)
    workers: Annotated[int, Ge(1), Le(256)] = 4
    retry_unknown: bool = False
    repair: bool = False

    @contextmanager
    def open(self, graph_fingerprint: str, *, seed: int = 0) -> "Iterator[LLMSession]":
        """The model, ready to be asked.

        The estimated cost is written to standard error before the first question. Use answers
        within the block: at its end an error is raised when questions were left without an answer.

        Args:
            graph_fingerprint: Of the graph that the questions are about.
            seed: Seed of the run.

        Raises:
            EndpointError: If model or key is missing, going on is hopeless, or, at the end,
                questions have no answer.
            BudgetError: If the limits left questions unanswered, at the end.
            DataError: If a setting or limit is wrong.
            StorageError: If the ledger cannot be used.
        """
        from scinet.llm.batch_client import LLMSession
        from scinet.llm.budget import BudgetLimits
        from scinet.llm.endpoint import Endpoint
        from scinet.settings import EndpointSettings

        endpoint = Endpoint.of(EndpointSettings(), self.model, needs_key=not self.replay)
        with LLMSession(
            endpoint,
            Path(self.ledger),
            graph_fingerprint,
            limits=BudgetLimits.of(self.limits),
            workers=self.workers,
            replay=self.replay,
            repair=self.repair,
            retry_unknown=self.retry_unknown,
            seed=seed,
            announce=lambda estimate: _announce(estimate, endpoint),
        ) as asker:
            yield asker
            asker.finish()


@contextmanager
def open_model(
    model: ModelAccess | None, graph_fingerprint: str, *, seed: int = 0
) -> "Iterator[LLMSession | None]":
    """The model of an option, ready to be asked; None where none is given."""
    if model is None:
        yield None
        return
    with model.open(graph_fingerprint, seed=seed) as asker:
        yield asker


def _announce(estimate: "Estimate", endpoint: "Endpoint") -> None:
    cost = "unknown, no price is set" if estimate.cost is None else f"{estimate.cost:.4g} at most"
    sys.stderr.write(
        f"{endpoint.model} at {endpoint.url}: {estimate.questions:,} questions, "
        f"{estimate.answered:,} answered already; about {estimate.prompt_tokens:,} tokens to read, "
        f"at most {estimate.completion_tokens:,} to write; cost {cost}\n"
    )
