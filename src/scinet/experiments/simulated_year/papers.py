"""Simulated papers: lines of a file, and records of a snapshot."""

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
    """Simulated paper.

    Attributes:
        date: As in records: ``YYYY-MM-DD``, or the month or year of a real paper.
        fields: ``id``, ``name``, ``level``, ``is_primary`` of each.
        authors: ``id`` and ``name`` of each, in the order of the byline.
        references: Ids of earlier papers, real and simulated ones.
        citations: Predicted within twelve months of 30 days; None if unknown.
        stands_for: The real paper that it replaces, where papers arrive as they did.
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
        """Parse the paper of a line; an invalid line raises ``TypeError`` or ``KeyError``."""
        many = ("fields", "authors", "references")
        return cls(**{**row, **{name: tuple(row[name]) for name in many}})

    def record(self) -> PaperRecord:
        """Convert to a record of a snapshot."""
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
    """Return the date of a paper as stated in its record."""
    last, first = date_of(int(snapshot.day[paper])), date_of(int(snapshot.first_day[paper]))
    length = 10 if first == last else 7 if first.month == last.month else 4
    return last.isoformat()[:length]


def venue_and_fields(
    snapshot: Snapshot, paper: int
) -> tuple[str | None, tuple[dict[str, Any], ...]]:
    """Return venue and fields of a paper."""
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
    """Return id and name of an author on papers before a day."""
    identifier = str(snapshot.author_id[author])
    return {"id": identifier, "name": snapshot.name_of_author(author, before) or identifier}
