"""From a query to the prompt for its answer type, and from the reply to the answer.

There is one prompt for each type: lists of papers, lists of authors, a number, one of two. Which of
two had more impact is asked as this package does, or as SciImpact does.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

from scinet.errors import NotFoundError
from scinet.eval.answer import SIDES, Answer, Choice, NoAnswer, Number, Side
from scinet.eval.ranked_list import AuthorList, Item, PaperList
from scinet.eval.suites.sciimpact.official.prompts import published
from scinet.eval.suites.sciimpact.official.replies import parsed
from scinet.eval.task import Query, Row, Task
from scinet.eval.titles import key
from scinet.llm.prompts import load
from scinet.llm.question import Question, Reply, Usage
from scinet.llm.spoken import spoken, unmarked
from scinet.models.base.system import Context
from scinet.models.llm.prompts import Material, shared, titled

# SciImpact's scripts read these sentences as well.
_PREDICATES: Final[Mapping[str, tuple[str, str]]] = {
    "citation": ("Paper", "has more citations"),
    "award-cs": ("Paper", "won the award"),
    "award-mdpi": ("Paper", "won the award"),
    "award-nobel": ("Paper", "is the Nobel Prize-winning paper"),
    "patent": ("Paper", "has more patents that cite it"),
    "media": ("Paper", "has more media coverage"),
    "code": ("Repo", "has more stars"),
    "dataset": ("Dataset", "has more downloads"),
    "model": ("Model", "has more downloads"),
}
_OTHERWISE: Final = ("Paper", "had more impact")
# How people lead up to a sentence that they deny, or of which they do not know whether it holds.
_THAT: Final = r"(?: that)?[\s:,\"'“‘(]*$"  # noqa: RUF001
_DENIED: Final = re.compile(
    r"(?:\b(?:not|never|hardly|nor)(?: \w+){0,2} (?:true|the case|correct|right|accurate|so)"
    r"|n['’]t (?:\w+ )?(?:true|the case|correct|right|accurate|so)"  # noqa: RUF001
    r"|\b(?:untrue|incorrect|false|wrong|deny|denied|disagree|dispute|reject)"
    r"|(?:\bnot|n['’]t) (?:\w+ )?(?:think|believe|agree|hold|claim|mean|expect)"  # noqa: RUF001
    rf"|\b(?:not|rather than|instead of)){_THAT}"
)
_UNSURE: Final = re.compile(
    r"(?:\b(?:whether|if|unless|unclear|(?<!no )(?<!without )doubt|no evidence"
    r"|cannot (?:say|tell|confirm|know)"
    r"|not (?:say|tell|confirm|know|sure|certain|clear))"
    r"|n['’]t (?:say|tell|confirm|know|sure|certain|clear))"  # noqa: RUF001
    rf"{_THAT}"
)
_FALSE: Final = re.compile(
    r"[\s\"'”’)]*(?:is|would be|seems) (?:not (?:true|correct|right|the case)"  # noqa: RUF001
    r"|untrue|false|wrong|incorrect)\b"
)
# The prompt for each answer type, and what that asks for in words.
_ASKED: Final[Mapping[type[Answer], tuple[str, str]]] = {
    PaperList: ("systems/papers", "a ranked list of papers by id, or a chain of papers"),
    AuthorList: ("systems/authors", "a ranked list of authors by id"),
    Number: ("systems/number", "one number"),
    Choice: ("systems/choice", "which of the two, A or B"),
}


def question(query: Query, material: Material, clone: Path | None) -> Question:
    """The question, by the published prompt of its dimension where there is a clone with it."""
    if clone is None:
        inputs = {**shared(query), "material": material, "sentences": sentences(query)}
        return Question(query.query_id, load("systems/choice"), inputs, query.before)
    prompt = published(clone, str(query.inputs["dimension"]))
    texts = {side: query.inputs[side] for side in "ab"}
    filled = {"system": prompt.system, "user": prompt.filled(texts)}
    return Question(query.query_id, load("sciimpact/published"), filled, query.before)


def side(query: Query, text: str, clone: Path | None) -> Side | Literal[""]:
    """Which one a reply names, read as the prompt's own scripts do; empty for neither."""
    if clone is None:
        return chosen(text, sentences(query))
    found = parsed(text, str(query.inputs["dimension"]))
    return "A" if found == "A" else "B" if found == "B" else ""


def conversations(task: Task, split: str, clone: Path | None) -> Iterator[Row]:
    """Questions with their true answers, as ShareGPT writes conversations; ties are left out."""
    truth = task.truth(split)
    for query in task.queries(split):
        row = truth[query.query_id]
        if row.get("is_tie") or not row.get("has_text", True):
            continue
        asked = question(query, [], clone).messages()
        options = (
            {name: f"{text}." for name, text in sentences(query).items()}
            if clone is None
            else published(clone, str(query.inputs["dimension"])).sentences
        )
        turns = [
            {"from": "system" if message.role == "system" else "human", "value": message.content}
            for message in asked
        ]
        answer = {"from": "gpt", "value": options[row["choice"]]}
        yield {"conversations": [*turns, answer]}


