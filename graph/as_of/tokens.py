"""Tokens of a statement, with their places.

Ambiguous spelling is refused, so that a statement has the same meaning here as for the server.
"""

from dataclasses import dataclass
from string import hexdigits
from typing import Final

from scinet.errors import QueryError

_SIGNS: Final = frozenset("()[]{}.,:;|&!%=<>+-*/^~?")
_ENDING: Final = frozenset("'\"`\\\n\r\u2028\u2029")
_BLANKS: Final = frozenset(" \t\n\r\f\v\u00a0\u2028\u2029\u3000\ufeff")


@dataclass(frozen=True, slots=True)
class Token:
    """Word, name, text, number, parameter or sign.

    Attributes:
        kind: ``word``, ``name`` (in backticks), ``text``, ``number``, ``parameter``, ``sign``, or
            ``end`` after the last.
        word: Normalised content: a sign, or a name without its backticks.
    """

    kind: str
    word: str
    begin: int
    end: int


def cutoff_error(statement: str, place: int, what: str, hint: str = "") -> QueryError:
    """Make the error for a statement without an answer as of a day, with line and column."""
    line = statement.count("\n", 0, place) + 1
    column = place - (statement.rfind("\n", 0, place) + 1) + 1
    return QueryError(f"{what} (line {line}, column {column})", hint=hint)


def tokenize(statement: str) -> list[Token]:
    """Return the tokens of a statement, without comments."""
    result: list[Token] = []
    place, size = 0, len(statement)
    while place < size:
        letter, begin = statement[place], place
        if letter in _BLANKS:
            place += 1
        elif statement.startswith("//", place):
            place = _plain_end(statement, begin, _line_end(statement, place))
        elif statement.startswith("/*", place):
            place = _plain_end(statement, begin, _closing_end(statement, place, "*/", 2))
        elif letter in "'\"":
            place = _plain_end(statement, begin, _text_end(statement, place), is_text=True)
            result.append(Token("text", statement[begin:place], begin, place))
        elif letter == "`":
            place, name = _read_name(statement, place)
            _plain_end(statement, begin, place)
            result.append(Token("name", name, begin, place))
        elif letter == "$":
            place, name = _read_parameter(statement, place)
            result.append(Token("parameter", name, begin, place))
        elif letter in "0123456789" or (letter == "." and _is_fraction(statement, result, place)):
            place = _number_end(statement, place)
            result.append(Token("number", statement[begin:place], begin, place))
        elif letter == "_" or letter.isidentifier():
            place = _word_end(statement, place)
            result.append(Token("word", statement[begin:place], begin, place))
        elif letter in _SIGNS:
            place += 1
            result.append(Token("sign", letter, begin, place))
        else:
            raise cutoff_error(statement, place, f"as of a day, {letter!r} is not read")
    return [*result, Token("end", "", size, size)]


def _plain_end(statement: str, begin: int, end: int, *, is_text: bool = False) -> int:
    r"""Return the end of a token; refuse ``\u`` escapes that may hide a sign."""
    at = begin
    while (at := statement.find("\\u", at, end)) >= 0:
        code = statement[at + 2 : at + 6]
        is_code = len(code) == 4 and set(code) <= set(hexdigits)
        if not is_text or not is_code or chr(int(code, 16)) in _ENDING:
            hint = "Write the letter itself."
            raise cutoff_error(statement, at, "as of a day, \\u is not read here", hint)
        at += 6
    return end


def _line_end(statement: str, place: int) -> int:
    ends = [end for sign in "\n\r" if (end := statement.find(sign, place)) >= 0]
    return min(ends, default=len(statement))


def _closing_end(statement: str, place: int, end: str, skip: int) -> int:
    position = statement.find(end, place + skip)
    if position < 0:
        raise cutoff_error(
            statement, place, f"what begins with {statement[place:][:20]} does not end"
        )
    return position + len(end)


def _text_end(statement: str, place: int) -> int:
    quote, at = statement[place], place + 1
    while at < len(statement) and statement[at] != quote:
        at += 2 if statement[at] == "\\" else 1
    if at >= len(statement):
        raise cutoff_error(
            statement, place, f"what begins with {statement[place:][:20]} does not end"
        )
    return at + 1


def _read_name(statement: str, place: int) -> tuple[int, str]:
    end = _closing_end(statement, place, "`", 1)
    while statement.startswith("`", end):  # doubled inside
        end = _closing_end(statement, end, "`", 1)
    return end, statement[place + 1 : end - 1].replace("``", "`")


def _read_parameter(statement: str, place: int) -> tuple[int, str]:
    if statement.startswith("`", place + 1):
        return _read_name(statement, place + 1)
    end = _word_end(statement, place + 1)
    if end == place + 1:
        hint = "Labels, types and properties are written out."
        raise cutoff_error(statement, place, "as of a day, $(…) is not read", hint)
    return end, statement[place + 1 : end]


def _word_end(statement: str, place: int) -> int:
    while place < len(statement) and ("_" + statement[place]).isidentifier():
        place += 1
    return place


def _is_fraction(statement: str, before: list[Token], place: int) -> bool:
    """Whether a dot begins a number, not a property or a range."""
    if not statement[place + 1 : place + 2].isdigit():
        return False
    last = before[-1] if before else None
    return last is None or last.end < place or (last.kind == "sign" and last.word not in ".)]}")


def _number_end(statement: str, place: int) -> int:
    while place < len(statement):
        letter = statement[place]
        is_sign = letter in "+-" and statement[place - 1] in "eE" and not _is_hex(statement, place)
        is_dot = letter == "." and statement[place + 1 : place + 2].isdigit()
        if not (is_sign or is_dot or letter.isalnum() or letter == "_"):
            break
        place += 1
    return place


def _is_hex(statement: str, place: int) -> bool:
    begin = place
    while begin and (statement[begin - 1].isalnum() or statement[begin - 1] == "_"):
        begin -= 1
    return statement[begin : begin + 2].lower() == "0x"
