"""Interface of all systems that answer tasks, and their inputs."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.eval.answer import Answer
from scinet.eval.list_task import ListTask
from scinet.eval.ranked_list import PaperList, RankedItem
from scinet.eval.task import Query
from scinet.eval.task_type import TaskType, require_database
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession


@dataclass(frozen=True, slots=True)
class Context:
    """Inputs of a system besides the queries, without the truth.

    Attributes:
        snapshot: The graph as arrays, cut at ``before``.
        before: Cutoff of all queries, exclusive.
        database: The same graph, for systems that query it; see :attr:`graph`.
        cache: Folder for costly computations, None to store nothing.
        learned: Folder of the trained model; see :attr:`training`.
    """

    snapshot: Snapshot
    before: date
    task_type: TaskType
    database: Database | None = None
    cache: Path | None = None
    learned: Path | None = None
    asker: LLMSession | None = None

    @property
    def graph(self) -> Database:
        """The graph; statements must be given ``before``."""
        return require_database(self.database, "the system asks the graph")

    @property
    def training(self) -> Path:
        """Folder of the model, which :func:`~scinet.models.base.run.answer_queries` checks."""
        if self.learned is None:
            raise ValueError("a trained system needs the folder of its training")
        return self.learned


_LANGUAGE_MODEL_CAUTION: Final = "a language model may know papers dated after the cut-off day"
SEES_TRUTH: Final = {"caution": "a control that sees the truth"}


@dataclass(frozen=True)
class System(ABC):
    """System; subclasses are frozen dataclasses whose fields are its settings.

    Attributes:
        version: Changes whenever answers may change.
        track: Information used: ``text``, ``graph`` or ``indicators``.
        also: Other answer types that it can return, where a task requires them.
        needs: Required inputs of a query.
        asks_database: Whether it needs the database beside the snapshot.
        sees_truth: Whether it is a control whose queries hold the truth; see
            :class:`~scinet.eval.task_type.OracleTask`.
        cautions: Notes in its runs besides its settings, such as what a model may know.
    """

    name: ClassVar[str]
    version: ClassVar[str] = "1"
    track: ClassVar[str]
    summary: ClassVar[str]
    answers: ClassVar[type[Answer]] = PaperList
    also: ClassVar[tuple[type[Answer], ...]] = ()
    needs: ClassVar[frozenset[str]] = frozenset()
    asks_database: ClassVar[bool] = False
    asks_model: ClassVar[bool] = False
    sees_truth: ClassVar[bool] = False
    cautions: ClassVar[Mapping[str, str]] = {}

    @abstractmethod
    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Answer each query, in order."""

    @classmethod
    def supports(cls, wanted: type[Answer]) -> bool:
        """Whether it returns answers of a type."""
        return issubclass(wanted, (cls.answers, *cls.also))

    @property
    def settings(self) -> dict[str, Any]:
        """Settings that change its answers, and its cautions."""
        return {**asdict(self), **self.cautions}


def add_model_caution(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Add to settings the caution required by answers that a language model writes.

    It follows the system's own caution, and is not repeated.
    """
    cautions = [
        caution for caution in (settings.get("caution"), _LANGUAGE_MODEL_CAUTION) if caution
    ]
    return {**settings, "caution": "; ".join(dict.fromkeys(cautions))}


def group_by_day(queries: Iterable[Query]) -> Iterator[tuple[date, list[Query]]]:
    """Group queries by day, in time order."""
    for day, batch in groupby(queries, key=lambda query: query.before):
        yield day, list(batch)


def refuse_unfit(system: System, queries: Sequence[Query], task_type: TaskType) -> None:
    """Refuse a system that cannot answer the queries of a task type."""
    if not system.supports(task_type.answers):
        raise DataError(
            f"{system.name} returns {system.answers.name}s, "
            f"{task_type.suite}/{task_type.name} asks for {task_type.answers.name}s",
            hint="`scinet systems` lists what each returns.",
        )
    for query in queries:
        if lacking := sorted(system.needs - query.inputs.keys()):
            raise DataError(
                f"{system.name} needs {', '.join(lacking)}, which queries of "
                f"{task_type.suite}/{task_type.name} do not have",
                hint="`scinet systems` lists what each needs.",
            )


def build_paper_list(
    query: Query, order: NDArray[np.integer], context: Context, scores: NDArray[Any] | None = None
) -> PaperList:
    """Build an answer from papers in order of preference, given as positions in the snapshot.

    Only candidates are taken where a query has some. For a path the first few papers dated between
    its ends are taken, in time order.
    """
    snapshot, task_type = context.snapshot, context.task_type
    if not isinstance(task_type, ListTask):
        raise TypeError(f"{task_type.name} does not ask for a list")
    if query.candidates is not None:
        order = order[np.isin(order, [snapshot.index(paper) for paper in query.candidates])]
    if "source_id" in query.inputs:
        ends = [snapshot.index(query.inputs[end]) for end in ("source_id", "target_id")]
        inside = order[(order > min(ends)) & (order < max(ends))]
        names = [str(snapshot.paper_id[i]) for i in inside[: query.k]]
        path = task_type.make_answer(query, names)
        return PaperList(query.query_id, tuple(map(RankedItem, sorted(path, key=snapshot.index))))
    # One paper more than required, since the query's own paper is removed.
    names = [str(snapshot.paper_id[i]) for i in order[: query.k + 1]]
    items = [
        RankedItem(paper, None, None if scores is None else float(scores[snapshot.index(paper)]))
        for paper in task_type.make_answer(query, names)
    ]
    return PaperList(query.query_id, tuple(items))
