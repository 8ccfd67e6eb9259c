"""Read-only guard of users' statements: only those that read this graph are run.

Three layers, each of which refuses most attacks alone: the tokens of the text, the plan that the
server makes of it, and a session in read mode. The tokens are needed because the plan does not show
a ``LOAD CSV`` or a procedure inside an expression, and calls ``TERMINATE TRANSACTIONS`` a
read; the plan is needed because it cannot be misled by spelling. The server itself lists the
functions of plug-ins: one of these may do anything, also in a read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Final

from scinet.errors import QueryError
from scinet.extension import find_nearest, suggest
from scinet.graph.db import day_comparisons
from scinet.graph.db.connection import Database, Row
from scinet.graph.db.deadline import first_rows, run_with_timeout
from scinet.graph.db.expression_size import ExpressionSizes
from scinet.graph.db.plan import QueryPlan
from scinet.graph.db.query import NamedStatement
from scinet.graph.db.repetitions import is_exponential
from scinet.graph.db.text_references import unsearched_note, unseen_note, warn_note

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
# Dotted functions: the server's own, and pure ones of plug-ins.
_FUNCTION: Final = re.compile(
    r"(date|datetime|duration|localdatetime|localtime|point|time|vector)\..+"
    r"|gds\.(version|similarity\.\w+|util\.\w+|alpha\.linkprediction\.\w+)"
    r"|apoc\.(agg|coll|convert|date|map|math|number|temporal|text)\.\w+",
    re.IGNORECASE,
)
_FIRST_WORDS: Final = frozenset(
    {"CALL", "FINISH", "MATCH", "OPTIONAL", "RETURN", "SHOW", "UNWIND", "WITH"}
)
_SHOWN: Final = re.compile(
    r"((ALL|BUILT IN|USER DEFINED|FULLTEXT|LOOKUP|POINT|RANGE|TEXT|VECTOR|NODE|REL|RELATIONSHIP"
    r"|PROPERTY|TYPE|UNIQUE|UNIQUENESS|KEY|EXIST|EXISTENCE) )*"
    r"(INDEX|CONSTRAINT|FUNCTION|PROCEDURE)(E?S)?( .*)?",
    re.IGNORECASE,
)
_WRITES: Final = frozenset(
    {"CREATE", "MERGE", "SET", "DELETE", "DETACH", "NODETACH", "REMOVE", "FOREACH", "INSERT"}
)
_TOKEN = re.compile(
    r"""(?P<comment>//[^\r\n]*|/\*.*?\*/)
      | (?P<text>'(?:\\.|[^'\\])*+'|"(?:\\.|[^"\\])*+")
      | (?P<name>`(?:``|[^`])*`)
      | (?P<open>(?:/\*|['"`]).*+)
      | (?P<word>\w+)
      | (?P<sign>[!-/:-@\[-`{-~])""",
    re.DOTALL | re.VERBOSE,
)
# Prefix of a statement: EXPLAIN or PROFILE, and CYPHER with version and options.
_HEAD = re.compile(
    r"(?:\s|//[^\r\n]*|/\*.*?\*/)*+(?:(?P<plan>EXPLAIN|PROFILE)\b"
    r"|CYPHER\b(?P<version>\s+\d+(?:\.\d+)?(?![\w.]))?(?P<options>(?:\s+\w+\s*=\s*\w+)*))",
    re.IGNORECASE | re.DOTALL,
)
_VERSION: Final = "not a valid option for cypher version"  # the server's message
_ESCAPE = re.compile(r"\\u+([0-9a-fA-F]{4})")
_SINGLE_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})")
_HIDDEN = ("LOAD CSV", "ResolvedCall(")
_CALL = re.compile(r"(?<![\w`])([\w`]++(?:\s*+\.\s*+[\w`]++)++)\s*+\(")
MAX_NESTING: Final = 100
_PLAN_S: Final = 10.0  # the first plan of a new server takes long
MAX_RANGE: Final = 10_000_000
MAX_ROWS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class StatementResult:
    """Rows of a statement.

    Attributes:
        unknown: Sentences on labels, types and properties that the graph does not have.
    """

    rows: list[Row]
    truncated: bool
    unknown: tuple[str, ...] = ()
    statement: str = field(default="", compare=False)


def run_statement(
    database: Database,
    text: str,
    *,
    params: Row | None = None,
    before: date | None = None,
    timeout_s: float = 10.0,
    limit: int = 1000,
) -> StatementResult:
    """Run a user's statement, guarded, with a limit of time and of rows.

    Args:
        text: One statement in Cypher; after EXPLAIN or PROFILE, rows are those of its plan.
        before: Cutoff, exclusive: nothing later is visible; see :mod:`scinet.graph.as_of`.
    """

    def work(mark: str) -> StatementResult:
        head = _parse_head(text)
        if before is not None:
            return _run_before(
                database, head, params or {}, before, timeout_s=timeout_s, limit=limit, mark=mark
            )
        plan = plan_guarded(database, text, params, timeout_s=timeout_s, mark=mark)
        if head.plan:
            rows = database.plan_rows(
                plan.statement,
                params=params,
                profile=head.plan == "PROFILE",
                timeout_s=timeout_s,
                mark=mark,
            )
            return StatementResult(
                rows, truncated=False, unknown=plan.unknown, statement=plan.statement
            )
        result = database.read_text(plan.statement, params=params, timeout_s=timeout_s, mark=mark)
        rows, truncated = first_rows(result, limit)
        warn_note(unseen_note(database, plan.statement))
        return StatementResult(rows, truncated, plan.unknown, plan.statement)

    return run_with_timeout(timeout_s, database, work)


def _run_before(
    database: Database,
    head: "_Head",
    params: Row,
    before: date,
    *,
    timeout_s: float,
    limit: int,
    mark: str,
) -> StatementResult:
    """Run a statement as of a day; unknown names are not reported, as they may come later."""
    from scinet.graph import as_of

    if head.plan:
        raise QueryError(
            f"{head.plan} as of a day: a plan estimates from later papers too",
            hint="`scinet cypher --before DAY --show` prints the statement that is run.",
        )
    if head.version not in {"", "5"}:
        raise QueryError(
            f"Cypher {head.version} as of a day", hint="Only Cypher 5 is read: leave CYPHER out."
        )
    for reading in _readings(head.rest):
        check_words(reading, params)
    try:
        restricted = as_of.restrict_to_day(head.rest.rstrip().removesuffix(";"), before, params)
    except QueryError as error:
        if write := _find_write(head.rest):
            raise _refusal_error(write) from error
        raise
    values = dict(restricted.params)
    statement = head.cypher(head.version) + restricted.statement
    plan = plan_guarded(database, statement, values, timeout_s=timeout_s, mark=mark)
    result = database.read_text(
        plan.statement,
        params=values,
        timeout_s=timeout_s,
        mark=mark,
        shown=as_of.answerable_properties,
    )
    rows, truncated = first_rows(result, limit)
    warn_note(unseen_note(database, head.rest))
    return StatementResult(rows, truncated, statement=str(restricted))


def run_named(
    database: Database, query: NamedStatement, params: Row, *, timeout_s: float = 60.0
) -> Iterator[Row]:
    """Return rows of a named statement, or of one in a user's own file, which is guarded.

    The header of such a file is not trusted.
    """
    is_own = query.name.endswith(".cypher")
    if query.searches_text:
        warn_note(unsearched_note(database))

    def work(mark: str) -> tuple[list[Row], bool]:
        text = query.text
        if is_own:
            if plan := _parse_head(text).plan:
                hint = "`scinet cypher` prints plans; a named statement answers with its rows."
                raise QueryError(f"{plan} in {query.name}", hint=hint)
            text = plan_guarded(database, text, params, timeout_s=timeout_s, mark=mark).statement
        result = database.read_text(text, params=params, timeout_s=timeout_s, mark=mark)
        return first_rows(result, MAX_ROWS) if is_own else (list(result), False)

    rows, truncated = run_with_timeout(timeout_s, database, work)
    if truncated:
        raise QueryError(f"the answer is too large ({query.name})", hint="Ask for less with LIMIT.")
    if is_own:
        warn_note(unseen_note(database, query.text))
    return iter(rows)


def plan_guarded(
    database: Database,
    text: str,
    params: Row | None = None,
    *,
    timeout_s: float = 10.0,
    mark: str = "",
) -> QueryPlan:
    """Return the plan of a statement that only reads this graph, without its final semicolon.

    Nothing runs: the server only plans. A leading EXPLAIN or PROFILE is left out, and so is a
    Cypher version that the server does not support, with a warning.

    Args:
        params: Values of its parameters, which may make it endless.
        timeout_s: Seconds until the server gives up planning, at least ten.
        mark: See :meth:`Database.read_text`.
    """
    if len(text) > MAX_LENGTH:
        raise QueryError(f"a statement of {len(text)} characters", hint="At most 65,536 are read.")
    head = _parse_head(text)
    for reading in _readings(text):
        check_words(_parse_head(reading).rest, params)
    rest = head.rest.rstrip().removesuffix(";")

    def explained(statement: str) -> QueryPlan:
        return database.explain(statement, timeout_s=max(timeout_s, _PLAN_S), mark=mark)

    try:
        try:
            plan = explained(head.cypher(head.version) + rest)
        except QueryError as error:
            if _VERSION not in str(error):
                raise
            warn_note(f"this server does not speak Cypher {head.version}, and is asked in its own")
            plan = explained(head.cypher("") + rest)
    except QueryError as error:
        # Where the grammar forbids writing, the refusal explains more than the syntax error.
        if write := _find_write(text):
            raise _refusal_error(write) from error
        raise
    check_plan(
        plan, text, frozenset(row["name"] for row in database.rows("admin/plugin_functions"))
    )
    day_comparisons.check_comparisons(plan.details, text, params or {})
    return plan


@dataclass(frozen=True, slots=True)
class _Head:
    """Prefix of a statement.

    Attributes:
        plan: ``EXPLAIN`` or ``PROFILE``; empty when the statement is to be run.
        version: Cypher version as written.
        options: Planner options as written.
    """

    plan: str
    version: str
    options: str
    rest: str

    def cypher(self, version: str) -> str:
        """Return the prefix for a version and the options, empty without both."""
        words = " ".join(filter(None, ("CYPHER", version, self.options)))
        return "" if words == "CYPHER" else f"{words} "


def _parse_head(text: str) -> _Head:
    plan = version = options = ""
    while match := _HEAD.match(text):
        plan = plan or (match["plan"] or "").upper()
        version = version or (match["version"] or "").strip()
        options += match["options"] or ""
        text = text[match.end() :]
    return _Head(plan, version, options.strip(), text)


def check_words(text: str, params: Row | None = None) -> None:
    """Refuse a statement by its tokens and parameters."""
    tokens = _tokenize(text)
    while tokens and tokens[-1] == ("sign", ";"):
        tokens.pop()
    if not tokens:
        raise QueryError("the statement is empty", hint="Write one, such as MATCH (p:Paper) …")
    if ("sign", ";") in tokens:
        raise _refusal_error("a second statement")
    if tokens[-1][0] == "open":
        raise QueryError(
            f"what begins with {tokens[-1][1][:20]} does not end", hint="Close the text or comment."
        )
    first = tokens[0][1].upper()
    if first not in _FIRST_WORDS:
        if find_nearest(first, _FIRST_WORDS):
            hint = suggest(first, _FIRST_WORDS)
            raise QueryError(f"no statement begins with {first}", hint=hint)
        raise _refusal_error(first)
    if first == "SHOW" and not _SHOWN.fullmatch(" ".join(word for _, word in tokens[1:8])):
        raise _refusal_error(" ".join(word for _, word in tokens[:2]))
    _check_size(tokens, params or {})
    for position, (kind, word) in enumerate(tokens):
        called = _called_name(tokens, position) if word == "(" else ""
        if called and called not in PROCEDURES and not _FUNCTION.fullmatch(called):
            raise _refusal_error(called)
        if kind not in {"word", "name"} or _is_name(tokens, position):
            continue
        keyword = word.upper() if kind == "word" else ""
        next_kind, next_word = next(iter(tokens[position + 1 : position + 2]), ("", ""))
        if keyword == "LOAD" and next_word.upper() == "CSV":
            raise _refusal_error("LOAD CSV")
        if keyword == "USE" and next_kind in {"word", "name"}:
            raise _refusal_error("USE")
        if keyword == "CALL" and next_kind in {"word", "name"}:
            name = ".".join(_dotted_parts(tokens, position + 1))
            if name not in PROCEDURES:
                raise _refusal_error(name)


def check_plan(plan: QueryPlan, text: str, plugin_functions: frozenset[str] = frozenset()) -> None:
    """Refuse a statement whose plan does more than read.

    Args:
        text: The statement, to name the word that writes.
        plugin_functions: Names of the functions that are not the server's own.
    """
    for procedure in plan.procedures:
        name = procedure.partition("(")[0].strip().replace("`", "")
        if name not in PROCEDURES:
            raise _refusal_error(name)
    for operator in plan.operators:
        shown = operator.startswith("Show") and not _SHOWN.fullmatch(operator.removeprefix("Show"))
        if shown or operator.startswith(("LoadCSV", "Terminate", "Administration")):
            raise _refusal_error(operator)
    if plan.kind != "r":
        raise _refusal_error(_find_write(text) or "it changes the database")
    for detail in plan.details:
        if hidden := next((mark for mark in _HIDDEN if mark in detail), None):
            raise _refusal_error("a procedure inside an expression" if "(" in hidden else hidden)
        for call in _CALL.finditer(detail):
            name = re.sub(r"[\s`]", "", call[1])
            if name in plugin_functions and not _FUNCTION.fullmatch(name):
                raise _refusal_error(name)


def _check_size(tokens: list[tuple[str, str]], params: Row) -> None:
    """Refuse expressions that would keep the server busy beyond any time limit.

    Inside an expression the server checks neither time nor memory.
    """
    depth = 0
    for _, word in tokens:
        depth += (word in "([{") - (word in ")]}")
        if depth > MAX_NESTING:
            raise QueryError(
                f"brackets nested more than {MAX_NESTING} deep",
                hint="Give long lists as a parameter.",
            )
        if depth < 0:
            raise QueryError(f"a {word} that nothing opened", hint="Remove it, or open it before.")
    try:
        size = ExpressionSizes(tokens, params)
    except RecursionError:
        raise QueryError(
            "brackets and CASE nested too deeply", hint="Split it with WITH."
        ) from None
    if size.longest_range > MAX_RANGE:
        raise QueryError(
            f"range() of more than {MAX_RANGE:,} values inside an expression",
            hint="UNWIND range(…) AS x reads them one at a time, within the time limit.",
        )
    if max(size.steps, size.values) > MAX_RANGE:
        what = "steps" if size.steps > MAX_RANGE else "values"
        raise QueryError(
            f"more than {MAX_RANGE:,} {what} inside an expression",
            hint="No time limit reaches there. UNWIND … AS x takes a list row by row, within it.",
        )
    for place, pair in enumerate(pairwise(tokens)):
        if pair == (("sign", "="), ("sign", "~")) and is_exponential(
            _pattern(tokens[place + 2 : place + 5], params)
        ):
            raise QueryError(
                "a regular expression in which repetitions are repeated, as in (a+)+",
                hint="It may take for ever on a text that it does not fit: write (a)+ or a+.",
            )


def _pattern(tokens: list[tuple[str, str]], params: Row) -> str:
    """Return the regular expression at the beginning of tokens, if literal or a parameter."""
    words = [word for _, word in tokens if word != "("]
    if words[:1] == ["$"] and len(words) > 1:
        value = params.get(words[1].strip("`"))
        return value if isinstance(value, str) else ""
    is_text = bool(words) and words[0][0] in "'\""
    return words[0][1:-1].replace("\\\\", "\\") if is_text else ""


def _readings(text: str) -> list[str]:
    r"""Return the possible readings of a text: the server resolves ``\u0060`` before tokenising.

    Whether a preceding backslash escapes it is not documented, so all readings are checked.
    """
    every = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    single = _SINGLE_ESCAPE.sub(lambda match: match[1] + chr(int(match[2], 16)), text)
    return [text, every, single]


def _find_write(text: str) -> str | None:
    """Return the first word that writes, if any."""
    for tokens in map(_tokenize, _readings(text)):
        for position, (kind, word) in enumerate(tokens):
            if kind == "word" and word.upper() in _WRITES and not _is_name(tokens, position):
                return word.upper()
    return None


def _tokenize(text: str) -> list[tuple[str, str]]:
    return [(str(m.lastgroup), m[0]) for m in _TOKEN.finditer(text) if m.lastgroup != "comment"]


def _is_name(tokens: list[tuple[str, str]], position: int) -> bool:
    """Whether a word is a parameter, label or property, not a keyword."""
    before = tokens[position - 1][1] if position else ""
    if before != ".":
        return before in {"$", ":"}
    # After a number, a dot may belong to the number.
    return position > 1 and not tokens[position - 2][1][0].isdigit()


def _called_name(tokens: list[tuple[str, str]], position: int) -> str:
    """Return the dotted name before a bracket; else an empty string."""
    parts: list[str] = []
    while position and tokens[position - 1][0] in {"word", "name"}:
        kind, word = tokens[position - 1]
        parts.append(word[1:-1] if kind == "name" else word)
        position -= 1
        if position < 2 or tokens[position - 1][1] != "." or tokens[position - 2][1] == ".":
            break
        position -= 1
    return ".".join(reversed(parts)) if len(parts) > 1 else ""


def _dotted_parts(tokens: list[tuple[str, str]], position: int) -> list[str]:
    parts: list[str] = []
    while position < len(tokens) and tokens[position][0] in {"word", "name"}:
        kind, word = tokens[position]
        parts.append(word[1:-1] if kind == "name" else word)
        if tokens[position + 1 : position + 2] != [("sign", ".")]:
            break
        position += 2
    return parts


def _refusal_error(name: str) -> QueryError:
    return QueryError(
        f"this statement writes or reaches outside: {name}",
        hint="Only statements that read this graph are answered; a name goes between backticks.",
    )
