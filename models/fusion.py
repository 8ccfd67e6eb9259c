"""Fusion of two systems' rankings by reciprocal rank."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.answer import Answer
from scinet.eval.ranked_list import AuthorList, PaperList, RankedItem, RankedList, get_items
from scinet.eval.task import Query
from scinet.graph.search.text_search import rank_descending
from scinet.models.base.ranking import fuse_rankings
from scinet.models.base.run import answer_queries
from scinet.models.base.system import Context, System
from scinet.models.base.training import TrainableSystem
from scinet.validation import OPTIONS, Natural


@checked(frozen=True, config=OPTIONS)
class Fuse(System):
    """Reciprocal rank fusion of two systems for prior work without training or a language model.

    Attributes:
        constant: Added to each rank before inversion; k of the publication.

    Source:
        Cormack, Clarke and Büttcher (2009), doi:10.1145/1571941.1572114.
    """

    name = "prior-work-fuse"
    track = "graph"
    summary = "two systems that neither learn nor ask, fused by reciprocal rank"
    answers: ClassVar[type[RankedList]] = PaperList
    needs = frozenset({"author_ids"})

    first: str = "hybrid"
    second: str = "prior-work-walk"
    constant: Natural = 60
    depth: PositiveInt = 1000

    @property
    def settings(self) -> dict[str, Any]:
        """Settings of the fusion and of both systems, and their cautions."""
        both = {item.name: item.settings for item in self._systems()}
        cautions = sorted({item["caution"] for item in both.values() if "caution" in item})
        caution = {"caution": "; ".join(cautions)} if cautions else {}
        return {**super().settings, "systems": both, **caution}

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Rank items by the sum of their inverted ranks."""
        deep = [replace(query, k=self.depth) for query in queries]
        answer_lists = (
            answer_queries(
                system,
                deep,
                context.task_type,
                database=context.database,
                snapshot=context.snapshot,
                cache=context.cache,
            )
            for system in self._systems()
        )
        for query, *both in zip(queries, *answer_lists, strict=True):
            lists = [[str(item.id) for item in get_items(entry)] for entry in both]
            names = list(dict.fromkeys(name for entry in lists for name in entry))
            place = {name: number for number, name in enumerate(names)}
            rankings = [np.array([place[name] for name in entry], dtype=int) for entry in lists]
            scores = fuse_rankings(rankings, len(names), constant=self.constant)
            items = (
                RankedItem(names[item], None, float(scores[item]))
                for item in rank_descending(scores)[: query.k]
            )
            yield self.answers(query.query_id, tuple(items))

    def _systems(self) -> list[System]:
        # The list of all systems includes this one.
        from scinet.models.registry import make_system

        both = [make_system(self.first), make_system(self.second)]
        for system in both:
            if system.answers != self.answers:
                raise DataError(
                    f"{system.name} returns {system.answers.name}s, {self.name} fuses "
                    f"{self.answers.name}s",
                    hint="`scinet systems` shows what each returns.",
                )
            wants = {
                "is not trained": isinstance(system, TrainableSystem),
                "asks the graph": system.asks_database,
                "asks a language model": system.asks_model,
            }
            for what in (name for name, is_so in wants.items() if is_so):
                raise DataError(
                    f"{system.name} {what}, {self.name} fuses systems that need the arrays alone",
                    hint="Fuse two others: `scinet systems` says what each needs.",
                )
        return both


@checked(frozen=True, config=OPTIONS)
class CollaboratorsFuse(Fuse):
    """Reciprocal rank fusion of two systems for collaborators, without training."""

    name = "collaborators-fuse"
    needs = frozenset({"author_id"})
    answers = AuthorList

    first: str = "collaborators-walk"
    second: str = "collaborators-embedding-fusion"
