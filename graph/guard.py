"""Let a user's statement through only when it reads this graph and nothing else.

Three layers, each of which refuses most attacks alone: the words of the text, the plan that the
server makes of it, and a session in read mode. The words are needed because the plan is silent
about a ``LOAD CSV`` or a procedure inside an expression, and calls ``TERMINATE TRANSACTIONS`` a
read; the plan is needed because it cannot be misled by spelling.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import Final

from scinet.errors import QueryError
from scinet.graph.connection import Database, Row
from scinet.graph.plan import Plan

MAX_LENGTH: Final = 65_536
PROCEDURES: Final = frozenset(
    {
        "db.index.fulltext.queryNodes",
        "db.index.fulltext.queryRelationships",
        "db.index.vector.queryNodes",
        "db.index.vector.queryRelationships",
        "db.labels",
        "db.propertyKeys",
        "db.relationshipTypes",
        "db.schema.nodeTypeProperties",
        "db.schema.relTypeProperties",
        "db.schema.visualization",
    }
)
# The server's own functions; whatever has another first name comes from a plug-in.
_FUNCTIONS: Final = frozenset(
    {"date", "datetime", "duration", "localdatetime", "localtime", "point", "time", "vector"}
)
_FIRST_WORDS: Final = frozenset({"CALL", "FINISH", "MATCH", "OPTIONAL", "RETURN", "UNWIND", "WITH"})
_WRITES: Final = frozenset(
    {"CREATE", "MERGE", "SET", "DELETE", "DETACH", "NODETACH", "REMOVE", "FOREACH", "INSERT"}
)
_TOKEN = re.compile(
    r"""(?P<comment>//[^\r\n]*|/\*.*?\*/)
      | (?P<text>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")
      | (?P<name>`(?:``|[^`])*`)
      | (?P<word>\w+)
      | (?P<sign>[!-/:-@\[-`{-~])""",
    re.DOTALL | re.VERBOSE,
)
_PLAN = re.compile(r"\s*(EXPLAIN|PROFILE)\b", re.IGNORECASE)
_ESCAPE = re.compile(r"\\u+([0-9a-fA-F]{4})")
_SINGLE_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})")
_HIDDEN = ("LOAD CSV", "ResolvedCall(")


@dataclass(frozen=True, slots=True)
class Answer:
    """Rows of a statement.

    Attributes:
        unknown: Sentences on labels, types and properties that the graph does not have.
    """

    rows: list[Row]
    truncated: bool
    unknown: tuple[str, ...] = ()


def ask(
    database: Database,
    text: str,
    *,
    params: Row | None = None,
    timeout_s: float = 10.0,
    limit: int = 1000,
) -> Answer:
    """Run a user's statement, guarded, with a limit of time and of rows.

    Args:
        text: One statement in Cypher; after EXPLAIN or PROFILE, rows are those of its plan.
    """
    prefix = _PLAN.match(text)
    plan = guarded(database, text[prefix.end() :] if prefix else text)
    if prefix:
        profile = prefix[1].upper() == "PROFILE"
        rows = database.plan_rows(
            plan.statement, params=params, profile=profile, timeout_s=timeout_s
        )
        return Answer(rows, truncated=False, unknown=plan.unknown)
    found = database.read_text(plan.statement, params=params, timeout_s=timeout_s)
    with closing(found):
        rows = list(islice(found, limit + 1))
    return Answer(rows[:limit], len(rows) > limit, plan.unknown)


def guarded(database: Database, text: str) -> Plan:
    """The plan of a statement that only reads this graph; a closing semicolon is left out.

    Nothing runs: the server is asked for the plan.
    """
    if len(text) > MAX_LENGTH:
        raise QueryError(f"a statement of {len(text)} characters", hint="At most 65,536 are read.")
    for reading in _readings(text):
        check_words(reading)
    statement = text.rstrip().removesuffix(";")
    try:
        plan = database.explain(statement)
    except QueryError as error:
        # Grammar forbids writing in some places; what was tried is the better answer.
        if write := _write(text):
            raise _refusal(write) from error
        raise
    check_plan(plan, text)
    return plan


def check_words(text: str) -> None:
    """Refuse what can be seen in the words of a statement."""
    tokens = _tokens(text)
    while tokens and tokens[-1] == ("sign", ";"):
        tokens.pop()
    if not tokens:
        raise QueryError("there is no statement", hint="Write one, such as MATCH (p:Paper) …")
    if ("sign", ";") in tokens:
        raise _refusal("a second statement")
    first = tokens[0][1].upper()
    if first not in _FIRST_WORDS:
        if near := get_close_matches(first, _FIRST_WORDS, n=1, cutoff=0.7):
            raise QueryError(f"no statement begins with {first}", hint=f"Did you mean {near[0]}?")
        raise _refusal(first)
    for position, (kind, word) in enumerate(tokens):
        if kind not in {"word", "name"} or _is_name(tokens, position):
            continue
        after = tokens[position + 1 :]
        keyword = word.upper() if kind == "word" else ""
        next_kind, next_word = after[0] if after else ("", "")
        if keyword == "LOAD" and next_word.upper() == "CSV":
            raise _refusal("LOAD CSV")
        if keyword == "USE" and next_kind in {"word", "name"}:
            raise _refusal("USE")
        if keyword == "CALL" and next_kind in {"word", "name"}:
            name = ".".join(_dotted(after))
            if name not in PROCEDURES:
                raise _refusal(name)
            continue
        parts = _dotted(tokens[position:])
        closing_sign = tokens[position + 2 * len(parts) - 1 :][:1]
        is_call = len(parts) > 1 and closing_sign == [("sign", "(")]
        if is_call and parts[0].lower() not in _FUNCTIONS:
            name = ".".join(parts)
            if name not in PROCEDURES:
                raise _refusal(name)


def check_plan(plan: Plan, text: str) -> None:
    """Refuse what the server would do beyond reading."""
    for procedure in plan.procedures:
        name = procedure.partition("(")[0].strip().replace("`", "")
        if name not in PROCEDURES:
            raise _refusal(name)
    for operator in plan.operators:
        if operator.startswith(("LoadCSV", "Show", "Terminate", "Administration")):
            raise _refusal(operator)
    if plan.kind != "r":
        raise _refusal(_write(text) or "it changes the database")
    for detail in plan.details:
        if hidden := next((mark for mark in _HIDDEN if mark in detail), None):
            raise _refusal("a procedure inside an expression" if "(" in hidden else hidden)


def _readings(text: str) -> list[str]:
    r"""What the server may see: it resolves ``\u0060`` before it looks for words.

    Whether a backslash before it matters is not stated, so no reading may hold anything forbidden.
    """
    return [text, _ESCAPE.sub(_character, text), _SINGLE_ESCAPE.sub(_escaped, text)]


def _write(text: str) -> str | None:
    """The first word that writes, when there is one."""
    for tokens in map(_tokens, _readings(text)):
        for position, (kind, word) in enumerate(tokens):
            if kind == "word" and word.upper() in _WRITES and not _is_name(tokens, position):
                return word.upper()
    return None


def _tokens(text: str) -> list[tuple[str, str]]:
    return [(str(m.lastgroup), m[0]) for m in _TOKEN.finditer(text) if m.lastgroup != "comment"]


def _is_name(tokens: list[tuple[str, str]], position: int) -> bool:
    """Whether a word names a parameter, label or property, and so is not a keyword."""
    before = tokens[position - 1][1] if position else ""
    if before != ".":
        return before in {"$", ":"}
    # After a number, a dot may belong to the number.
    return position > 1 and not tokens[position - 2][1][0].isdigit()


def _dotted(tokens: list[tuple[str, str]]) -> list[str]:
    return list(_parts(tokens))


def _parts(tokens: list[tuple[str, str]]) -> Iterator[str]:
    for position, (kind, word) in enumerate(tokens):
        if position % 2:
            if word != ".":
                return
        elif kind in {"word", "name"}:
            yield word[1:-1] if kind == "name" else word
        else:
            return


def _character(match: re.Match[str]) -> str:
    return chr(int(match[1], 16))


def _escaped(match: re.Match[str]) -> str:
    return match[1] + chr(int(match[2], 16))


def _refusal(name: str) -> QueryError:
    return QueryError(
        f"this statement writes or reaches outside: {name}",
        hint="Only statements that read this graph are answered; a name goes between backticks.",
    )
