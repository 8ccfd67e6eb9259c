"""Systems whose answer is the record replied by a language model to one prompt."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, ClassVar

import orjson
from pydantic import ValidationError

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import Answer, NoAnswer, RecordAnswer
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query, Task
from scinet.eval.task_type import TaskType
from scinet.graph.snapshot import Snapshot
from scinet.llm.prompts import load_prompt
from scinet.llm.question import Question
from scinet.models.base.system import Context, System, add_model_caution, group_by_day, refuse_unfit
from scinet.models.llm.system import Answerer, require_client
from scinet.models.local.curriculum import Curriculum, Stage


@dataclass(frozen=True)
class OnePrompt(System):
    """System with one request per query, all queries of a day at once.

    Attributes:
        folder: A local transformers model, or an update of one, in place of an endpoint.
    """

    track = "text"
    answers = RecordAnswer
    prompt: ClassVar[str]

    folder: str = ""

    @property
    def asks_model(self) -> bool:  # type: ignore[override]  # of an instance: not with a folder
        """Whether it needs an endpoint."""
        return not self.folder

    @abstractmethod
    def inputs(self, queries: Sequence[Query], context: Context) -> Iterator[Mapping[str, Any]]:
        """Yield the prompt's inputs of each query."""

    @property
    def settings(self) -> dict[str, Any]:
        """Settings with the version of the prompt, and a caution for a local model."""
        prompt = load_prompt(self.prompt)
        values = {**super().settings, "prompt": f"{prompt.name} {prompt.version}"}
        return add_model_caution(values) if self.folder else values

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Yield the replies as records."""
        model = _load_local_model(self.folder) if self.folder else require_client(context)
        for query, reply in zip(queries, model.ask(self.questions(queries, context)), strict=True):
            if reply.value is None:
                yield NoAnswer.to(query.query_id, reply)
            else:
                yield RecordAnswer(query.query_id, reply.value, usage=asdict(reply.usage))

    def questions(self, queries: Sequence[Query], context: Context) -> list[Question]:
        """Make the question of each query."""
        prompt = load_prompt(self.prompt)
        return [
            Question(query.query_id, prompt, inputs, None if self.sees_truth else query.before)
            for query, inputs in zip(queries, self.inputs(queries, context), strict=True)
        ]

    def format_target(self, ideal: Mapping[str, Any]) -> Mapping[str, Any]:
        """Format a true answer as target of tuning."""
        return ideal


@lru_cache(maxsize=1)
def _load_local_model(folder: str) -> Answerer:
    """Load a local model once for the questions of all days."""
    from scinet.models.local.model import LocalModel

    return LocalModel(folder)


def build_curriculum(system: OnePrompt, task: Task, snapshot: Snapshot) -> Curriculum:
    """Make the questions of a task's split ``train`` with true answers, to tune a model on."""
    from scinet.models.local.model import training_text

    lessons = build_lessons(system, task, snapshot)

    def texts(tokenizer: Any) -> dict[str, list[str]]:
        return {
            "answers": [
                training_text(question.messages(), target, tokenizer)
                for question, target in lessons
            ]
        }

    return Curriculum(texts, [Stage("answers", is_tuning=True)])


def build_lessons(system: OnePrompt, task: Task, snapshot: Snapshot) -> list[tuple[Question, str]]:
    """Make the questions of a task's split ``train``, each with its formatted true answer."""
    task_type = get_task_type(task.type_name)
    try:
        queries, truth = task.queries("train"), task.truth("train")
    except NotFoundError as error:
        raise DataError(
            f"the task has no split train ({task.folder})",
            hint="Import training files as well, or build it with a split to learn from.",
        ) from error
    refuse_unfit(system, queries, task_type)
    lessons: list[tuple[Question, str]] = []
    for day, batch in group_by_day(queries):
        context = Context(snapshot.until(day), day, task_type)
        for query, question in zip(batch, system.questions(batch, context), strict=True):
            ideal = system.format_target(task_type.ideal(query, truth[query.query_id], "strict"))
            if (target := _format_answer(ideal, task_type, question)) is not None:
                lessons.append((question, target))
    if not lessons:
        raise DataError(
            f"no answer of split train is one that the model may give ({task.folder})",
            hint="Look at its truth: a value may be missing that the prompt asks for.",
        )
    return lessons


def _format_answer(ideal: Mapping[str, Any], task_type: TaskType, question: Question) -> str | None:
    """Format a true answer as the prompt requires; None where it does not fit."""
    schema, form = getattr(task_type.answers, "schema", None), question.prompt.form
    if schema is None or form is None:
        return orjson.dumps(ideal).decode()
    try:
        return form.model_validate(schema.model_validate(ideal).model_dump()).model_dump_json()
    except ValidationError:
        return None
