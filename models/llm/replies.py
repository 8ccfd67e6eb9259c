"""Prompts by answer type, and parsing of replies to answers.

There is one prompt for each type: lists of papers, lists of authors, a number, a choice. Pairwise
impact uses this package's prompt, or SciImpact's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from scinet.errors import NotFoundError
from scinet.eval.answer import Answer, ChoiceAnswer, NoAnswer, NumberAnswer
from scinet.eval.ranked_list import AuthorList, PaperList, RankedItem
from scinet.eval.suites.sciimpact.official.prompts import read_published_prompt
from scinet.eval.suites.sciimpact.official.replies import parse_reply
from scinet.eval.suites.sciimpact.replies import choice_sentences, read_choice
from scinet.eval.task import Query, Row, Task
from scinet.eval.titles import title_key
from scinet.llm.prompts import load_prompt
from scinet.llm.question import Question, Reply, TokenUsage
from scinet.models.base.system import Context
from scinet.models.llm.prompts import Material, format_title, shared_inputs

# Prompt of each answer type, and a description of the answer.
_PROMPTS: Final[Mapping[type[Answer], tuple[str, str]]] = {
    PaperList: ("systems/papers", "a ranked list of papers by id, or a chain of papers"),
    AuthorList: ("systems/authors", "a ranked list of authors by id"),
    NumberAnswer: ("systems/number", "one number"),
    ChoiceAnswer: ("systems/choice", "which of the two, A or B"),
}


def build_question(query: Query, context: Material, clone: Path | None) -> Question:
    """Make the question, by the published prompt of its dimension if a clone is given."""
    if clone is None:
        inputs = {
            **shared_inputs(query),
            "material": context,
            "sentences": choice_sentences(query.inputs.get("dimension")),
        }
        return Question(query.query_id, load_prompt("systems/choice"), inputs, query.before)
    prompt = read_published_prompt(clone, str(query.inputs["dimension"]))
    texts = {side: query.inputs[side] for side in "ab"}
    filled = {"system": prompt.system, "user": prompt.filled(texts)}
    return Question(query.query_id, load_prompt("sciimpact/published"), filled, query.before)


def read_pair_reply(query: Query, text: str, clone: Path | None) -> ChoiceAnswer:
    """Parse the chosen side of a reply, with SciImpact's prompts by its scripts' rules, too."""
    dimension = query.inputs.get("dimension")
    choice = read_choice(text, dimension)
    if clone is None:
        return ChoiceAnswer(query.query_id, choice)
    return ChoiceAnswer(query.query_id, choice, published=parse_reply(text, str(dimension)))


def build_conversations(task: Task, split: str, clone: Path | None) -> Iterator[Row]:
    """Yield questions with true answers as ShareGPT conversations; ties are omitted."""
    truth = task.truth(split)
    for query in task.queries(split):
        row = truth[query.query_id]
        if row.get("is_tie") or not row.get("has_text", True):
            continue
        messages = build_question(query, [], clone).messages()
        options = (
            {
                name: f"{text}."
                for name, text in choice_sentences(query.inputs.get("dimension")).items()
            }
            if clone is None
            else read_published_prompt(clone, str(query.inputs["dimension"])).sentences
        )
        turns = [
            {"from": "system" if message.role == "system" else "human", "value": message.content}
            for message in messages
        ]
        answer = {"from": "gpt", "value": options[row["choice"]]}
        yield {"conversations": [*turns, answer]}


@dataclass(frozen=True)
class TaskPrompt:
    """Questions and answers of a task's type, on one graph as of a day.

    Lists have at most ``most`` items; candidates are shown only if there are at most ``listed``.
    Choices use SciImpact's prompts where ``clone`` holds its scripts.
    """

    context: Context
    most: int
    listed: int
    clone: Path | None = None

    @property
    def _type(self) -> type[Answer]:
        return self.context.task_type.answers

    @property
    def wanted(self) -> str:
        """Description of the answer, in words."""
        return _PROMPTS[self._type][1]

    def question(self, query: Query, context: Material) -> Question:
        """Make the question that requires the answer itself, with retrieved material."""
        if self._type is ChoiceAnswer:
            return build_question(query, context, self.clone)
        inputs: dict[str, Any] = {**shared_inputs(query), "material": context}
        if self._type is not NumberAnswer:
            inputs["most"] = min(query.k, self.most)
            inputs["candidates"] = self.candidates(query)
        prompt = load_prompt(_PROMPTS[self._type][0])
        return Question(query.query_id, prompt, inputs, self.context.before)

    def candidates(self, query: Query) -> Material:
        """Return candidates, if they are few enough to show: ids with titles, or with names."""
        ids = query.candidates or ()
        if len(ids) > self.listed:
            return []
        if self._type is AuthorList:
            return [
                {"id": identifier, "name": self._author_name.get(identifier, identifier)}
                for identifier in ids
            ]
        snapshot = self.context.snapshot
        return [
            {"id": identifier, "name": format_title(snapshot, snapshot.index(identifier))}
            for identifier in ids
        ]

    def answer(
        self,
        query: Query,
        reply: Reply,
        *,
        explanation: Mapping[str, Any] | None = None,
        spent: TokenUsage | None = None,
    ) -> Answer:
        """Parse the answer of a reply, or the status of a failed query.

        ``explanation`` holds earlier steps, ``spent`` their usage.
        """
        used = asdict((spent or TokenUsage()) + reply.usage)
        details = {**(explanation or {}), "reply": reply.text}
        if reply.status != "ok":
            return make_failure(query, reply, details, used)
        return replace(self._held(query, reply), explanation=details, usage=used)

    def _held(self, query: Query, reply: Reply) -> Answer:
        value = reply.value or {}
        if self._type is ChoiceAnswer:
            return read_pair_reply(query, reply.text or "", self.clone)
        if self._type is NumberAnswer:
            return NumberAnswer(query.query_id, value["value"])
        if self._type is AuthorList:
            return AuthorList(query.query_id, tuple(self._authors(value["authors"])))
        return PaperList(query.query_id, tuple(self._papers(value["papers"])))

    def _papers(self, listed: list[dict[str, Any]]) -> Iterator[RankedItem]:
        """Yield papers by id where the network has it before the day, else by title and year."""
        for entry in listed:
            if entry["id"] and (self._is_paper(entry["id"]) or not entry["title"]):
                yield RankedItem(entry["id"])
            elif entry["title"]:
                yield RankedItem(title=entry["title"], year=entry["year"])

    def _authors(self, listed: list[dict[str, Any]]) -> Iterator[RankedItem]:
        """Yield authors by id; a unique name becomes the id, others stay and are unknown."""
        for entry in listed:
            if entry["id"] and (entry["id"] in self._author_name or not entry["name"]):
                yield RankedItem(entry["id"])
            elif entry["name"]:
                same = self._authors_named.get(title_key(entry["name"]), [])
                yield RankedItem(same[0] if len(same) == 1 else entry["name"])

    def _is_paper(self, paper: str) -> bool:
        try:
            self.context.snapshot.index(paper)
        except NotFoundError:
            return False
        return True

    @cached_property
    def _author_name(self) -> dict[str, str]:
        snapshot = self.context.snapshot
        named = zip(snapshot.author_id, snapshot.author_name, strict=True)
        return {str(author): str(name or author) for author, name in named}

    @cached_property
    def _authors_named(self) -> dict[str, list[str]]:
        by_name: dict[str, list[str]] = {}
        for author, name in self._author_name.items():
            by_name.setdefault(title_key(name), []).append(author)
        return by_name


def make_failure(
    query: Query, reply: Reply, explanation: Mapping[str, Any], used: Mapping[str, Any]
) -> Answer:
    """Make the answer of a failed query."""
    return NoAnswer(query.query_id, reply.status, reply.reason, explanation=explanation, usage=used)
