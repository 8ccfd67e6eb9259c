"""A run file: what one system answered, one line per query.

Line 1 says who answered which task; each other line holds what the task asks for, or how the item
ended that has no answer. What makes an answer unusable (not a number, an unknown query, another
task) is refused here; what only lowers a score is counted when it is scored.
"""

import itertools
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, TypeAlias, get_args

from pydantic import BaseModel, ValidationError

from scinet.errors import DataError, NotFoundError, StorageError
from scinet.llm.question import Status

Answers: TypeAlias = Literal["paper", "author", "number", "choice", "text", "record"]
"""What a task asks for: a list of papers or of authors, a number, one of two, a text, or a JSON
object in the task's own form."""

CHOICES: Final = ("A", "B")

_MEND = "Mend the run file; no score was written."


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a run.

    Attributes:
        system: Name of the system.
        version: Its version.
        task_fingerprint: The task that it answered.
        track: What it could see: ``text``, ``graph`` or ``indicators``.
        settings: Whatever changes its answers.
        seed: Seed of everything it drew, or None.
        split: The split that it answered.
    """

    system: str
    version: str
    task_fingerprint: str
    track: str
    settings: Mapping[str, Any]
    seed: int | None
    split: str = "test"


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a ranked list, named by id or by title.

    Attributes:
        year: Beside a title, the year of the paper: one more than a year away is another paper.
    """

    id: str | None = None
    title: str | None = None
    score: float | None = None
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system answered to one query, or how the query ended without an answer.

    Attributes:
        query_id: The query.
        items: The list; its order is the ranking.
        explanation: Anything that says why.
        value: The number.
        choice: ``A`` or ``B``; empty for a reply that names neither.
        score: Beside a choice, how far A is ahead of B; negative where B is.
        text: The text.
        record: The JSON object.
        status: ``ok``; with another one the query has no answer.
        reason: Why it has none, in a word or two.
        usage: Calls, tokens and cost of a language model.
    """

    query_id: str
    items: tuple[Item, ...] = ()
    explanation: Any = None
    value: float | None = None
    choice: str | None = None
    score: float | None = None
    text: str | None = None
    record: Mapping[str, Any] | None = None
    status: Status = "ok"
    reason: str | None = None
    usage: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """A run file that was read.

    Attributes:
        header: Its first line.
        answers: By query id.
        file: Where it was read from.
        tied_share: Share of neighbours in the lists with equal scores; None without scores.
    """

    header: Header
    answers: Mapping[str, Answer]
    file: Path | None = None
    tied_share: float | None = field(default=None)


def read(
    file: Path,
    *,
    fingerprint: str,
    queries: Iterable[str],
    split: str = "test",
    answers: Answers = "paper",
    form: type[BaseModel] | None = None,
) -> Run:
    """Read and check a run file.

    Args:
        file: The run file.
        fingerprint: Fingerprint of the task that it must have answered.
        queries: Ids of the queries of the split.
        split: The split that is scored.
        answers: What the task asks for.
        form: Form of its records.

    Raises:
        NotFoundError: If there is no such file.
        DataError: If a line breaks the format or answers in another form than is asked for, a
            number is not finite, scores increase down a list, a query is unknown or answered
            twice, or the run belongs to another task or split.
    """
    rows = _rows(file)
    number, first = next(rows, (1, {}))
    header = _header(first, file, number)
    if header.task_fingerprint != fingerprint:
        raise DataError(
            f"the run answers another task, {header.task_fingerprint[:12]} and not "
            f"{fingerprint[:12]} ({file})",
            hint="Run the system again on this task.",
        )
    if header.split != split:
        raise DataError(
            f"the run answers split {header.split!r} and not {split!r} ({file})",
            hint="Run the system again with --split.",
        )
    known = set(queries)
    found: dict[str, Answer] = {}
    steps = ties = 0
    for number, row in rows:
        answer = _answer(row, answers, form, file, number)
        if answer.query_id not in known:
            _refuse(f"unknown query {answer.query_id!r}", file, number)
        if answer.query_id in found:
            _refuse(f"query {answer.query_id!r} is answered twice", file, number)
        found[answer.query_id] = answer
        scores = [item.score for item in answer.items if item.score is not None]
        steps += max(0, len(scores) - 1)
        ties += sum(one == two for one, two in itertools.pairwise(scores))
    return Run(header, found, file, ties / steps if steps else None)


def _rows(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        content = file.read_bytes()
    except (FileNotFoundError, IsADirectoryError) as error:
        raise NotFoundError(
            f"no run file {file}", hint="Make one with `scinet run SYSTEM TASK --out FILE`."
        ) from error
    except OSError as error:
        raise storage_error(error, file) from error
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            # Unlike orjson, this reader can say that a value is NaN and not just bad syntax.
            row = json.loads(line, parse_constant=_not_finite)
        except (_NotFiniteError, ValueError) as error:
            what = str(error) if isinstance(error, _NotFiniteError) else "the line is no JSON"
            _refuse(what, file, number)
        if not isinstance(row, dict):
            _refuse("the line is no object", file, number)
        yield number, row


def is_name(system: str) -> bool:
    """Whether a system can be named so: results lie in a folder of that name."""
    return not {"/", "\\", "\0"} & set(system) and system not in {"", ".", ".."}


def _header(row: Mapping[str, Any], file: Path, number: int) -> Header:
    text = ("system", "version", "task_fingerprint", "track")
    if missing := [key for key in text if not isinstance(row.get(key), str)]:
        _refuse(f"the first line lacks {', '.join(missing)}", file, number)
    if row["track"] not in {"text", "graph", "indicators"}:
        _refuse(f"the track {row['track']!r} is not text, graph or indicators", file, number)
    if not is_name(row["system"]):
        _refuse(f"{row['system']!r} is no name of a system", file, number)
    return Header(
        system=row["system"],
        version=row["version"],
        task_fingerprint=row["task_fingerprint"],
        track=row["track"],
        settings=row.get("settings") or {},
        seed=row.get("seed"),
        split=row.get("split", "test"),
    )


def _answer(
    row: Mapping[str, Any], answers: Answers, form: type[BaseModel] | None, file: Path, number: int
) -> Answer:
    query = row.get("query_id")
    if not isinstance(query, str):
        _refuse("the answer has no query_id", file, number)
    status = row.get("status", "ok")
    if status not in get_args(Status):
        _refuse(f"the status {status!r} is none of {', '.join(get_args(Status))}", file, number)
    said = Answer(
        query,
        explanation=row.get("explanation"),
        status=status,
        reason=row.get("reason"),
        usage=row.get("usage"),
    )
    if status != "ok":
        return said
    if answers == "number":
        value = _number(row.get("value"), "the value", query, file, number)
        if value is None:
            _refuse(f"the answer has no value, query {query}", file, number)
        return replace(said, value=value)
    if answers == "choice":
        choice = row.get("choice")
        if choice not in (*CHOICES, ""):
            _refuse(f"the choice {choice!r} is not A, B or empty, query {query}", file, number)
        score = _number(row.get("score"), "the score", query, file, number)
        return replace(said, choice=choice, score=score)
    if answers == "text":
        text = row.get("text")
        if not isinstance(text, str):
            _refuse(f"the answer has no text, query {query}", file, number)
        return replace(said, text=text)
    if answers == "record":
        return replace(said, record=_record(row.get("record"), form, query, file, number))
    listed = row.get("items")
    if not isinstance(listed, list):
        _refuse(f"the answer has no list of items, query {query}", file, number)
    items = tuple(_item(entry, query, file, number) for entry in listed)
    scores = [item.score for item in items if item.score is not None]
    if any(later > earlier for earlier, later in itertools.pairwise(scores)):
        _refuse(f"scores increase down the list, query {query}", file, number)
    return replace(said, items=items)


def _record(
    given: Any, form: type[BaseModel] | None, query: str, file: Path, number: int
) -> dict[str, Any]:
    if not isinstance(given, dict):
        _refuse(f"the answer has no record, query {query}", file, number)
    if form is not None:
        try:
            form.model_validate(given)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(map(str, first["loc"])) or "record"
            _refuse(f"{place}: {first['msg']}, query {query}", file, number)
    return given


def _item(entry: Any, query: str, file: Path, number: int) -> Item:
    if not isinstance(entry, dict):
        _refuse(f"an item is no object, query {query}", file, number)
    named = [name if isinstance(name, str) else None for name in map(entry.get, ("id", "title"))]
    if not any(named):
        _refuse(f"an item has neither id nor title, query {query}", file, number)
    score = _number(entry.get("score"), "a score", query, file, number)
    year = entry.get("year")
    if year is not None and type(year) is not int:
        _refuse(f"a year is no whole number, query {query}", file, number)
    return Item(named[0], named[1], score, year)


def _number(given: Any, what: str, query: str, file: Path, number: int) -> float | None:
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int | float):
        _refuse(f"{what} is no number, query {query}", file, number)
    try:
        value = float(given)
    except OverflowError:  # a whole number may have any length
        value = math.inf
    if not math.isfinite(value):
        _refuse(f"{what} is not finite, query {query}", file, number)
    return value


class _NotFiniteError(Exception):
    """NaN or an infinity stands in the file."""


def _not_finite(name: str) -> NoReturn:
    raise _NotFiniteError(f"a value is {name}")


def _refuse(what: str, file: Path, number: int) -> NoReturn:
    raise DataError(f"{what} ({file}, line {number})", hint=_MEND)


def storage_error(error: OSError, file: Path) -> StorageError:
    """What to say of a run file that the disk refuses."""
    return StorageError(
        f"{error.strerror or error} ({file})", hint="Choose another place, or free space."
    )
