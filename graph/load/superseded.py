"""Superseded records of several loads, kept so that any load can be removed later.

The graph holds the record of the smallest rank per id. Others have a ``SpareRecord``, with the
content where it differs. Of papers all are put together at the end of a load; see
:func:`scinet.graph.load.identity.combine.complete_record`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import orjson

from scinet.graph.load.batch import BatchEntry, BatchReport, reject_conflict
from scinet.graph.load.external_texts import INSIDE, replace_texts
from scinet.graph.schema.dates import date_of
from scinet.graph.schema.records import (
    CountRecord,
    DocumentRecord,
    FulltextRecord,
    Notes,
    PaperRecord,
    PathwayRecord,
    Record,
    digest,
)

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from scinet.graph.db.connection import Transaction

PAPER: Final = "paper"
FULLTEXT: Final = "fulltext"
COUNT: Final = "count"
DOCUMENT: Final = "document"
PATHWAY: Final = "pathway"
CLAIM: Final = "claim"
_TYPES: Final = {
    PAPER: PaperRecord,
    FULLTEXT: FulltextRecord,
    COUNT: CountRecord,
    DOCUMENT: DocumentRecord,
    PATHWAY: PathwayRecord,
}
_EMPTY_NOTES: Final[Mapping[str, Any]] = {"counts": {}, "left_out": []}
_AS_STORED: Final = (
    "title", "abstract", "date_precision", "first_date", "date_reason", "type", "is_retracted",
)  # fmt: skip
_ID: Final = attrgetter("id")
EXTERNAL_IDS: Final = ("doi", "arxiv_id", "acl_id", "openalex_id", "s2_id", "pmid")


class SupersededRecords:
    """Superseded records of one batch of a load, as ``rows``."""

    def __init__(self, type_: str, run: str, outside: Mapping[str, str] = INSIDE) -> None:
        self._type = type_
        self._run = run
        self._outside = outside
        self.rows: list[dict[str, Any]] = []
        self._own: set[str] = set()

    def settle(
        self,
        entry: BatchEntry[Any],
        account: BatchReport,
        current: str | None,
        by_run: str | None,
        *,
        is_whole: bool = True,
    ) -> bool:
        """Whether a record is to be stored: of two contents of one id the smaller hash wins.

        Args:
            current: Hash of the stored record; None when there is none.
            by_run: Load of the stored record.
            is_whole: Whether the stored record has all parts that this one would bring.
        """
        identifier, digest = entry.record.id, entry.record.digest
        is_other = current is not None and by_run != self._run
        if current is not None and current < digest:
            reject_conflict(entry.line, entry.record, account, current)
            if is_other:
                record = replace_texts(entry.record, self._outside)
                self.add(identifier, identifier, digest, dump_record(record))
            return False
        if current == digest and is_whole:
            account.counts["merged"] += 1
            if is_other:
                self.add(identifier, identifier, digest)
            return False
        account.merge_notes(entry)
        if is_other and current != digest:
            account.counts["replaced"] += 1
        elif current is not None and current != digest:
            account.counts["loaded"] -= 1
            reject_conflict(entry.line, entry.record, account, current)
        return True

    def keep(
        self, record: PaperRecord, *, run: str | None = None, dropped: int | None = None
    ) -> None:
        """Record that a load brought another record of a paper than the one in the graph."""
        text = dump_record(_as_stored(replace_texts(record, self._outside)))
        self.add(record.id, record.id, record.digest, text, run=run, dropped=dropped)

    def add(
        self,
        key: str,
        owner: str,
        rank: str,
        record: str | None = None,
        *,
        run: str | None = None,
        found_by: Sequence[str] = (),
        dropped: int | None = None,
    ) -> None:
        """Record that a load brought a record which the graph holds from another load.

        Args:
            owner: Id of the node that it depends on.
            rank: Of several records the one of the smallest rank is in the graph.
            record: Its content as JSON, None when equal to the one in the graph.
            run: The load, if not that of the batch.
            found_by: Names that matched the owner; other names make another record of the load.
            dropped: Number of dropped citations of works without a record.
        """
        whose = run or self._run
        identifier = self._record_id(key, whose, found_by, rank)
        self._own.discard(identifier)
        own = {
            "type": self._type,
            "key": key,
            "owner": owner,
            "run": whose,
            "rank": rank,
            "found_by": list(found_by) or None,
            "record": record,
            "dropped": dropped,
            **(_lookup_names(record) if self._type == PAPER else {}),
        }
        self.rows.append({"id": identifier, "own": own})

    def take(self, key: str, found_by: Sequence[str] = (), *, rank: str = "") -> None:
        """Record that the graph now holds the record of this load.

        A superseded one of the same load is added before, for those that equal it.
        """
        self._own.add(self._record_id(key, self._run, found_by, rank))

    def _record_id(self, key: str, run: str, found_by: Sequence[str], rank: str) -> str:
        if self._type == PAPER:  # a load may bring several
            return f"{PAPER} {key} {run} {rank}"
        return " ".join((self._type, key, run, *([digest(found_by)] if found_by else ())))

    def write(self, tx: "Transaction") -> None:
        """Store all additions and deletions."""
        if self.rows:
            tx.rows("load/spare", rows=self.rows)
        if self._own:
            tx.rows("load/spare_drop", ids=sorted(self._own))


def dump_record(record: Record) -> str:
    """Serialise a record as JSON, without notes."""
    return orjson.dumps(replace(record, notes=Notes())).decode()


def parse_record(type_: str, text: str) -> Any:
    """Parse a record of :func:`dump_record`."""
    return _reader(type_).validate_json(text)


@cache
def _reader(type_: str) -> "TypeAdapter[Any]":
    from pydantic import TypeAdapter

    return TypeAdapter(_TYPES[type_])


def stored_papers(tx: "Transaction", ids: Iterable[str]) -> dict[str, str]:
    """Return records of papers as JSON by id, rebuilt from the graph."""
    records = {}
    for row in tx.rows("load/paper_content", ids=list(ids)):
        own = row["own"]
        records[row["id"]] = orjson.dumps(
            {
                "id": row["id"],
                "date": None if own["day"] is None else date_of(own["day"]),
                "venue": row["venue"],
                "authors": sorted(
                    (
                        item | {"institutions": _sort_by_id(item["institutions"])}
                        for item in row["authors"]
                    ),
                    key=lambda item: item["position"],
                ),
                "references": sorted(row["references"]),
                "citations": _sort_by_id(row["citations"]),
                "external_ids": {name: own[name] for name in EXTERNAL_IDS if own[name] is not None},
                "simulated": False,
                "digest": row["digest"],
                "notes": _EMPTY_NOTES,
                "fields": _sort_by_id(row["fields"]),
                "released": _sort_by_id(row["released"]),
                "referrals": sorted(row["referrals"], key=lambda item: item["artifact"]["id"]),
                "has_influential_only": bool(own["has_influential_only"]),
                "is_xpac": bool(own["is_xpac"]),
                "merged_ids": own["merged_ids"],
                **{name: own[name] for name in _AS_STORED},
            }
        ).decode()
    return records


def stored_texts(tx: "Transaction", ids: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return full texts as JSON with their loads by paper, rebuilt from the graph."""
    records_by_id = {}
    for row in tx.rows("load/fulltext_content", ids=list(ids)):
        paragraphs = [
            {
                "section": item["section"],
                "text": item["text"],
                "mentions": [
                    {"start": start, "end": end, "paper_id": paper}
                    for start, end, paper in sorted(
                        [*map(tuple, item["mentions"]), *_unlinked_mentions(item)]
                    )
                ],
            }
            for item in sorted(row["paragraphs"], key=lambda item: item["position"])
        ]
        withheld = [
            (item["position"], *mention)
            for item in row["paragraphs"]
            for mention in _unlinked_mentions(item)
            if mention[2] in row["cited"]
        ]
        record = {
            "id": row["id"],
            "paragraphs": paragraphs,
            "withheld": withheld,
            "simulated": False,
            "digest": row["digest"],
            "notes": _EMPTY_NOTES,
        }
        records_by_id[row["id"]] = orjson.dumps(record).decode(), row["run"]
    return records_by_id


