"""One record of several of one work: of each field what the best says, references of all.

The best is the one whose id is preferred; of dates the most exact counts, of those the latest,
since nothing may be seen too early; of bylines the longest.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scinet.graph.dates import PRECISIONS
from scinet.graph.identifiers import slugify
from scinet.graph.load.identity.groups import preferred
from scinet.graph.records import CitationDetail, FulltextRecord, PaperRecord, digest

Rename = Callable[[str], str]


def combined(name: str, records: Sequence[PaperRecord], rename: Rename) -> PaperRecord:
    """What the graph shows of a work; cited works are called as the graph calls them."""
    ordered = sorted(records, key=lambda one: preferred(one.id))
    first = ordered[0]
    dated = max(ordered, key=_precision)
    own = {rename(one.id) for one in ordered} | {name}
    external: dict[str, str] = {}
    for one in ordered:
        external = {**one.external_ids, **external}
    merged = sorted({text for one in ordered for text in (one.merged_ids or "").split()})
    citing = [one for one in ordered if one.references]
    return replace(
        first,
        id=name,
        title=_first(one.title for one in ordered),
        abstract=_first(one.abstract for one in ordered),
        date=dated.date,
        date_precision=dated.date_precision,
        first_date=dated.first_date,
        date_reason=dated.date_reason,
        venue=_first(one.venue for one in ordered),
        type=_first(one.type for one in ordered),
        is_retracted=_any(one.is_retracted for one in ordered),
        authors=max(ordered, key=lambda one: len(one.authors)).authors,
        references=tuple(
            sorted({rename(cited) for one in ordered for cited in one.references} - own)
        ),
        citations=_details((said for one in ordered for said in one.citations), rename, own),
        external_ids=external,
        fields=_first(one.fields for one in ordered) or (),
        released=_by_id(lambda one: one.id, *(one.released for one in ordered)),
        referrals=_by_id(lambda one: one.artifact.id, *(one.referrals for one in ordered)),
        has_influential_only=bool(citing) and all(one.has_influential_only for one in citing),
        is_xpac=all(one.is_xpac for one in ordered),
        merged_ids=" ".join(merged) or None,
        digest=digest([one.digest for one in ordered]),
    )


def renamed(name: str, text: FulltextRecord, rename: Rename) -> FulltextRecord:
    """A full text under the id of its work, with mentions of works as the graph calls them.

    What had no record of its own is mentioned where another id of it has one.
    """
    return replace(
        text,
        id=name,
        withheld=tuple(one for one in text.withheld if rename(one[3]) == one[3]),
        paragraphs=tuple(
            replace(
                one,
                mentions=tuple(replace(m, paper_id=rename(m.paper_id)) for m in one.mentions),
            )
            for one in text.paragraphs
        ),
    )


def disagreements(records: Sequence[PaperRecord]) -> list[str]:
    """``title`` where titles differ in more than marks and case, ``date`` where no day fits all."""
    titles = {slugify(one.title) for one in records if one.title}
    found = ["title"] if len(titles) > 1 else []
    last = [record.date for record in records if record.date is not None]
    first = [day for record in records if (day := record.first_possible_date) is not None]
    return found + (["date"] if last and max(first) > min(last) else [])


def _precision(record: PaperRecord) -> tuple[Any, ...]:
    if record.date is None:
        return (-1, "")
    return (PRECISIONS.index(str(record.date_precision)), str(record.date))


def _details(
    said: Iterable[CitationDetail], rename: Rename, own: set[str]
) -> tuple[CitationDetail, ...]:
    found: dict[str, CitationDetail] = {}
    for one in said:
        cited = rename(one.id)
        if cited in own:
            continue
        earlier = found.get(cited)
        found[cited] = CitationDetail(
            cited,
            _any((one.is_influential, earlier.is_influential)) if earlier else one.is_influential,
            tuple(sorted({*one.intents, *(earlier.intents if earlier else ())})),
            tuple(sorted({*one.contexts, *(earlier.contexts if earlier else ())})),
        )
    return tuple(found[cited] for cited in sorted(found))


def _first(values: Iterable[Any]) -> Any:
    return next((value for value in values if value), None)


def _any(values: Iterable[bool | None]) -> bool | None:
    known = [value for value in values if value is not None]
    return any(known) if known else None


def _by_id(key: Callable[[Any], str], *listed: Iterable[Any]) -> tuple[Any, ...]:
    found: Mapping[str, Any] = {}
    for some in listed:
        found = {**{key(one): one for one in some}, **found}
    return tuple(found[one] for one in sorted(found))
