"""Answers of systems elsewhere as a run: lists of titles, however they are written down.

An answer is a list in JSON, PaSa's tree of papers, or text: the entries of its section of
references, else its numbered or marked lines, else all its lines. A title is looked for in what
stands in quotation marks, bold, italic or as a link, in the whole line, then in its sentences; the
first that a paper before the cut-off day has is taken, and the likeliest one stays where none has.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval.answer import Answer, Text
from scinet.eval.ranked_list import Item, PaperList
from scinet.eval.run import Header, Run
from scinet.eval.suites.json_files import content_of, read_value
from scinet.eval.suites.official import Imported
from scinet.eval.task import Query, Row, Task
from scinet.eval.titles import Titles

_FIX: Final = "Fix the file; nothing was written."
_LISTS: Final = ("items", "papers", "titles", "results", "references", "answer", "answers")
_TEXTS: Final = ("references", "text", "answer", "output_text", "response", "content")
_SELECTED: Final = 0.5  # PaSa takes papers with a higher score
_NAME: Final = re.compile(r"^(#{1,6})\s+(q?\d+)\W*$", re.M)
_SECTION: Final = re.compile(r"^\W*(references|bibliography|sources|works cited)\W*$", re.I)
_HEADING: Final = re.compile(r"^(?:#{1,6}\s|\*\*[^*]+\*\*:?$)")
_MARKED: Final = re.compile(r"^\s*(?:[-*+•]|\(?\d{1,4}[.):]|\[\d{1,4}\][.:]?)\s+(?=\S)")
_INSIDE: Final = re.compile(
    r"“([^”]+)”|\"([^\"]+)\"|\*\*([^*]+)\*\*|\[([^\]]+)\]\([^)]*\)|(?<![\w*])[*_]([^*_]+)[*_](?!\w)"
)
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_BREAK: Final = re.compile(r"[.?!:;,]\s+|\s[|\u2013\u2014-]\s|\s*[()]\s*")
_MOST: Final = 5  # neighbouring parts of a line that may be one title
_WORDS: Final = 3  # fewer may be a word of the field and not a title


def read(
    task: Task, file: Path, header: Header, titles: Titles | None, kind: type[Answer]
) -> Imported:
    """Make a run of the answers in a file, or in a folder that holds one file per query.

    Files of a folder, and sections of one text under headings of one level, are named by the
    query's id, or by its place from 0. In JSON a query is named as ``query_id``, or by its text as
    ``query`` or ``question``.

    Args:
        titles: Papers before the cut-off day; None leaves all titles as they are.
    """
    queries = task.queries(header.split)
    answers: dict[str, Answer] = {}
    counts = Counter(
        records=0, queries=len(queries), answered=0, not_asked=0, titles=0, resolved=0, unresolved=0
    )
    for name, value in _records(file, queries):
        counts["records"] += 1
        query = _asked(name, queries)
        if query is None:
            counts["not_asked"] += 1
            continue
        if query.query_id in answers:
            raise DataError(f"query {query.query_id!r} is answered twice ({file})", hint=_FIX)
        counts["answered"] += 1
        if kind is Text:
            answers[query.query_id] = Text(query.query_id, _text(value) or "")
            continue
        try:
            items = [_found(entry, titles) for entry in _entries(value)]
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise DataError(
                f"the answer to {query.query_id} is in no known form ({file})", hint=_FIX
            ) from error
        listed = tuple(dict.fromkeys(item for item in items if item.id or item.title))
        answers[query.query_id] = PaperList(query.query_id, listed)
        counts["titles"] += len(listed)
        counts["resolved"] += sum(item.id is not None for item in listed)
    if not counts["answered"]:
        raise DataError(
            f"no answer to a query of the task ({file})",
            hint="Name each query by its id, such as q0001: see the documentation of runs.",
        )
    counts["unresolved"] = counts["titles"] - counts["resolved"]
    return Imported(Run(header, answers), counts)


def _records(file: Path, queries: list[Query]) -> Iterator[tuple[str, Any]]:
    """Names of queries with what is said to each."""
    if file.is_dir():
        for one in sorted(one for one in file.iterdir() if one.is_file()):
            content = _content(one)
            yield one.stem, read_value(content, one) if one.suffix == ".json" else content
        return
    content = _content(file)
    if file.suffix in {".jsonl", ".ndjson"}:
        lines = enumerate(content.splitlines(), start=1)
        rows = [
            read_value(line, f"{file}, line {number}") for number, line in lines if line.strip()
        ]
    elif file.suffix == ".json":
        whole = read_value(content, file)
        if not isinstance(whole, list | dict):
            raise DataError(f"it is no JSON list and no JSON object ({file})", hint=_FIX)
        rows = (
            whole
            if isinstance(whole, list)
            else [{"query_id": k, "items": v} for k, v in whole.items()]
        )
    else:
        yield from _sections(content, queries)
        return
    for number, row in enumerate(rows, start=1):
        names = ("query_id", "query", "question", "id")
        name = (
            next((row[key] for key in names if row.get(key)), None)
            if isinstance(row, dict)
            else None
        )
        if not isinstance(name, str):
            raise DataError(f"the record names no query ({file}, record {number})", hint=_FIX)
        yield name, row


def _sections(text: str, queries: list[Query]) -> Iterator[tuple[str, str]]:
    """Names of queries in headings of one level, that of the first, with what is below each.

    A number that is no place of a query, such as a year, is a heading of the answer it stands in.
    """
    named = [
        found
        for found in _NAME.finditer(text)
        if found[2].startswith("q") or _asked(found[2], queries) is not None
    ]
    heads = [found for found in named if found[1] == named[0][1]]
    ends = [*(found.start() for found in heads[1:]), len(text)]
    for found, end in zip(heads, ends, strict=False):
        yield found[2], text[found.end() : end]


def _content(file: Path) -> str:
    try:
        return content_of(file, hint="Name a file of answers.").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"it is not UTF-8 text ({file})", hint=_FIX) from error


def _asked(name: str, queries: list[Query]) -> Query | None:
    """The query of an id, of a place from 0, or of its text."""
    for query in queries:
        if name in {query.query_id, query.text}:
            return query
    if name.isdecimal() and int(name) < len(queries):
        return queries[int(name)]
    return None


def _entries(value: Any) -> list[Any]:
    """Entries of an answer, best first: texts or objects with a title."""
    if isinstance(value, str):
        return _lines(value)
    if isinstance(value, list):
        return value
    if "child" in value:
        return _tree(value)
    inner = value.get("session")
    if isinstance(inner, dict):  # an answer of PaperQA2
        return _entries(inner)
    for key in _LISTS:
        if isinstance(value.get(key), list):
            return list(value[key])
    return _lines(_text(value) or "")


def _text(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    found = (value.get(key) for key in _TEXTS) if isinstance(value, dict) else ()
    return next((one for one in found if isinstance(one, str) and one.strip()), None)


def _tree(root: Row) -> list[Row]:
    """The papers that PaSa selected, best first; of one title the first."""
    waiting = [root]
    found: dict[Any, Row] = {}
    for node in waiting:
        for papers in (node.get("child") or {}).values():
            waiting += papers
            for paper in papers:
                found.setdefault(paper.get("title"), paper)
    chosen = [one for one in found.values() if one.get("select_score", 0.0) > _SELECTED]
    return sorted(chosen, key=lambda one: -float(one["select_score"]))


def _lines(text: str) -> list[str]:
    """Lines that name a paper each."""
    lines = [line.strip() for line in text.splitlines()]
    heads = [place for place, line in enumerate(lines) if _SECTION.match(line)]
    if heads:
        lines = lines[heads[-1] + 1 :]
        end = next((place for place, line in enumerate(lines) if _HEADING.match(line)), len(lines))
        lines = lines[:end]
    marked = [_MARKED.sub("", line) for line in lines if _MARKED.match(line)]
    return marked or [line for line in lines if line and not line.startswith(("#", "```", "|"))]


def _found(entry: Any, titles: Titles | None) -> Item:
    """An entry as an id where a paper has its title, else as the likeliest title."""
    years: tuple[int | None, ...]
    if isinstance(entry, Mapping):
        if isinstance(entry.get("id"), str):
            return Item(entry["id"])
        year = int(entry["year"]) if str(entry.get("year")).isdecimal() else None
        likely, years = [str(entry.get("title") or "").strip()], (year,)
    else:
        likely, named = _likely(str(entry)), _YEAR.findall(str(entry))
        year = int(named[0]) if len(set(named)) == 1 else None
        years = (year, None)  # it may be that of a reprint
    for title, when in product(likely, years):
        if titles is not None and (paper := titles.resolve(title, when)):
            return Item(paper)
    return Item(title=next(iter(likely), None), year=year)


def _likely(line: str) -> list[str]:
    """What in a line may be the title, the likeliest first."""
    inside = [next(filter(None, found)) for found in _INSIDE.findall(line)]
    plain = _INSIDE.sub(lambda found: next(filter(None, found.groups())), line)
    sentences = sorted(re.split(r"[.?!]\s+", plain), key=len, reverse=True)
    starts = [0, *(found.end() for found in _BREAK.finditer(plain))]
    ends = [*(found.start() for found in _BREAK.finditer(plain)), len(plain)]
    # Neighbouring parts may be one title, as one with a colon is.
    parts = sorted(
        (plain[start:end] for at, start in enumerate(starts) for end in ends[at : at + _MOST]),
        key=len,
        reverse=True,
    )
    likely = [*inside, *sentences[:1], plain, *(p for p in parts if len(p.split()) >= _WORDS)]
    return [one for one in dict.fromkeys(text.strip(" .,;:") for text in likely) if one]
