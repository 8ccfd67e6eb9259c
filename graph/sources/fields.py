"""Typed fields of a JSON object; a wrong one refuses the record with its reason."""

import re
from typing import Any, Final

from scinet.graph.schema.identifiers import MAX_ID, strip_site
from scinet.graph.schema.records import BadRecordError, Notes

_ROUNDED: Final = re.compile(r"\d(?:[.,]\d+)?E\+\d{2,3}")
MAX_TEXT_BYTES: Final = 1_000_000
MAX_NAME: Final = 2_000
"""Characters of a name at most: an index of Neo4j takes 8,164 bytes, and a character up to four."""


def read_required_id(record: dict[str, Any], key: str, notes: Notes) -> str:
    """The id of the record, without address and white space."""
    if key not in record:
        raise BadRecordError("required_missing", f"has no {key!r}")
    value = record[key]
    if value is None:
        raise BadRecordError("required_null", f"has null as {key!r}")
    return read_id(value, key, notes)


def read_id(value: Any, where: str, notes: Notes) -> str:
    """Any id, without address and white space."""
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
    """Whether it is a number as spreadsheets show long ones: ``1.73302E+07`` is many ids."""
    return "E+" in identifier and _ROUNDED.fullmatch(identifier) is not None


def read_own_id(record: dict[str, Any], key: str) -> str:
    """An id as text, which some programs write as a whole number; empty when absent or null."""
    value = record.get(key)
    if value is not None and type(value) not in {str, int}:
        raise wrong_type_error(key, "text", value)
    return "" if value is None else str(value)


def read_text(record: dict[str, Any], key: str) -> str | None:
    """A text that may be absent, null or empty, which all mean None."""
    value = record.get(key)
    if value is None:
        return None
    if type(value) is not str:
        raise wrong_type_error(key, "text", value)
    return check_length(value, key) if value and not value.isspace() else None


def read_name(record: dict[str, Any], key: str, notes: Notes) -> str | None:
    """A text as :func:`read_text` that can be indexed: what is longer is cut, and counted."""
    value = read_text(record, key)
    if value is None or len(value) <= MAX_NAME:
        return value
    notes.accept("name_cut")
    return value[:MAX_NAME]


def check_length(value: str, where: str) -> str:
    """The text itself."""
    if len(value) * 4 > MAX_TEXT_BYTES and len(value.encode()) > MAX_TEXT_BYTES:
        raise BadRecordError("field_over_1_MB", f"has a {where!r} over 1 MB")
    return value


def read_items(record: dict[str, Any], key: str) -> list[Any]:
    """A list that may be absent or null, which mean empty."""
    value = record.get(key)
    if value is None:
        return []
    if type(value) is not list:
        raise wrong_type_error(key, "a list", value)
    return value


def read_objects(record: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """A list of objects; as :func:`read_items`."""
    return _read_list(dict, record, key, "a list of objects")


def read_texts(record: dict[str, Any], key: str) -> list[str]:
    """A list of texts; as :func:`read_items`."""
    return _read_list(str, record, key, "a list of texts")


def read_mapping(record: dict[str, Any], key: str) -> dict[str, Any]:
    """An object that may be absent or null, which mean empty."""
    value = record.get(key)
    if value is None:
        return {}
    if type(value) is not dict:
        raise wrong_type_error(key, "an object", value)
    return value


def read_bool(record: dict[str, Any], key: str) -> bool | None:
    """True, false, or None when absent."""
    value = record.get(key)
    if value is not None and type(value) is not bool:
        raise wrong_type_error(key, "true or false", value)
    return value


def read_number(record: dict[str, Any], key: str) -> int | float | None:
    """A number, or None when absent."""
    value = record.get(key)
    if value is not None and type(value) not in {int, float}:
        raise wrong_type_error(key, "a number", value)
    return value


def wrong_type_error(where: str, wanted: str, value: Any) -> BadRecordError:
    """The error for a value of another type."""
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false"}
    actual = names.get(type(value), "null" if value is None else "a number")
    return BadRecordError("wrong_type", f"has {actual} as {where!r}, not {wanted}")


def _read_list(kind: type, record: dict[str, Any], key: str, wanted: str) -> list[Any]:
    listed = read_items(record, key)
    if listed and set(map(type, listed)) != {kind}:
        wrong = next(item for item in listed if type(item) is not kind)
        raise wrong_type_error(key, wanted, wrong)
    return listed
