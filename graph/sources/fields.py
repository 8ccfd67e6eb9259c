"""Typed fields of a JSON object: a doubtful value costs that value, not its record.

Only an id that cannot be used rejects a record.
"""

import re
from typing import Any, Final

from scinet.graph.schema.identifiers import MAX_ID, strip_site
from scinet.graph.schema.records import BadRecordError, Notes

_ROUNDED: Final = re.compile(r"\d(?:[.,]\d+)?E\+\d{2,3}")
MAX_TEXT_BYTES: Final = 1_000_000
MAX_NAME: Final = 2_000
"""Characters of a name: a Neo4j index takes 8,164 bytes, and a character up to four."""
_BOOLS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_EXACT: Final = 2**53  # beyond it a float may have lost digits


def read_required_id(record: dict[str, Any], key: str, notes: Notes) -> str:
    """Return the id of the record, without site address and white space.

    Raises:
        BadRecordError: If it is not usable.
    """
    if key not in record:
        raise BadRecordError("required_missing", f"has no {key!r}")
    value = record[key]
    if value is None:
        raise BadRecordError("required_null", f"has null as {key!r}")
    return read_id(value, key, notes)


def read_id(value: Any, where: str, notes: Notes) -> str:
    """Return any id, without site address and white space.

    Raises:
        BadRecordError: If it is not usable.
    """
    identifier: str | None = value if type(value) is str else _whole_text(value)
    if identifier is None:
        raise BadRecordError("wrong_type", _describe(where, "text", value))
    if identifier is not value:
        notes.accept("id_as_number")
    if "org/" in identifier or "://" in identifier or identifier != identifier.strip():
        plain = strip_site(identifier)
        if plain != identifier or "://" in plain:
            notes.accept("id_case_or_url_form")
        identifier = plain
    if not identifier:
        raise BadRecordError("id_empty", f"has an empty {where!r}")
    if len(identifier) > MAX_ID:
        raise BadRecordError("id_over_256", f"has a {where!r} of {len(identifier)} characters")
    if is_rounded(identifier):
        raise BadRecordError("id_rounded", f"has {identifier!r} as {where!r}, digits of it lost")
    return identifier


def try_id(value: Any, where: str, notes: Notes) -> str | None:
    """Return any id; None when it is absent, and with a remark when it is not usable."""
    if value is None or value == "":
        return None
    try:
        return read_id(value, where, notes)
    except BadRecordError as error:
        notes.doubt(error.reason, str(error))
        return None


def is_rounded(identifier: str) -> bool:
    """Whether an id is a rounded number of a spreadsheet: ``1.73302E+07`` is many ids."""
    return "E+" in identifier and _ROUNDED.fullmatch(identifier) is not None


def read_own_id(record: dict[str, Any], key: str, notes: Notes) -> str:
    """Return an id as text, though some programs write a number; empty when missing."""
    value = record.get(key)
    if value is None or type(value) is str:
        return value or ""
    text = _whole_text(value)
    if text is None:
        note_type(key, "text", value, notes)
    return text or ""


def read_text(record: dict[str, Any], key: str, notes: Notes) -> str | None:
    """Return a text; None when it is absent, null or blank, and for one over 1 MB."""
    value = record.get(key)
    if value is None:
        return None
    if type(value) is not str:
        if type(value) not in {int, float}:
            note_type(key, "text", value, notes)
            return None
        notes.accept("other_type")
        value = str(value)
    return check_length(value, key, notes) if value and not value.isspace() else None


def read_name(record: dict[str, Any], key: str, notes: Notes) -> str | None:
    """Return a text that fits an index: a longer one is cut, and counted."""
    value = read_text(record, key, notes)
    if value is None or len(value) <= MAX_NAME:
        return value
    notes.accept("name_cut")
    return value[:MAX_NAME]


def check_length(value: str, where: str, notes: Notes) -> str | None:
    """Return the text; None with a remark for one of more than 1 MB."""
    if len(value) * 4 > MAX_TEXT_BYTES and len(value.encode()) > MAX_TEXT_BYTES:
        notes.doubt("field_over_1_MB", f"has a {where!r} over 1 MB")
        return None
    return value


def read_items(record: dict[str, Any], key: str, notes: Notes) -> list[Any]:
    """Return a list; empty when absent or null."""
    value = record.get(key)
    if value is None or type(value) is list:
        return value or []
    note_type(key, "a list", value, notes)
    return []


def read_objects(record: dict[str, Any], key: str, notes: Notes) -> list[dict[str, Any]]:
    """Return a list of objects; empty when absent or null."""
    return _read_list(dict, record, key, "an object", notes)


def read_texts(record: dict[str, Any], key: str, notes: Notes) -> list[str]:
    """Return a list of texts; empty when absent or null."""
    return _read_list(str, record, key, "text", notes)


def read_mapping(record: dict[str, Any], key: str, notes: Notes) -> dict[str, Any]:
    """Return an object; empty when absent or null."""
    value = record.get(key)
    if value is None or type(value) is dict:
        return value or {}
    note_type(key, "an object", value, notes)
    return {}


def read_bool(record: dict[str, Any], key: str, notes: Notes) -> bool | None:
    """Return true, false, or None when absent."""
    value = record.get(key)
    if value is None or type(value) is bool:
        return value
    made = _BOOLS.get(str(value).lower()) if type(value) in {str, int} else None
    if made is None:
        note_type(key, "true or false", value, notes)
    else:
        notes.accept("other_type")
    return made


def read_number(record: dict[str, Any], key: str, notes: Notes) -> int | float | None:
    """Return a number, or None when absent."""
    value = record.get(key)
    if value is None or type(value) in {int, float}:
        return value
    note_type(key, "a number", value, notes)
    return None


def note_type(where: str, wanted: str, value: Any, notes: Notes) -> None:
    """Note that a value has the wrong type, and is not stored."""
    notes.doubt("wrong_type", _describe(where, wanted, value))


def _describe(where: str, wanted: str, value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false"}
    actual = names.get(type(value), "null" if value is None else "a number")
    return f"has {actual} as {where!r}, not {wanted}"


def _whole_text(value: Any) -> str | None:
    """Return a whole number as text; None for other values, and where digits may be lost."""
    if type(value) is float and value.is_integer() and abs(value) < _EXACT:
        value = int(value)
    return str(value) if type(value) is int else None


def _read_list(
    kind: type, record: dict[str, Any], key: str, wanted: str, notes: Notes
) -> list[Any]:
    listed = read_items(record, key, notes)
    if listed and set(map(type, listed)) != {kind}:
        for item in listed:
            if type(item) is not kind:
                note_type(f"{key}[]", wanted, item, notes)
        return [item for item in listed if type(item) is kind]
    return listed
