"""Literature review of the graph as of a day, with its provenance."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from scinet import atomic_files
from scinet.eval.suites import get_task_type
from scinet.experiments.graph_access import GraphAccess
from scinet.graph.schema.dates import date_of
from scinet.llm.batch_client import LLMSession
from scinet.models.base.system import Context
from scinet.models.survey.review import Review, Source, write_review


@dataclass(frozen=True, slots=True)
class Survey:
    """Review with its provenance.

    Attributes:
        topic: Words of titles or abstracts.
        before: Cutoff, exclusive.
        written_by: The language model, or a note that there was none.
        review: The review.
    """

    topic: str
    before: date
    written_by: str
    review: Review

    @property
    def text(self) -> str:
        """The review in Markdown."""
        return self.review.text

    def about(self) -> dict[str, Any]:
        """Return the provenance as a row."""
        return {
            "topic": self.topic,
            "before": self.before.isoformat(),
            "written_by": self.written_by,
            "papers_given": self.review.given,
            "papers_cited": len(self.review.cited),
            "citations_dropped": list(self.review.dropped),
        }

    def write(self, file: Path) -> None:
        """Write the review to a file.

        Raises:
            StorageError: If it cannot be written.
        """
        atomic_files.write_file(self.text, file)

    def __repr__(self) -> str:
        cited = len(self.review.cited)
        return f"<Survey of {self.topic!r} before {self.before}: {cited} papers cited>"


def survey(
    topic: str,
    graph: GraphAccess,
    *,
    before: date | None = None,
    source: Source = "graph",
    papers: int = 30,
    open_asker: Callable[[str], LLMSession] | None = None,
) -> Survey:
    """Write a literature review on a topic; every citation is checked in the graph.

    Without a language model the review lists first sentences of abstracts.
    """
    snapshot = graph.snapshot if before is None else graph.before(before)
    # Without a cutoff all dated papers count, and the result still has a day.
    day = snapshot.before or date_of(int(snapshot.day.max(initial=0))) + timedelta(days=1)
    asker = None if open_asker is None else open_asker(snapshot.graph_fingerprint)
    context = Context(
        snapshot.until(day),
        day,
        get_task_type("scinetbench/survey"),
        graph.database,
        graph.cache,
        asker=asker,
    )
    written_review = write_review(topic, context, source=source, papers=papers)
    writer = asker.endpoint.model if asker else "nobody: first sentences of abstracts"
    return Survey(topic, day, writer, written_review)