def unlinked_mention(start: int, end: int, paper: str) -> str:
    """Encode a mention without a relationship, as stored in a paragraph."""
    return f"{start} {end} {paper}"


def _unlinked_mentions(paragraph: Mapping[str, Any]) -> list[tuple[int, int, str]]:
    split = (text.split(" ", 2) for text in paragraph["left_out"] or ())
    return [(int(start), int(end), paper) for start, end, paper in split]


def _sort_by_id(listed: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(listed, key=lambda item: str(item["id"]))


def _as_stored(record: PaperRecord) -> PaperRecord:
    """Return a record as :func:`stored_papers` would."""
    authors = (
        replace(author, institutions=tuple(sorted(author.institutions, key=_ID)))
        for author in record.authors
    )
    return replace(
        record,
        simulated=False,
        authors=tuple(authors),
        citations=tuple(sorted(record.citations, key=_ID)),
        fields=tuple(sorted(record.fields, key=_ID)),
        released=tuple(sorted(record.released, key=_ID)),
        referrals=tuple(sorted(record.referrals, key=lambda item: item.artifact.id)),
    )


def _lookup_names(record: str | None) -> dict[str, str | None]:
    content = {} if record is None else orjson.loads(record)
    names = {name: content.get("external_ids", {}).get(name) for name in EXTERNAL_IDS}
    return {**names, "title": content.get("title")}
