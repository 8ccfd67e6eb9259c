"""Training texts made of a task's new papers, and the order of the stages.

Of the test triplets only the documents are used, never a claim; questions are those of the train
triplets, with their answers.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import orjson

from scinet.errors import DataError, NotFoundError
from scinet.eval.task import Query, Row, Task
from scinet.llm import prompts
from scinet.models.local.curriculum import Curriculum, Questions, Stage
from scinet.models.local.model import prepend_document, training_text

METHODS: Final[Mapping[str, tuple[Stage, ...]]] = {
    "continued": (Stage("testdoc", is_tuning=False),),
    "instruction": (Stage("traintestdoc", is_tuning=False), Stage("trainqa", is_tuning=True)),
    "pre-instruction": (Stage("trainqadoc", is_tuning=True), Stage("testdoc", is_tuning=False)),
}
"""ScienceMeter's training methods: continued pretraining on the new papers; the same on more of
them, then questions; questions with their papers first."""


def build_curriculum(task: Task, method: str, questions: Questions) -> Curriculum:
    """Build the curriculum of a method, in the order of its stages."""
    if task.suite != "sciencemeter":
        raise DataError(f"{task.id} has no updates", hint="Take a task of sciencemeter.")
    return Curriculum(
        lambda tokenizer: build_texts(task, method, tokenizer, questions),
        METHODS[method],
        digest_papers(task),
    )


def digest_papers(task: Task) -> str | None:
    """Compute a digest of a task's new papers by split, which identifies the data of an update.

    Two tasks of the same triplets have the same digest. None for tasks without updates.
    """
    if task.suite != "sciencemeter":
        return None
    listed = {
        split: sorted({query.inputs["update"]["paper_id"] for query in task.queries(split)})
        for split in sorted(task.before)
    }
    return sha256(orjson.dumps(listed)).hexdigest()


def build_texts(
    task: Task, method: str, tokenizer: Any, questions: Questions
) -> dict[str, list[str]]:
    """Build the texts of a method by name, in the order of the task.

    The tokenizer formats questions. A task without training triplets is refused where the method
    has questions.
    """
    wanted = {stage.texts for stage in METHODS[method]}
    tested = _collect_abstracts(task.queries("test"))
    if wanted == {"testdoc"}:
        return {"testdoc": list(tested.values())}
    try:
        queries, truth = task.queries("train"), task.truth("train")
    except NotFoundError as error:
        raise DataError(
            f"the task has no triplets to learn from ({task.folder})",
            hint="Make it with a smaller -o test_share.",
        ) from error
    documents = _collect_abstracts(queries)
    pairs = _build_pairs(queries, truth, tokenizer, questions)
    every = {
        "testdoc": list(tested.values()),
        "traintestdoc": list({**documents, **tested}.values()),
        "trainqa": [text for _, text in pairs],
        "trainqadoc": [
            prepend_document(documents[paper], text, tokenizer) for paper, text in pairs
        ],
    }
    return {name: listed for name, listed in every.items() if name in wanted}


def _collect_abstracts(queries: Sequence[Query]) -> dict[str, str]:
    abstracts: dict[str, str] = {}
    for query in queries:
        update = query.inputs["update"]
        if update["abstract"]:
            abstracts.setdefault(update["paper_id"], update["abstract"])
    return abstracts


def _build_pairs(
    queries: Sequence[Query], truth: Mapping[str, Row], tokenizer: Any, questions: Questions
) -> list[tuple[str, str]]:
    """Build questions about new papers with their answers, each with the id of its paper."""
    pairs: list[tuple[str, str]] = []
    for query in queries:
        if query.inputs["set"] != "new" or not query.inputs["update"]["abstract"]:
            continue
        row, paper = truth[query.query_id], query.inputs["paper_id"]
        claim, main = query.inputs.get("claim"), row.get("claim")
        inputs: dict[str, Any] = {"title": query.inputs["title"], "updates": []}
        if claim is not None:
            answer = str(row["answer"]).capitalize()
            pairs.append(
                (paper, _format_pair("claim-1", {**inputs, "claim": claim}, answer, tokenizer))
            )
            main = claim if row["stance"] == "support" else None
        if main is not None and questions == "all":
            text = _format_pair("generation", {**inputs, "subject": None}, main, tokenizer)
            pairs.append((paper, text))
    return list(dict.fromkeys(pairs))


def _format_pair(name: str, inputs: Mapping[str, Any], answer: str, tokenizer: Any) -> str:
    return training_text(
        prompts.load_prompt(f"sciencemeter/{name}").messages(inputs), answer, tokenizer
    )
