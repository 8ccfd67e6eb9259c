"""Full text of the interchange format: paragraphs with located citations.

Offsets are checked against the text here; whether a mentioned paper is one of the references is
only known in the graph and checked when the paragraphs are stored.
"""

from typing import Any, Final

from scinet.graph.schema.identifiers import MAX_ID, add_source, strip_site
from scinet.graph.schema.records import FulltextRecord, Mention, Notes, Paragraph, digest
from scinet.graph.sources import fields
from scinet.graph.sources.entries import ObjectFormat

KEY: Final = "paper_id"
_TEXT: Final = "paragraphs"
_KNOWN: Final = frozenset({"paper_id", "paragraphs", "simulated"})


def fulltext_record(record: dict[str, Any], source: str | None) -> FulltextRecord:
    """Make a valid record."""
    notes = Notes()
    identifier = add_source(fields.read_required_id(record, KEY, notes), source)
    if unknown := record.keys() - _KNOWN:
        notes.counts["accepted.unknown_field"] += len(unknown)
    listed = fields.read_items(record, _TEXT, notes)
    if not listed:
        notes.accept("no_paragraphs")
    paragraphs = tuple(
        _parse_paragraph(item, f"{identifier}#{position}", source, notes)
        for position, item in enumerate(fields.read_objects({_TEXT: listed}, _TEXT, notes))
    )
    content = (
        identifier,
        [
            (part.section, part.text, [(m.start, m.end, m.paper_id) for m in part.mentions])
            for part in paragraphs
        ],
    )
    return FulltextRecord(
        id=identifier,
        paragraphs=paragraphs,
        simulated=fields.read_bool(record, "simulated", notes) or False,
        digest=digest(content),
        notes=notes,
    )


def _parse_paragraph(
    item: dict[str, Any], where: str, source: str | None, notes: Notes
) -> Paragraph:
    text = item.get("text")
    if type(text) is not str:
        text = fields.read_text(item, "text", notes)
    text = fields.check_length(text or "", "text", notes)
    if not text:
        notes.accept("text_empty")
    text = text or ""
    listed = fields.read_items(item, "mentions", notes)
    mentions: dict[Mention, None] = {}
    for mention in listed:
        if type(mention) is not dict:
            notes.leave_out("mentions", "wrong_type", f"a mention is no object ({where})")
            continue
        good = _parse_mention(mention, len(text), where, source, notes)
        if good in mentions:
            notes.counts["mentions.repeated"] += 1
        elif good is not None:
            mentions[good] = None
    notes.counts["mentions.read"] += len(listed)
    return Paragraph(
        fields.read_text(item, "section", notes),
        text,
        tuple(sorted(mentions, key=lambda m: (m.start, m.end, m.paper_id))),
    )


def _parse_mention(
    item: dict[str, Any], length: int, where: str, source: str | None, notes: Notes
) -> Mention | None:
    start, end, cited = item.get("start"), item.get("end"), item.get("paper_id")
    if type(cited) is not str or not cited.strip() or len(cited) > MAX_ID:
        notes.leave_out("mentions", "id_empty", f"a mention names no paper ({where})")
        return None
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= length:
        notes.leave_out("mentions", "offsets_outside_text", f"{start!r} to {end!r} ({where})")
        return None
    return Mention(start, end, add_source(strip_site(cited), source))


FORMAT: Final = ObjectFormat(
    lambda item: "id" not in item and bool(item.keys() & {KEY, "paragraphs"}),
    name="full text",
    kind="fulltext",
)
