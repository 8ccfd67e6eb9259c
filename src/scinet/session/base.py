"""Base of all verbs of a graph: connection, cache, snapshots and tables.

The verbs import what they need when they are called, so that a command line can read their
signatures at once.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property, wraps
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Concatenate,
    Final,
    ParamSpec,
    TypeAlias,
    TypeVar,
    overload,
)

from annotated_types import Ge

from scinet import atomic_files
from scinet.arguments import NAMED, ArgumentRole, is_written, may_be_path
from scinet.session.days import Day, parse_cutoff
from scinet.session.table import Table
from scinet.single_flight import SingleFlightCache

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scinet.eval.task_type import TaskType
    from scinet.experiments.graph_access import GraphAccess
    from scinet.experiments.pipeline import TrainedModel
    from scinet.graph.db.connection import Database
    from scinet.graph.indicators.table import IndicatorTable
    from scinet.graph.snapshot import Snapshot
    from scinet.models.base.system import System
    from scinet.models.base.training import TrainableSystem


Count: TypeAlias = Annotated[int, Ge(1)]
Seed: TypeAlias = Annotated[int, Ge(0)]
Names: TypeAlias = str | Sequence[str]
File: TypeAlias = str | Path
# Of classes that take long to import, so that they are named here and not looked into.
TaskTypeArg: TypeAlias = Annotated["str | TaskType", NAMED]
SystemArg: TypeAlias = Annotated["str | Path | TrainedModel | System", ArgumentRole()]
TrainableArg: TypeAlias = Annotated["str | TrainableSystem", NAMED]

_CACHED_SNAPSHOTS: Final = 4  # days whose arrays stay open


_P = ParamSpec("_P")
_T = TypeVar("_T")


def protects_inputs(verb: Callable[_P, _T]) -> Callable[_P, _T]:
    """Have a verb refuse to write over what it reads, to an :data:`OutPath` or :data:`WrittenPath`.

    Methods of :class:`scinet.Graph` do so by themselves. What is chosen by name is not read from a
    place of that name.
    """
    signature = inspect.signature(verb)
    written = {name for name, of in signature.parameters.items() if is_written(of.annotation)}
    read = {name for name, of in signature.parameters.items() if may_be_path(of.annotation)}

    @wraps(verb)
    def checked(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        arguments = signature.bind(*args, **kwargs).arguments
        inputs = [value for name, value in arguments.items() if name in read - written]
        for name in written:
            if (file := arguments.get(name)) is not None:
                atomic_files.refuse_input_as_output(Path(file), _path_arguments(inputs))
        return verb(*args, **kwargs)

    return checked


@overload
def list_names(names: Names) -> Sequence[str]: ...


@overload
def list_names(names: Names | None) -> Sequence[str] | None: ...


def list_names(names: Names | None) -> Sequence[str] | None:
    """Names as a list, of which one may stand alone."""
    return [names] if isinstance(names, str) else names


def _path_arguments(arguments: Iterable[Any]) -> Iterator[Path]:
    """Files and folders among arguments; a task has those that its fingerprint covers."""
    for argument in arguments:
        if isinstance(argument, File):
            yield Path(argument)
        elif isinstance(argument, Mapping):
            yield from _path_arguments(argument.values())
        elif isinstance(argument, Sequence):
            yield from _path_arguments(argument)
        elif isinstance(folder := getattr(argument, "folder", None), Path):
            yield from (folder, *folder.glob("*.json"), *folder.glob("*/*.jsonl"))
        else:
            attributes = (getattr(argument, name, None) for name in ("file", "ledger"))
            yield from (Path(path) for path in attributes if isinstance(path, File))


class Connected:
    """A connection to a graph, made when it is first needed.

    Attributes:
        connect: Opens the connection.
        cache: Folder of what is computed once.
        makes_receipts: Whether answers have receipts, and say whether they are of simulated data;
            servers, which ask often, do without.
    """

    def __init_subclass__(cls) -> None:
        for name, verb in list(vars(cls).items()):
            if not inspect.isfunction(verb) or name.startswith("_"):
                continue
            if any(is_written(of.annotation) for of in inspect.signature(verb).parameters.values()):
                setattr(cls, name, protects_inputs(verb))

    def __init__(
        self,
        connect: "Callable[[], Database]",
        *,
        cache: File | None = None,
        makes_receipts: bool = True,
    ) -> None:
        from scinet.settings import CacheSettings

        self.connect = connect
        self.makes_receipts = makes_receipts
        self._graph: GraphAccess | None = None
        self._read = SingleFlightCache(held=_CACHED_SNAPSHOTS)
        self.cache = CacheSettings().cache if cache is None else Path(cache)

    @cached_property
    def database(self) -> "Database":
        """The connection, for what the methods do not offer."""
        return self.connect()

    def _access(self) -> "GraphAccess":
        """The graph for experiments, whose arrays are read again only once it has changed."""
        from scinet.experiments.graph_access import GraphAccess

        if self._graph is None or self._graph.is_stale:
            self._graph = GraphAccess(lambda: self.database, cache=self.cache)
        return self._graph

    def _arrays(self, before: Day | None) -> "Snapshot":
        """Everything before a day; the last few days of an unchanged graph are not read again."""
        from scinet.graph.db import fingerprint
        from scinet.graph.snapshot import read_snapshot

        day = parse_cutoff(before)
        key = fingerprint.request_fingerprint(self.database), day
        snapshot = self._read(key, lambda: read_snapshot(self.database, day, cache=self.cache))
        if snapshot.graph_fingerprint == key[0]:
            return snapshot
        return read_snapshot(self.database, day, cache=self.cache)  # it changed meanwhile

    def _compute(
        self,
        compute: "Callable[Concatenate[Database, _P], _T]",
        *args: _P.args,
        **options: _P.kwargs,
    ) -> _T:
        """The result of a function of the graph; an incomplete load is warned of."""
        result = compute(self.database, *args, **options)
        self._warn()
        return result

    def _receipt(self, *args: Any, before: date | None) -> dict[str, Any] | None:
        """Return the receipt of an answer, of :func:`scinet.session.receipts.describe_answer`."""
        from scinet.session.receipts import describe_answer

        if not self.makes_receipts:
            return None
        return describe_answer(self.database, *args, before=before)

    def _warn(self) -> None:
        """Say in a line that a load is incomplete."""
        from scinet.graph.db import incomplete_loads

        incomplete_loads.warn_unfinished(self.database)

    def _table(
        self,
        data: "Iterable[Mapping[str, Any]] | Mapping[str, NDArray[Any]]",
        columns: Sequence[str] = (),
        /,
        *,
        before: Day | None,
        **notes: Any,
    ) -> Table:
        """A table that says the day it is of, and whether what it holds is simulated."""
        from scinet.graph.analysis.status import is_simulated

        day = parse_cutoff(before)
        notes["before"] = None if day is None else day.isoformat()
        if self.makes_receipts:
            notes["simulated"] = is_simulated(self.database)
        return Table(data, columns, **notes)

    def _ranked(self, ranking: "IndicatorTable", limit: int | None, before: Day | None) -> Table:
        """The best rows of a ranking."""
        columns = {ranking.key: ranking.ids} | dict(ranking.columns)
        return self._table(
            {name: column[:limit] for name, column in columns.items()},
            before=before,
            snapshot=ranking.snapshot,
            left_out=dict(ranking.left_out),
            notes=list(ranking.notes),
            stored=ranking.stored,
        )
