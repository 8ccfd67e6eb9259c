"""Typed fields of a JSON object; a wrong type rejects the record with a reason."""

import re
from typing import Any, Final

from scinet.graph.schema.identifiers import MAX_ID, strip_site
from scinet.graph.schema.records import BadRecordError, Notes

_ROUNDED: Final = re.compile(r"\d(?:[.,]\d+)?E\+\d{2,3}")
MAX_TEXT_BYTES: Final = 1_000_000
MAX_NAME: Final = 2_000
"""Characters of a name: a Neo4j index takes 8,164 bytes, and a character up to four."""


def read_required_id(record: dict[str, Any], key: str, notes: Notes) -> str:
    """Return the id of the record, without site address and white space."""
    if key not in record:
        raise BadRecordError("required_missing", f"has no {key!r}")
    value = record[key]
    if value is None:
        raise BadRecordError("required_null", f"has null as {key!r}")
    return read_id(value, key, notes)


def read_id(value: Any, where: str, notes: Notes) -> str:
    """Return any id, without site address and white space."""
    if type(value) is not str:
        raise wrong_type_error(where, "text", value)
    identifier = value
    if "://" in value or value != value.strip():
        identifier = strip_site(value)
        notes.accept("id_case_or_url_form")
    if not identifier:
        raise BadRecordError("id_empty", f"has an empty {where!r}")
    if len(identifier) > MAX_ID:
        raise BadRecordError("id_over_256", f"has a {where!r} of {len(identifier)} characters")
    if is_rounded(identifier):
        raise BadRecordError("id_rounded", f"has {identifier!r} as {where!r}, digits of it lost")
    return identifier


def is_rounded(identifier: str) -> bool:
    """Whether an id is a rounded number of a spreadsheet: ``1.73302E+07`` is many ids."""
    return "E+" in identifier and _ROUNDED.fullmatch(identifier) is not None


def read_own_id(record: dict[str, Any], key: str) -> str:
    """Return an id as text, though some programs write a number; empty when missing."""
    value = record.get(key)
    if value is not None and type(value) not in {str, int}:
        raise wrong_type_error(key, "text", value)
    return "" if value is None else str(value)


def read_text(record: dict[str, Any], key: str) -> str | None:
    """Return a text; None when it is absent, null or blank."""
    value = record.get(key)
    if value is None:
        return None
    if type(value) is not str:
        raise wrong_type_error(key, "text", value)
    return check_length(value, key) if value and not value.isspace() else None


def read_name(record: dict[str, Any], key: str, notes: Notes) -> str | None:
    """Return a text that fits an index: a longer one is cut, and counted."""
    value = read_text(record, key)
    if value is None or len(value) <= MAX_NAME:
        return value
    notes.accept("name_cut")
    return value[:MAX_NAME]


def check_length(value: str, where: str) -> str:
    """Return the text, or refuse one of more than 1 MB."""
    if len(value) * 4 > MAX_TEXT_BYTES and len(value.encode()) > MAX_TEXT_BYTES:
        raise BadRecordError("field_over_1_MB", f"has a {where!r} over 1 MB")
    return value


def read_items(record: dict[str, Any], key: str) -> list[Any]:
    """Return a list; empty when absent or null."""
    value = record.get(key)
    if value is None:
        return []
    if type(value) is not list:
        raise wrong_type_error(key, "a list", value)
    return value


def read_objects(record: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """Return a list of objects; empty when absent or null."""
    return _read_list(dict, record, key, "a list of objects")


def read_texts(record: dict[str, Any], key: str) -> list[str]:
    """Return a list of texts; empty when absent or null."""
    return _read_list(str, record, key, "a list of texts")


def read_mapping(record: dict[str, Any], key: str) -> dict[str, Any]:
    """Return an object; empty when absent or null."""
    value = record.get(key)
    if value is None:
        return {}
    if type(value) is not dict:
        raise wrong_type_error(key, "an object", value)
    return value


def read_bool(record: dict[str, Any], key: str) -> bool | None:
    """Return true, false, or None when absent."""
    value = record.get(key)
    if value is not None and type(value) is not bool:
        raise wrong_type_error(key, "true or false", value)
    return value


def read_number(record: dict[str, Any], key: str) -> int | float | None:
    """Return a number, or None when absent."""
    value = record.get(key)
    if value is not None and type(value) not in {int, float}:
        raise wrong_type_error(key, "a number", value)
    return value


def wrong_type_error(where: str, wanted: str, value: Any) -> BadRecordError:
    """Make the error for a value of the wrong type."""
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false"}
    actual = names.get(type(value), "null" if value is None else "a number")
    return BadRecordError("wrong_type", f"has {actual} as {where!r}, not {wanted}")


def _read_list(kind: type, record: dict[str, Any], key: str, wanted: str) -> list[Any]:
    listed = read_items(record, key)
    if listed and set(map(type, listed)) != {kind}:
        wrong = next(item for item in listed if type(item) is not kind)
        raise wrong_type_error(key, wanted, wrong)
    return listed
