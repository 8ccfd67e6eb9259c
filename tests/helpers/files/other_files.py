# ruff: noqa: E501 - tables, as many values as fit
"""Files beyond the network that scinet reads, as they should be, each with what reads it."""

import functools
import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

import orjson
from helpers.faulty.mutations import Mutator, packed, scratched
from helpers.files.network_files import GOOD, seeds
from helpers.files.sciencemeter_rows import triplet

from scinet.eval import agreement, results, run
from scinet.eval.answer import Answer, Choice, Number, Text
from scinet.eval.joined import Joined
from scinet.eval.ranked_list import AuthorList, PaperList
from scinet.eval.suites import json_files
from scinet.eval.suites.prescience.lacer import ladder, validate
from scinet.eval.suites.prescience.official import published
from scinet.eval.suites.sciencemeter.official import triplets
from scinet.eval.suites.sciimpact.official import pairs
from scinet.eval.suites.scinetbench import given
from scinet.eval.suites.scipaths.predicted import read_matched, read_predicted
from scinet.eval.task import Task
from scinet.experiments.leaderboard import plan
from scinet.graph import query
from scinet.graph.sources import scipaths_files
from scinet.llm import exchange, prompts
from scinet.llm.endpoint import read_prices
from scinet.llm.ledger import Attempt, Ledger, sha256

Reads = Callable[[Path], Any]
_DAY: Final = "2020-01-01"
_HEADER: Final[dict[str, Any]] = {
    "system": "mine", "version": "1", "task_fingerprint": "f", "track": "text", "seed": 0,
    "settings": {"k": 10}, "split": "test",
}  # fmt: skip
_TEXT: Final = {"title": "T", "abstract": "A"}
_LADDER: Final = {**_TEXT, "paper_id": "P1", "begun_with": "P0", "rungs": [_TEXT] * 10}


@dataclass(frozen=True, slots=True)
class Form:
    """How a file is written and read.

    Attributes:
        values: Its lines; the values of a ``document`` stand alone, and a ``text`` is no JSON.
    """

    layout: Literal["lines", "document", "list", "text"]
    values: Sequence[Any]
    read: Reads
    suffix: str = ".jsonl"


def _run(kind: type[Answer]) -> Reads:
    return lambda file: run.read(file, fingerprint="f", queries={"q1", "q2", "q3"}, answers=kind)


def _ratings(file: Path) -> Any:
    found = agreement.Ratings(agreement.read(file).records)
    found.shares()
    return found.overall()


def _predicted(file: Path) -> Any:
    modes = ("B1", "B4_MATCHED")
    return read_predicted(modes[file.stat().st_size % 2], str(file))


def _claims(file: Path) -> Any:
    return scipaths_files.write_papers([file], file.with_name("papers.jsonl"))


def _ledger(file: Path) -> Any:
    return exchange.read_into(_open_ledger(file.with_name("ledger.sqlite")), file)


@functools.cache
def _open_ledger(file: Path) -> Ledger:
    return Ledger(file)


def _task(file: Path) -> Any:
    task = _task_of(file.read_bytes(), file.with_name("task"))
    return task.queries(), task.truth()


