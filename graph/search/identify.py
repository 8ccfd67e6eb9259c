"""Resolution of a user's text to a stored id of a paper, author or venue.

A paper is named by its id, the end of one, its id at another source (a DOI in any spelling, an
arXiv id) or its whole title; an author by id, ORCID or whole name; a venue by id or name, in any
case. An ambiguous text is an error that lists the matches; without a match the nearest are listed.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final, Literal

from scinet.errors import NotFoundError
from scinet.graph.db.request_cache import once_per_request
from scinet.graph.schema.dates import cutoff_suffix
from scinet.graph.schema.identifiers import (
    id_variants,
    parse_doi,
    parse_orcid,
    slugify,
    strip_site,
)
from scinet.graph.schema.printed_names import fold_text, search_variants

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Row
    from scinet.graph.db.query import NamedStatement, ParameterType

NodeType = Literal["paper", "author", "venue"]
_SHOWN: Final = 5
_HOLDING: Final = 100  # titles to compare that contain words of a text
_MARGIN: Final = 0.15  # of similarity between the best and other suggested ids
_FUZZY: Final = 0.5  # similarity of a suggested name without the same words
_ALIKE: Final = str.maketrans("oil", "011")
_NODE_TYPES: Final["Mapping[ParameterType, NodeType]"] = {
    "paper": "paper",
    "papers": "paper",
    "author": "author",
    "authors": "author",
    "venue": "venue",
    "venues": "venue",
}


def identify(database: "Database", kind: NodeType, text: str, *, before: date | None) -> str:
    """Return the stored id of a paper, author or venue that exists before a day; None for any day.

    Args:
        text: Its id, or the part after the source in one (``P02-1040``); of a paper also a DOI, an
            arXiv id or the whole title, of an author the ORCID or whole name, of a venue the name.
            Punctuation and upper case of titles and names do not matter.

    Raises:
        NotFoundError: If it matches none, or several.
    """
    matches = find_named(database, kind, text, before)
    if len(matches) == 1:
        return str(matches[0]["id"])
    if matches:
        matches.sort(key=lambda row: -row.get("papers", 0))
        raise NotFoundError(
            f"{text!r} names {len(matches)} {kind}s",
            hint=f"Write the id of one: {_format_candidates(matches)}.",
        )
    near = find_similar(database, kind, text, before)
    raise NotFoundError(
        f"no {kind} is called {text!r}{cutoff_suffix(before)}",
        hint=f"Did you mean {_format_candidates(near)}?" if near else _hint(database, kind),
    )


def resolve_parameters(
    database: "Database",
    query: "NamedStatement",
    params: Mapping[str, Any],
    *,
    named: date | None = None,
) -> dict[str, Any]:
    """Resolve the parameters of a statement that name papers, authors or venues to stored ids.

    ``paper``, ``author`` and ``venue`` may be written for ``paper_id`` and the like. With a day
    for ``before`` no name matches, or suggests, what does not exist before it; a whole stored id is
    accepted. With a day in ``named`` not even that.
    """
    values = query.bind({query.parameter(key): value for key, value in params.items()})
    day = values.get("before") if isinstance(values.get("before"), date) else None

    def stored(kind: NodeType, text: str) -> str:
        if named is None and day is not None:
            key = "identify", database, kind, text
            rows = once_per_request(key, lambda: database.rows(f"identify/{kind}", id=text))
            if any(row["id"] == text for row in rows):
                return text
        return identify(database, kind, text, before=named or day)

    for key, of in query.types.items():
        value, kind = values[key], _NODE_TYPES.get(of)
        if kind is None or value is None:
            continue
        if isinstance(value, str):
            values[key] = stored(kind, value)
        elif of != kind:  # several
            values[key] = [stored(kind, str(item)) for item in value]
    return values


def find_named(database: "Database", kind: NodeType, text: str, before: date | None) -> "list[Row]":
    """Return all matches of a text: by id, else by whole title or name.

    Both the text and the id of its only match are looked up once in a request.
    """

    def once(named: str, look_up: "Callable[[], list[Row]]") -> "list[Row]":
        return once_per_request((find_named, database, kind, named, before), look_up)

    rows = once(text, lambda: _find_named(database, kind, text, before))
    if len(rows) == 1:
        once(rows[0]["id"], lambda: rows)
    return [*rows]


def _find_named(
    database: "Database", kind: NodeType, text: str, before: date | None
) -> "list[Row]":
    if kind == "paper":
        params = {"doi": parse_doi(text)[0], "before": before}
        for variant in id_variants(text):
            if rows := database.rows("identify/paper", **params, id=variant):
                return rows
    else:
        written = (kind == "author" and parse_orcid(text)) or strip_site(text)
        name = {"name": text} if kind == "venue" else {}
        if rows := database.rows(f"identify/{kind}", id=written, before=before, **name):
            called = [row for row in rows if fold_text(text) in search_variants(row["name"] or "")]
            return called or rows
    slugs = {slugify(name) for name in _name_variants(kind, text)}
    holding = _search_words(database, kind, text, before=before)
    if kind == "author" and len(same := [row for row in holding if row["name"] == text]) == 1:
        return same
    own = [row for row in holding if slugify(row["name"] or "") in slugs]
    return own or [row for row in holding if row.get("is_whole")]


def _name_variants(kind: NodeType, text: str) -> Iterable[str]:
    """Yield a name as written, and with the family name last when it came first."""
    yield text
    family, comma, given_name = text.partition(",")
    if comma and kind == "author":
        yield f"{given_name} {family}"


def _search_words(database: "Database", kind: NodeType, text: str, **how: Any) -> "list[Row]":
    if kind == "paper":
        rows = database.rows("lookup/title", text=text, limit=_HOLDING, **how)
        years = {row["paper_id"]: row["date"] and row["date"].year for row in rows}
        return [
            {"id": i["paper_id"], "name": i["title"], "year": years[i["paper_id"]]} for i in rows
        ]
    if kind == "author":
        rows = database.rows("lookup/author_by_name", name=text, limit=100, **how)
        return [
            {key: row[key] for key in ("name", "papers", "form", "is_whole")}
            | {"id": row["author_id"]}
            for row in rows
        ]
    return []


def find_similar(
    database: "Database", kind: NodeType, text: str, before: date | None
) -> "list[Row]":
    """Return suggestions: ids that differ in a letter or two, then names with the same words."""
    wanted = strip_site(text)
    half = (len(wanted) + 1) // 2
    if kind == "venue":
        parts = [word[: max(3, (len(word) + 1) // 2)] for word in fold_text(text).split()]
        rows = database.rows("identify/near_venue", parts=parts, before=before)
        return sorted(
            rows,
            key=lambda row: (
                -max(_similarity(wanted, row["id"]), _similarity(text, row["name"] or ""))
            ),
        )
    cases = list(dict.fromkeys((wanted, wanted.upper(), wanted.lower())))
    starts = [source + text[:half] for source in _id_prefixes(database) for text in cases]
    ends = [text[half:] for text in cases]
    rows = database.rows(f"identify/near_{kind}", starts=starts, ends=ends, before=before)
    scores = {row["id"]: _similarity(wanted, row["id"]) for row in rows}
    best = max(scores.values(), default=0)
    least = max(min(0.75, 1 - 1.1 / max(len(wanted), 1)), best if best == 1 else best - _MARGIN)
    near = [row for row in rows if scores[row["id"]] >= least]
    near.sort(key=lambda row: -scores[row["id"]])
    words = _search_words(database, kind, text, before=before) or [
        row
        for row in _search_words(database, kind, text, fuzzy=True, before=before)
        if _similarity(text, row["name"]) > _FUZZY
    ]
    if kind == "author":
        words.sort(key=lambda row: -row["papers"])
    else:
        words = _match_titles(database, text, words, before)
    return [*near, *(row for row in words if row not in near)]


def _match_titles(
    database: "Database", text: str, rows: "list[Row]", before: date | None
) -> "list[Row]":
    """Rank papers by title: beginning with the text, containing it, then by citations."""
    ids = [row["id"] for row in rows]
    papers = {
        i["paper_id"]: i for i in database.rows("lookup/papers", paper_ids=ids, before=before)
    }
    wanted = f"-{slugify(text)}-"

    def place(row: "Row") -> tuple[bool, bool, int]:
        title = f"-{slugify(row['name'] or '')}-"
        cited = papers[row["id"]]["citations"] if row["id"] in papers else 0
        return not title.startswith(wanted), wanted not in title, -cited

    return sorted(rows, key=place)


def _similarity(left: str, right: str) -> float:
    """Similarity of two ids or names, 0 to 1; the letters o, i and l equal digits."""
    first, second = (text.casefold().translate(_ALIKE) for text in (left, _id_end(right)))
    return SequenceMatcher(None, first, second).ratio()


def _id_end(identifier: str) -> str:
    return identifier.rpartition(":")[2]


def _id_prefixes(database: "Database") -> list[str]:
    """Return possible prefixes of ids: none, or a loaded source and a colon."""
    loaded = {row["source"] for row in database.rows("admin/loads") if row["source"]}
    return ["", *(f"{source}:" for source in sorted(loaded))]


def _format_candidates(rows: "list[Row]") -> str:
    shown = [_describe_candidate(row) for row in rows[:_SHOWN]]
    return ", ".join(shown) + (", …" if len(rows) > _SHOWN else "")


def _describe_candidate(row: "Row") -> str:
    parts = [str(row["name"] or "")]
    if "papers" in row:
        parts.append("1 paper" if row["papers"] == 1 else f"{row['papers']:,} papers")
    else:
        parts.append(str(row["year"] or ""))
    return f"{row['id']} ({', '.join(filter(None, parts))})"


def _hint(database: "Database", kind: NodeType) -> str:
    counts = {row["label"]: row["count"] for row in database.rows("admin/node_counts")}
    return _HELP[kind] if counts[kind.title()] else f"The graph has no {kind}s: load some first."


_HELP: Final[dict[str, str]] = {
    "paper": "Search with `scinet query lookup/title -p text=…`.",
    "author": "Search with `scinet query lookup/author_by_name -p name=…`.",
    "venue": "List them with `scinet cypher 'MATCH (v:Venue) RETURN v.id, v.name ORDER BY v.id'`.",
}
