"""Files beyond the network that scinet reads, as they should be, each with what reads it."""

import functools
import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import orjson
from helpers.faulty.mutations import Mutator, packed, scratched
from helpers.files.network_files import GOOD, read_sections, seeds
from helpers.files.sciencemeter_rows import triplet
from helpers.files.stored_results import stored_result

from scinet.eval import agreement, results, run
from scinet.eval.answer import Answer, ChoiceAnswer, NumberAnswer, TextAnswer
from scinet.eval.external_metrics import ExternalMetric
from scinet.eval.ranked_list import AuthorList, PaperList
from scinet.eval.suites import json_files
from scinet.eval.suites.prescience.lacer import ladder, validate
from scinet.eval.suites.prescience.official import published
from scinet.eval.suites.sciencemeter.official import triplets
from scinet.eval.suites.sciimpact.official import pairs
from scinet.eval.suites.scinetbench import answer_files
from scinet.eval.suites.scipaths.predicted_texts import read_matched, read_predicted
from scinet.eval.task import Task
from scinet.experiments.leaderboard import plan
from scinet.graph.db import query
from scinet.graph.sources import scipaths_files
from scinet.llm import ledger_files, prompts
from scinet.llm.endpoint import read_prices
from scinet.llm.ledger import Attempt, Ledger, sha256

Reads = Callable[[Path], Any]
_Layout: TypeAlias = Literal["lines", "document", "list", "text"]
_VALUES: Final = read_sections("forms.txt")


@dataclass(frozen=True, slots=True)
class Form:
    """How a file is written and read.

    Attributes:
        values: Its lines; the values of a ``document`` stand alone, and a ``text`` is not JSON.
    """

    layout: _Layout
    values: Sequence[Any]
    read: Reads
    suffix: str = ".jsonl"


def _listed(name: str) -> list[Any]:
    return [json.loads(line) for line in _VALUES[name].splitlines()]


def _run(kind: type[Answer]) -> Reads:
    return lambda file: run.read_run(
        file, fingerprint="f", queries={"q1", "q2", "q3"}, answers=kind
    )


def _ratings(file: Path) -> Any:
    result = agreement.Ratings(agreement.load_ratings(file).records)
    result.shares()
    return result.overall()


def _predicted(file: Path) -> Any:
    modes = ("B1", "B4_MATCHED")
    return read_predicted(modes[file.stat().st_size % 2], str(file))


def _claims(file: Path) -> Any:
    return scipaths_files.write_papers([file], file.with_name("papers.jsonl"))


def _ledger(file: Path) -> Any:
    return ledger_files.import_ledger(_open_ledger(file.with_name("ledger.sqlite")), file)


@functools.cache
def _open_ledger(file: Path) -> Ledger:
    return Ledger(file)


def _task(file: Path) -> Any:
    task = _task_of(file.read_bytes(), file.with_name("task"))
    return task.queries(), task.truth()


