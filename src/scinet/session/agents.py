"""Verbs for agents: the read tools, and the folder in which an agent is judged."""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, Final

from annotated_types import Ge

from scinet.arguments import OutPath
from scinet.eval.options import TaskArg
from scinet.extension import look_up
from scinet.session.base import Connected, File
from scinet.session.days import Day, parse_cutoff
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.experiments.graph_access import GraphAccess
    from scinet.graph.db.connection import Database
    from scinet.graph.tools import DatedView

_VIEWS: Final = 4  # days whose indexes of words are held at once


class Agents(Connected):
    """Verbs for language models and agents."""

    def __init__(
        self,
        connect: "Callable[[], Database]",
        *,
        cache: File | None = None,
        makes_receipts: bool = True,
    ) -> None:
        super().__init__(connect, cache=cache, makes_receipts=makes_receipts)
        self._viewing = Lock()
        self._viewed: GraphAccess | None = None
        self._views: dict[date | None, DatedView] = {}

    def tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        /,
        *,
        before: Day | None = None,
        offset: Annotated[int, Ge(0)] = 0,
    ) -> Table:
        """Ask one of the read tools that language models are given.

        Args:
            name: Such as ``search_papers``; docs/agents.md lists them.
            arguments: As the tool takes them.
            before: Cut-off day, exclusive; nothing later is seen.
            offset: Rows to leave out, those of the pages before.

        Returns:
            One row per result, texts cut after 1,000 characters. ``attrs["truncated"]`` says
            whether there are more, and ``attrs["note"]`` what the rows do not say.

        Raises:
            NotFoundError: If there is no such tool, or a paper, author or group is not in the graph
                before the day.
            QueryError: If an argument is wrong.
            SchemaError: If nothing is loaded, or a load is unfinished.
        """
        from scinet.graph.tools import TOOLS

        answer = look_up("tool", name, TOOLS).call(
            self._view(parse_cutoff(before)), arguments or {}, offset=offset
        )
        return self._table(answer.rows, truncated=answer.truncated, note=answer.note, before=before)

    def environment(self, *, task: TaskArg, before: Day, out: OutPath) -> dict[str, Any]:
        """Make a folder in which an agent is judged on a task without seeing what came later.

        It holds the network of the day as files to load, the questions that are asked on or after
        it without their truth, and the configuration of a server that is limited to the day and
        writes down each call. Score the log with ``scinet evaluate steps TASK OUT``.

        Args:
            task: A task of the loaded graph.
            before: Cut-off day, exclusive: where the network ends.
            out: Folder to make.

        Returns:
            The numbers of papers and questions, the day, and the fingerprints of task and graph.

        Raises:
            DataError: If the task is of another network, the network ends before the day, or
                no query on or after it.
            NotFoundError: If no paper is dated before the day.
            StorageError: If the folder exists or cannot be written.
        """
        import sys

        from scinet.experiments.environment import make_environment

        command = str(Path(sys.executable).with_name("scinet"))
        whole = self._access().snapshot
        return make_environment(
            task, whole, self.database, parse_cutoff(before), Path(out), command
        )

    def _view(self, before: date | None) -> "DatedView":
        """The graph as of a day, for tools; the latest few are held."""
        from scinet.graph.tools import DatedView

        with self._viewing:
            access = self._access()
            if access is not self._viewed:
                self._views, self._viewed = {}, access
            if (view := self._views.pop(before, None)) is None:
                view = DatedView(access.database, access.before(before))
            self._views[before] = view
            if len(self._views) > _VIEWS:
                del self._views[next(iter(self._views))]
            return view
