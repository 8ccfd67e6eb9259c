"""Parser of one JSON line as an object, which refuses ambiguous JSON.

orjson is fast but keeps the last of two equal keys and turns long integers into floats. A line that
its result gives again, but for spaces, has lost nothing; for others, a test of it shows when
something may have been lost: then the standard parser, with hooks, decides and gives the reason.
"""

import json
import re
from typing import Any, Final

import orjson

from scinet.graph.schema.records import BadRecordError

MAX_DEPTH: Final = 100
_DEEPEST: Final = 254  # that orjson writes
_LONG: Final = 4096  # bytes, from which counting brackets takes longer than writing some
_MAX_INTEGER: Final = 2**63 - 1
_DIGITS: Final = 20  # and sign, of such an integer
_TEXTS: Final = {str}
_SPACES: Final = b" \t\r\n"
_LOOSE_COLON = re.compile(rb'"[ \t\r\n]+:')
_SURROGATE = re.compile("[\ud800-\udfff]")
_RAW_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")

_SHELL: Final = b"Number"
# After a key: two quotation marks that nothing escapes, with a word between them and a colon next.
_SHELL_NUMBER: Final = re.compile(rb'(?<!\\)("\w+"\s*:\s*)Number(?:Int|Long)\(\s*"?(-?\d+)"?\s*\)')


def parse_object(data: bytes, *, is_last: bool = False) -> dict[str, Any]:
    """Parse a JSON object; broken JSON at the end of the file is called a cut line."""
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        return _parse_strictly(data, is_last=is_last)
    if type(value) is not dict:
        raise BadRecordError("not_an_object", f"is a {_type_name(value)}, not an object")
    has_codes = b"\\" in data and b"\\u" in data
    if not has_codes and _gives_again(value, data):
        return value
    has_nul = has_codes and b"\\u0000" in data
    if has_nul or data.count(b'":') != _count_keys(value) or _LOOSE_COLON.search(data):
        # Each key gives one '":', so a repeated key, which is lost in the answer, always makes
        # the two counts differ; text with '":' in it does so as well.
        del value  # it may be large, and comes a second time
        return _parse_strictly(data, is_last=is_last)
    return value


def _gives_again(value: dict[str, Any], data: bytes) -> bool:
    """Whether an object is written in this text as it would be again, but for spaces.

    Then both have the same tokens: no key is lost, and no number rounded.
    """
    inside: Any = value
    extra = 0
    if len(data) > _LONG or data.count(b"{") + data.count(b"[") > MAX_DEPTH:
        extra = _DEEPEST - MAX_DEPTH
        for _ in range(extra):
            inside = [inside]
    try:
        written = orjson.dumps(inside, option=orjson.OPT_STRICT_INTEGER)
    except TypeError:  # nested too deeply, or an integer that others round
        return False
    written = written[extra : len(written) - extra]
    return written == data or written.translate(None, _SPACES) == data.translate(None, _SPACES)


def _count_keys(value: Any, depth: int = 1) -> int:
    """Count keys at all depths; negative when the strict parser must decide."""
    if depth > MAX_DEPTH:
        return -(2**60)
    count = 0
    if type(value) is list and set(map(type, value)) == _TEXTS:
        return 0
    if type(value) is dict:
        count = len(value)
        inner: Any = value.values()
    else:
        inner = value
    for item in inner:
        kind = type(item)
        if kind is str or item is None:
            continue
        if kind is dict or kind is list:
            count += _count_keys(item, depth + 1)
        elif kind is not bool and not -_MAX_INTEGER <= item <= _MAX_INTEGER:
            return -(2**60)  # a float so large may have been an integer of thirty digits
    return count


def _parse_strictly(data: bytes, *, is_last: bool) -> dict[str, Any]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if is_last and error.reason == "unexpected end of data":
            raise BadRecordError("last_line_cut", "the file ends inside the record") from error
        raise BadRecordError("invalid_utf8", f"is not UTF-8 at byte {error.start}") from error
    try:
        value = json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_constant=_parse_constant,
            parse_int=_parse_integer,
            parse_float=_parse_number,
        )
    except json.JSONDecodeError as error:
        raise _syntax_error(error, data, is_last=is_last) from error
    except RecursionError as error:
        raise BadRecordError("depth_over_100", "is nested too deeply") from error
    if type(value) is not dict:
        raise BadRecordError("not_an_object", f"is a {_type_name(value)}, not an object")
    _check_texts(value, 1)
    return value


def _syntax_error(error: json.JSONDecodeError, data: bytes, *, is_last: bool) -> BadRecordError:
    if error.msg == "Extra data":
        return BadRecordError(
            "two_records_on_line", f"has trailing data after its end (column {error.colno})"
        )
    if "control character" in error.msg or _RAW_CONTROL.search(data):
        return BadRecordError(
            "control_character", f"has a control character (column {error.colno})"
        )
    if is_last:
        return BadRecordError("last_line_cut", "the file ends inside the record")
    return BadRecordError("malformed_json", f"{error.msg} (column {error.colno})")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise BadRecordError("duplicate_key", f"has {twice[:80]!r} twice")
    return value


def _parse_constant(text: str) -> str | None:
    """Return what is no JSON, but written by many: ``NaN`` is nothing, ``Infinity`` a text."""
    return None if text == "NaN" else text


def _parse_integer(text: str) -> int | str:
    """Return an integer; as text, for the reader of its field, if others would round it."""
    if len(text) > _DIGITS:
        return text
    value = int(text)
    return value if -_MAX_INTEGER - 1 <= value <= _MAX_INTEGER else text


def _parse_number(text: str) -> float | str:
    value = float(text)
    return text if value in {float("inf"), float("-inf")} else value


def _check_texts(value: Any, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise BadRecordError("depth_over_100", f"is nested more than {MAX_DEPTH} deep")
    if isinstance(value, str):
        if "\0" in value:
            raise BadRecordError("control_character", "has a NUL character")
        if _SURROGATE.search(value):
            raise BadRecordError("lone_surrogate", "has half of a surrogate pair")
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check_texts(key, depth)
            _check_texts(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check_texts(inner, depth + 1)


def _type_name(value: Any) -> str:
    names = {list: "list", str: "text", bool: "truth value", int: "number", float: "number"}
    return names.get(type(value), "null")


def quote_shell_numbers(data: bytes) -> bytes:
    """Replace the numbers of MongoDB's shell syntax by JSON numbers."""
    return _SHELL_NUMBER.sub(rb"\1\2", data) if _SHELL in data else data