def sentences(query: Query) -> dict[Side, str]:
    """The two sentences of which one is the answer, by choice."""
    name, predicate = _PREDICATES.get(str(query.inputs.get("dimension")), _OTHERWISE)
    return {side: f"{name} {side} {predicate}" for side in SIDES}


def chosen(text: str, allowed: Mapping[Side, str]) -> Side | Literal[""]:
    """``A`` or ``B`` where a text says one of two sentences and not the other, else empty.

    Read as people do: what was thought before does not count, nor do marks of bold; who denies one
    of the two says the other; who does not know whether one holds says neither.
    """
    folded = unmarked(spoken(text)).casefold()
    said: set[Side] = set()
    denied: set[Side] = set()
    for side, sentence in allowed.items():
        parts = folded.split(plain := sentence.casefold())
        for place in range(1, len(parts)):
            before, after = plain.join(parts[:place]), plain.join(parts[place:])
            if _DENIED.search(before) or _FALSE.match(after):
                denied.add(side)
            elif not _UNSURE.search(before):
                said.add(side)
    if not said and len(denied) == 1:
        said = set(allowed) - denied
    return said.pop() if len(said) == 1 and not said & denied else ""


@dataclass(frozen=True)
class TaskPrompt:
    """Questions and answers of the type that a task wants, on one graph as of a day.

    Lists of at most ``most`` are asked for; of a query with more than ``listed`` candidates none is
    shown. Of two things it is asked as SciImpact does where ``clone`` holds its scripts.
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
        """What is asked for in the end, in words."""
        return _ASKED[self._type][1]

    def question(self, query: Query, material: Material) -> Question:
        """The question that asks for the answer itself, with the material that was found."""
        if self._type is Choice:
            return question(query, material, self.clone)
        inputs: dict[str, Any] = {**shared(query), "material": material}
        if self._type is not Number:
            inputs["most"] = min(query.k, self.most)
            inputs["candidates"] = self.candidates(query)
        prompt = load(_ASKED[self._type][0])
        return Question(query.query_id, prompt, inputs, self.context.before)

    def candidates(self, query: Query) -> Material:
        """What may be listed, where that is limited to a few: ids with titles, or with names."""
        ids = query.candidates or ()
        if len(ids) > self.listed:
            return []
        if self._type is AuthorList:
            return [{"id": one, "name": self._author_name.get(one, one)} for one in ids]
        snapshot = self.context.snapshot
        return [{"id": one, "name": titled(snapshot, snapshot.index(one))} for one in ids]

    def answer(
        self,
        query: Query,
        reply: Reply,
        *,
        explanation: Mapping[str, Any] | None = None,
        spent: Usage | None = None,
    ) -> Answer:
        """The answer that a reply holds, or how the query ended without one.

        The explanation says what led to it, ``spent`` what was taken before.
        """
        used = asdict((spent or Usage()) + reply.usage)
        about = {**(explanation or {}), "reply": reply.text}
        if reply.status != "ok":
            return failed(query, reply, about, used)
        return replace(self._held(query, reply), explanation=about, usage=used)

    def _held(self, query: Query, reply: Reply) -> Answer:
        value = reply.value or {}
        if self._type is Choice:
            return Choice(query.query_id, side(query, reply.text or "", self.clone))
        if self._type is Number:
            return Number(query.query_id, value["value"])
        if self._type is AuthorList:
            return AuthorList(query.query_id, tuple(self._authors(value["authors"])))
        return PaperList(query.query_id, tuple(self._papers(value["papers"])))

    def _papers(self, listed: list[dict[str, Any]]) -> Iterator[Item]:
        """Papers by id where the network has it before the day, else by title and year."""
        for one in listed:
            if one["id"] and (self._is_paper(one["id"]) or not one["title"]):
                yield Item(one["id"])
            elif one["title"]:
                yield Item(title=one["title"], year=one["year"])

    def _authors(self, listed: list[dict[str, Any]]) -> Iterator[Item]:
        """Authors by id; a name that one author has becomes the id, others stay and are unknown."""
        for one in listed:
            if one["id"] and (one["id"] in self._author_name or not one["name"]):
                yield Item(one["id"])
            elif one["name"]:
                same = self._authors_named.get(key(one["name"]), [])
                yield Item(same[0] if len(same) == 1 else one["name"])

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
        found: dict[str, list[str]] = {}
        for author, name in self._author_name.items():
            found.setdefault(key(name), []).append(author)
        return found


def failed(query: Query, reply: Reply, about: Mapping[str, Any], used: Mapping[str, Any]) -> Answer:
    """How a query ended without an answer."""
    return NoAnswer(query.query_id, reply.status, reply.reason, explanation=about, usage=used)
