"""Environment for evaluating agents without leakage: a network of one day, questions, a log.

The network ends on the day, and only queries of that day or later are included, so that no basis of
the truth is in the folder. The truth stays with the task.
"""

from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any, Final, Self

import orjson

from scinet import atomic_files
from scinet.errors import DataError, NotFoundError, StorageError
from scinet.eval.answer import Answer
from scinet.eval.list_task import ListTask
from scinet.eval.ranked_list import RankedItem, get_items
from scinet.eval.run import Run
from scinet.eval.run_from_answers import make_run, parse_answer
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query, Row, Task
from scinet.graph.db.connection import Database
from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot

HEADER_FILE: Final = "environment.json"
QUESTIONS_FILE: Final = "questions.jsonl"
STEPS_FILE: Final = "steps.jsonl"
NETWORK_FOLDER: Final = "network"
_FORM: Final = "scinet environment 1"
_SPLIT: Final = "test"
_ANSWER_TOOL: Final = "answer"  # the tool that ends a question
_MAX_ID_LENGTH: Final = 200


def make_environment(
    task: Task, whole: Snapshot, database: Database, before: date, out: Path, command: str
) -> dict[str, Any]:
    """Write the folder; return a description of its content.

    Raises:
        DataError: If the task is of another network, the network ends before the day, or no query
        is dated on or after it.
        NotFoundError: If no paper is dated before the day.
        StorageError: If the folder exists.
    """
    task.check_graph(whole.graph_fingerprint)
    past = whole.until(before)
    if not past.num_papers:
        raise NotFoundError(f"no paper is dated before {before}", hint="Give a later day.")
    last = date_of(int(whole.day[-1]))
    end = date(last.year + 1, 1, 1)  # a network may extend to the end of its last paper's year
    if before > end:
        raise DataError(
            f"{before} is later than the network, whose last paper is dated {last}",
            hint=f"Give {end} or an earlier day.",
        )
    every = task.queries(_SPLIT)
    queries = [query for query in every if query.before >= before]
    if not queries:
        raise DataError(
            f"no query on or after {before} ({task.folder})",
            hint=f"Give {max(query.before for query in every)} or an earlier day.",
        )
    if out.exists():
        raise StorageError(
            f"{out} exists, and may hold the steps of an agent",
            hint="Name a new folder with --out.",
        )
    header = {
        "form": _FORM,
        "before": before.isoformat(),
        "task": task.id,
        "type": task.type_name,
        "task_fingerprint": task.fingerprint,
        "graph_fingerprint": whole.graph_fingerprint,
        "version": version("scinet"),
        "questions": len(queries),
        "left_out_questions": len(every) - len(queries),
        "papers": past.num_papers,
    }
    with atomic_files.fill_folder(out, {}) as folder:
        (folder / NETWORK_FOLDER).mkdir()
        _write(_paper_rows(past, database), folder / NETWORK_FOLDER / "papers.jsonl")
        texts = _write(_text_rows(past, database), folder / NETWORK_FOLDER / "fulltext.jsonl")
        _write(map(_question_row, queries), folder / QUESTIONS_FILE)
        words = ["mcp", "--before", before.isoformat(), "--environment", str(out.resolve())]
        server: Row = {"command": command, "args": words}
        if database.place:
            server["env"] = {"NEO4J_URI": database.place}
        config = {"mcpServers": {"scinet": server}}
        (folder / "mcp.json").write_bytes(orjson.dumps(config, option=orjson.OPT_INDENT_2))
        (folder / HEADER_FILE).write_bytes(
            orjson.dumps({**header, "full_texts": texts}, option=orjson.OPT_INDENT_2)
        )
    return {**header, "full_texts": texts, "folder": out}


def _write(rows: Iterator[Row], file: Path) -> int:
    count = 0
    with file.open("wb") as stream:
        for row in rows:
            stream.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
            count += 1
    return count


def _question_row(query: Query) -> Row:
    row = asdict(query)
    return row if query.candidates is not None else {k: row[k] for k in row if k != "candidates"}