@functools.cache
def _good_task(folder: Path) -> Task:
    about, asked, known = _listed("tasks")
    queries = [
        {**asked, "query_id": f"q{number}", "text": f"text {number}"} for number in (1, 2, 3)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    listed = b"\r".join(map(orjson.dumps, queries))
    return _task_of(b"\n".join((orjson.dumps(about), listed, orjson.dumps(known))), folder)


def _given(file: Path) -> Any:
    header = run.RunHeader(**_listed("runs")[0])
    kind = TextAnswer if file.stat().st_size % 3 == 0 else PaperList
    return answer_files.read_answers(
        _good_task(file.with_name("good-task")), file, header, None, kind
    )


def _task_of(content: bytes, folder: Path) -> Task:
    """A task whose fingerprint is right, of its description and its rows."""
    (folder / "test").mkdir(parents=True, exist_ok=True)
    first, _, rest = content.partition(b"\n")
    queries, _, truth = rest.partition(b"\n")
    names = {"queries": queries, "truth": truth, "candidates": truth}
    for name, rows in names.items():
        (folder / "test" / f"{name}.jsonl").write_bytes(rows)
    try:
        about = orjson.loads(first)
        digest = hashlib.sha256(orjson.dumps(about, option=orjson.OPT_SORT_KEYS))
        for name in sorted(names):
            digest.update(f"\ntest/{name}.jsonl ".encode())
            digest.update(hashlib.sha256(names[name]).digest())
        first = orjson.dumps({**about, "task_fingerprint": digest.hexdigest()})
    except (orjson.JSONDecodeError, TypeError):
        pass
    (folder / "task.json").write_bytes(first)
    return Task.read(folder)


def _pairs(dimension: str, file: Path) -> Any:
    return pairs.read_pairs([file], dimension)


def _prompt(file: Path) -> Any:
    return prompts.parse_prompt("mine", file.read_text("utf-8", errors="replace"))


def _statement(file: Path) -> Any:
    return query.load_query(str(file))


_QUESTION: Final = json.dumps({"model": "m", "messages": []})
_ATTEMPT: Final = asdict(
    Attempt(
        key=sha256(_QUESTION), number=1, item="q1", endpoint="http://127.0.0.1", model="m",
        worst_tokens=100, worst_cost=None, state="done", status="ok", reason=None,
        prompt_tokens=7, completion_tokens=3, cost=0.1, is_estimated=0, seconds=0.5,
        answered_by="m", body="{}", sha256=sha256("{}"), sent_at="2020-01-01T00:00:00+00:00",
    )
)  # fmt: skip
_READERS: Final[Mapping[str, tuple[_Layout, Reads] | tuple[_Layout, Reads, str]]] = {
    "runs": ("lines", _run(PaperList)),
    **{
        f"runs of {kind.name}": ("lines", _run(kind))
        for kind in (AuthorList, NumberAnswer, ChoiceAnswer, TextAnswer)
    },
    "predictions": ("document", json_files.read_records, ".json"),
    "ratings": ("lines", _ratings),
    "joined scores": ("lines", ExternalMetric.read),
    "rankings": ("lines", validate.read_rankings),
    "ladders": ("document", ladder.read_ladders, ".json"),
    "predicted contributions": ("document", _predicted, ".json"),
    "predicted contributions of a run": ("lines", _predicted),
    "judged contributions": ("document", lambda file: read_matched(str(file)), ".json"),
    "author publications": ("lines", lambda file: published.split_files([file])),
    **{
        f"pairs of {name}": ("list", functools.partial(_pairs, name), ".json")
        for name in ("citation", "patent", "award", "code", "model")
    },
    "answers": ("lines", _given),
    "whole answers": ("document", _given, ".json"),
    "texts of answers": ("text", _given, ".md"),
    "tasks": ("lines", _task),
    "prices": ("text", read_prices, ".toml"),
    "leaderboards": ("text", lambda file: plan.read(str(file)), ".toml"),
    "prompts": ("text", _prompt),
    "statements": ("text", _statement, ".cypher"),
}


def _form(name: str, layout: _Layout, *how: Any) -> Form:
    return Form(layout, [_VALUES[name]] if layout == "text" else _listed(name), *how)


FORMS: Final[Mapping[str, Form]] = {
    **{name: _form(name, *how) for name, how in _READERS.items()},
    "results": Form(
        "document",
        [stored_result(metrics=[{"metric": "a", "mean": 0.5, "low": 0.4, "high": 0.6, "n": 7}])],
        results.read_result,
        ".json",
    ),
    "claims of pathways": Form("list", seeds("pathways", None), _claims, ".json"),
    "triplets": Form(
        "list", [triplet(1)], lambda file: triplets.read_triplets([file], None), ".json"
    ),
    "rows of baselines": Form(
        "list", [GOOD["prescience"](1)], lambda file: published.split_files([file]), ".json"
    ),
    "ledgers": Form(
        "lines",
        [
            {"table": "ledger", "format": 1},
            {"table": "question", "key": sha256(_QUESTION), "canonical": _QUESTION},
            {"table": "attempt", **_ATTEMPT},
            {
                "table": "unasked",
                "key": sha256(_QUESTION),
                "item": "q2",
                "status": "budget",
                "reason": "calls",
            },
        ],
        _ledger,
    ),
}
"""By name; one more kind of file is one more line."""


def mutated(form: Form, generator: random.Random) -> Callable[[Path], Callable[[], Any]]:
    """Writes a mutated file, and gives what reads it."""
    is_text = form.layout == "text"
    mutator = None if is_text else Mutator(form.values, generator)
    good = [] if is_text else [json.dumps(value).encode() for value in form.values]

    def content() -> bytes:
        if mutator is None:
            return scratched(generator.choice(form.values).encode(), generator)
        bad = mutator.line()
        if form.layout == "document":
            return bad
        if form.layout == "list":
            return b"[" + b",".join((good[0], bad)) + b"]"
        # The line that is changed takes the place of one like it, or comes beside them.
        listed = list(good)
        alike = [n for n, item in enumerate(good) if item[:12] == bad[:12]]
        if alike and generator.random() < 0.8:
            listed[alike[0]] = bad
        else:
            listed.insert(generator.randrange(len(listed) + 1), bad)
        return b"\n".join(listed)

    def write(file: Path) -> Callable[[], Any]:
        data = content()
        if generator.random() < 0.1:
            data = packed(data, generator)
        target = file.with_suffix(form.suffix)
        target.write_bytes(data)
        file.write_bytes(data)
        return lambda: form.read(target)

    return write
