"""What an error says on a page: where a command has an option, a page has a field.

Errors are worded for the command line. Statements that a reader of a page did not ask for by name
are left out, and options and queries of commands become what the page has instead of them. A whole
command, such as one that starts the server anew, stays.
"""

import re
from typing import Final

from markupsafe import Markup, escape

from scinet.errors import ScinetError
from scinet.graph.query import names

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


def what(error: Exception) -> str:
    """What happened, without the name of a statement behind the page."""
    message = str(error)
    found = _STATEMENT.search(message)
    if found and (found[1] in _UNNAMED or found[1] in names()):
        return message[: found.start()]
    return message


def remedy(error: Exception) -> str:
    """What to do on the page; a sentence about an option that a page does not have is left out."""
    hint = error.hint if isinstance(error, ScinetError) else ""
    for of_command, of_page in _SAID:
        hint = hint.replace(of_command, of_page)
    sentences = _SENTENCE.split(hint)
    return " ".join(one for one in sentences if not _OPTION.search(_COMMAND.sub("", one)))


def coded(text: str) -> Markup:
    """A text with what stands between backticks as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    said = (
        Markup("<code>{}</code>").format(one) if i % 2 else escape(one)
        for i, one in enumerate(parts)
    )
    return Markup("").join(said)