def _paper_rows(past: Snapshot, database: Database) -> Iterator[Row]:
    """Yield the papers as records to load, with the content of the day's arrays."""
    ids = [str(entry) for entry in past.venue_id]
    rows = database.rows("task/venue_names", venue_ids=ids, before=past.before)
    venues = {row["venue_id"]: row["name"] for row in rows}
    for number, paper in enumerate(past.paper_id):
        row: Row = {
            "id": str(paper),
            "title": past.title[number],
            "abstract": past.abstract[number],
            "date": _format_date(int(past.first_day[number]), int(past.day[number])),
            "authors": _author_rows(past, number),
            "references": [str(past.paper_id[entry]) for entry in past.cites.row(number)],
            "fields": _field_rows(past, number),
        }
        if past.venue[number] >= 0:
            venue = ids[past.venue[number]]
            row |= {"venue_id": venue, "venue": venues.get(venue, venue)}
        yield row


def _author_rows(past: Snapshot, number: int) -> list[Row]:
    place = slice(past.authored.indptr[number], past.authored.indptr[number + 1])
    names = past.authored_name[place]
    return [
        {"id": str(past.author_id[author]), "name": past.written_name[name] if name >= 0 else None}
        for author, name in zip(past.authored.indices[place], names, strict=True)
    ]


def _field_rows(past: Snapshot, number: int) -> list[Row]:
    place = slice(past.in_field.indptr[number], past.in_field.indptr[number + 1])
    stated = (past.in_field.indices, past.in_field_name, past.in_field_level)
    main = set(past.main_field[number].tolist())
    return [
        {
            "id": str(past.field_id[field_code]),
            "name": past.written_field[name] if name >= 0 else None,
            "level": LEVELS[level],
            "is_primary": int(field_code) in main,
        }
        for field_code, name, level in zip(*(column[place] for column in stated), strict=True)
    ]


def _format_date(first: int, last: int) -> str:
    """Format a single day, month or year, else the first and the last day."""
    begin, end = date_of(first), date_of(last)
    if begin == end:
        return end.isoformat()
    if (begin.month, begin.day, end.month, end.day) == (1, 1, 12, 31) and begin.year == end.year:
        return f"{end.year:04}"
    month = monthrange(end.year, end.month)[1]
    if begin == end.replace(day=1) and end.day == month:
        return f"{end:%Y-%m}"
    return f"{begin}/{end}"


def _text_rows(past: Snapshot, database: Database) -> Iterator[Row]:
    """Yield paragraphs with the mentioned papers of the day."""
    if not any(row["label"] == "Paragraph" for row in database.rows("admin/node_counts")):
        return
    for paper in map(str, past.paper_id):
        rows = database.rows("task/own_text", paper_id=paper, before=past.before)
        paragraphs = [
            {
                "section": row["section"],
                "text": row["text"],
                "mentions": [
                    {"paper_id": cited, "start": start, "end": end}
                    for cited, _, start, end in row["mentions"]
                ],
            }
            for row in rows
        ]
        if paragraphs:
            yield {"paper_id": paper, "paragraphs": paragraphs}


@dataclass(frozen=True)
class Environment:
    """Environment with the log of an agent.

    Attributes:
        before: Cutoff of the network.
        type_name: Name of the task type.
        questions: By id, as systems see them.
    """

    folder: Path
    before: date
    type_name: str
    task_fingerprint: str
    questions: Mapping[str, Row]
    _writing: Lock = field(default_factory=Lock, repr=False, compare=False)

    @classmethod
    def read(cls, folder: Path | str) -> Self:
        """Read the folder.

        Raises:
            NotFoundError: If it holds no environment.
        """
        folder = Path(folder)
        if not (folder / HEADER_FILE).is_file():
            raise NotFoundError(
                f"no environment in {folder}", hint="Make one with `scinet environment`."
            )
        header = orjson.loads((folder / HEADER_FILE).read_bytes())
        rows = [orjson.loads(line) for line in (folder / QUESTIONS_FILE).read_bytes().splitlines()]
        return cls(
            folder,
            date.fromisoformat(header["before"]),
            header["type"],
            header["task_fingerprint"],
            {row["query_id"]: row for row in rows},
        )

    def question(self, query_id: object) -> Row:
        """Return a question by its id.

        Raises:
            NotFoundError: If there is none.
        """
        if not isinstance(query_id, str) or query_id not in self.questions:
            raise NotFoundError(
                f"no question {query_id!r}", hint="Give the query_id of one of the questions."
            )
        return self.questions[query_id]

    def check(self, query_id: str, answer: Any) -> Answer:
        """Parse an answer as the task type requires.

        Raises:
            DataError: If it is invalid.
        """
        return parse_answer(get_task_type(self.type_name).answers, query_id, answer)

    def add_step(self, step: Row) -> None:
        """Append a step to the log, atomically, with its time."""
        row = {"at": datetime.now(UTC).isoformat(), **step}
        line = orjson.dumps(row, default=str, option=orjson.OPT_APPEND_NEWLINE)
        file = self.folder / STEPS_FILE
        with self._writing, atomic_files.translate_os_errors(file), file.open("ab") as stream:
            stream.write(line)

    def steps(self) -> list[Row]:
        """Read the log, empty before the first step.

        Raises:
            DataError: If a line is not a step.
        """
        file = self.folder / STEPS_FILE
        lines = file.read_bytes().splitlines() if file.is_file() else []
        rows = []
        for number, line in enumerate(lines, start=1):
            try:
                rows.append(orjson.loads(line))
            except orjson.JSONDecodeError as error:
                raise DataError(
                    f"{file}:{number} is not a step of an agent", hint="Remove the line."
                ) from error
        return rows


