"""CSV tables of a bulk load in the format of Neo4j's importer.

Text is always quoted, so that a missing value differs from an empty one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from scinet.graph.load.superseded import EXTERNAL_IDS
from scinet.graph.schema.dates import day_of
from scinet.graph.schema.printed_names import other_words
from scinet.graph.schema.records import Author, PaperRecord

SEPARATOR: Final = "\x1f"
"""Delimiter between elements of a list."""
_IN_RECORD: Final = True
_DATED: Final = "date:date,day:long"
_NAMES: Final = "name,names:string[],spellings:string[]"
_CITATION_COLUMNS: Final = "is_influential:boolean,intents:string[],contexts:string[]"


@dataclass(frozen=True, slots=True)
class ImportTable:
    """Table of nodes or relationships of one kind.

    Attributes:
        name: Labels or type.
        header: Columns with their types.
    """

    name: str
    header: str

    @property
    def option(self) -> str:
        """Name of its option of the importer."""
        return "relationships" if ":START_ID" in self.header else "nodes"


_SPARE: Final = ("type", "key", "owner", "run", "rank", "record")
_NO_IDS: Final = "," * (len(EXTERNAL_IDS) - 1)


def _edge_columns(start: str, end: str, *columns: str) -> str:
    return ",".join((f":START_ID({start}),:END_ID({end})", *columns))


TABLES: Final = {
    "paper": ImportTable(
        "Work:Paper",
        f"id:ID(work),title,abstract,{_DATED},date_precision,{','.join(EXTERNAL_IDS)},type,"
        "is_retracted:boolean,has_influential_only:boolean,is_xpac:boolean,merged_ids,"
        "first_date:date,date_reason,spellings,record_hash,record_run",
    ),
    "work": ImportTable("Work", "id:ID(work)"),
    "spare": ImportTable(
        "SpareRecord",
        f"id:ID(spare),type,key,owner,run,rank,record,{','.join(EXTERNAL_IDS)},title",
    ),
    "author": ImportTable("Author", f"id:ID(author),orcid,{_NAMES}"),
    "venue": ImportTable("Venue", f"id:ID(venue),{_NAMES}"),
    "field": ImportTable("Field", f"id:ID(field),level,{_NAMES}"),
    "institution": ImportTable("Institution", f"id:ID(institution),{_NAMES}"),
    "artifact": ImportTable("Artifact", f"id:ID(artifact),kind,{_NAMES}"),
    "batch": ImportTable("LoadBatch", "id:ID(batch),run,number:long,sha256,counts,rejects"),
    "snapshot": ImportTable(
        "Snapshot",
        "id:ID(snapshot),source,kind,files,batch_size:long,options,version,before,"
        "began_at:datetime,started_at:datetime,complete:boolean,simulated:boolean",
    ),
    "total": ImportTable("Total", "id:ID(total),sum,counts"),
    "citation": ImportTable("CITES", _edge_columns("work", "work", _DATED, _CITATION_COLUMNS)),
    "authorship": ImportTable(
        "AUTHORED",
        _edge_columns(
            "author", "work", _DATED, "position:long", "name", "is_corresponding:boolean", "orcid",
            "institution_ids:string[]", "given_ids",
        ),
    ),
    "publication": ImportTable("PUBLISHED_IN", _edge_columns("work", "venue", "date:date", "name")),
    "field_membership": ImportTable(
        "IN_FIELD",
        _edge_columns(
            "work", "field", _DATED, "name", "level", "score:double", "is_primary:boolean"
        ),
    ),
    "affiliation": ImportTable(
        "AFFILIATED_WITH", _edge_columns("author", "institution", _DATED, "paper_id", "name")
    ),
    "release": ImportTable("RELEASED", _edge_columns("work", "artifact", _DATED)),
    "referral": ImportTable(
        "REFERS_TO",
        _edge_columns(
            "artifact", "work", "name", "count:long", "read_on:date", "in_record:boolean"
        ),
    ),
}  # fmt: skip


def format_cell(value: Any) -> str:
    """Return a value in the importer's format."""
    if type(value) is str:
        return '"' + value.replace('"', '""') + '"' if '"' in value else f'"{value}"'
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        return format_cell(SEPARATOR.join(value))
    return repr(value)


