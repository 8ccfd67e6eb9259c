"""Labels of citations: what they say of the cited paper, on mentions and summed up on citations.

Labels are annotations: they come from a classifier or from people, stand beside the loaded data
and are no part of the graph's fingerprint. People win over a classifier. Loading a paper or its
text anew takes its labels away with the citations that they stand on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal, TypeAlias

from scinet.graph.connection import Database, Transaction

Aspect: TypeAlias = Literal["sentiment", "intent"]

ASPECTS: Final[tuple[Aspect, ...]] = ("sentiment", "intent")
HUMAN: Final = "human"
_PAPERS: Final = 200  # per transaction
_PAIRS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Mention:
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


def unread(
    database: Database, sources: Mapping[Aspect, str], before: date | None
) -> Iterator[dict[str, list[Mention]]]:
    """Mentions without a label of people or of these sources, a batch of citing papers at a time.

    Args:
        before: Leaves out mentions dated on or after it, and undated ones.

    Yields:
        Mentions by the id of the citing paper; papers without any have an empty list.
    """
    after = ""
    asked = _asked(sources, before)
    while rows := database.rows("label/unread", after=after, limit=_PAPERS, **asked):
        after = rows[-1]["paper_id"]
        yield {row["paper_id"]: [Mention(*one) for one in row["mentions"]] for row in rows}


def unread_count(database: Database, sources: Mapping[Aspect, str], before: date | None) -> int:
    """How many mentions :func:`unread` has."""
    [row] = database.rows("label/unread_count", **_asked(sources, before))
    return int(row["mentions"])


def _asked(sources: Mapping[Aspect, str], before: date | None) -> dict[str, Any]:
    return {"before": before, **{f"{aspect}_source": sources.get(aspect) for aspect in ASPECTS}}


def store(
    database: Database,
    labelled: Mapping[Aspect, Sequence[tuple[Mention, Label]]],
    sources: Mapping[Aspect, str],
    papers: Sequence[str],
) -> None:
    """Write labels, and sum them up on the citations of all their citing papers, at once."""

    def work(tx: Transaction) -> None:
        for aspect, pairs in labelled.items():
            rows = [
                [one.paragraph_id, one.cited_id, one.start, one.end, label.value, label.confidence]
                for one, label in pairs
            ]
            tx.rows(f"label/mention_{aspect}", rows=rows, source=sources[aspect])
            tx.rows(f"label/citation_{aspect}", ids=list(papers))

    database.write(work)


def store_human(database: Database, aspect: Aspect, rows: Sequence[Mapping[str, Any]]) -> int:
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
) -> dict[tuple[str, str], list[Mention]]:
    """Where papers mention others, by (citing, cited); pairs without full text are absent."""
    found: dict[tuple[str, str], list[Mention]] = {}
    for first in range(0, len(pairs), _PAIRS):
        part = [list(pair) for pair in pairs[first : first + _PAIRS]]
        for row in database.rows("label/mentions_of", pairs=part):
            mention = Mention(
                row["paragraph_id"], row["text"], row["cited_id"], row["start"], row["end"]
            )
            found.setdefault((row["citing_id"], row["cited_id"]), []).append(mention)
    return found
