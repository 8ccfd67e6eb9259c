"""Pathways of SciPaths: a contribution of a paper, its enabling contributions, and their papers.

The released files and the output of the silver pipeline have one form: a JSON list of claims.
Papers are named by ids of several sites; they are looked up in the graph when pathways are stored.
"""

import re
from datetime import date
from typing import Any, Final

from scinet.graph.schema.identifiers import MAX_ID, add_source, parse_arxiv_id, parse_doi
from scinet.graph.schema.records import (
    BadRecordError,
    EnablingContribution,
    Notes,
    PathwayRecord,
    Reference,
    digest,
)
from scinet.graph.sources import fields, values
from scinet.graph.sources.entries import ObjectFormat

KEY: Final = "claim_id"
SOURCE: Final = "scipaths"
KINDS: Final = ("Method", "Dataset", "Benchmark", "Tool", "Resource", "Finding")
ROLES: Final = (
    "CORE_METHOD",
    "CONCEPTUAL_FRAMEWORK",
    "DATA_SOURCE",
    "TRAINING_DATA",
    "MODEL_INITIALIZATION",
    "EVALUATION_PROTOCOL",
    "IMPLEMENTATION_TOOLING",
)
_KIND: Final = re.compile(r"(\w+):\s+(.+)", re.DOTALL)
_ACL: Final = re.compile(r"\d{4}\.[a-z0-9_]+-[a-z0-9]+\.\d+|[A-Z]\d{2}-\d{4}")
_AT_ACL: Final = re.compile(r"aclanthology\.org/([^/]+)/?")
_ARXIV: Final = re.compile(
    r"^(?:https?://arxiv\.org/\w+/|arxiv:)?(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7})$",
    re.IGNORECASE,
)
_S2: Final = re.compile(r"[0-9a-f]{40}")
_YEARS: Final = range(1400, 2201)


def pathway_record(row: dict[str, Any], source: str | None) -> PathwayRecord:
    """Make a valid record of a claim.

    Source:
        The files released with SciPaths, for the form of claims.
    """
    notes = Notes()
    identifier = add_source(fields.read_required_id(row, KEY, notes), source)
    stated = values.date_text(row.get("conference_year")).removesuffix(".0")
    if not stated.isdecimal() or (year := int(stated[:9])) not in _YEARS:
        raise BadRecordError("year_malformed", f"has {stated[:40]!r} as its conference_year")
    kind, text = split_kind(_read_required(row, "target_contribution", notes))
    target = _parse_reference(
        {"paper_id": row.get("target_paper_id"), "ref_title": row.get("target_title")}, notes
    )
    if target is None:
        raise BadRecordError("required_missing", "has neither target_paper_id nor target_title")
    enabling: dict[str, EnablingContribution] = {}
    for item in fields.read_objects(row, "enabling_contributions", notes):
        try:
            step = _parse_enabling(item, notes)
        except BadRecordError as error:
            notes.leave_out("pathway_steps", error.reason, f"a step {error}")
            continue
        if step.id in enabling:
            notes.leave_out(
                "pathway_steps", "id_twice", f"{step.id!r} stands twice in {identifier!r}"
            )
        else:
            enabling[step.id] = step
    notes.counts["pathway_steps.loaded"] += len(enabling)
    content = (identifier, kind, text, date(year, 12, 31), target, tuple(enabling.values()))
    return PathwayRecord(*content, digest=digest(content), notes=notes)


def split_kind(stated: str) -> tuple[str | None, str]:
    """Split ``Dataset: …`` into kind and text; the kind is None if not in :data:`KINDS`."""
    match = _KIND.fullmatch(stated.strip())
    if match is None or match[1] not in KINDS:
        return None, stated.strip()
    return match[1], match[2]


def _parse_enabling(item: dict[str, Any], notes: Notes) -> EnablingContribution:
    identifier = fields.read_id(
        item.get("enabling_contribution_id"), "enabling_contribution_id", notes
    )
    annotation = fields.read_mapping(item, "canonical_annotation", notes)
    roles = [role for role in fields.read_items(annotation, "roles", notes) if type(role) is str]
    if unknown := [role for role in roles if role not in ROLES]:
        notes.counts["accepted.unknown_role"] += len(unknown)
    canonical = _parse_reference(fields.read_mapping(item, "canonical_grounding", notes), notes)
    additional = [
        _parse_reference(reference, notes)
        for reference in fields.read_objects(item, "additional_groundings", notes)
    ]
    return EnablingContribution(
        id=identifier,
        text=_read_required(item, "enabling_contribution", notes),
        contribution=fields.read_text(annotation, "contribution", notes),
        roles=tuple(dict.fromkeys(roles)),
        rationale=fields.read_text(annotation, "rationale", notes),
        evidence=fields.read_text(annotation, "evidence_span", notes),
        canonical=canonical,
        additional=tuple(
            reference
            for reference in additional
            if reference is not None and reference != canonical
        ),
    )


def _parse_reference(item: dict[str, Any], notes: Notes) -> Reference | None:
    """Return the names of a paper; None when it has neither an id nor a title."""
    stated = fields.read_text(item, "paper_id", notes) or fields.read_text(item, "ref_id", notes)
    title = fields.read_text(item, "ref_title", notes)
    if stated is not None and len(stated) > MAX_ID:
        notes.doubt("id_over_256", f"names a paper by {len(stated)} characters")
        stated = None
    if stated is None and title is None:
        return None
    listed = fields.read_mapping(item, "external_ids", notes).items()
    external = {key: str(value) for key, value in listed if value and len(str(value)) <= MAX_ID}
    # The released field of arXiv numbers also holds addresses of other sites, and titles.
    address = external.get("ArXiv", "")
    arxiv = _ARXIV.search(address)
    at_acl = _AT_ACL.search(address)
    named = external.get("ACL") or (at_acl and at_acl[1]) or stated or ""
    s2 = [external[key] for key in ("CorpusId",) if key in external]
    if stated and _S2.fullmatch(stated):
        s2.insert(0, stated)
    return Reference(
        id=stated,
        title=None if title is None else " ".join(title.split()),
        acl=named if _ACL.fullmatch(named) else None,
        arxiv=None if arxiv is None else parse_arxiv_id(arxiv[1])[0],
        doi=parse_doi(external["DOI"])[0] if "DOI" in external else None,
        s2=tuple(s2),
    )


def _read_required(row: dict[str, Any], key: str, notes: Notes) -> str:
    value = fields.read_text(row, key, notes)
    if value is None:
        raise BadRecordError("required_missing", f"has no {key!r}")
    return value


FORMAT: Final = ObjectFormat(
    lambda item: bool(item.keys() & {KEY, "enabling_contributions"}),
    name="SciPaths",
    kind="pathways",
    page="benchmarks",
)
