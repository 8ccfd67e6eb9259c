"""Research fields of a paper, and institutions and ORCID of its authors.

At each level exactly one of a paper's fields is primary: the one that the record marks, else the
one with the best score, ties to the smaller id.
"""

import math
from dataclasses import replace
from typing import Any

from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.identifiers import add_source, name_id
from scinet.graph.schema.records import FieldMembership, Institution, Notes
from scinet.graph.sources import fields, values


def research_fields(
    record: dict[str, Any], source: str | None, notes: Notes
) -> tuple[FieldMembership, ...]:
    """Return the fields of a paper, in order of id."""
    listed = fields.read_objects(record, "fields", notes)
    if not listed:
        return ()
    by_id: dict[str, FieldMembership] = {}
    for item in listed:
        membership = _membership(item, source, notes)
        if membership is None:
            continue
        if (earlier := by_id.get(membership.id)) is not None:
            if earlier.level != membership.level:
                notes.leave_out("fields", "field_level", f"has {membership.id!r} on two levels")
                continue
            notes.counts["fields.repeated"] += 1
            membership = FieldMembership(
                membership.id,
                min(filter(None, (earlier.name, membership.name)), default=None),
                membership.level,
                max((s for s in (earlier.score, membership.score) if s is not None), default=None),
                earlier.is_primary or membership.is_primary,
            )
        by_id[membership.id] = membership
    notes.counts["fields.read"] += len(listed)
    notes.counts["fields.loaded"] += len(by_id)
    by_level: dict[str, list[FieldMembership]] = {}
    for membership in by_id.values():
        by_level.setdefault(membership.level, []).append(membership)
    main = {_main(level) if len(level) > 1 else level[0].id for level in by_level.values()}
    return tuple(
        membership
        if membership.is_primary == (membership.id in main)
        else replace(membership, is_primary=not membership.is_primary)
        for _, membership in sorted(by_id.items())
    )


def institutions(
    author: dict[str, Any], source: str | None, notes: Notes
) -> tuple[Institution, ...]:
    """Return the institutions of an author, in order of id."""
    if "institutions" not in author:
        return ()
    listed = fields.read_objects(author, "institutions", notes)
    by_id: dict[str, Institution] = {}
    for item in listed:
        notes.counts["affiliations.read"] += 1
        name = fields.read_name(item, "name", notes)
        identifier = _id(item, name, source, notes)
        if identifier is None:
            notes.leave_out("affiliations", "institution_empty", "an institution has no name")
        elif identifier in by_id:
            notes.counts["affiliations.repeated"] += 1
        else:
            by_id[identifier] = Institution(identifier, name)
    return tuple(by_id[identifier] for identifier in sorted(by_id))


def orcid(author: dict[str, Any], notes: Notes) -> str | None:
    """Return the ORCID id of an author without address; a malformed one is counted."""
    if "orcid" not in author:
        return None
    stated = fields.read_text(author, "orcid", notes)
    if stated is None:
        return None
    plain = stated.strip().rpartition("/")[2].upper()
    if not values.ORCID.fullmatch(plain):
        notes.accept("orcid_malformed")
        return None
    return plain


def _membership(item: dict[str, Any], source: str | None, notes: Notes) -> FieldMembership | None:
    level = item.get("level")
    if level not in LEVELS:
        notes.leave_out("fields", "field_level", f"has a field of level {str(level)[:40]!r}")
        return None
    name = fields.read_name(item, "name", notes)
    identifier = _id(item, None if name is None else f"{level} {name}", source, notes)
    if identifier is None:
        notes.leave_out("fields", "field_empty", f"a {level} has no name")
        return None
    score = fields.read_number(item, "score", notes)
    return FieldMembership(
        id=identifier,
        name=name,
        level=level,
        score=None if score is None else float(score),
        is_primary=fields.read_bool(item, "is_primary", notes) or False,
    )


def _id(item: dict[str, Any], name: str | None, source: str | None, notes: Notes) -> str | None:
    if (stated := fields.try_id(item.get("id"), "id", notes)) is not None:
        return add_source(stated, source)
    return None if name is None else name_id(name, source)


def _main(level: list[FieldMembership]) -> str:
    def order(membership: FieldMembership) -> tuple[bool, float, str]:
        return (
            not membership.is_primary,
            math.inf if membership.score is None else -membership.score,
            membership.id,
        )

    return min(level, key=order).id
