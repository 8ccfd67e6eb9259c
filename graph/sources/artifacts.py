"""Artefacts of a paper: released code, data sets and models, awards, and counts such as downloads.

Addresses are normalised, so that papers which name the same repository share a node. A count has
the day on which the source read it, or no day where the record does not state one.
"""

import re
from datetime import date
from typing import Any, Final

from scinet.graph.schema.dates import parse_date
from scinet.graph.schema.identifiers import MAX_ID, add_source, normalise_url, slugify
from scinet.graph.schema.records import Artifact, BadRecordError, Notes, Referral
from scinet.graph.sources import fields, values

RELEASED: Final = {"code_repositories": "repository", "datasets": "dataset", "models": "model"}
_DAY_KEY: Final = "read_on"
_KIND: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_MAX_COUNT: Final = 2**53  # beyond it a float, and so JSON elsewhere, is not exact


def released_artifacts(record: dict[str, Any], notes: Notes) -> tuple[Artifact, ...]:
    """Return repositories, data sets and models of a paper, in order of id."""
    if RELEASED.keys().isdisjoint(record):
        return ()
    artifacts: dict[str, Artifact] = {}
    for key, kind in RELEASED.items():
        for item in fields.read_texts(record, key, notes):
            notes.counts["artifacts.read"] += 1
            address = normalise_url(item)
            if address is None or len(kind) + len(address) >= MAX_ID:
                notes.leave_out("artifacts", "address_malformed", f"its {kind} is {item[:80]!r}")
                continue
            _add_artifact(
                artifacts, Artifact(f"{kind}:{address}", kind, address.partition("/")[2]), notes
            )
    return tuple(artifacts[identifier] for identifier in sorted(artifacts))


def referrals(record: dict[str, Any], source: str | None, notes: Notes) -> tuple[Referral, ...]:
    """Return awards and counts of a paper, in order of id."""
    if "awards" not in record and "impact" not in record:
        return ()
    won: dict[str, Artifact] = {}
    for item in fields.read_texts(record, "awards", notes):
        notes.counts["artifacts.read"] += 1
        name = " ".join((fields.check_length(item, "awards", notes) or "").split())
        slug = slugify(name)
        if slug:
            _add_artifact(won, Artifact(add_source(f"award:{slug}", source), "award", name), notes)
        else:
            notes.leave_out("artifacts", "award_empty", "an award has no name")
    result = [Referral(award, 1, None) for award in won.values()]
    stated = fields.read_mapping(record, "impact", notes)
    day = read_reading_day(stated, notes)
    for key, value in stated.items():
        if key == _DAY_KEY or value is None:
            continue
        try:
            artifact = count_artifact(count_kind(key), source)
            result.append(Referral(artifact, check_count(value, f"impact.{key}"), day))
        except BadRecordError as error:
            notes.doubt(error.reason, str(error))
            continue
        notes.counts["artifacts.read"] += 1
        notes.counts["artifacts.loaded"] += 1
        if day is None:
            notes.accept("count_without_day")
    return tuple(sorted(result, key=lambda referral: referral.artifact.id))


def count_artifact(kind: str, source: str | None) -> Artifact:
    """Make the artefact for one kind of count: ``downloads``, ``citing_patents``."""
    return Artifact(add_source(f"count:{kind}", source), kind, kind)


def check_count(value: Any, where: str) -> int:
    """Return a count, or refuse a value that is not a whole number in range."""
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is str:
        value = values.parse_whole(stated := value.strip())
        if value is None:
            what = f"has {stated[:40]!r} as {where!r}, which is not a whole number"
            raise BadRecordError("field_malformed", what)
    if type(value) is not int:
        raise BadRecordError("wrong_type", f"has no whole number as {where!r}")
    if not 0 <= value <= _MAX_COUNT:
        raise BadRecordError("count_out_of_range", f"has {value} as {where!r}")
    return value


def count_kind(text: str) -> str:
    """Return the name of a kind of count, or refuse a malformed or reserved one."""
    if not _KIND.fullmatch(text) or text in {*RELEASED.values(), "award"}:
        raise BadRecordError("count_kind", f"counts {text[:40]!r}, which cannot name a count")
    return text


def read_reading_day(record: dict[str, Any], notes: Notes) -> date | None:
    """Read the day on which a count was read; the last day of a month or year."""
    stated = values.clean_text(fields.read_text(record, _DAY_KEY, notes))
    made, is_whole = values.read_date(stated)
    if stated and not is_whole:
        reason = "date_in_part" if made else "date_malformed"
        notes.doubt(reason, f"of its {_DAY_KEY} {stated[:40]!r} only {made} is understood")
    return None if made is None else parse_date(made).last


def _add_artifact(artifacts: dict[str, Artifact], new: Artifact, notes: Notes) -> None:
    earlier = artifacts.setdefault(new.id, new)
    if earlier is new:
        notes.counts["artifacts.loaded"] += 1
    else:
        notes.counts["artifacts.repeated"] += 1
        artifacts[new.id] = min(earlier, new, key=lambda artifact: artifact.name)
