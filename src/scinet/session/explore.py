"""Verbs that load, ask and describe: load, query, cypher, status, quality, paths, snapshots."""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal

import pandas as pd

from scinet.graph import guard, identify
from scinet.graph import paths as chains
from scinet.graph import snapshot as arrays
from scinet.graph.dates import date_of
from scinet.graph.engine import Engine
from scinet.graph.load import LoadReport, RemovalReport
from scinet.graph.load import load as load_files
from scinet.graph.load import remove as remove_loads
from scinet.graph.paths.bound import Bound
from scinet.graph.paths.finding import find, members
from scinet.graph.paths.objective import Endpoints, Objective
from scinet.graph.quality import findings
from scinet.graph.query import load as statement
from scinet.graph.simulation.statistics import of_snapshot, simulated_like
from scinet.graph.sources.counts import Table
from scinet.graph.status import status
from scinet.models.questions import answers as questions
from scinet.session.base import Connected, frame
from scinet.session.days import Day, read_day
from scinet.session.found_path import FoundPath
from scinet.session.snapshot import Snapshot


class Explore(Connected):
    """Loading, asking and describing."""

    def load(
        self,
        paths: str | Path | Sequence[str | Path],
        *,
        source: str | None = None,
        kind: str | None = None,
        unknown: Literal["keep", "drop"] | None = None,
        columns: dict[str, str] | None = None,
        read_on: str = "",
        replace: bool = False,
        max_rejected: float = 0.01,
        rejects: str | Path | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> LoadReport:
        """Load files; what each holds is seen from its content.

        Args:
            paths: A file or folder, or several; plain or gzip.
            source: Prefix of all ids, such as ``acl``; that of the format when None.
            kind: Name of the only kind to load, as in ``scinet load --as``.
            unknown: ``keep`` (the default) or ``drop`` cited works that have no record.
            columns: For tables of counts: their own names of ``id``, ``count`` and ``read_on``.
            read_on: For tables of counts: the day of rows that do not state one.
            replace: First remove all that was loaded under the same source.
            max_rejected: Share of bad records above which the load fails, 0 to 1.
            rejects: File for the rejected records.
            progress: Called with the bytes read so far and of all files.

        Returns:
            What was read, loaded, merged and rejected.

        Raises:
            DataError: If a file is in no known format or broken, or too many records are bad.
            SchemaError: If another load is running.
        """
        return load_files(
            self.database,
            paths,
            source=source,
            kind=kind,
            unknown=unknown,
            table=Table(columns or {}, read_on) if columns or read_on else None,
            replace=replace,
            max_rejected=max_rejected,
            rejects=None if rejects is None else Path(rejects),
            progress=progress,
        )

    def remove(
        self,
        target: str | None = None,
        *,
        kind: str | None = None,
        unfinished: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> RemovalReport:
        """Remove what was loaded: the graph is then the one that never had it.

        What other loads brought of the same papers comes back.

        Args:
            target: A source, such as ``mine``; or one load, by its name in :meth:`status`.
            kind: Remove only loads of this kind, as in ``scinet load --as``.
            unfinished: Remove instead what loads stored that have not ended.
            progress: Called with the number of records taken back and of all.

        Returns:
            What the graph lost by kind, the loads, and the fingerprint.

        Raises:
            NotFoundError: If nothing was loaded under that name.
            SchemaError: If a load is running, or an earlier version loaded the graph.
            ValueError: Unless either a target or ``unfinished`` is given.
        """
        return remove_loads(
            self.database, target, kind=kind, unfinished=unfinished, progress=progress
        )

    def ask(self, question: str, *, before: Day | None = None) -> pd.DataFrame:
        """Answer a question in plain words, such as ``five most cited papers on parsing``.

        Args:
            question: What someone wants to know of papers or authors, with names as people
                write them.
            before: Cut-off day, exclusive.

        Returns:
            One row per result. ``attrs["readings"]`` says how the question was read, in a line
            each, and ``attrs["statements"]`` which statements answer that, as pairs of a name and
            parameters for :meth:`query`. Of a question that can be read in two ways the column
            ``reading`` tells the answers apart; one that cannot be read is searched by its words.

        Raises:
            SchemaError: If nothing is loaded.
            DataError: If ``before`` is not a day.
        """
        found = questions.ask(self.database, question, read_day(before), cache=self.cache)
        several = len(found) > 1
        table = frame(
            {"reading": one.reading, **row} if several else row for one in found for row in one.rows
        )
        table.attrs["readings"] = [one.reading for one in found]
        table.attrs["statements"] = [(one.statement, one.params) for one in found]
        return table

    def query(self, name: str, /, **params: Any) -> pd.DataFrame:
        """Ask a named statement.

        Args:
            name: Such as ``ego/citations``, or a ``.cypher`` file; ``scinet query`` lists them.
            **params: As its header declares. Papers, authors and venues are named as on the
                command line; ``paper`` may be written for ``paper_id``, and so on.

        Returns:
            One row per result, the columns of the statement's header even when there is none.

        Raises:
            QueryError: If the statement or a parameter is unknown.
            NotFoundError: If a paper, author or venue is not in the graph.
            DataError: If ``before`` is not a day.
        """
        known = statement(name)
        if "before" in known.params and "before" in params:
            params["before"] = read_day(params["before"])
        values = identify.bind(self.database, known, params)
        return frame(self.database.read_text(known.text, params=values), known.returns)

    def cypher(
        self,
        statement: str,
        /,
        params: dict[str, Any] | None = None,
        *,
        timeout_s: float = 10.0,
        limit: int | None = None,
    ) -> pd.DataFrame:
        """Ask any statement that only reads.

        Args:
            statement: One statement in Cypher.
            params: Values of its parameters.
            timeout_s: Seconds until the server gives up.
            limit: Rows at most; None for all.

        Returns:
            One row per result; ``attrs["truncated"]`` says whether there are more.

        Raises:
            QueryError: If the statement writes, is malformed or takes too long.
        """
        most = 10**9 if limit is None else limit
        found = guard.ask(self.database, statement, params=params, timeout_s=timeout_s, limit=most)
        table = frame(found.rows)
        table.attrs["truncated"] = found.truncated
        return table

    def status(self) -> dict[str, Any]:
        """Counts, fingerprint, versions and loads of the graph."""
        return status(self.database)

    def quality(self, *, examples: int = 5) -> pd.DataFrame:
        """What is doubtful in the loaded network, one row per check.

        Raises:
            SchemaError: If nothing is loaded, or a load is unfinished.
        """
        found = findings(self.database, examples=examples, cache=self.cache)
        return frame(one.as_dict() for one in found)

    def statistics(self, *, before: Day | None = None, simulated: bool = False) -> pd.DataFrame:
        """Citations, ages, clustering and teams of the network, one row per statistic.

        Args:
            before: Cut-off day, exclusive.
            simulated: Also those of a SIMULATED network of as many papers and references each.
        """
        past = self._arrays(read_day(before))
        rows = pd.DataFrame({"network": of_snapshot(past)})
        if simulated:
            rows["simulated"] = pd.Series(simulated_like(past))
        return rows.rename_axis("statistic")

    def snapshot(self, before: Day | None = None) -> Snapshot:
        """Everything dated before a day, as arrays; stored on disk for the next time.

        Args:
            before: Cut-off day, exclusive; None for everything that has a date.

        Raises:
            DataError: If ``before`` is not a day.
            SchemaError: If nothing is loaded, or a load is unfinished.
        """
        return Snapshot.of(self._arrays(read_day(before)))

    def path(
        self,
        a: str,
        b: str,
        *,
        by: str = "paper",
        max_hops: Bound = "shortest+2",
        shortest: bool = False,
        objective: Objective = "sum",
        endpoints: Endpoints = "include",
        before: Day | None = None,
        weights_before: Day | None = None,
        engine: Engine | None = None,
    ) -> FoundPath:
        """The most cited path of references between two papers, or from one's work to another's.

        Args:
            a: A paper; with ``by`` an author, venue, community or field where it may start.
            b: Another paper, or whose later papers it may lead to.
            by: What the two are: ``paper``, ``author``, ``venue``, ``community`` or a level of
                fields.
            max_hops: Most steps; None for no bound, ``shortest+2`` for two more than the shortest.
            shortest: Only shortest paths.
            objective: ``sum`` or ``mean`` of the citations of the papers.
            endpoints: ``include`` or ``exclude`` the two end papers.
            before: Cut-off day, exclusive.
            weights_before: Count citations before this day only.
            engine: ``database`` or ``arrays``; chosen when None.

        Raises:
            NotFoundError: If there is no such paper, author or group before the day.
            DataError: If options do not go together.
        """
        day = read_day(before)
        found = find(
            self.database,
            a,
            b,
            by=by,
            max_hops=max_hops,
            shortest_only=shortest,
            objective=objective,
            endpoints=endpoints,
            before=day,
            weights_before=read_day(weights_before),
            engine=engine,
            cache=self.cache,
        ).path
        past = self._arrays(day)
        return FoundPath(
            found.papers, _titled(past, found.papers, citations=found.citations), found
        )

    def paths(
        self,
        a: str,
        b: str,
        *,
        max_hops: Bound = "shortest+2",
        limit: int = 100,
        before: Day | None = None,
    ) -> pd.DataFrame:
        """All paths of references between two papers, shorter ones first.

        Args:
            a: A paper.
            b: Another, in any order of time.
            max_hops: As in :meth:`path`.
            limit: Most paths.
            before: Cut-off day, exclusive.

        Returns:
            Columns ``hops`` and ``papers``; ``attrs["truncated"]`` says whether there are more.
        """
        ends = [identify.paper(self.database, one) for one in (a, b)]
        past = self._arrays(read_day(before))
        found, truncated = chains.all_paths(past, *ends, max_hops=max_hops, limit=limit)
        rows = [{"hops": len(chain) - 1, "papers": chain} for chain in found]
        table = frame(rows, ["hops", "papers"])
        table.attrs["truncated"] = truncated
        return table

    def main_path(
        self,
        *,
        community: str | None = None,
        venue: str | None = None,
        kind: chains.Kind = "global",
        before: Day | None = None,
    ) -> FoundPath:
        """The main path of a literature: the citations that most chains of knowledge pass through.

        Args:
            community: Only papers of this stored community, by name or id.
            venue: Only papers of this venue.
            kind: ``global``, ``local`` or ``key-route``.
            before: Cut-off day, exclusive.

        Raises:
            NotFoundError: If there is no such group before the day.
            ValueError: If both groups are given.
        """
        if community is not None and venue is not None:
            raise ValueError("give a community or a venue, not both")
        past = self._arrays(read_day(before))
        papers = None
        if community is not None:
            papers = members(self.database, past, "community", community)[1]
        elif venue is not None:
            papers = members(self.database, past, "venue", venue)[1]
        found = chains.main_path(past, papers=papers, kind=kind)
        shares = [None, *found.spc] if found.papers else []
        return FoundPath(found.papers, _titled(past, found.papers, spc=shares), found)

    def _arrays(self, before: date | None) -> arrays.Snapshot:
        return arrays.read(self.database, before, cache=self.cache)


def _titled(past: arrays.Snapshot, papers: Sequence[str], **columns: Sequence[Any]) -> pd.DataFrame:
    places = [past.index(paper) for paper in papers]
    return pd.DataFrame(
        {
            "paper_id": list(papers),
            "year": [date_of(int(past.day[i])).year for i in places],
            "title": [past.title[i] for i in places],
            **{name: list(values) for name, values in columns.items()},
        }
    )
