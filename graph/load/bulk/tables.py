"""The tables of a bulk load: one file of comma-separated values each, as Neo4j's importer reads.

Text always stands in quotation marks, so that what is missing differs from what is empty.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from scinet.graph.dates import day_of
from scinet.graph.load.spares import EXTERNAL_IDS
from scinet.graph.printed_names import other_words
from scinet.graph.records import Author, PaperRecord

SEPARATOR: Final = "\x1f"
"""Stands between the elements of a list."""
_IN_RECORD: Final = True
_DATED: Final = "date:date,day:long"
_NAMES: Final = "name,names:string[],spellings:string[]"
_SAID: Final = "is_influential:boolean,intents:string[],contexts:string[]"


@dataclass(frozen=True, slots=True)
class Table:
    """Nodes or relationships of one kind.

    Attributes:
        name: Labels or type.
        header: Columns with their types.
    """

    name: str
    header: str

    @property
    def option(self) -> str:
        """How the importer calls it."""
        return "relationships" if ":START_ID" in self.header else "nodes"


_NO_IDS: Final = "," * (len(EXTERNAL_IDS) - 1)


def _ends(start: str, end: str, *columns: str) -> str:
    return ",".join((f":START_ID({start}),:END_ID({end})", *columns))


TABLES: Final = {
    "paper": Table(
        "Work:Paper",
        f"id:ID(work),title,abstract,{_DATED},date_precision,{','.join(EXTERNAL_IDS)},type,"
        "is_retracted:boolean,has_influential_only:boolean,is_xpac:boolean,merged_ids,"
        "first_date:date,date_reason,spellings,record_hash,record_run",
    ),
    "work": Table("Work", "id:ID(work)"),
    "author": Table("Author", f"id:ID(author),orcid,{_NAMES}"),
    "venue": Table("Venue", f"id:ID(venue),{_NAMES}"),
    "field": Table("Field", f"id:ID(field),level,{_NAMES}"),
    "institution": Table("Institution", f"id:ID(institution),{_NAMES}"),
    "artifact": Table("Artifact", f"id:ID(artifact),kind,{_NAMES}"),
    "batch": Table("LoadBatch", "id:ID(batch),run,number:long,sha256,counts,rejects"),
    "snapshot": Table(
        "Snapshot",
        "id:ID(snapshot),source,kind,files,batch_size:long,options,version,before,"
        "began_at:datetime,started_at:datetime,complete:boolean,simulated:boolean",
    ),
    "total": Table("Total", "id:ID(total),sum,counts"),
    "citation": Table("CITES", _ends("work", "work", _DATED, _SAID)),
    "authorship": Table(
        "AUTHORED",
        _ends(
            "author", "work", _DATED, "position:long", "name", "is_corresponding:boolean", "orcid",
            "institution_ids:string[]", "given_ids",
        ),
    ),
    "publication": Table("PUBLISHED_IN", _ends("work", "venue", "date:date", "name")),
    "field_membership": Table(
        "IN_FIELD",
        _ends("work", "field", _DATED, "name", "level", "score:double", "is_primary:boolean"),
    ),
    "affiliation": Table(
        "AFFILIATED_WITH", _ends("author", "institution", _DATED, "paper_id", "name")
    ),
    "release": Table("RELEASED", _ends("work", "artifact", _DATED)),
    "referral": Table(
        "REFERS_TO",
        _ends("artifact", "work", "name", "count:long", "read_on:date", "in_record:boolean"),
    ),
}  # fmt: skip


def cell(value: Any) -> str:
    """A value as the importer reads it."""
    if type(value) is str:
        return '"' + value.replace('"', '""') + '"' if '"' in value else f'"{value}"'
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        return cell(SEPARATOR.join(value))
    return repr(value)


def _list(values: tuple[str, ...]) -> list[str] | None:
    return list(values) or None


def row(*values: Any) -> str:
    """A line of a table."""
    return ",".join(map(cell, values)) + "\n"


def is_long(line: str) -> bool:
    """Whether a text within a line of a table has several lines."""
    return "\n" in line[:-1] or "\r" in line


def rows_of(record: PaperRecord, run: str) -> Iterator[tuple[str, list[str]]]:
    """The lines of a paper by table, without the nodes that it shares."""
    own, when = cell(record.id), record.date
    dated = f"{cell(when)},{cell(None if when is None else day_of(when))}"
    influential = record.has_influential_only or None
    flags = (record.is_retracted, influential, record.is_xpac or None, record.merged_ids)
    why = (record.first_date, record.date_reason, other_words(record.title))
    stated = row(record.type, *flags, *why, record.digest, run)
    texts = f"{cell(record.title)},{cell(record.abstract)}"
    external = _NO_IDS
    if known := record.external_ids:
        external = ",".join(cell(known.get(name)) for name in EXTERNAL_IDS)
    yield (
        "paper",
        [f"{own},{texts},{dated},{cell(record.date_precision)},{external},{stated}"],
    )
    if record.references:
        yield "citation", _citations(record, f"{own},", f",{dated},")
    yield "authorship", [_authorship(author, f",{own},{dated},") for author in record.authors]
    if record.venue is not None:
        yield "publication", [f"{own},{row(record.venue.id, when, record.venue.name)}"]
    if record.fields:
        yield (
            "field_membership",
            [
                f"{own},{cell(f.id)},{dated},{row(f.name, f.level, f.score, f.is_primary)}"
                for f in record.fields
            ],
        )
    affiliations = [
        f"{cell(a.id)},{cell(i.id)},{dated},{own},{cell(i.name)}\n"
        for a in record.authors
        for i in a.institutions
    ]
    if affiliations:
        yield "affiliation", affiliations
    if record.released:
        yield "release", [f"{own},{cell(artifact.id)},{dated}\n" for artifact in record.released]
    if record.referrals:
        yield (
            "referral",
            [
                f"{cell(r.artifact.id)},{own},"
                + row(r.artifact.name, r.count, r.read_on, _IN_RECORD)
                for r in record.referrals
            ],
        )


def _citations(record: PaperRecord, start: str, dated: str) -> list[str]:
    end = row(record.has_influential_only or None, None, None)
    if not record.citations:
        end = dated + end
        if '"' in "".join(record.references):
            return [f"{start}{cell(cited)}{end}" for cited in record.references]
        return [f'{start}"{cited}"{end}' for cited in record.references]
    said = {
        c.id: row(c.is_influential, *map(_list, (c.intents, c.contexts))) for c in record.citations
    }
    return [f"{start}{cell(cited)}{dated}{said.get(cited, end)}" for cited in record.references]


def _authorship(author: Author, paper: str) -> str:
    line = f"{cell(author.id)}{paper}{author.position},{cell(author.name)},"
    if (
        author.is_corresponding is None
        and author.orcid is None
        and author.given_ids is None
        and not author.institutions
    ):
        return line + ",,,\n"
    places = [institution.id for institution in author.institutions] or None
    return line + row(author.is_corresponding, author.orcid, places, author.given_ids)
