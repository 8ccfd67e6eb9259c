"""What a model is taught by: texts made of a task's new papers, and the order of the stages.

Of the test triplets only the documents are taken, never a claim; questions are those of the train
triplets, with their answers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import orjson

from scinet import saving
from scinet.errors import DataError, NotFoundError
from scinet.eval.task import Query, Row, Task
from scinet.llm import prompts
from scinet.models.sciencemeter.local import prompt_text

Questions: TypeAlias = Literal["all", "judgments"]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a method.

    Attributes:
        is_tuning: Whether the texts are questions, read several times and packed; else documents,
            read once and each by itself.
    """

    texts: str
    is_tuning: bool


METHODS: Final[Mapping[str, tuple[Stage, ...]]] = {
    "continued": (Stage("testdoc", is_tuning=False),),
    "instruction": (
        Stage("traintestdoc", is_tuning=False),
        Stage("trainqa", is_tuning=True),
    ),
    "pre-instruction": (
        Stage("trainqadoc", is_tuning=True),
        Stage("testdoc", is_tuning=False),
    ),
}
"""ScienceMeter's three ways to train: next words of the new papers; the same of more of them, then
questions; questions with their papers first."""


def texts(task: Task, method: str, tokenizer: Any, questions: Questions) -> dict[str, list[str]]:
    """The texts of a method by name, in the order of the task.

    The tokenizer gives the format of questions. A task without triplets to learn from is refused
    where the method has questions.
    """
    wanted = {stage.texts for stage in METHODS[method]}
    tested = _documents(task.queries("test"))
    if wanted == {"testdoc"}:
        return {"testdoc": list(tested.values())}
    try:
        asked, truth = task.queries("train"), task.truth("train")
    except NotFoundError as error:
        raise DataError(
            f"the task has no triplets to learn from ({task.folder})",
            hint="Make it with a smaller -o test_share.",
        ) from error
    documents = _documents(asked)
    pairs = _pairs(asked, truth, tokenizer, questions)
    every = {
        "testdoc": list(tested.values()),
        "traintestdoc": list({**documents, **tested}.values()),
        "trainqa": [text for _, text in pairs],
        "trainqadoc": [f"{documents[paper]}\n\n{text}" for paper, text in pairs],
    }
    return {name: listed for name, listed in every.items() if name in wanted}


def write(texts_by_name: Mapping[str, Sequence[str]], folder: Path) -> None:
    """Write the texts as lines of JSON with a field ``text``, one file per name."""
    for name, listed in texts_by_name.items():
        lines = b"".join(orjson.dumps({"text": text}) + b"\n" for text in listed)
        saving.write(lines, folder / f"{name}.jsonl")


def _documents(queries: Sequence[Query]) -> dict[str, str]:
    """The abstract of each new paper, in order."""
    found: dict[str, str] = {}
    for query in queries:
        update = query.inputs["update"]
        if update["abstract"]:
            found.setdefault(update["paper_id"], update["abstract"])
    return found


def _pairs(
    asked: Sequence[Query], truth: Mapping[str, Row], tokenizer: Any, questions: Questions
) -> list[tuple[str, str]]:
    """Questions about new papers with their answers, each with the id of its paper."""
    made: list[tuple[str, str]] = []
    for query in asked:
        if query.inputs["set"] != "new" or not query.inputs["update"]["abstract"]:
            continue
        row, paper = truth[query.query_id], query.inputs["paper_id"]
        claim, main = query.inputs.get("claim"), row.get("claim")
        given: dict[str, Any] = {"title": query.inputs["title"], "updates": []}
        if claim is not None:
            answer = str(row["answer"]).capitalize()
            made.append((paper, _answered("claim-1", {**given, "claim": claim}, answer, tokenizer)))
            main = claim if row["stance"] == "support" else None
        if main is not None and questions == "all":
            text = _answered("generation", {**given, "subject": None}, main, tokenizer)
            made.append((paper, text))
    return list(dict.fromkeys(made))


def _answered(name: str, inputs: Mapping[str, Any], answer: str, tokenizer: Any) -> str:
    question = prompt_text(prompts.load(f"sciencemeter/{name}").messages(inputs), tokenizer)
    return f"{question} {answer}"
