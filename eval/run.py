"""Run files: the answers of one system, one line per query.

Line 1 is the header; each other line holds an answer of the task's type, or the status of a query
without one. Unusable answers (not a number, an unknown query, another task) are refused here;
defects that only lower a score are counted in scoring.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NoReturn, TypeAlias

from pydantic import AfterValidator, StrictInt, StrictStr, TypeAdapter, ValidationError

from scinet.errors import DataError, NotFoundError, StorageError
from scinet.eval.answer import Answer, drop_none, parse_answer
from scinet.eval.ranked_list import RankedItem
from scinet.extension import suggest
from scinet.validation import all_faults, first_fault, one_of, parse_json

Ties: TypeAlias = Literal["shuffled", "listed"]
_FIX_HINT: Final = "Fix the run file; no score was written."


def is_name(system: str) -> bool:
    """Whether a string can name a system, whose results lie in a folder of that name."""
    return not {"/", "\\", "\0"} & set(system) and system not in {"", ".", ".."}


def _check_name(system: str) -> str:
    if not is_name(system):
        raise ValueError(f"{system!r} is not a valid system name")
    return system


def _check_object(text: str) -> str:
    if not isinstance(json.loads(text), dict):
        raise ValueError("expected a JSON object")  # noqa: TRY004  # pydantic tells of it
    return text


@dataclass(frozen=True, slots=True)
class RunHeader:
    """Header of a run: its first line.

    Attributes:
        task_fingerprint: Task that was answered.
        track: Information available: ``text``, ``graph`` or ``indicators``.
        settings: Anything that changes the answers.
        seed: Seed of its random numbers, or None.
        split: Split that was answered.
        ties: Order that strict scoring gives to neighbours of a list with equal scores:
            ``shuffled``, which follows from their ids alone, or ``listed``, where the system has a
            reason for its own.
    """

    system: Annotated[StrictStr, AfterValidator(_check_name)]
    version: StrictStr
    task_fingerprint: StrictStr
    track: Annotated[StrictStr, one_of(lambda: ("text", "graph", "indicators"))]
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: StrictInt | None = None
    split: StrictStr = "test"
    ties: Ties = "shuffled"


_HEADER_ADAPTER: Final = TypeAdapter(RunHeader)
_HEADER_FIELDS: Final = frozenset(one.name for one in fields(RunHeader))
_ITEM_FIELDS: Final = frozenset(one.name for one in fields(RankedItem))


@dataclass(frozen=True, slots=True)
class UnrequestedRecord:
    """Record of a published file without a query in the task; it is kept, not scored.

    Attributes:
        record: Its JSON, which may hold numbers that are not finite.
        place: Position among the records of its file, from 0.
        file: Name among several files.
    """

    record: Annotated[StrictStr, AfterValidator(_check_object)]
    place: StrictInt
    file: StrictStr = ""


_NOT_ASKED_ADAPTER: Final = TypeAdapter(UnrequestedRecord)


@dataclass(frozen=True, slots=True)
class Run:
    """Run that was read from a file.

    Attributes:
        header: Its first line.
        answers: By query id.
        file: Its path.
        not_asked: Other records of the published file, in the order of the file.
    """

    header: RunHeader
    answers: Mapping[str, Answer]
    file: Path | None = None
    not_asked: Sequence[UnrequestedRecord] = ()

    def __repr__(self) -> str:
        where = "" if self.file is None else f", {self.file}"
        return f"<Run of {self.header.system}: {len(self.answers):,} answers{where}>"


def read_run(
    file: Path,
    *,
    fingerprint: str,
    queries: Iterable[str],
    split: str = "test",
    answers: type[Answer],
) -> Run:
    """Read and check a run file."""
    rows = _read_rows(file)
    number, first = next(rows, (1, {}))
    header = _parse_header(first, file, number)
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
    query_ids = set(queries)
    answers_by_query: dict[str, Answer] = {}
    not_asked: list[UnrequestedRecord] = []
    for number, row in rows:
        if "record" in row and "query_id" not in row:
            not_asked.append(_parse_not_asked(row, file, number))
            continue
        answer = _parse_answer(row, answers, file, number)
        if answer.query_id not in query_ids:
            _refuse(f"unknown query {answer.query_id!r}", file, number)
        if answer.query_id in answers_by_query:
            _refuse(f"query {answer.query_id!r} is answered twice", file, number)
        answers_by_query[answer.query_id] = answer
    return Run(header, answers_by_query, file, not_asked)


def read_header(file: Path) -> RunHeader | None:
    """Read the header of a run file; None for a file of another kind.

    Raises:
        DataError: If it has a header of a run that cannot be read.
    """
    try:
        with file.open("rb") as lines:
            row = parse_json(lines.readline().rstrip(b"\n"))
    except ValueError:
        return None
    except OSError as error:
        raise storage_error(error, file) from error
    if not isinstance(row, dict) or not {"system", "task_fingerprint"} <= row.keys():
        return None
    return _parse_header(row, file, 1)


def _read_rows(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
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
            row = parse_json(line)
        except ValueError as error:
            _refuse(f"the line {error}", file, number)
        if not isinstance(row, dict):
            _refuse("the line is not an object", file, number)
        yield number, row


def _parse_header(row: Mapping[str, Any], file: Path, number: int) -> RunHeader:
    _refuse_unknown(row, _HEADER_FIELDS, file, number)
    try:
        return _HEADER_ADAPTER.validate_python(drop_none(row))
    except ValidationError as error:
        _refuse(f"the first line: {'; '.join(all_faults(error))}", file, number)


def _parse_answer(row: Mapping[str, Any], answers: type[Answer], file: Path, number: int) -> Answer:
    try:
        answer = parse_answer(row, answers)
    except ValidationError as error:
        fault = first_fault(error, whole=answers.name)
        query = row.get("query_id")
        _refuse(f"{fault}, query {query}" if isinstance(query, str) else fault, file, number)
    _refuse_unknown(row, type(answer).known(), file, number)
    for item in row.get("items", ()):
        _refuse_unknown(item, _ITEM_FIELDS, file, number)
    return answer


def _refuse_unknown(row: Mapping[str, Any], allowed: Set[str], file: Path, number: int) -> None:
    for name in row:
        if name not in allowed:
            message = f"unknown field {name!r} ({file}, line {number})"
            raise DataError(message, hint=f"{suggest(name, sorted(allowed))} {_FIX_HINT}")


def _parse_not_asked(row: Mapping[str, Any], file: Path, number: int) -> UnrequestedRecord:
    try:
        return _NOT_ASKED_ADAPTER.validate_python(row)
    except ValidationError as error:
        _refuse(first_fault(error, whole="record"), file, number)


def _refuse(what: str, file: Path, number: int) -> NoReturn:
    raise DataError(f"{what} ({file}, line {number})", hint=_FIX_HINT)


def storage_error(error: OSError, file: Path) -> StorageError:
    """Convert an OSError on a run file to a StorageError."""
    return StorageError(
        f"{error.strerror or error} ({file})", hint="Choose another place, or free space."
    )
