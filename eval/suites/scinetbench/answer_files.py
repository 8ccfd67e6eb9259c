"""Import of answers of external systems: lists of titles in various formats.

An answer is a list in JSON, PaSa's tree of papers, or text: the entries of its section of
references, else its numbered or marked lines, else all its lines. Candidate titles are the parts in
quotation marks, bold, italic or as a link, the whole line, then its sentences; the first that
matches a paper before the cutoff is taken, else the likeliest is kept as a title.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval.answer import Answer, TextAnswer
from scinet.eval.ranked_list import PaperList, RankedItem
from scinet.eval.run import Run, RunHeader
from scinet.eval.suites.json_files import read_bytes, read_value
from scinet.eval.suites.official import ImportedRun
from scinet.eval.task import Query, Row, Task
from scinet.eval.titles import TitleIndex

_FIX_HINT: Final = "Fix the file; nothing was written."
_LIST_KEYS: Final = ("items", "papers", "titles", "results", "references", "answer", "answers")
_TEXT_KEYS: Final = ("references", "text", "answer", "output_text", "response", "content")
_MIN_SCORE: Final = 0.5  # PaSa takes papers with a higher score
_NAME: Final = re.compile(r"^(#{1,6})\s+(q?\d+)\W*$", re.M)
_SECTION: Final = re.compile(r"^\W*(references|bibliography|sources|works cited)\W*$", re.I)
_HEADING: Final = re.compile(r"^(?:#{1,6}\s|\*\*[^*]+\*\*:?$)")
_LIST_MARK: Final = re.compile(r"^\s*(?:[-*+•]|\(?\d{1,4}[.):]|\[\d{1,4}\][.:]?)\s+(?=\S)")
_QUOTED_TITLE: Final = re.compile(
    r"“([^”]+)”|\"([^\"]+)\"|\*\*([^*]+)\*\*|\[([^\]]+)\]\([^)]*\)|(?<![\w*])[*_]([^*_]+)[*_](?!\w)"
)
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_BREAK: Final = re.compile(r"[.?!:;,]\s+|\s[|\u2013\u2014-]\s|\s*[()]\s*")
_MAX_PARTS: Final = 5  # neighbouring parts of a line that may be one title
_MIN_WORDS: Final = 3  # fewer may be a term of the field


def read_answers(
    task: Task, file: Path, header: RunHeader, titles: TitleIndex | None, kind: type[Answer]
) -> ImportedRun:
    """Make a run of the answers in a file, or in a folder with one file per query.

    Files of a folder, and sections of one text under headings of one level, are named by the
    query's id, or by its position from 0. In JSON the query is in ``query_id``, or its text in
    ``query`` or ``question``.

    Args:
        titles: Papers before the cutoff; None leaves all titles as they are.
    """
    queries = task.queries(header.split)
    answers: dict[str, Answer] = {}
    counts = Counter(
        records=0, queries=len(queries), answered=0, not_asked=0, titles=0, resolved=0, unresolved=0
    )
    for name, value in _read_records(file, queries):
        counts["records"] += 1
        query = _find_query(name, queries)
        if query is None:
            counts["not_asked"] += 1
            continue
        if query.query_id in answers:
            raise DataError(f"query {query.query_id!r} is answered twice ({file})", hint=_FIX_HINT)
        counts["answered"] += 1
        if kind is TextAnswer:
            answers[query.query_id] = TextAnswer(query.query_id, _first_text(value) or "")
            continue
        try:
            items = [_resolve_entry(entry, titles) for entry in _answer_entries(value)]
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise DataError(
                f"the answer to {query.query_id} has an unsupported form ({file})", hint=_FIX_HINT
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
    return ImportedRun(Run(header, answers), counts)


def _read_records(file: Path, queries: list[Query]) -> Iterator[tuple[str, Any]]:
    """Yield names of queries with their raw answers."""
    if file.is_dir():
        for answer_file in sorted(
            answer_file for answer_file in file.iterdir() if answer_file.is_file()
        ):
            content = _read_text(answer_file)
            yield (
                answer_file.stem,
                read_value(content, answer_file) if answer_file.suffix == ".json" else content,
            )
        return
    content = _read_text(file)
    if file.suffix in {".jsonl", ".ndjson"}:
        lines = enumerate(content.splitlines(), start=1)
        rows = [
            read_value(line, f"{file}, line {number}") for number, line in lines if line.strip()
        ]
    elif file.suffix == ".json":
        whole = read_value(content, file)
        if not isinstance(whole, list | dict):
            raise DataError(f"it is neither a JSON list nor a JSON object ({file})", hint=_FIX_HINT)
        rows = (
            whole
            if isinstance(whole, list)
            else [{"query_id": k, "items": v} for k, v in whole.items()]
        )
    else:
        yield from _split_sections(content, queries)
        return
    for number, row in enumerate(rows, start=1):
        names = ("query_id", "query", "question", "id")
        name = (
            next((row[key] for key in names if row.get(key)), None)
            if isinstance(row, dict)
            else None
        )
        if not isinstance(name, str):
            raise DataError(f"the record names no query ({file}, record {number})", hint=_FIX_HINT)
        yield name, row


def _split_sections(text: str, queries: list[Query]) -> Iterator[tuple[str, str]]:
    """Yield names of queries in headings of the first one's level, with the text below each.

    A number that is not a position of a query, such as a year, is a heading of its answer.
    """
    named = [
        match
        for match in _NAME.finditer(text)
        if match[2].startswith("q") or _find_query(match[2], queries) is not None
    ]
    heads = [match for match in named if match[1] == named[0][1]]
    ends = [*(match.start() for match in heads[1:]), len(text)]
    for match, end in zip(heads, ends, strict=False):
        yield match[2], text[match.end() : end]


def _read_text(file: Path) -> str:
    try:
        return read_bytes(file, hint="Name a file of answers.").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"it is not UTF-8 text ({file})", hint=_FIX_HINT) from error


def _find_query(name: str, queries: list[Query]) -> Query | None:
    """Find a query by its id, its position from 0, or its text."""
    for query in queries:
        if name in {query.query_id, query.text}:
            return query
    if name.isdecimal() and int(name) < len(queries):
        return queries[int(name)]
    return None


def _answer_entries(value: Any) -> list[Any]:
    """Return the entries of an answer, best first: texts or objects with a title."""
    if isinstance(value, str):
        return _paper_lines(value)
    if isinstance(value, list):
        return value
    if "child" in value:
        return _selected_papers(value)
    inner = value.get("session")
    if isinstance(inner, dict):  # an answer of PaperQA2
        return _answer_entries(inner)
    for key in _LIST_KEYS:
        if isinstance(value.get(key), list):
            return list(value[key])
    return _paper_lines(_first_text(value) or "")


def _first_text(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    texts = (value.get(key) for key in _TEXT_KEYS) if isinstance(value, dict) else ()
    return next((text for text in texts if isinstance(text, str) and text.strip()), None)


def _selected_papers(root: Row) -> list[Row]:
    """Return the papers that PaSa selected, best first; of one title the first."""
    waiting = [root]
    by_title: dict[Any, Row] = {}
    for node in waiting:
        for papers in (node.get("child") or {}).values():
            waiting += papers
            for paper in papers:
                by_title.setdefault(paper.get("title"), paper)
    selected = [item for item in by_title.values() if item.get("select_score", 0.0) > _MIN_SCORE]
    return sorted(selected, key=lambda item: -float(item["select_score"]))


def _paper_lines(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines()]
    heads = [place for place, line in enumerate(lines) if _SECTION.match(line)]
    if heads:
        lines = lines[heads[-1] + 1 :]
        end = next((place for place, line in enumerate(lines) if _HEADING.match(line)), len(lines))
        lines = lines[:end]
    marked = [_LIST_MARK.sub("", line) for line in lines if _LIST_MARK.match(line)]
    return marked or [line for line in lines if line and not line.startswith(("#", "```", "|"))]


def _resolve_entry(entry: Any, titles: TitleIndex | None) -> RankedItem:
    """Resolve an entry to the id of the paper with its title, else to the likeliest title."""
    years: tuple[int | None, ...]
    if isinstance(entry, Mapping):
        if isinstance(entry.get("id"), str):
            return RankedItem(entry["id"])
        year = int(entry["year"]) if str(entry.get("year")).isdecimal() else None
        likely, years = [str(entry.get("title") or "").strip()], (year,)
    else:
        likely, named = _candidate_titles(str(entry)), _YEAR.findall(str(entry))
        year = int(named[0]) if len(set(named)) == 1 else None
        years = (year, None)  # it may be that of a reprint
    for title, when in product(likely, years):
        if titles is not None and (paper := titles.resolve(title, when)):
            return RankedItem(paper)
    return RankedItem(title=next(iter(likely), None), year=year)


def _candidate_titles(line: str) -> list[str]:
    """Return the parts of a line that may be the title, the likeliest first."""
    inside = [next(filter(None, match)) for match in _QUOTED_TITLE.findall(line)]
    plain = _QUOTED_TITLE.sub(lambda match: next(filter(None, match.groups())), line)
    sentences = sorted(re.split(r"[.?!]\s+", plain), key=len, reverse=True)
    starts = [0, *(match.end() for match in _BREAK.finditer(plain))]
    ends = [*(match.start() for match in _BREAK.finditer(plain)), len(plain)]
    # Neighbouring parts may be one title, as one with a colon is.
    parts = sorted(
        (plain[start:end] for at, start in enumerate(starts) for end in ends[at : at + _MAX_PARTS]),
        key=len,
        reverse=True,
    )
    likely = [*inside, *sentences[:1], plain, *(p for p in parts if len(p.split()) >= _MIN_WORDS)]
    return [title for title in dict.fromkeys(text.strip(" .,;:") for text in likely) if title]
