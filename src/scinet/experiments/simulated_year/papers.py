"""Simulated papers: a line of a file each, and what they are in a snapshot."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Self

from scinet.graph.schema.dates import date_of, parse_date
from scinet.graph.schema.records import Author, FieldMembership, Notes, PaperRecord, Venue
from scinet.graph.snapshot import Snapshot

PREFIX: Final = "synthetic"


@dataclass(frozen=True, slots=True)
class SimulatedPaper:
    """A paper that nobody wrote.

    Attributes:
        date: As records state it: ``YYYY-MM-DD``, or the month or year of a real paper.
        fields: ``id``, ``name``, ``level``, ``is_primary`` of each.
        authors: ``id`` and ``name`` of each, in the order of the byline.
        references: Ids of earlier papers, real and simulated ones.
        citations: How many are foreseen within twelve months of 30 days; None for not known.
        stands_for: The real paper in whose place it stands, where papers arrive as they did.
    """

    id: str
    date: str
    title: str | None
    abstract: str | None
    venue: str | None
    fields: tuple[dict[str, Any], ...]
    authors: tuple[dict[str, Any], ...]
    references: tuple[str, ...]
    citations: float | None
    stands_for: str | None

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """The paper of a line; a line that is none gives a ``TypeError`` or ``KeyError``."""
        many = ("fields", "authors", "references")
        return cls(**{**row, **{name: tuple(row[name]) for name in many}})

    def record(self) -> PaperRecord:
        """What a snapshot is made of."""
        dated = parse_date(self.date)
        return PaperRecord(
            id=self.id,
            title=self.title,
            abstract=self.abstract,
            date=dated.last,
            date_precision=dated.precision,
            venue=None if self.venue is None else Venue(self.venue, self.venue),
            authors=tuple(
                Author(entry["id"], entry["name"], place)
                for place, entry in enumerate(self.authors, start=1)
            ),
            references=self.references,
            external_ids={},
            type=None,
            is_retracted=None,
            fields=tuple(FieldMembership(**entry, score=None) for entry in self.fields),
            simulated=True,
            digest="",
            notes=Notes(),
        )


def is_simulated(identifier: str) -> bool:
    """Whether an id is that of a simulated paper or author."""
    return identifier.startswith(f"{PREFIX}:")


def stated_date(snapshot: Snapshot, paper: int) -> str:
    """The date of a paper as its record stated it."""
    last, first = date_of(int(snapshot.day[paper])), date_of(int(snapshot.first_day[paper]))
    length = 10 if first == last else 7 if first.month == last.month else 4
    return last.isoformat()[:length]


def venue_and_fields(
    snapshot: Snapshot, paper: int
) -> tuple[str | None, tuple[dict[str, Any], ...]]:
    """Venue and fields of a paper."""
    venue = int(snapshot.venue[paper])
    main = set(snapshot.main_field[paper].tolist())
    fields = tuple(
        {
            "id": str(snapshot.field_id[field]),
            "name": snapshot.field_name[field],
            "level": str(snapshot.field_level[field]),
            "is_primary": field in main,
        }
        for field in map(int, snapshot.in_field.row(paper))
    )
    return (None if venue < 0 else str(snapshot.venue_id[venue])), fields


def author_row(snapshot: Snapshot, author: int, before: date) -> dict[str, Any]:
    """Id and name of an author on papers before a day."""
    identifier = str(snapshot.author_id[author])
    return {"id": identifier, "name": snapshot.name_of_author(author, before) or identifier}
