"""Untrained baseline: title and abstract recombined from those of other papers."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias
from zlib import crc32

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer, RecordAnswer
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.models.base.system import Context, System
from scinet.models.prior_work.team import latest_papers
from scinet.validation import OPTIONS, Natural, Seed

_Words: TypeAlias = tuple[str | None, str | None]

_TITLE_JOINTS: Final = re.compile(
    r":\s|\s(?=(?:for|of|with|using|in|by|from|via|on|to|through|based on|towards?)\s)", re.I
)
_SENTENCE_BREAK: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z(])")


@checked(frozen=True, config=OPTIONS)
class Recombined(System):
    """Recombined words of the key references and of the team's latest papers.

    The title is the beginning of one title, up to a joint (a colon or a preposition), and the end
    of another one, from a joint on. The abstract has the average number of sentences of those
    abstracts; each comes from a random one of them, from the same position.

    Attributes:
        own: Number of each author's latest papers used beside the references.
        seed: Seed of the sampling, independent for each query.
    """

    name = "recombined"
    track = "graph"
    summary = (
        "beginnings and ends of titles, and sentences, of key references and the team's papers"
    )
    answers = RecordAnswer
    needs = frozenset({"key_references"})

    own: Natural = 2
    seed: Seed = 0

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Yield a title, and an abstract if there are any to recombine."""
        for query in queries:
            rng = np.random.default_rng([self.seed, crc32(query.query_id.encode())])
            texts: list[_Words] = [
                (reference["title"], reference["abstract"])
                for reference in query.inputs["key_references"]
            ]
            texts += _team_texts(query, context.snapshot, self.own)
            abstracts = [abstract for _, abstract in texts if abstract]
            written = {
                "title": _recombine_title([title for title, _ in texts if title], rng),
                "abstract": _recombine_abstract(abstracts, rng),
            }
            yield RecordAnswer(query.query_id, written)


def _team_texts(query: Query, snapshot: Snapshot, count: int) -> list[_Words]:
    authors = [snapshot.author_number[item] for item in query.inputs.get("author_ids", ())]
    papers = [int(p) for item in authors if count for p in latest_papers(snapshot, item, count)]
    return [(snapshot.title[item], snapshot.abstract[item]) for item in dict.fromkeys(papers)]


def _recombine_title(titles: Sequence[str], rng: np.random.Generator) -> str:
    """Join the beginning of one title to the end of another; a single title stays."""
    if not titles:
        return ""
    order: list[int] = rng.permutation(len(titles)).tolist()
    first_title, last_title = titles[order[0]], titles[order[-1]]
    begin, end = list(_TITLE_JOINTS.finditer(first_title)), list(_TITLE_JOINTS.finditer(last_title))
    if len(titles) == 1:
        return first_title
    first = first_title[: begin[-1].start()] if begin else first_title
    return first + (last_title[end[0].start() :] if end else f" and {last_title}")


def _recombine_abstract(abstracts: Sequence[str], rng: np.random.Generator) -> str:
    """Join sentences from random abstracts, each from its own position."""
    split = [_SENTENCE_BREAK.split(abstract.strip()) for abstract in abstracts]
    if not split:
        return ""
    length = max(1, round(sum(map(len, split)) / len(split)))
    sentences: dict[str, None] = {}
    for place in range(length):
        source = split[rng.integers(len(split))]
        sentences[source[place * len(source) // length]] = None
    return " ".join(sentences)
