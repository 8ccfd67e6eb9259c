"""From what a person types to a stored id: the id itself, or its end when only one fits.

An id that is not there is answered with the nearest ones: ids that begin alike, and titles or names
that hold the same words.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final, Literal

from scinet.errors import NotFoundError
from scinet.graph.connection import Database
from scinet.graph.identifiers import bare

NodeType = Literal["paper", "author", "venue"]
_SHOWN: Final = 3
_TRIED: Final = 60  # beginnings of ids


def paper(database: Database, text: str) -> str:
    """The stored id of a paper.

    Args:
        database: The graph.
        text: A stored id, or what follows the source in one, such as ``P02-1040``.

    Raises:
        NotFoundError: If no paper has that id, or several end with it.
    """
    return identify(database, "paper", text)


def author(database: Database, text: str) -> str:
    """The stored id of an author; see :func:`paper`."""
    return identify(database, "author", text)


def venue(database: Database, text: str) -> str:
    """The stored id of a venue; see :func:`paper`."""
    return identify(database, "venue", text)


def identify(database: Database, kind: NodeType, text: str) -> str:
    """The stored id of a paper, author or venue; see :func:`paper`."""
    wanted = bare(text)
    column = f"{kind}_id"
    if database.rows(f"identify/{column}", ids=[wanted]):
        return wanted
    starts = [
        source + wanted[:length]
        for source in _sources(database)
        for length in range(len(wanted) // 2 + 1, len(wanted) + 1)
    ]
    rows = database.rows(f"identify/near_{column}", bare=wanted, starts=starts[:_TRIED])
    ending = [str(row[column]) for row in rows if row["is_ending"]]
    if len(ending) == 1:
        return ending[0]
    if ending:
        raise NotFoundError(
            f"several {kind}s end with {text!r}", hint=f"Write the whole id: {_listed(ending)}."
        )
    near = [str(row[column]) for row in rows]
    candidates = sorted(near, key=lambda each: -SequenceMatcher(None, each, wanted).ratio())
    found = candidates[:_SHOWN] or _by_words(database, kind, text)
    raise NotFoundError(
        f"no {kind} has the id {text!r}",
        hint=f"Did you mean {_listed(found)}?" if found else _HELP[kind],
    )


_HELP: Final[dict[str, str]] = {
    "paper": "Search with `scinet query lookup/title -p text=…`.",
    "author": "Search with `scinet query lookup/author_by_name -p name=…`.",
    "venue": "List them with `scinet cypher 'MATCH (v:Venue) RETURN v.id ORDER BY v.id'`.",
}


def _sources(database: Database) -> list[str]:
    """What ids may begin with: nothing, or a source and a colon."""
    loaded = {row["source"] for row in database.rows("admin/loads") if row["source"]}
    return ["", *(f"{source}:" for source in sorted(loaded))]


def _by_words(database: Database, kind: NodeType, text: str) -> list[str]:
    """Candidates whose title or name holds words of the text, with what they are called."""
    words = text.replace("-", " ").replace(":", " ")
    if kind == "paper":
        rows = database.rows("lookup/title", text=words, limit=_SHOWN)
        return [f"{row['paper_id']} ({row['title']})" for row in rows]
    if kind == "author":
        rows = database.rows("lookup/author_by_name", name=words, limit=_SHOWN)
        return [f"{row['author_id']} ({row['name']})" for row in rows]
    return []


def _listed(found: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(found[:_SHOWN]))