def format_spare(row: Mapping[str, Any]) -> str:
    """Return the line of a row of :class:`scinet.graph.load.superseded.SupersededRecords`."""
    own = row["own"]
    return format_row(
        row["id"], *(own[name] for name in _SPARE), *map(own.get, EXTERNAL_IDS), own["title"]
    )


def _list_cells(values: tuple[str, ...]) -> list[str] | None:
    return list(values) or None


def format_row(*values: Any) -> str:
    """Return a line of a table."""
    return ",".join(map(format_cell, values)) + "\n"


def is_multiline(line: str) -> bool:
    """Whether a text within a line of a table contains line breaks."""
    return "\n" in line[:-1] or "\r" in line


def table_rows(record: PaperRecord, run: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of a paper by table, without its shared nodes."""
    own, when = format_cell(record.id), record.date
    dated = f"{format_cell(when)},{format_cell(None if when is None else day_of(when))}"
    influential = record.has_influential_only or None
    flags = (record.is_retracted, influential, record.is_xpac or None, record.merged_ids)
    why = (record.first_date, record.date_reason, other_words(record.title))
    stated = format_row(record.type, *flags, *why, record.digest, run)
    texts = f"{format_cell(record.title)},{format_cell(record.abstract)}"
    external = _NO_IDS
    if external_ids := record.external_ids:
        external = ",".join(format_cell(external_ids.get(name)) for name in EXTERNAL_IDS)
    yield (
        "paper",
        [f"{own},{texts},{dated},{format_cell(record.date_precision)},{external},{stated}"],
    )
    if record.references:
        yield "citation", _citations(record, f"{own},", f",{dated},")
    yield "authorship", [_authorship(author, f",{own},{dated},") for author in record.authors]
    if record.venue is not None:
        yield "publication", [f"{own},{format_row(record.venue.id, when, record.venue.name)}"]
    if record.fields:
        yield (
            "field_membership",
            [
                f"{own},{format_cell(f.id)},{dated},"
                f"{format_row(f.name, f.level, f.score, f.is_primary)}"
                for f in record.fields
            ],
        )
    affiliations = [
        f"{format_cell(a.id)},{format_cell(i.id)},{dated},{own},{format_cell(i.name)}\n"
        for a in record.authors
        for i in a.institutions
    ]
    if affiliations:
        yield "affiliation", affiliations
    if record.released:
        yield (
            "release",
            [f"{own},{format_cell(artifact.id)},{dated}\n" for artifact in record.released],
        )
    if record.referrals:
        yield (
            "referral",
            [
                f"{format_cell(r.artifact.id)},{own},"
                + format_row(r.artifact.name, r.count, r.read_on, _IN_RECORD)
                for r in record.referrals
            ],
        )


def _citations(record: PaperRecord, start: str, dated: str) -> list[str]:
    end = format_row(record.has_influential_only or None, None, None)
    if not record.citations:
        end = dated + end
        if '"' in "".join(record.references):
            return [f"{start}{format_cell(cited)}{end}" for cited in record.references]
        return [f'{start}"{cited}"{end}' for cited in record.references]
    details = {
        c.id: format_row(c.is_influential, *map(_list_cells, (c.intents, c.contexts)))
        for c in record.citations
    }
    return [
        f"{start}{format_cell(cited)}{dated}{details.get(cited, end)}"
        for cited in record.references
    ]


def _authorship(author: Author, paper: str) -> str:
    line = f"{format_cell(author.id)}{paper}{author.position},{format_cell(author.name)},"
    if (
        author.is_corresponding is None
        and author.orcid is None
        and author.given_ids is None
        and not author.institutions
    ):
        return line + ",,,\n"
    places = [institution.id for institution in author.institutions] or None
    return line + format_row(author.is_corresponding, author.orcid, places, author.given_ids)
