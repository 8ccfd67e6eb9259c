"""Snapshot of everything dated before a day, as arrays.

Papers are in order of day, ties by id, so that **position is time**: the papers before a day are a
prefix. :meth:`Snapshot.until` is the one place where the future is cut off.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError, NotFoundError, SplitError
from scinet.extension import suggest
from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot.csr import Csr, Int32
from scinet.graph.snapshot.names import drop_unused, lowest_level, names_by_owner, number_texts
from scinet.html_table import html_facts

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Objects: TypeAlias = NDArray[Any]
Table: TypeAlias = Literal["cites", "authored", "in_field"]


def _empty_objects() -> Objects:
    return np.zeros(0, dtype=object)


def _empty_codes() -> Int32:
    return np.zeros(0, dtype=np.int32)


def _empty_rows() -> Csr:
    return Csr(np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32))


def _empty_main_field() -> NDArray[np.int32]:
    return np.full((0, len(LEVELS)), -1, dtype=np.int32)


@dataclass(frozen=True)
class Snapshot:
    """Papers, citations, authors, venues and co-mentions before a day.

    Attributes:
        before: The cutoff, exclusive; None means everything.
        graph_fingerprint: Fingerprint of the graph that this was read from.
        left_out: Numbers left out by kind: undated papers, works without a record, citations of
            either.

    Shapes:
        paper_id, title, abstract: ``(papers,)``, str; missing text is None.
        day: ``(papers,)``, last possible day of each paper, ascending.
        first_day: ``(papers,)``, its first possible day.
        cites: Citing paper to cited papers, sorted; every citation, whatever its direction in time.
        author_id, author_name: ``(authors,)``, str, authors in order of id; the commonest name on
            their papers, None if no paper states one.
        authored: Paper to its authors in the order of the byline.
        written_name: ``(names,)``, str, names as papers state them, the smallest first.
        authored_name: ``(authorships,)``, parallel to ``authored.indices``: code of the name stated
            by the paper, or -1.
        venue_id: ``(venues,)``, str. venue: ``(papers,)``, code or -1.
        co_mention: ``(pairs, 2)``, papers mentioned in one paragraph, the one with the smaller id
            first. co_mention_citing: ``(pairs,)``, the citing paper, ascending.
        field_id, field_name, field_level: ``(fields,)``, str, research fields in order of id; the
            commonest name and the smallest level on their papers; empty where the source has no
            fields.
        in_field: Paper to its fields of all levels, sorted.
        written_field: ``(names,)``, str, names of fields as papers state them, the smallest first.
        in_field_name, in_field_level: ``(memberships,)``, parallel to ``in_field.indices``: codes
            of the name, or -1, and of the level stated by the paper.
        main_field: ``(papers, 4)``, code of the main field of each level, or -1.
    """

    before: date | None
    graph_fingerprint: str
    paper_id: Objects
    day: Int32
    first_day: Int32
    title: Objects
    abstract: Objects
    cites: Csr
    author_id: Objects
    author_name: Objects
    authored: Csr
    venue_id: Objects
    venue: Int32
    co_mention: NDArray[np.int32]
    co_mention_citing: Int32
    left_out: Mapping[str, int]
    field_id: Objects = field(default_factory=_empty_objects)
    field_name: Objects = field(default_factory=_empty_objects)
    field_level: Objects = field(default_factory=_empty_objects)
    in_field: Csr = field(default_factory=_empty_rows)
    main_field: NDArray[np.int32] = field(default_factory=_empty_main_field)
    written_name: Objects = field(default_factory=_empty_objects)
    authored_name: Int32 = field(default_factory=_empty_codes)
    written_field: Objects = field(default_factory=_empty_objects)
    in_field_name: Int32 = field(default_factory=_empty_codes)
    in_field_level: Int32 = field(default_factory=_empty_codes)

    def __post_init__(self) -> None:
        """Fill in default fields, and names on papers from those of authors and fields."""
        if len(self.authored_name) != len(self.authored.indices):
            names, code = number_texts(self.author_name)
            object.__setattr__(self, "written_name", names)
            object.__setattr__(self, "authored_name", code[self.authored.indices])
        if len(self.in_field_name) != len(self.in_field.indices):
            names, code = number_texts(self.field_name)
            level = np.array([LEVELS.index(name) for name in self.field_level], dtype=np.int32)
            object.__setattr__(self, "written_field", names)
            object.__setattr__(self, "in_field_name", code[self.in_field.indices])
            object.__setattr__(self, "in_field_level", level[self.in_field.indices])
        if self.num_papers and self.in_field.num_rows == 0:
            papers = self.num_papers
            rows = Csr(np.zeros(papers + 1, dtype=np.int64), np.zeros(0, dtype=np.int32))
            object.__setattr__(self, "in_field", rows)
            main = np.full((papers, len(LEVELS)), -1, dtype=np.int32)
            object.__setattr__(self, "main_field", main)

    @property
    def num_papers(self) -> int:
        """Number of papers."""
        return len(self.paper_id)

    @property
    def num_authors(self) -> int:
        """Number of authors."""
        return len(self.author_id)

    @cached_property
    def cited_by(self) -> Csr:
        """Cited paper to citing papers, sorted and so in time order."""
        return self.cites.transpose(self.num_papers)

    @cached_property
    def ordered(self) -> Csr:
        """Citations whose citing paper is dated strictly after the cited one."""
        return self.cites.keep(self._is_ordered)

    @cached_property
    def ordered_by(self) -> Csr:
        """Transpose of :attr:`ordered`."""
        return self.ordered.transpose(self.num_papers)

    @cached_property
    def unordered(self) -> NDArray[np.int32]:
        """Citations that run forward in time or stay within a day: citing, cited; ``(2, n)``."""
        entries = np.flatnonzero(~self._is_ordered)
        citing = np.searchsorted(self.cites.indptr, entries, side="right") - 1
        return np.stack((citing.astype(np.int32), self.cites.indices[entries]))

    @property
    def unordered_citations(self) -> int:
        """Number of unordered citations."""
        return len(self.unordered[0])

    @cached_property
    def citations(self) -> NDArray[np.int64]:
        """Number of citing papers of each paper, in any order in time, shape ``(papers,)``."""
        return np.bincount(self.cites.indices, minlength=self.num_papers).astype(np.int64)

    @cached_property
    def author_papers(self) -> Csr:
        """Author to papers, sorted and so in time order."""
        return self.authored.transpose(self.num_authors)

    @cached_property
    def author_number(self) -> Mapping[str, int]:
        """Number of each author by id."""
        return {author: number for number, author in enumerate(self.author_id)}

    @cached_property
    def venue_number(self) -> Mapping[str, int]:
        """Number of each venue by id."""
        return {venue: number for number, venue in enumerate(self.venue_id)}

    @cached_property
    def _is_ordered(self) -> NDArray[np.bool_]:
        result: NDArray[np.bool_] = (
            self.day[self.cites.row_numbers()] > self.day[self.cites.indices]
        )
        return result

    @cached_property
    def _position(self) -> dict[str, int]:
        return {paper: number for number, paper in enumerate(self.paper_id)}

    def primary_field(self, level: str) -> Int32:
        """Return the main field of each paper at a level.

        Args:
            level: ``domain``, ``field``, ``subfield`` or ``topic``.

        Returns:
            Codes into ``field_id``, -1 for a paper without one, shape ``(papers,)``.

        Raises:
            ValueError: If there is no such level.
        """
        if level not in LEVELS:
            raise ValueError(f"{level!r} is none of {', '.join(LEVELS)}")
        return np.ascontiguousarray(self.main_field[:, LEVELS.index(level)])

    def name_of_author(self, author: int, before: date) -> str | None:
        """Return an author's commonest name on papers before a day, None without one."""
        papers = self.author_papers.row(author)
        earlier = int(np.searchsorted(self.day[papers], day_of(before)))
        codes = self._author_names.row(author)[:earlier]
        stated = codes[codes >= 0]
        author_of = np.zeros(len(stated), dtype=np.int64)
        name = names_by_owner(self.written_name, stated, author_of, 1)[0]
        return None if name is None else str(name)

    @cached_property
    def _author_names(self) -> Csr:
        """Author to the codes of the names on their papers, in time order."""
        return Csr.from_sequences(self.authored.indices, self.authored_name, self.num_authors)

    def index(self, paper_id: str) -> int:
        """Return the position of a paper.

        Raises:
            NotFoundError: If it is not in this snapshot.
        """
        try:
            return self._position[paper_id]
        except KeyError as error:
            when = "" if self.before is None else f" before {self.before}"
            raise NotFoundError(
                f"no dated paper {paper_id!r}{when}", hint="See `scinet query lookup/title`."
            ) from error

    def __repr__(self) -> str:
        when = "of all days" if self.before is None else f"before {self.before}"
        return (
            f"<Snapshot {when}: {self.num_papers:,} papers, {len(self.cites.indices):,} citations, "
            f"{self.num_authors:,} authors>"
        )

    def _repr_html_(self) -> str:
        when = "of all days" if self.before is None else f"before {self.before}"
        rows = [
            ("papers", self.num_papers),
            ("citations", len(self.cites.indices)),
            ("authors", self.num_authors),
            *((name.replace("_", " "), count) for name, count in self.left_out.items() if count),
        ]
        return str(html_facts(f"Snapshot {when}", rows))

    def to_scipy(self, table: Table = "cites") -> "csr_array":
        """Return a sparse SciPy matrix of ones; rows are papers in the order of ``paper_id``.

        Args:
            table: ``cites``: papers by cited papers; ``authored``: papers by authors in order of
                ``author_id``; ``in_field``: papers by fields.

        Returns:
            Shape ``(papers, papers)``, ``(papers, authors)`` or ``(papers, fields)``, int8.

        Raises:
            DataError: If there is no such table.
        """
        columns = {
            "cites": self.num_papers,
            "authored": self.num_authors,
            "in_field": len(self.field_id),
        }
        if table not in columns:
            raise DataError(f"no table {table!r}", hint=suggest(table, columns))
        rows: Csr = getattr(self, table)
        return rows.to_scipy(columns[table], dtype=np.int8)

    def until(self, before: date) -> Self:
        """Return the part dated strictly before a day.

        Authors, venues and fields without a paper in that part do not exist in it.

        Raises:
            SplitError: If this snapshot itself ends earlier.
        """
        if self.before is not None:
            if before == self.before:
                return self
            if before > self.before:
                raise SplitError(
                    f"the snapshot ends at {self.before}, {before} was asked",
                    hint="Read a snapshot with the later day.",
                )
        papers = int(np.searchsorted(self.day, day_of(before)))
        references = self.cites.indptr[papers]
        cites = Csr(self.cites.indptr[: papers + 1], self.cites.indices[:references])
        visible = cites.indices < papers
        bylines = self.authored.indptr[papers]
        authors, author_codes = np.unique(self.authored.indices[:bylines], return_inverse=True)
        stated = self.venue[:papers] >= 0
        names, name_codes = drop_unused(self.written_name, self.authored_name[:bylines])
        venues, venue_codes = np.unique(self.venue[:papers][stated], return_inverse=True)
        venue = np.full(papers, -1, dtype=np.int32)
        venue[stated] = venue_codes
        members = self.in_field.indptr[papers]
        subjects, subject_codes = np.unique(self.in_field.indices[:members], return_inverse=True)
        stated_names, stated_codes = drop_unused(self.written_field, self.in_field_name[:members])
        levels = self.in_field_level[:members]
        # One extra entry, so that -1 stays -1.
        renumbered = np.full(len(self.field_id) + 1, -1, dtype=np.int32)
        renumbered[subjects] = np.arange(len(subjects), dtype=np.int32)
        pairs = int(np.searchsorted(self.co_mention_citing, papers))
        is_known = (self.co_mention[:pairs] < papers).all(axis=1)
        hidden = {
            "later_papers": self.num_papers - papers,
            "citations_to_later_papers": int(np.count_nonzero(~visible)),
        }
        return type(self)(
            before=before,
            graph_fingerprint=self.graph_fingerprint,
            paper_id=self.paper_id[:papers],
            day=self.day[:papers],
            first_day=self.first_day[:papers],
            title=self.title[:papers],
            abstract=self.abstract[:papers],
            cites=cites.keep(visible),
            author_id=self.author_id[authors],
            author_name=names_by_owner(names, name_codes, author_codes, len(authors)),
            authored=Csr(self.authored.indptr[: papers + 1], author_codes.astype(np.int32)),
            venue_id=self.venue_id[venues],
            venue=venue,
            co_mention=self.co_mention[:pairs][is_known],
            co_mention_citing=self.co_mention_citing[:pairs][is_known],
            left_out={**self.left_out, **hidden},
            field_id=self.field_id[subjects],
            field_name=names_by_owner(stated_names, stated_codes, subject_codes, len(subjects)),
            field_level=lowest_level(levels, subject_codes, len(subjects)),
            in_field=Csr(self.in_field.indptr[: papers + 1], subject_codes.astype(np.int32)),
            main_field=renumbered[self.main_field[:papers]],
            written_name=names,
            authored_name=name_codes,
            written_field=stated_names,
            in_field_name=stated_codes,
            in_field_level=levels,
        )
