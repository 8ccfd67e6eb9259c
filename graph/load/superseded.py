"""What several loads brought of the same record, so that any of them can be removed later.

The graph holds one record per id: that of the smallest rank. Of the other loads that brought it a
``SpareRecord`` says so; it has the content where that is another one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
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
EXTERNAL_IDS: Final = ("doi", "arxiv_id", "acl_id", "openalex_id", "s2_id", "pmid")


class SupersededRecords:
    """The spare records of one batch of a load."""

    def __init__(self, type_: str, run: str, outside: Mapping[str, str] = INSIDE) -> None:
        self._type = type_
        self._run = run
        self._outside = outside
        self._rows: list[dict[str, Any]] = []
        self._own: set[str] = set()

    def settle(
        self,
        entry: BatchEntry[Any],
        account: BatchReport,
        there: str | None,
        by_run: str | None,
        *,
        is_whole: bool = True,
    ) -> bool:
        """Whether a record is to be stored: of two contents of one id the smaller hash stays.

        Args:
            there: Hash of the record that the graph has; None when it has none.
            by_run: The load which that one belongs to.
            is_whole: Whether that one is there with all that this one would bring.
        """
        identifier, digest = entry.record.id, entry.record.digest
        is_other = there is not None and by_run != self._run
        if there is not None and there < digest:
            reject_conflict(entry.line, entry.record, account, there)
            if is_other:
                record = replace_texts(entry.record, self._outside)
                self.add(identifier, identifier, digest, dump_record(record))
            return False
        if there == digest and is_whole:
            account.counts["merged"] += 1
            if is_other:
                self.add(identifier, identifier, digest)
            return False
        account.merge_notes(entry)
        if is_other and there != digest:
            account.counts["replaced"] += 1
        elif there is not None and there != digest:
            account.counts["loaded"] -= 1
            reject_conflict(entry.line, entry.record, account, there)
        return True

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
        """Note that a load brought a record that the graph holds from another one.

        Args:
            owner: Id of the node without which it cannot be.
            rank: Of several records the one of the smallest rank is in the graph.
            record: Its content as JSON, None when it is that in the graph.
            run: The load, when it is not that of the batch.
            found_by: By which names the owner was found; under others a load has another record.
            dropped: How many citations of works without a record the content lacks.
        """
        whose = run or self._run
        identifier = _record_id(self._type, key, whose, found_by)
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
        self._rows.append({"id": identifier, "own": own})

    def take(self, key: str, found_by: Sequence[str] = ()) -> None:
        """Note that the graph now holds the record of this load.

        One of the same load that gives way is added before, for those that equal it.
        """
        self._own.add(_record_id(self._type, key, self._run, found_by))

    def write(self, tx: "Transaction") -> None:
        """Store all that was noted."""
        if self._rows:
            tx.rows("load/spare", rows=self._rows)
        if self._own:
            tx.rows("load/spare_drop", ids=sorted(self._own))


def dump_record(record: Record) -> str:
    """A record as JSON, without the notes on its making."""
    return orjson.dumps(replace(record, notes=Notes())).decode()


def parse_record(type_: str, text: str) -> Any:
    """The record that :func:`dump_record` wrote."""
    return _reader(type_).validate_json(text)


@cache
def _reader(type_: str) -> "TypeAdapter[Any]":
    from pydantic import TypeAdapter

    return TypeAdapter(_TYPES[type_])


def stored_papers(tx: "Transaction", ids: Iterable[str]) -> dict[str, str]:
    """Records of papers as JSON, made of what the graph holds, by id."""
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
    """Full texts as JSON, made of what the graph holds, with the load of each, by paper."""
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
    """A mention that no relationship stands for, as a paragraph has it."""
    return f"{start} {end} {paper}"


def _unlinked_mentions(paragraph: Mapping[str, Any]) -> list[tuple[int, int, str]]:
    split = (text.split(" ", 2) for text in paragraph["left_out"] or ())
    return [(int(start), int(end), paper) for start, end, paper in split]


def _sort_by_id(listed: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(listed, key=lambda item: str(item["id"]))


def _record_id(type_: str, key: str, run: str, found_by: Sequence[str]) -> str:
    return " ".join((type_, key, run, *([digest(found_by)] if found_by else ())))


def _lookup_names(record: str | None) -> dict[str, str | None]:
    """By what a paper is found, of its record as JSON."""
    content = {} if record is None else orjson.loads(record)
    names = {name: content.get("external_ids", {}).get(name) for name in EXTERNAL_IDS}
    return {**names, "title": content.get("title")}
