"""Access to a language model by name, opened once for the questions of one command or verb."""

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
    """Choice of a language model, its ledger, and its limits.

    Attributes:
        ledger: File that records every request and answer.
        model: Name of the model; ``SCINET_LLM_MODEL`` by default. The address is
            ``OPENAI_BASE_URL``, the key ``OPENAI_API_KEY``.
        replay: Take all replies from the ledger; send nothing.
        limits: Limits of ``cost``, ``tokens`` or ``calls`` of the whole ledger, or of ``seconds``
            for these questions; calls=0 estimates the cost and sends nothing.
        workers: Most requests in flight.
        retry_unknown: Send interrupted requests again, which may be charged twice.
        repair: Send a second request where an answer has the wrong format.
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
        """Open the model for questions.

        The estimated cost is written to standard error before the first question. Use answers
        within the block: at its end an error is raised when questions were left without an answer.

        Args:
            graph_fingerprint: Fingerprint of the graph of the questions.
            seed: Seed of the run.

        Raises:
            EndpointError: If model or key is missing, further requests are pointless, or, at the
            end, questions have no answer.
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
