"""A title and an abstract put together from those of other papers: what no one has to learn."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias
from zlib import crc32

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.eval.answer import Answer, Record
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.models.base.system import Context, System
from scinet.models.prior_work.team import latest_papers
from scinet.validation import OPTIONS, Natural, Seed

_Words: TypeAlias = tuple[str | None, str | None]

_JOINTS: Final = re.compile(
    r":\s|\s(?=(?:for|of|with|using|in|by|from|via|on|to|through|based on|towards?)\s)", re.I
)
_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z(])")


@checked(frozen=True, config=OPTIONS)
class Recombined(System):
    """Words of the key references and of the team's latest papers, put together anew.

    The title is the beginning of one title, up to a joint (a colon or a preposition), and the end
    of another one, from a joint on. The abstract has as many sentences as those abstracts have on
    average; each is taken from a random one of them, from the same place in it.

    Attributes:
        own: How many of each author's latest papers are read beside the references.
        seed: Seed of what is chosen, for each query by itself.
    """

    name = "recombined"
    track = "graph"
    summary = (
        "beginnings and ends of titles, and sentences, of key references and the team's papers"
    )
    answers = Record
    needs = frozenset({"key_references"})

    own: Natural = 2
    seed: Seed = 0

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """A title, and an abstract where there are any to take it from."""
        for query in queries:
            rng = np.random.default_rng([self.seed, crc32(query.query_id.encode())])
            texts: list[_Words] = [
                (one["title"], one["abstract"]) for one in query.inputs["key_references"]
            ]
            texts += _of_team(query, context.snapshot, self.own)
            abstracts = [abstract for _, abstract in texts if abstract]
            written = {
                "title": _title([title for title, _ in texts if title], rng),
                "abstract": _abstract(abstracts, rng),
            }
            yield Record(query.query_id, written)


def _of_team(query: Query, snapshot: Snapshot, count: int) -> list[_Words]:
    authors = [snapshot.author_number[one] for one in query.inputs.get("author_ids", ())]
    papers = [int(p) for one in authors if count for p in latest_papers(snapshot, one, count)]
    return [(snapshot.title[one], snapshot.abstract[one]) for one in dict.fromkeys(papers)]


def _title(titles: Sequence[str], rng: np.random.Generator) -> str:
    """The beginning of one and the end of another; the one there is, where there is one."""
    if not titles:
        return ""
    order: list[int] = rng.permutation(len(titles)).tolist()
    one, other = titles[order[0]], titles[order[-1]]
    begin, end = list(_JOINTS.finditer(one)), list(_JOINTS.finditer(other))
    if len(titles) == 1:
        return one
    first = one[: begin[-1].start()] if begin else one
    return first + (other[end[0].start() :] if end else f" and {other}")


def _abstract(abstracts: Sequence[str], rng: np.random.Generator) -> str:
    """Sentences from random abstracts, each from the place that it takes here."""
    split = [_SENTENCES.split(abstract.strip()) for abstract in abstracts]
    if not split:
        return ""
    length = max(1, round(sum(map(len, split)) / len(split)))
    chosen: dict[str, None] = {}
    for place in range(length):
        source = split[rng.integers(len(split))]
        chosen[source[place * len(source) // length]] = None
    return " ".join(chosen)
