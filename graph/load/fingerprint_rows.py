"""Fingerprint rows of a record, made without reading the graph."""

from typing import Final

from scinet.graph.db.fingerprint import HashSum
from scinet.graph.load.superseded import EXTERNAL_IDS
from scinet.graph.schema.dates import day_of
from scinet.graph.schema.records import PaperRecord

# PubMed ids have a row of their own, so that older records keep their fingerprint.
_IN_PAPER: Final = tuple(name for name in EXTERNAL_IDS if name != "pmid")


def add_paper(total: HashSum, record: PaperRecord) -> None:
    """Add the rows of a paper to a fingerprint, without its shared nodes."""
    own, external = record.id, record.external_ids
    day = None if record.date is None else day_of(record.date)
    paper = (
        own, record.title, record.abstract, day, record.date_precision,
        *(external.get(name) for name in _IN_PAPER), record.type, record.is_retracted,
    )  # fmt: skip
    if record.first_date or record.date_reason:
        first = None if record.first_date is None else str(record.first_date)
        paper = (*paper, first, record.date_reason)
    total.add("paper", [paper])
    if record.citations:
        details_by_id = {
            c.id: (c.is_influential, c.intents or None, c.contexts or None)
            for c in record.citations
        }
        cites = ((own, cited, day, *details_by_id.get(cited, ())) for cited in record.references)
        total.add("citation", cites)
    else:
        total.add_texts("citation", own, record.references, day)
    total.add("authorship", [(a.id, own, day, a.position, a.name) for a in record.authors])
    if record.venue is not None:
        total.add("publication", [(own, record.venue.id, record.venue.name)])
    influential = record.has_influential_only or None
    pmid = external.get("pmid")
    if record.is_xpac or record.merged_ids or pmid:
        details = (own, influential, record.is_xpac or None, record.merged_ids)
        total.add("paper_detail", [(*details, pmid) if pmid else details])
    elif influential:
        total.add("paper_detail", [(own, influential)])
    if record.fields:
        rows = [(own, f.id, day, f.score, f.is_primary, f.name, f.level) for f in record.fields]
        total.add("field_membership", rows)
    for a in record.authors:
        if a.institutions:
            places = [(a.id, i.id, own, day, i.name) for i in a.institutions]
            total.add("affiliation", places)
        extra = (a.orcid, a.is_corresponding, a.given_ids)
        if a.institutions or any(value is not None for value in extra):
            ids = [i.id for i in a.institutions] or None
            authorship = (a.id, own, a.is_corresponding, a.orcid, ids)
            id_values = () if a.given_ids is None else (a.given_ids,)
            total.add("authorship_detail", [(*authorship, *id_values)])
    if record.released:
        total.add("release", [(own, artifact.id, day) for artifact in record.released])
    for r in record.referrals:
        read_on = None if r.read_on is None else str(r.read_on)
        stated = (own, r.artifact.id, r.artifact.name, r.count, read_on, True)
        total.add("referral", [stated])
