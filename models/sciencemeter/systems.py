"""Systems that answer from a model's knowledge, by an endpoint or a local model.

Each is prompted with or without papers before each question; the questions about claims and the
parsing of replies do not depend on the model.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import reduce
from operator import add
from typing import Any, Final

from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.answer import Answer, NoAnswer, RecordAnswer
from scinet.eval.suites.sciencemeter.judgment import NUM_PHRASINGS
from scinet.eval.suites.sciencemeter.metrics import Choice, read_choice
from scinet.eval.task import Query
from scinet.llm import prompts
from scinet.llm.question import Question, Reply
from scinet.llm.reply_text import strip_thinking
from scinet.models.base.system import Context, System, add_model_caution
from scinet.models.llm.system import Answerer, require_client
from scinet.models.sciencemeter.context_library import Library, Shown, Way
from scinet.validation import OPTIONS, Natural


@checked(frozen=True, config=OPTIONS)
class ClaimModel(System):
    """Model that is queried about claims.

    Attributes:
        found: Papers shown before each question; see :class:`Library`.
        sample: Number of the sample, for several samples of a model.
    """

    track = "text"
    answers = RecordAnswer
    needs = frozenset({"set", "update"})

    found: Way = "none"
    neighbours: Natural = 0
    sample: int = 0

    @abstractmethod
    def model(self, context: Context) -> Answerer:
        """Return the model to query."""

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Send each question in all its phrasings."""
        library = Library(context.snapshot, self.found, self.neighbours)
        yield from answer_queries(queries, self.model(context), library.shown, sample=self.sample)


@checked(frozen=True, config=OPTIONS)
class ClaimsLlm(ClaimModel):
    """Model behind an endpoint, from memory alone."""

    name = "claims-llm"
    summary = "a language model judges or states claims from memory"
    asks_model = True

    def model(self, context: Context) -> Answerer:
        """Return the endpoint."""
        return require_client(context)


@checked(frozen=True, config=OPTIONS)
class ClaimsLlmRag(ClaimsLlm):
    """Endpoint model with a paper shown before each question: an update without any training."""

    name = "claims-llm-rag"
    summary = "claims-llm with a new paper put before each question: given, or found"

    found: Way = "given"


@checked(frozen=True, config=OPTIONS)
class ClaimsLocal(ClaimModel):
    """Local model, as published or after `scinet train`.

    Attributes:
        folder: Folder of a transformers model, or of an update of one.
    """

    name = "claims-local"
    summary = "a transformers model on this machine judges or states claims"

    folder: str = ""
    batch: int = 8

    @property
    def settings(self) -> dict[str, Any]:
        """Settings with a caution, which an endpoint would add."""
        return add_model_caution(super().settings)

    def model(self, context: Context) -> Answerer:
        """Load the model."""
        from scinet.models.local.model import LocalModel

        if not self.folder:
            raise DataError("no model is named", hint="Give -o folder=FOLDER.")
        return LocalModel(self.folder, batch=self.batch)


_BATCH_SIZE: Final = 64  # queries sent together; finished ones are not repeated on resumption


def answer_queries(
    queries: Sequence[Query], model: Answerer, shown: Callable[[Query], Shown], *, sample: int = 0
) -> Iterator[Answer]:
    """Query a model about claims, with the papers shown before each, and parse the replies.

    An answer whose first reply failed fails with the same status; other failures become invalid.
    """
    for start in range(0, len(queries), _BATCH_SIZE):
        block = queries[start : start + _BATCH_SIZE]
        before = [shown(query) for query in block]
        question_lists = [
            build_questions(query, papers, sample=sample)
            for query, papers in zip(block, before, strict=True)
        ]
        replies = iter(model.ask([question for listed in question_lists for question in listed]))
        for query, papers, listed in zip(block, before, question_lists, strict=True):
            yield _read_answer(query, [next(replies) for _ in listed], papers)


def build_questions(query: Query, shown: Shown, *, sample: int = 0) -> list[Question]:
    """Build the questions of one query: each phrasing, then whether more information is needed."""
    inputs: dict[str, Any] = {
        name: query.inputs.get(name) for name in ("title", "subject", "claim")
    }
    inputs["updates"] = [
        {"title": paper["title"], "abstract": paper["abstract"]} for paper in shown
    ]
    names = ["generation"]
    if inputs["claim"] is not None:
        names = [f"claim-{number}" for number in range(1, NUM_PHRASINGS + 1)]
    loaded = {name: prompts.load_prompt(f"sciencemeter/{name}") for name in (*names, "information")}
    return [
        Question(
            item=f"{query.query_id} {name}",
            prompt=prompt,
            inputs={field: inputs[field] for field in prompt.inputs},
            before=query.before,
            sample=sample,
        )
        for name, prompt in loaded.items()
    ]


def _read_answer(query: Query, replies: Sequence[Reply], shown: Shown) -> Answer:
    *phrasings, information = replies
    usage = asdict(reduce(add, (reply.usage for reply in replies)))
    explanation = {"shown": [paper["paper_id"] for paper in shown]} if shown else None
    first = phrasings[0]
    if first.status != "ok":
        return NoAnswer(query.query_id, first.status, first.reason, usage=usage)
    record: dict[str, Any] = {"more_information": _reply_choice(information)}
    if "claim" in query.inputs:
        record["choices"] = [_reply_choice(reply) for reply in phrasings]
        record["replies"] = [_reply_text(reply) for reply in phrasings]
    else:
        record["claim"] = strip_thinking(_reply_text(first))
    return RecordAnswer(query.query_id, record, explanation=explanation, usage=usage)


def _reply_choice(reply: Reply) -> Choice:
    return read_choice(_reply_text(reply), "strict")


def _reply_text(reply: Reply) -> str:
    return (reply.text or "") if reply.status == "ok" else ""
