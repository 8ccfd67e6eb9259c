"""Shared state of all stages: the graph, the language model, and counts of losses."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias

from scinet.errors import DataError
from scinet.graph.db.connection import Database
from scinet.graph.schema.records import PathwayRecord
from scinet.llm import prompts
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import UNASKED, Question

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Session:
    """Run of the pipeline.

    Attributes:
        before: Cutoff of citing papers, exclusive; None for all.
        asker: None where every mention is labelled and no stage past the fourth is run.
    """

    database: Database
    before: date | None
    asker: LLMSession | None
    examples: Sequence[PathwayRecord] = ()
    counts: Counter[str] = field(default_factory=Counter)

    def ask(
        self,
        prompt: str,
        requests: Sequence[tuple[str, Mapping[str, Any]]],
        samples: Sequence[int] | None = None,
    ) -> list[Row | None]:
        """Return values of replies, None for one that is refused or unusable, which is counted.

        ``requests`` hold for each question its item, and the inputs of a prompt below
        ``scipaths/``; ``samples`` number the replies to one question. A question that was left
        without a reply ends the run: its stage is not written.
        """
        if not requests:
            return []
        if self.asker is None:
            raise DataError(
                f"stage {prompt} needs a language model", hint="Name one with --ledger."
            )
        loaded = prompts.load_prompt(f"scipaths/{prompt}")
        questions = [
            Question(item, loaded, inputs, self.before, sample=number)
            for (item, inputs), number in zip(requests, samples or [0] * len(requests), strict=True)
        ]
        replies = self.asker.ask(questions)
        if any(reply.status in UNASKED for reply in replies):
            self.asker.finish()
        for reply in replies:
            if reply.status != "ok":
                self.counts[f"{prompt}_{reply.status}"] += 1
        return [reply.value for reply in replies]


def is_verbatim(span: str, text: str) -> bool:
    """Whether a text contains a span, ignoring differences of white space."""
    wanted = " ".join(span.split())
    return bool(wanted) and wanted in " ".join(text.split())
