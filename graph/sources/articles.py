"""Documents of unarXive and S2ORC as entries: papers with their references and their text.

An entry with full text has a ``text`` of paragraphs, in which a mention points to a reference by
its number. ``unlocated`` counts citations that lie outside paragraphs, have no text or match no
listed reference.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from scinet.graph.schema.records import Notes
from scinet.graph.sources import arxiv, callouts, fields, reference_matching, values
from scinet.graph.sources.database_exports import make_entry
from scinet.graph.sources.entries import ObjectFormat

KEYS: Final = frozenset({"bib_entries", "body_text"})
"""Keys that occur together only in documents of unarXive and S2ORC."""


def parsed(document: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Make the entry of a document of unarXive or S2ORC, with its text unchanged.

    Source:
        Saier, Krause and Färber (2023), unarXive 2022, arXiv:2303.14957; Lo et al. (2020), S2ORC.
    """
    meta = fields.read_mapping(document, "metadata", notes) or document
    bibliography = fields.read_mapping(document, "bib_entries", notes)
    listed = callouts.ReferenceList(callouts.ListedReference((key,), "") for key in bibliography)
    own = fields.read_own_id(document, "paper_id", notes)
    is_unarxive = "metadata" in document
    body = fields.read_objects(document, "body_text", notes)
    parts = [_parsed_paragraph(item, listed, notes) for item in body]
    text = {
        "paragraphs": [paragraph for paragraph, _ in parts if paragraph["text"]],
        "unlocated": sum(lost for _, lost in parts),
    }
    abstract = document.get("abstract")
    return make_entry(
        values.collect_ids(
            doi=fields.read_text(meta, "doi", notes) or "",
            **({"arxiv": own} if is_unarxive else {"s2": own}),
        ),
        title=values.clean_text(fields.read_text(meta, "title", notes)),
        date=_parsed_date(meta, notes),
        authors=list(_parsed_people(meta, notes)),
        references=[_parsed_reference(item, notes) for item in bibliography.values()],
        abstract=values.clean_text(abstract.get("text") if isinstance(abstract, dict) else ""),
        venue=fields.read_text(meta, "venue", notes) or fields.read_text(meta, "journal", notes),
        text=lambda: text,
    )


def _parsed_date(meta: dict[str, Any], notes: Notes) -> str | None:
    return arxiv.first_version_day(meta, notes) or values.parse_date(
        values.date_text(meta.get("year")), values.date_text(meta.get("date"))
    )


def _parsed_people(meta: dict[str, Any], notes: Notes) -> Iterator[dict[str, Any]]:
    yield from arxiv.parse_authors(meta, notes)
    if isinstance(meta.get("authors"), str):  # as arXiv writes them, in one text
        return
    for person in fields.read_objects(meta, "authors", notes):
        middle = fields.read_items(person, "middle", notes)
        parts = [person.get("first"), *middle, person.get("last"), person.get("suffix")]
        yield {"name": values.clean_text(" ".join(str(part) for part in parts if part))}


def _parsed_reference(stated: Any, notes: Notes) -> reference_matching.CitedWork:
    reference = fields.read_mapping({"bib_entries[]": stated}, "bib_entries[]", notes)
    own = fields.read_mapping(reference, "ids", notes) or (
        fields.read_mapping(reference, "other_ids", notes)
    )
    openalex = str(own.get("open_alex_id") or "").rpartition("/")[2]
    link = reference.get("link")
    raw = str(reference.get("bib_entry_raw") or "")
    authors = fields.read_items(reference, "authors", notes)
    first = authors[0] if authors and isinstance(authors[0], dict) else {}
    sentences = [part.strip(" ,") for part in re.split(r"(?<=[^.A-Z])[.,] |\. (?=[A-Z]\w)", raw)]
    return reference_matching.CitedWork(
        tuple(
            values.collect_ids(
                doi=str(own.get("doi") or "") or values.find_doi(raw),
                arxiv=str(own.get("arxiv_id") or ""),
                openalex=openalex,
                pmid=str(own.get("pubmed_id") or ""),
                s2=str(link or ""),
            )
        ),
        tuple(filter(None, [str(reference.get("title") or ""), *sentences])),
        str(first.get("last") or ""),
        values.parse_year(str(reference.get("year") or raw))
        if reference.get("year") or raw
        else None,
        str(reference.get("venue") or ""),
        str(reference.get("volume") or ""),
        str(reference.get("pages") or "").partition("-")[0],
    )


def _parsed_paragraph(
    paragraph: dict[str, Any], references: callouts.ReferenceList, notes: Notes
) -> tuple[dict[str, Any], int]:
    """Return a paragraph with its mentions, and the number of citations without a place."""
    text = fields.read_text(paragraph, "text", notes) or ""
    section = fields.read_text(paragraph, "section", notes)
    spans = fields.read_objects(paragraph, "cite_spans", notes)
    stated = len(fields.read_items(paragraph, "cite_spans", Notes()))
    if not text:
        return {"text": ""}, stated
    good: list[callouts.Callout] = []
    bad: list[dict[str, Any]] = []
    lost = stated - len(spans)
    for span in spans:
        start, end = span.get("start"), span.get("end")
        cited = references.places.get(str(span.get("ref_id")), ())
        if type(start) is int and type(end) is int and 0 <= start < end:
            good.append(callouts.Callout(start, end, (cited,)))
        else:  # to be rejected where mentions are checked
            bad += ({"start": start, "end": end, "reference": number} for number in cited)
            lost += not cited
    mentions, unlocated = references.resolve(text, sorted(good))
    return {"section": section, "text": text, "mentions": mentions + bad}, lost + unlocated


FORMAT: Final = ObjectFormat(
    lambda item: item.keys() >= KEYS, parsed, name="unarXive", kind="articles", page="full-text"
)