def find_ids(value: Any) -> Iterator[str]:
    """Yield every text in some rows that may be an id: without blanks, and short."""
    if isinstance(value, str):
        if len(value) <= _MAX_ID_LENGTH and not any(map(str.isspace, value)):
            yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from find_ids(item)
    elif isinstance(value, list):
        for item in value:
            yield from find_ids(item)


def score_steps(task: Task, folder: Path | str) -> tuple[list[Row], Run]:
    """Count true answers that an agent queried, was shown and answered, by question.

    Returns:
        One row per question, then one of all together, and the answers as a run.

    Raises:
        DataError: If the environment is of another task, or the task is not answered by lists.
    """
    environment = Environment.read(folder)
    if task.fingerprint != environment.task_fingerprint:
        raise DataError(
            f"{folder} was made of another task than {task.folder}",
            hint="Name the task that `scinet environment` was given.",
        )
    kind = get_task_type(task.type_name)
    if not isinstance(kind, ListTask):
        raise DataError(
            f"{task.id} does not ask for lists, and has no stages", hint="Score it by its run."
        )
    steps: dict[str, list[Row]] = {name: [] for name in environment.questions}
    for step in environment.steps():
        if step["query_id"] in steps:
            steps[step["query_id"]].append(step)
    queries = {query.query_id: query for query in task.queries(_SPLIT)}
    truth = task.truth(_SPLIT)
    answers: dict[str, Any] = {}
    rows: list[Row] = []
    for name, calls_made in steps.items():
        answered_items: Sequence[RankedItem] = ()
        for step in calls_made:
            if step["tool"] == _ANSWER_TOOL and step["error"] is None:
                answers[name] = step["arguments"]["answer"]
                answered_items = get_items(environment.check(name, answers[name]))
        calls = [step for step in calls_made if step["tool"] != _ANSWER_TOOL]
        true = _true_items(kind, queries[name], truth[name])
        rows.append({"query_id": name, **_count_stages(true, calls, answered_items)})
    tools = {step["tool"] for calls_made in steps.values() for step in calls_made} - {_ANSWER_TOOL}
    total = {key: sum(row[key] for row in rows) for key in rows[0] if key != "query_id"}
    rows.append({"query_id": "all", **total, "tools": len(tools)})
    return rows, make_run(task, "agent", answers, track="graph")


def _true_items(kind: ListTask, query: Query, truth: Row) -> set[str]:
    """Return all true items, beyond the length of an ideal list; else those of that list."""
    if "items" not in truth:
        return set(kind.ideal(query, truth, "strict"))
    return {item if isinstance(item, str) else item["id"] for item in truth["items"]}


def _count_stages(true: set[str], calls: Sequence[Row], answered: Sequence[RankedItem]) -> Row:
    return {
        "calls": len(calls),
        "failed": sum(step["error"] is not None for step in calls),
        "tools": len({step["tool"] for step in calls}),
        "true": len(true),
        "planned": len(
            true & {identifier for step in calls for identifier in find_ids(step["arguments"])}
        ),
        "found": len(true & {identifier for step in calls for identifier in step["ids"]}),
        "answered": len(answered),
        "chosen": len(true & {item.id for item in answered}),
    }