@functools.cache
def _good_task(folder: Path) -> Task:
    about, asked, known = _TASK
    queries = [
        {**asked, "query_id": f"q{number}", "text": f"text {number}"} for number in (1, 2, 3)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    listed = b"\r".join(map(orjson.dumps, queries))
    return _task_of(b"\n".join((orjson.dumps(about), listed, orjson.dumps(known))), folder)


def _given(file: Path) -> Any:
    header = run.Header(**_HEADER)
    kind = Text if file.stat().st_size % 3 == 0 else PaperList
    return given.read(_good_task(file.with_name("good-task")), file, header, None, kind)


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
    return pairs.read([file], dimension)


def _prompt(file: Path) -> Any:
    return prompts.parse("mine", file.read_text("utf-8", errors="replace"))


def _statement(file: Path) -> Any:
    return query.load(str(file))


_PREDICTED: Final[dict[str, Any]] = {
    "paper_id": "2020.acl-main.1", "claim_idx": 0,
    "predicted_ingredients": [{"description": "a"}, {"ingredient": "b"}],
    "matched_pairs": [{"predicted_idx": 1, "reference_idx": 1, "match": "full"}],
    "recall_judgments": [{"covered": True, "best_match_idx": 2}],
}  # fmt: skip
_QUESTION: Final = json.dumps({"model": "m", "messages": []})
_ATTEMPT: Final = asdict(
    Attempt(
        key=sha256(_QUESTION), number=1, item="q1", endpoint="http://127.0.0.1", model="m",
        worst_tokens=100, worst_cost=None, state="done", status="ok", reason=None,
        prompt_tokens=7, completion_tokens=3, cost=0.1, is_estimated=0, seconds=0.5,
        answered_by="m", body="{}", sha256=sha256("{}"), sent_at="2020-01-01T00:00:00+00:00",
    )
)  # fmt: skip
_TASK: Final[tuple[Any, ...]] = (
    {
        "suite": "s", "task": "t", "before": {"test": _DAY}, "options": {}, "seed": 0,
        "counts": {"queries": 1}, "left_out": {}, "graph_fingerprint": "g",
    },
    {"query_id": "q1", "text": "what", "inputs": {}, "before": _DAY, "k": 10, "ids": ["P1"]},
    {"query_id": "q1", "ids": ["P1"], "paper_id": "P1"},
)  # fmt: skip
_PAIRS: Final[Mapping[str, Sequence[Any]]] = {
    "citation": [{"paper_a_id": 1, "paper_b_id": "2", "citations_a": 3, "citations_b": 4}],
    "patent": [
        {f"paper_{x}_{key}": "7" for x in "ab" for key in ("id", "title", "abstract")}
        | {"paper_a_count": 3, "paper_b_count": 0.5}
    ],
    "award": [{"prize_paper": {**_TEXT, "openalex_id": "W1"}, "non_prize_paper": _TEXT}],
    "code": [{"repo_url_a": "a", "repo_b": "b", "stars_a": 1e9, "stars_b": 1_000}],
    "model": [{"model_a": "a", "model_b": "b", "card_a": "x", "card_b": "y", "downloads_a": 7}],
}  # fmt: skip

_KINDS: Final[tuple[tuple[type[Answer], str, Any], ...]] = (
    (AuthorList, "items", [{"id": "a", "score": 1}]),
    (Number, "value", 0.5),
    (Choice, "choice", "A"),
    (Text, "text", "A text."),
)

FORMS: Final[Mapping[str, Form]] = {
    "runs": Form(
        "lines",
        [
            _HEADER,
            {"query_id": "q1", "items": [{"id": "P1", "score": 0.5}, {"title": "A title"}]},
            {"query_id": "q2", "items": [], "explanation": {"a": [1]}, "usage": {"calls": 1}},
            {"query_id": "q3", "status": "invalid", "reason": "no JSON"},
        ],
        _run(PaperList),
    ),
    **{
        f"runs of {kind.name}": Form(
            "lines", [_HEADER, {"query_id": "q1", name: value, "explanation": "x"}], _run(kind)
        )
        for kind, name, value in _KINDS
    },
    "predictions": Form(
        "document",
        [{"metadata": [{"a": 1}], "data": [{"corpus_id": "1", "predictions": ["2"], "score": 0.5}]}],
        json_files.read_records,
        ".json",
    ),
    "results": Form("document", [{"format": results.FORMAT, "metrics": {"a": 0.5}}], results.read, ".json"),
    "ratings": Form(
        "lines",
        [{"rater": r, "rating": n, "item": i} for r, n, i in (("a", 1, "x"), ("b", 2.5, "x"))],
        _ratings,
    ),
    "joined scores": Form(
        "lines", [{"system": "m", "query_id": "q1", "rater": "a", "Facet": 3.5}], Joined.read
    ),
    "rankings": Form(
        "lines",
        [
            {"title": "T", "abstract": "A", "rankings": [[1, 2]],
             "candidates": [{"title": "T", "abstract": "A"}, {"title": "U", "abstract": "B"}]},
        ],
        validate.read_rankings,
    ),
    "ladders": Form(
        "document",
        [
            {"task_fingerprint": "f", "split": "test", "model": "m", "ladders": [_LADDER]},
            {"system": "s", "template": "{{x}}", "source": "f"},
        ],
        ladder.read,
        ".json",
    ),
    "predicted contributions": Form(
        "document", [{"papers": [_PREDICTED]}, {"predictions": [_PREDICTED]}], _predicted, ".json"
    ),
    "predicted contributions of a run": Form(
        "lines",
        [_HEADER, {"query_id": "q1", "record": {"contributions": [{"description": "a"}]}}],
        _predicted,
    ),
    "judged contributions": Form(
        "document", [{"papers": [_PREDICTED]}], lambda file: read_matched(str(file)), ".json"
    ),
    "claims of pathways": Form("list", seeds("pathways", None), _claims, ".json"),
    "triplets": Form("list", [triplet(1)], lambda file: triplets.read([file], None), ".json"),
    "author publications": Form(
        "lines", [{"key": "a", "value": ["1"]}], lambda file: published.split_files([file])
    ),
    "rows of baselines": Form(
        "list", [GOOD["prescience"](1)], lambda file: published.split_files([file]), ".json"
    ),
    **{
        f"pairs of {name}": Form(
            "list", listed, functools.partial(_pairs, name), ".json"
        )
        for name, listed in _PAIRS.items()
    },
    "ledgers": Form(
        "lines",
        [
            {"table": "ledger", "format": 1},
            {"table": "question", "key": sha256(_QUESTION), "canonical": _QUESTION},
            {"table": "attempt", **_ATTEMPT},
            {"table": "unasked", "key": sha256(_QUESTION), "item": "q2", "status": "budget",
             "reason": "calls"},
        ],
        _ledger,
    ),
    "answers": Form(
        "lines",
        [
            {"query_id": "q1", "items": [{"title": "A", "year": 2001}, {"id": "P1"}, "B (2001)"]},
            {"question": "q2", "session": {"answer": "1. A title of a paper, 2001"}},
            {"id": "q3", "child": {"a": [{"title": "A", "select_score": 0.9, "child": {"b": []}}]}},
        ],
        _given,
    ),
    "whole answers": Form(
        "document",
        [{"q1": ["A"]}, {"q1": {"child": {"a": [{"title": "A", "select_score": 0.9}]}}}, [{"id": "q1"}]],
        _given,
        ".json",
    ),
    "texts of answers": Form("text", ["# q1\n1. A title, 2001\n- Another (2002)\n"], _given, ".md"),
    "tasks": Form("lines", _TASK, _task),
    "prices": Form("text", ['[gpt]\nprompt = 1.5\ncompletion = 2\n["a.b"]\nprompt=0\ncompletion=1\n'],
                   read_prices, ".toml"),
    "leaderboards": Form(
        "text",
        ['title = "T"\nsource = "S"\nabout = "A"\nfigures = "F"\n[[tasks]]\nname = "t"\n'
         'title = "T"\ntask_type = "scinetbench/path"\nbefore = 2020-01-01\nbaseline = "mine"\n'
         'options = { k = 10 }\n[[tasks.entries]]\nname = "mine"\nsystem = "popularity"\nabout = "x"\n'],
        lambda file: plan.read(str(file)),
        ".toml",
    ),
    "prompts": Form(
        "text",
        ['+++\npurpose = "p"\nversion = "1"\ninputs = ["a"]\nmax_tokens = 10\ntemperature = 0\n'
         "+++\n## system\nSay {{ a }}.\n## user\n{% for x in a %}{{ x }}{% endfor %}\n"],
        _prompt,
    ),
    "statements": Form(
        "text",
        ["// One paper.\n// mode: read\n// params: id, k = 10, kind = \"a\"\n// values: kind = a|b\n"
         "// returns: id\nMATCH (p:Paper {id: $id}) WHERE $kind = 'a' RETURN p.id AS id LIMIT $k\n"],
        _statement,
        ".cypher",
    ),
}  # fmt: skip
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
        alike = [n for n, one in enumerate(good) if one[:12] == bad[:12]]
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
