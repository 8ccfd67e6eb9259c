"""Components of a simulation: four parts, each answered by a system of the leaderboard."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from scinet.errors import DataError, EndpointError
from scinet.eval.answer import Answer, NoAnswer
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import UNASKED
from scinet.models.base import run as answering
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem, read_trained_model

Part: TypeAlias = Literal["collaborators", "prior-work", "contribution", "impact"]

PARTS: Final[tuple[Part, ...]] = ("collaborators", "prior-work", "contribution", "impact")
GOLD: Final = "gold"


@dataclass(frozen=True)
class Component:
    """System that answers one part, only from data dated before the day.

    Attributes:
        part: Name of the PreScience task of its queries.
        learned: Folder of its training.
    """

    part: Part
    system: System
    learned: Path | None = None
    cache: Path | None = None
    asker: LLMSession | None = None

    def answer_queries(self, queries: Sequence[Query], snapshot: Snapshot) -> list[Answer]:
        """Answer queries, in order.

        Raises:
            BudgetError: If the limits left one unanswered.
            EndpointError: If the endpoint did.
        """
        if not queries:
            return []
        new_answers = answering.answer_queries(
            self.system,
            queries,
            get_task_type(f"prescience/{self.part}"),
            snapshot=snapshot,
            cache=self.cache,
            learned=self.learned,
            asker=self.asker,
        )
        answers = list(new_answers)
        for answer in answers:
            if isinstance(answer, NoAnswer) and answer.status in UNASKED:
                if self.asker is not None:
                    self.asker.finish()  # raises with the remaining work and its remedy
                raise EndpointError(
                    f"{self.system.name} got no answer on {snapshot.before}: {answer.fault}",
                    hint="Re-run the command to resume from that day.",
                )
        return answers

    def row(self) -> dict[str, Any]:
        """Return its row of a header; a trainable system without a training has none."""
        row: dict[str, Any] = {
            "system": self.system.name,
            "version": self.system.version,
            "settings": self.system.settings,
        }
        if self.asker is not None:
            endpoint = self.asker.endpoint
            row |= {"model": endpoint.model, "endpoint": endpoint.url}
        if self.learned is not None:
            row["training"] = read_trained_model(self.learned)["task_fingerprint"]
        elif not isinstance(self.system, TrainableSystem):
            row["training"] = None
        return row


def check_component(part: Part, system: System) -> None:
    """Refuse a system with other answers, or with access to the real network."""
    wanted = get_task_type(f"prescience/{part}").answers
    if not system.supports(wanted):
        raise DataError(
            f"{system.name} returns {system.answers.name}s, {part} needs {wanted.name}s",
            hint=f"`scinet systems prescience/{part}` lists those that can.",
        )
    if system.asks_database or system.sees_truth:
        what = "the truth" if system.sees_truth else "the database, which has no simulated day"
        raise DataError(f"{system.name} asks {what}", hint="Choose another system, or gold.")
