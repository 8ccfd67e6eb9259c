"""Labels of citations (sentiment and intent), on mentions and aggregated on citations.

Labels are annotations: they come from a classifier or from people, stand beside the loaded data
and are no part of the graph's fingerprint. Human labels take precedence. Loading a paper or its
text anew deletes its labels together with the citations.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal, TypeAlias

from scinet.graph.db.connection import Database, Transaction

Aspect: TypeAlias = Literal["sentiment", "intent"]

ASPECTS: Final[tuple[Aspect, ...]] = ("sentiment", "intent")
HUMAN: Final = "human"
_PAPERS: Final = 200  # per transaction
_PAIRS: Final = 1_000


@dataclass(frozen=True, slots=True)
class MentionSpan:
    """Mention of a paper in a paragraph, as a half-open range of characters."""

    paragraph_id: str
    text: str
    cited_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Label:
    """Label of a mention, and its confidence in (0, 1]."""

    value: str
    confidence: float


def iter_unlabelled(
    database: Database, sources: Mapping[Aspect, str], before: date | None
) -> Iterator[dict[str, list[MentionSpan]]]:
    """Yield mentions without a human label or one of these sources, in batches of citing papers.

    Args:
        before: Leaves out mentions dated on or after it, and undated ones.

    Yields:
        Mentions by the id of the citing paper; papers without any have an empty list.
    """
    after = ""
    params = _query_params(sources, before)
    while rows := database.rows("label/unread", after=after, limit=_PAPERS, **params):
        after = rows[-1]["paper_id"]
        yield {
            row["paper_id"]: [MentionSpan(*mention) for mention in row["mentions"]] for row in rows
        }


def count_unlabelled(database: Database, sources: Mapping[Aspect, str], before: date | None) -> int:
    """Count the mentions of :func:`iter_unlabelled`."""
    [row] = database.rows("label/unread_count", **_query_params(sources, before))
    return int(row["mentions"])


def _query_params(sources: Mapping[Aspect, str], before: date | None) -> dict[str, Any]:
    return {"before": before, **{f"{aspect}_source": sources.get(aspect) for aspect in ASPECTS}}


def store_labels(
    database: Database,
    labelled: Mapping[Aspect, Sequence[tuple[MentionSpan, Label]]],
    sources: Mapping[Aspect, str],
    papers: Sequence[str],
) -> None:
    """Write labels, and aggregate them on the citations of all their citing papers, at once."""

    def work(tx: Transaction) -> None:
        for aspect, pairs in labelled.items():
            rows = [
                [
                    mention.paragraph_id,
                    mention.cited_id,
                    mention.start,
                    mention.end,
                    label.value,
                    label.confidence,
                ]
                for mention, label in pairs
            ]
            tx.rows(f"label/mention_{aspect}", rows=rows, source=sources[aspect])
            tx.rows(f"label/citation_{aspect}", ids=list(papers))

    database.write(work)


def store_human_labels(
    database: Database, aspect: Aspect, rows: Sequence[Mapping[str, Any]]
) -> int:
    """Write human labels of whole citations.

    Args:
        rows: As the statement ``label/human_<aspect>`` takes them.

    Returns:
        Number of rows that are citations of the graph.
    """

    def work(tx: Transaction) -> int:
        return sum(
            int(row["pairs"])
            for first in range(0, len(rows), _PAIRS)
            for row in tx.rows(f"label/human_{aspect}", rows=list(rows[first : first + _PAIRS]))
        )

    return database.write(work)


def mentions_of(
    database: Database, pairs: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], list[MentionSpan]]:
    """Return mentions by (citing, cited); pairs without full text are absent."""
    mentions: dict[tuple[str, str], list[MentionSpan]] = {}
    for first in range(0, len(pairs), _PAIRS):
        part = [list(pair) for pair in pairs[first : first + _PAIRS]]
        for row in database.rows("label/mentions_of", pairs=part):
            mention = MentionSpan(
                row["paragraph_id"], row["text"], row["cited_id"], row["start"], row["end"]
            )
            mentions.setdefault((row["citing_id"], row["cited_id"]), []).append(mention)
    return mentions
