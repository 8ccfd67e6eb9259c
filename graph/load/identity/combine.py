"""Combination of the records of one work: each field from the best record, references of all.

Records of one id are ordered by time of change and richness, those of several ids by preference of
their ids. Of dates the most exact counts, of those the latest,
so that nothing is visible too early; of bylines the longest.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scinet.graph.load.identity.groups import id_preference
from scinet.graph.schema.dates import PRECISIONS
from scinet.graph.schema.identifiers import slugify
from scinet.graph.schema.records import (
    CitationDetail,
    FulltextRecord,
    PaperRecord,
    digest,
    stated_change,
    title_key,
)

Rename = Callable[[str], str]
_DATE: Final = ("date", "date_precision", "first_date", "date_reason")
_REFERENCES: Final = ("references", "citations", "has_influential_only")


def complete_record(records: Iterable[PaperRecord]) -> PaperRecord:
    """Put the records of one id together, whatever their order.

    The record that was changed last comes first, then the richest, then the one of the smallest
    hash. Records with another title than the first are of other works and left out. Older versions
    of a record only fill in what the newest lacks.
    """
    ordered = sorted({record.digest: record for record in records}.values(), key=_completeness)
    keys = [title_key(record.id, record.title) for record in ordered]
    key = next(filter(None, keys), None)
    agreeing = [record for record, own in zip(ordered, keys, strict=True) if own in {key, None}]
    newest = stated_change(agreeing[0].digest)
    older = [record for record in agreeing if stated_change(record.digest) not in {newest, None}]
    used = [record for record in agreeing if record not in older]
    whole = combine_records(used[0].id, used, str)
    for record in older:
        filled = _fill_gaps(whole, record)
        if filled != whole:
            used.append(record)
        whole = filled
    if len(used) == 1:
        return used[0]
    return replace(whole, digest=digest([record.digest for record in used]))


def _completeness(record: PaperRecord) -> tuple[Any, ...]:
    single = (record.title, record.abstract, record.venue, record.type, record.external_ids)
    several = (record.authors, record.references, record.fields, record.released, record.referrals)
    stated = sum(map(bool, (*single, *several))) + (record.date is not None)
    return (
        stated_change(record.digest) or "~",
        -stated,
        -sum(map(len, several)) - len(record.external_ids),
        record.digest,
    )


def _fill_gaps(record: PaperRecord, older: PaperRecord) -> PaperRecord:
    names = ["title", "abstract", "venue", "type", "authors", "fields"]
    gaps = {name: getattr(older, name) for name in names if not getattr(record, name)}
    if record.date is None:
        gaps |= {name: getattr(older, name) for name in _DATE}
    if not record.references:
        gaps |= {name: getattr(older, name) for name in _REFERENCES}
    gaps["external_ids"] = {**older.external_ids, **record.external_ids}
    return replace(record, **gaps)


def combine_records(name: str, records: Sequence[PaperRecord], rename: Rename) -> PaperRecord:
    """Combine the records of a work; ``rename`` maps cited ids to works."""
    ordered = sorted(records, key=lambda record: id_preference(record.id))
    first = ordered[0]
    dated = max(ordered, key=_precision)
    own = {rename(record.id) for record in ordered} | {name}
    external: dict[str, str] = {}
    for record in ordered:
        external = {**record.external_ids, **external}
    merged = sorted({text for record in ordered for text in (record.merged_ids or "").split()})
    citing = [record for record in ordered if record.references]
    return replace(
        first,
        id=name,
        title=_first_value(record.title for record in ordered),
        abstract=_first_value(record.abstract for record in ordered),
        date=dated.date,
        date_precision=dated.date_precision,
        first_date=dated.first_date,
        date_reason=dated.date_reason,
        venue=_first_value(record.venue for record in ordered),
        type=_first_value(record.type for record in ordered),
        is_retracted=_any_true(record.is_retracted for record in ordered),
        authors=max(ordered, key=lambda record: len(record.authors)).authors,
        references=tuple(
            sorted({rename(cited) for record in ordered for cited in record.references} - own)
        ),
        citations=_combine_details(
            (detail for record in ordered for detail in record.citations), rename, own
        ),
        external_ids=external,
        fields=_first_value(record.fields for record in ordered) or (),
        released=_by_id(lambda record: record.id, *(record.released for record in ordered)),
        referrals=_by_id(
            lambda record: record.artifact.id, *(record.referrals for record in ordered)
        ),
        has_influential_only=bool(citing) and all(record.has_influential_only for record in citing),
        is_xpac=all(record.is_xpac for record in ordered),
        merged_ids=" ".join(merged) or None,
        digest=digest([record.digest for record in ordered]),
    )


def rename_fulltext(name: str, text: FulltextRecord, rename: Rename) -> FulltextRecord:
    """Move a full text to the id of its work, with mentions renamed to works.

    Withheld mentions are restored where another id of the mentioned work has a record.
    """
    return replace(
        text,
        id=name,
        withheld=tuple(item for item in text.withheld if rename(item[3]) == item[3]),
        paragraphs=tuple(
            replace(
                item,
                mentions=tuple(replace(m, paper_id=rename(m.paper_id)) for m in item.mentions),
            )
            for item in text.paragraphs
        ),
    )


def disagreements(records: Sequence[PaperRecord]) -> list[str]:
    """Return ``title`` if slugs of titles differ, ``date`` if no day fits all dates."""
    titles = {slugify(paper.title) for paper in records if paper.title}
    reasons = ["title"] if len(titles) > 1 else []
    last = [record.date for record in records if record.date is not None]
    first = [day for record in records if (day := record.first_possible_date) is not None]
    return reasons + (["date"] if last and max(first) > min(last) else [])


def _precision(record: PaperRecord) -> tuple[Any, ...]:
    if record.date is None:
        return (-1, "")
    return (PRECISIONS.index(str(record.date_precision)), str(record.date))


def _combine_details(
    details: Iterable[CitationDetail], rename: Rename, own: set[str]
) -> tuple[CitationDetail, ...]:
    merged: dict[str, CitationDetail] = {}
    for detail in details:
        cited = rename(detail.id)
        if cited in own:
            continue
        earlier = merged.get(cited)
        merged[cited] = CitationDetail(
            cited,
            _any_true((detail.is_influential, earlier.is_influential))
            if earlier
            else detail.is_influential,
            tuple(sorted({*detail.intents, *(earlier.intents if earlier else ())})),
            tuple(sorted({*detail.contexts, *(earlier.contexts if earlier else ())})),
        )
    return tuple(merged[cited] for cited in sorted(merged))


def _first_value(values: Iterable[Any]) -> Any:
    return next((value for value in values if value), None)


def _any_true(values: Iterable[bool | None]) -> bool | None:
    stated = [value for value in values if value is not None]
    return any(stated) if stated else None


def _by_id(key: Callable[[Any], str], *listed: Iterable[Any]) -> tuple[Any, ...]:
    merged: Mapping[str, Any] = {}
    for some in listed:
        merged = {**{key(item): item for item in some}, **merged}
    return tuple(merged[item] for item in sorted(merged))
