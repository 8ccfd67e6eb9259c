"""How papers, authors, venues and fields are joined by references: verbs of the graph."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from scinet.errors import DataError
from scinet.graph.db.engine import Engine
from scinet.graph.schema.choices import Bound, Endpoints, MainPathKind, Objective
from scinet.graph.search import identify
from scinet.session.base import Connected, Count
from scinet.session.days import Day, parse_cutoff
from scinet.session.found_path import FoundPath
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.graph.paths import BestPath, MainPath

_Details = TypeVar("_Details", bound="BestPath | MainPath")


class Paths(Connected):
    """Verbs that follow references."""

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
    ) -> "FoundPath[BestPath]":
        """The most cited path of references between two papers, from the earlier to the later.

        Each hop goes to a paper dated strictly later. The path with the most citations in total
        wins, or with the most per paper. With ``by`` it leads from any paper of A to any later
        paper of B; papers that both share are counted, and make no path. The database answers for
        papers and authors.

        Args:
            a: A paper; with ``by`` an author, venue, community or field where it may start.
            b: Another; two papers are put in time order.
            by: What the two are: ``paper``, ``author``, ``venue``, ``community``, ``domain``,
                ``field``, ``subfield`` or ``topic``.
            max_hops: Most hops; None for no bound, ``shortest+2`` for two more than the shortest.
            shortest: Only shortest paths.
            objective: ``sum`` or ``mean`` of the citations of the papers.
            endpoints: ``include`` or ``exclude`` the two end papers.
            before: Cut-off day, exclusive; nothing later is seen.
            weights_before: Count citations before this day only.
            engine: ``database`` or ``arrays``; chosen unless given.

        Raises:
            NotFoundError: If there is no such paper, author or group before the day.
            DataError: If options do not go together.
        """
        from scinet.graph.paths.lookup import find_path

        result = self._compute(
            find_path,
            a,
            b,
            by=by,
            max_hops=max_hops,
            shortest_only=shortest,
            objective=objective,
            endpoints=endpoints,
            before=parse_cutoff(before),
            weights_before=parse_cutoff(weights_before),
            engine=engine,
            cache=self.cache,
        )
        path, ends = result.path, (result.source_id, result.target_id)
        return self._path(path, before, ends, citations=path.citations)

    def paths(
        self,
        a: str,
        b: str,
        *,
        max_hops: Bound = "shortest+2",
        limit: Count = 100,
        before: Day | None = None,
    ) -> Table:
        """All paths of references between two papers, shorter ones first.

        Args:
            a: A paper.
            b: Another, in any order of time.
            max_hops: Most hops; None for no bound, ``shortest+2`` for two more than the shortest.
            limit: Most paths.
            before: Cut-off day, exclusive; nothing later is seen.

        Returns:
            Columns ``hops`` and ``papers``; ``attrs["truncated"]`` says whether there are more.
        """
        from scinet.graph.paths import all_paths

        day = parse_cutoff(before)
        ends = [identify.identify(self.database, "paper", end, before=day) for end in (a, b)]
        chains, truncated = all_paths(self._arrays(before), *ends, max_hops=max_hops, limit=limit)
        rows = [{"hops": len(chain) - 1, "papers": chain} for chain in chains]
        return self._table(rows, ["hops", "papers"], truncated=truncated, before=before)

    def main_path(
        self,
        *,
        community: str | None = None,
        venue: str | None = None,
        kind: MainPathKind = "global",
        before: Day | None = None,
    ) -> "FoundPath[MainPath]":
        """The main path of a literature: the citations that most chains of references pass through.

        Args:
            community: Only papers of this stored community, by name or id.
            venue: Only papers of this venue.
            kind: Which way it is followed: ``global``, ``local`` or ``key-route``.
            before: Cut-off day, exclusive; nothing later is seen.

        Raises:
            NotFoundError: If there is no such group before the day.
            DataError: If both groups are given.
        """
        from scinet.graph.paths import main_path
        from scinet.graph.paths.lookup import group_members

        groups = {"community": community, "venue": venue}
        named = [(by, name) for by, name in groups.items() if name is not None]
        if len(named) > 1:
            raise DataError(f"{community} and {venue}", hint="Give a community or a venue.")
        past = self._arrays(before)
        papers = None
        for by, name in named:
            papers = group_members(self.database, past, by, name)[1]
        result = main_path(past, papers=papers, kind=kind)
        return self._path(result, before, spc=[None, *result.spc] if result.papers else [])

    def _path(
        self,
        details: _Details,
        before: Day | None,
        ends: tuple[str, ...] = (),
        **columns: Sequence[Any],
    ) -> FoundPath[_Details]:
        """A path with the days and titles of its papers."""
        from scinet.graph.search.find import describe_by_id

        papers = details.papers
        known = describe_by_id(self.database, "paper", papers, None)
        rows = [
            {
                "paper_id": paper,
                "year": known[paper]["date"].year,
                "date": known[paper]["date"],
                "title": known[paper]["title"],
                **{name: values[place] for name, values in columns.items()},
            }
            for place, paper in enumerate(papers)
        ]
        names = ("paper_id", "year", "date", "title", *columns)
        return FoundPath(papers, self._table(rows, names, before=before), details, ends)
