"""What every verb of a graph goes by: the connection, the cache, arrays and tables.

The verbs import what they need when they are called, so that a command line can read their
signatures at once.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, ParamSpec, TypeAlias, TypeVar

from annotated_types import Ge

from scinet import atomic_files
from scinet.errors import DataError
from scinet.session.days import Day, parse_cutoff
from scinet.single_flight import SingleFlightCache

if TYPE_CHECKING:
    import pandas as pd

    from scinet.experiments.graph_access import GraphAccess
    from scinet.graph.db.connection import Database
    from scinet.graph.indicators.table import IndicatorTable
    from scinet.graph.snapshot import Snapshot

Count: TypeAlias = Annotated[int, Ge(1)]
Seed: TypeAlias = Annotated[int, Ge(0)]
Names: TypeAlias = str | Sequence[str]
File: TypeAlias = str | Path

_DAYS: Final = frozenset({"before", "since", "follow_from", "weights_before"})
_NAMES: Final = frozenset({"papers", "authors"})
_CACHED_SNAPSHOTS: Final = 4  # days whose arrays stay open
_TEXT: Final = re.compile(r"\b(str|Literal)\b")
_PLACE: Final = re.compile(r"\b(Path|File|Any)\b")


_P = ParamSpec("_P")
_T = TypeVar("_T")


def protects_inputs(output: str = "out") -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Have a verb refuse to write, to the place that this parameter names, over what it reads.

    Methods of :class:`scinet.Graph` with a parameter ``out`` do so by themselves. What is chosen by
    name is not read from a place of that name.
    """

    def careful(verb: Callable[_P, _T]) -> Callable[_P, _T]:
        signature = inspect.signature(verb)
        choices = {name for name, parameter in signature.parameters.items() if is_choice(parameter)}

        @wraps(verb)
        def checked(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            arguments = dict(signature.bind(*args, **kwargs).arguments)
            if (place := arguments.pop(output, None)) is not None:
                read = (value for name, value in arguments.items() if name not in choices)
                atomic_files.refuse_input_as_output(Path(place), _path_arguments(read))
            return verb(*args, **kwargs)

        return checked

    return careful


def is_choice(parameter: inspect.Parameter) -> bool:
    """Whether a parameter takes text that is a name, by its annotation, and never a path."""
    annotation = str(parameter.annotation)
    return bool(_TEXT.search(annotation)) and not _PLACE.search(annotation)


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


def _mark_cutoff(verb: Callable[..., _T]) -> Callable[..., _T]:
    """Have a table that a verb answers with say the day, and whether what it holds is simulated."""
    signature = inspect.signature(verb)

    @wraps(verb)
    def answered(graph: "Connected", /, *args: Any, **kwargs: Any) -> _T:
        answer = verb(graph, *args, **kwargs)
        arguments = signature.bind(graph, *args, **kwargs).arguments
        graph._about(  # noqa: SLF001
            answer, arguments.get("before", _cutoff_parameter(arguments.get("params") or {}))
        )
        return answer

    return answered


def _cutoff_parameter(params: Mapping[str, Any]) -> date | None:
    """The day among the parameters of a statement; in one's own, ``before`` may be anything."""
    day = params.get("before")
    with suppress(DataError):
        return parse_cutoff(day) if isinstance(day, str | date) else None
    return None


class Connected:
    """A connection to a graph, made when it is first needed.

    Attributes:
        connect: Opens the connection.
        cache: Folder of what is computed once.
        makes_receipts: Whether answers have receipts; pages show none, and ask often.
    """

    makes_receipts = True

    def __init_subclass__(cls) -> None:
        for name, verb in list(vars(cls).items()):
            if not inspect.isfunction(verb) or name.startswith("_"):
                continue
            takes = inspect.signature(verb).parameters
            if "out" in takes:
                verb = protects_inputs()(verb)
            if "before" in takes or "params" in takes:
                verb = _mark_cutoff(verb)
            setattr(cls, name, verb)

    def __init__(self, connect: "Callable[[], Database]", *, cache: File | None = None) -> None:
        from scinet.settings import CacheSettings

        self.connect = connect
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

    def _ask(self, compute: Callable[..., Any], *args: Any, **how: Any) -> Any:
        """What is computed on the graph; days and names are read as people write them."""
        read = {
            name: parse_cutoff(value)
            if name in _DAYS
            else [value]
            if name in _NAMES and isinstance(value, str)
            else value
            for name, value in how.items()
        }
        answer = compute(self.database, *args, **read, cache=self.cache)
        self._warn()
        return answer

    def _about(self, answer: Any, before: Day | None) -> None:
        """Write in ``attrs`` of a table, or of that of a path, what a figure of it has to say."""
        import pandas as pd

        from scinet.graph.analysis.status import is_simulated

        table = getattr(answer, "table", answer)
        if isinstance(table, pd.DataFrame):
            day = parse_cutoff(before)
            table.attrs["before"] = None if day is None else day.isoformat()
            table.attrs["simulated"] = is_simulated(self.database)

    def _receipt(self, *args: Any, before: date | None) -> dict[str, Any] | None:
        """What an answer rests on, as :func:`scinet.session.receipts.describe_answer` has it."""
        from scinet.session.receipts import describe_answer

        if not self.makes_receipts:
            return None
        return describe_answer(self.database, *args, before=before)

    def _warn(self) -> None:
        """Say in a line that a load is incomplete."""
        from scinet.graph.db import incomplete_loads

        incomplete_loads.warn_unfinished(self.database)

    def _frame(
        self, rows: Iterable[Mapping[str, Any]], columns: Sequence[str] = (), **attrs: Any
    ) -> "pd.DataFrame":
        """Rows as a table, with the columns even where there is no row."""
        import pandas as pd

        frame = pd.DataFrame([dict(row) for row in rows], columns=list(columns) or None)
        frame.attrs.update(attrs)
        return frame

    def _ranked(
        self, limit: int | None, compute: Callable[..., "IndicatorTable"], *args: Any, **how: Any
    ) -> "pd.DataFrame":
        """The best rows of a table that is computed on the graph."""
        return self._ranking(self._ask(compute, *args, **how), limit)

    def _ranking(self, table: "IndicatorTable", limit: int | None) -> "pd.DataFrame":
        """A table of indicators; what a reader has to know stands in ``attrs``."""
        import pandas as pd

        data: dict[str, Any] = {table.key: table.ids[:limit]}
        data |= {name: column[:limit] for name, column in table.columns.items()}
        frame = pd.DataFrame(data)
        frame.attrs = {"left_out": dict(table.left_out), "notes": list(table.notes)}
        return frame
