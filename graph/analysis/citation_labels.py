"""Labels of citations: what they say of the cited paper, on mentions and summed up on citations.

Labels are annotations: they come from a classifier or from people, stand beside the loaded data
and are no part of the graph's fingerprint. People win over a classifier. Loading a paper or its
text anew takes its labels away with the citations that they stand on.
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
    """One place where a paragraph cites a paper, from a character to one past the last."""

    paragraph_id: str
    text: str
    cited_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Label:
    """What a mention is labelled with, and how surely, in (0, 1]."""

    value: str
    confidence: float


def iter_unlabelled(
    database: Database, sources: Mapping[Aspect, str], before: date | None
) -> Iterator[dict[str, list[MentionSpan]]]:
    """Mentions without a label of people or of these sources, a batch of citing papers at a time.

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
    """How many mentions :func:`iter_unlabelled` has."""
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
    """Write labels, and sum them up on the citations of all their citing papers, at once."""

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
    """Write what people said of whole citations.

    Args:
        rows: As the statement ``label/human_<aspect>`` takes them.

    Returns:
        How many of the rows are citations of the graph.
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
    """Where papers mention others, by (citing, cited); pairs without full text are absent."""
    mentions: dict[tuple[str, str], list[MentionSpan]] = {}
    for first in range(0, len(pairs), _PAIRS):
        part = [list(pair) for pair in pairs[first : first + _PAIRS]]
        for row in database.rows("label/mentions_of", pairs=part):
            mention = MentionSpan(
                row["paragraph_id"], row["text"], row["cited_id"], row["start"], row["end"]
            )
            mentions.setdefault((row["citing_id"], row["cited_id"]), []).append(mention)
    return mentions
