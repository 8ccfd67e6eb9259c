"""Errors on pages, whose hints name fields in place of options.

Errors are worded for the command line. Statements that a reader of a page did not ask for by name
are left out, and options and queries of commands become what the page has instead of them. A whole
command, such as one that starts the server anew, stays.
"""

import re
from typing import Final

from markupsafe import Markup, escape

from scinet.errors import ScinetError
from scinet.graph.db.query import query_names

_STATEMENT: Final = re.compile(r" \(((?:[a-z_]+/)?[a-z_ ]+)\)$")
_UNNAMED: Final = frozenset({"the statement", "a transaction"})
_SAID: Final = (
    ("with --timeout", "in the field “Seconds at most”"),
    ("Start one with `scinet server start`, or set NEO4J_URI", "Start it: `scinet server start`"),
    ("See `scinet query lookup/title`", "Search for it at the top of the page"),
    ("See `scinet query lookup/author_by_name`", "Search for the author at the top of the page"),
    ("Search with `scinet query lookup/title -p text=…`", "Search for it at the top of the page"),
    (
        "Search with `scinet query lookup/author_by_name -p name=…`",
        "Search for the author at the top of the page",
    ),
    (
        "List them with `scinet cypher 'MATCH (v:Venue) RETURN v.id, v.name ORDER BY v.id'`",
        "Choose one under Fields, by venue",
    ),
    ("List them with `scinet query`", "Choose one under Queries"),
    ("a later --before", "a later day"),
    ("a larger --minimum, for fewer papers", "fewer papers"),
    ("Name it with --results, too", "Start the pages with `--results` for its folder, too"),
)
_SENTENCE: Final = re.compile(r"(?<=[.?!])\s+")
_OPTION: Final = re.compile(r"(?<!\S)--[a-z]")
_COMMAND: Final = re.compile(r"`scinet [^`]+`")


def error_message(error: Exception) -> str:
    """Return the message of an error without the statement's name."""
    message = str(error)
    match = _STATEMENT.search(message)
    if match and (match[1] in _UNNAMED or match[1] in query_names()):
        return message[: match.start()]
    return message


def error_hint(error: Exception) -> str:
    """Return the hint for the page, without sentences about options it lacks."""
    hint = error.hint if isinstance(error, ScinetError) else ""
    for of_command, of_page in _SAID:
        hint = hint.replace(of_command, of_page)
    sentences = _SENTENCE.split(hint)
    return " ".join(
        sentence for sentence in sentences if not _OPTION.search(_COMMAND.sub("", sentence))
    )


def format_code(text: str) -> Markup:
    """A text with what stands between backticks as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    pieces = (
        Markup("<code>{}</code>").format(part) if i % 2 else escape(part)
        for i, part in enumerate(parts)
    )
    return Markup("").join(pieces)
