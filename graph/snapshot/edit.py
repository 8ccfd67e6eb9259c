"""Counterfactual snapshots: with further papers, or with another future.

Nothing here applies a cutoff: the result is an ordinary snapshot of another graph.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.dates import day_of
from scinet.graph.schema.records import PaperRecord
from scinet.graph.snapshot.arrays import Objects, Snapshot
from scinet.graph.snapshot.csr import Csr
from scinet.graph.snapshot.names import (
    Codes,
    drop_unused,
    lowest_level,
    names_by_owner,
    number_texts,
)

Ints: TypeAlias = NDArray[np.int64]


def add_records(
    snapshot: Snapshot,
    records: Sequence[PaperRecord],
    *,
    citations: Sequence[tuple[str, str]] = (),
    co_mentions: Sequence[tuple[str, str, str]] = (),
) -> Snapshot:
    """Return a snapshot with further papers.

    Args:
        records: Papers with new ids; undated ones are left out, as is everything that refers to a
            missing paper.
        citations: Further citations: (citing, cited).
        co_mentions: Further pairs mentioned in one paragraph: (citing, one, other).
    """
    if snapshot.before is not None:
        raise ValueError("papers are added to a whole graph, and cut afterwards")
    loose = _Loose.of(snapshot)
    loose.add([record for record in records if record.date is not None])
    loose.cite(citations)
    loose.mention(co_mentions)
    names = [record.id for record in records] + [" ".join(pair) for pair in citations]
    return loose.snapshot(snapshot, "with " + " ".join(names))


def rewire_future(snapshot: Snapshot, since: date, seed: int) -> Snapshot:
    """Keep the papers before a day, delete a third of the later ones and permute the rest.

    Each remaining paper gets the date, title, abstract, venue, byline, references and fields of
    others of them, with its words in reverse order.
    """
    if snapshot.before is not None:
        raise ValueError("a cut snapshot has no future")
    rng = np.random.default_rng(seed)
    first = int(np.searchsorted(snapshot.day, day_of(since)))
    stays = np.ones(snapshot.num_papers, dtype=bool)
    stays[first::3] = False
    loose = _Loose.of(snapshot)
    loose.keep(stays)
    loose.redistribute(first, rng)
    return loose.snapshot(snapshot, f"dealt anew since {since} by {seed}")


@dataclass
class _Loose:
    """Snapshot as editable columns by paper in any order, and pairs of row numbers."""

    paper_id: Objects
    day: Ints
    first_day: Ints
    title: Objects
    abstract: Objects
    venue: Ints
    main_field: Ints
    cites: Ints
    authored: Ints  # rows: paper, author, name or -1
    in_field: Ints  # rows: paper, field, name or -1, level
    mentioned: Ints  # rows: citing, one, other
    author_id: list[str]
    written_name: list[str]
    venue_id: list[str]
    field_id: list[str]
    written_field: list[str]

    @classmethod
    def of(cls, snapshot: Snapshot) -> "_Loose":
        return cls(
            paper_id=snapshot.paper_id,
            day=snapshot.day.astype(np.int64),
            first_day=snapshot.first_day.astype(np.int64),
            title=snapshot.title,
            abstract=snapshot.abstract,
            venue=snapshot.venue.astype(np.int64),
            main_field=snapshot.main_field.astype(np.int64),
            cites=_row_pairs(snapshot.cites),
            authored=np.vstack(
                (_row_pairs(snapshot.authored), snapshot.authored_name.astype(np.int64))
            ),
            in_field=np.vstack(
                (_row_pairs(snapshot.in_field), snapshot.in_field_name, snapshot.in_field_level)
            ).astype(np.int64),
            mentioned=np.stack((snapshot.co_mention_citing, *snapshot.co_mention.T)).astype(
                np.int64
            ),
            author_id=list(snapshot.author_id),
            written_name=list(snapshot.written_name),
            venue_id=list(snapshot.venue_id),
            field_id=list(snapshot.field_id),
            written_field=list(snapshot.written_field),
        )

    def keep(self, stays: NDArray[np.bool_]) -> None:
        """Delete papers with everything that refers to them."""
        place = np.cumsum(stays) - 1
        for name in ("paper_id", "day", "first_day", "title", "abstract", "venue", "main_field"):
            setattr(self, name, getattr(self, name)[stays])
        self.cites = place[self.cites[:, stays[self.cites].all(axis=0)]]
        self.mentioned = place[self.mentioned[:, stays[self.mentioned].all(axis=0)]]
        for name in ("authored", "in_field"):
            rows = getattr(self, name)
            rows = rows[:, stays[rows[0]]]
            rows[0] = place[rows[0]]
            setattr(self, name, rows)

    def redistribute(self, first: int, rng: np.random.Generator) -> None:
        """Permute the attributes of the papers from a row on."""
        later = np.arange(first, len(self.paper_id))
        days = rng.permutation(later)
        self.day[later], self.first_day[later] = self.day[days], self.first_day[days]
        for name in ("venue", "main_field"):
            column = getattr(self, name)
            column[later] = column[rng.permutation(later)]
        for name in ("title", "abstract"):
            texts = getattr(self, name).copy()
            for row, text in zip(later, texts[rng.permutation(later)], strict=True):
                texts[row] = text and " ".join(reversed(text.split()))
            setattr(self, name, texts)
        for name in ("cites", "authored", "in_field"):
            pairs = getattr(self, name)
            place = np.arange(len(self.paper_id))
            place[later] = rng.permutation(later)
            pairs[0] = place[pairs[0]]
        # Remove self-citations, from references dealt by a paper that cites this one.
        self.cites = self.cites[:, self.cites[0] != self.cites[1]]

    def add(self, records: Sequence[PaperRecord]) -> None:
        if duplicates := set(self.paper_id).intersection(record.id for record in records):
            raise ValueError(f"the snapshot has {min(duplicates)} already")
        start = len(self.paper_id)
        dated = [record for record in records if record.date is not None]
        self.paper_id = extend_column(self.paper_id, [record.id for record in records])
        self.title = extend_column(self.title, [record.title for record in records])
        self.abstract = extend_column(self.abstract, [record.abstract for record in records])
        days, firsts = last_days(dated), first_days(dated)
        self.day = np.concatenate((self.day, np.array(days, dtype=np.int64)))
        self.first_day = np.concatenate((self.first_day, np.array(firsts, dtype=np.int64)))
        venue = Codes(self.venue_id)
        author = Codes(self.author_id)
        name = Codes(self.written_name)
        subject = Codes(self.field_id)
        title = Codes(self.written_field)
        places, bylines, inside = [], [], []
        main = np.full((len(records), len(LEVELS)), -1, dtype=np.int64)
        for number, record in enumerate(records):
            row = start + number
            places.append(-1 if record.venue is None else venue.of(record.venue.id))
            bylines += [
                (
                    row,
                    author.of(byline_author.id),
                    name.of(byline_author.name) if byline_author.name else -1,
                )
                for byline_author in record.authors
            ]
            for field in record.fields:
                code, level = subject.of(field.id), LEVELS.index(field.level)
                inside.append((row, code, title.of(field.name) if field.name else -1, level))
                if field.is_primary:
                    main[number, level] = code
        self.venue = np.concatenate((self.venue, np.array(places, dtype=np.int64)))
        self.main_field = np.concatenate((self.main_field, main))
        self.authored = _extend_pairs(self.authored, bylines)
        self.in_field = _extend_pairs(self.in_field, inside)
        self.cite([(record.id, cited) for record in records for cited in record.references])

    def cite(self, citations: Sequence[tuple[str, str]]) -> None:
        row = {paper: number for number, paper in enumerate(self.paper_id)}
        pairs = [(row[a], row[b]) for a, b in citations if a in row and b in row]
        self.cites = _extend_pairs(self.cites, pairs)

    def mention(self, co_mentions: Sequence[tuple[str, str, str]]) -> None:
        """Add pairs mentioned in one paragraph among existing papers."""
        row = {paper: number for number, paper in enumerate(self.paper_id)}
        valid = [(c, *sorted((a, b))) for c, a, b in co_mentions if {a, b, c} <= row.keys()]
        triples = [tuple(row[paper] for paper in triple) for triple in valid]
        self.mentioned = _extend_pairs(self.mentioned, triples)

    def snapshot(self, whole: Snapshot, change: str) -> Snapshot:
        """Build a snapshot in order of time; authors and the like without papers are dropped."""
        order = np.lexsort((self.paper_id.astype(str), self.day))
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        papers = len(order)
        author, author_code = _used_names(self.author_id, self.authored[1])
        venue, venue_code = _used_names(self.venue_id, self.venue[self.venue >= 0])
        subject, subject_code = _used_names(self.field_id, self.in_field[1])
        # A code of -1 indexes the last entry, which is -1.
        citing, first, second = place[self.mentioned]
        mentioned = np.lexsort((second, first, citing))
        byline = np.argsort(place[self.authored[0]], kind="stable")
        authored = author_code[self.authored[1]][byline]
        names, name_code = number_texts(self.written_name)
        # A code of -1 indexes the last entry here, too.
        names, name = drop_unused(names, np.append(name_code, -1)[self.authored[2]][byline])
        inside, topic = place[self.in_field[0]], subject_code[self.in_field[1]]
        membership = np.lexsort((topic, inside))
        inside, topic, level = inside[membership], topic[membership], self.in_field[3][membership]
        titles, title_code = number_texts(self.written_field)
        titles, title = drop_unused(titles, np.append(title_code, -1)[self.in_field[2]][membership])
        cites = np.divmod(np.unique(place[self.cites[0]] * papers + place[self.cites[1]]), papers)
        return Snapshot(
            before=None,
            graph_fingerprint=hashlib.sha256(
                f"{whole.graph_fingerprint} {change}".encode()
            ).hexdigest(),
            paper_id=self.paper_id[order],
            day=self.day[order].astype(np.int32),
            first_day=self.first_day[order].astype(np.int32),
            title=self.title[order],
            abstract=self.abstract[order],
            cites=Csr.from_pairs(cites[0], cites[1], papers),
            author_id=to_objects(self.author_id)[author],
            author_name=names_by_owner(names, name, authored, len(author)),
            authored=Csr.from_sequences(place[self.authored[0]][byline], authored, papers),
            venue_id=to_objects(self.venue_id)[venue],
            venue=venue_code[self.venue[order]].astype(np.int32),
            co_mention=np.stack((first, second), axis=1)[mentioned].astype(np.int32),
            co_mention_citing=citing[mentioned].astype(np.int32),
            left_out=dict(whole.left_out),
            field_id=to_objects(self.field_id)[subject],
            field_name=names_by_owner(titles, title, topic, len(subject)),
            field_level=lowest_level(level, topic, len(subject)),
            in_field=Csr.from_pairs(inside, topic, papers),
            main_field=subject_code[self.main_field[order]].astype(np.int32),
            written_name=names,
            authored_name=name,
            written_field=titles,
            in_field_name=title,
            in_field_level=level.astype(np.int32),
        )


def _used_names(names: Sequence[str], codes: Ints) -> tuple[Ints, Ints]:
    """Return used names in order, and the new number of each old one; -1 stays -1."""
    used = np.unique(codes)
    used = used[np.argsort(to_objects(names)[used].astype(str), kind="stable")]
    number = np.full(len(names) + 1, -1, dtype=np.int64)
    number[used] = np.arange(len(used))
    return used, number


def _row_pairs(rows: Csr) -> Ints:
    return np.stack((rows.row_numbers(), rows.indices)).astype(np.int64)


def _extend_pairs(pairs: Ints, more: Sequence[tuple[int, ...]]) -> Ints:
    added = np.array(more, dtype=np.int64).reshape(-1, len(pairs)).T
    return np.concatenate((pairs, added), axis=1)


def extend_column(column: Objects, more: Sequence[str | None]) -> Objects:
    """Append texts to a column."""
    return np.concatenate((column, to_objects(more)))


def to_objects(names: Sequence[str | None]) -> Objects:
    """Return texts as an array of objects."""
    result = np.empty(len(names), dtype=object)
    result[:] = names
    return result


def last_days(records: Iterable[PaperRecord]) -> list[int]:
    """Return the last possible day of each dated paper."""
    return [day_of(record.date) for record in records if record.date is not None]


def first_days(records: Iterable[PaperRecord]) -> list[int]:
    """Return the first possible day of each dated paper."""
    days = (record.first_possible_date for record in records)
    return [day_of(day) for day in days if day is not None]
