"""Verbs that compute on the network: communities, links and embeddings."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from annotated_types import Ge

from scinet.arguments import OutPath
from scinet.errors import DataError
from scinet.graph.db.engine import Engine
from scinet.graph.schema.choices import Network
from scinet.session.base import Connected, Count, Names, Seed, list_names
from scinet.session.days import Day, parse_cutoff
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.graph.analysis.paper_map import CitationMap

_GROUPS = (
    *("group_id", "community", "community_name", "since", "until", "papers"),
    *("citations", "paper_id", "title", "inside"),
)
_CO_CITED = ("paper_id", "title", "date", "citations", "co_citations")


class Compute(Connected):
    """Verbs that compute on the network: communities, links, maps, embeddings."""

    def communities(
        self,
        *,
        before: Day | None = None,
        mix: str = "citation",
        follow: Day | None = None,
        resolution: Annotated[float, Ge(0.01)] = 1.0,
        seed: Seed = 0,
        min_size: Count = 10,
    ) -> Table:
        """Find communities of papers by Leiden, name them by characteristic words and store them.

        They become (:Paper)-[:IN_COMMUNITY]->(:Community {before, mix, resolution, seed}). With
        ``follow`` a community has the lineage_id of the earlier one that it continues; what split,
        merged or ended is listed.

        Args:
            before: Cut-off day, exclusive; nothing later is seen.
            mix: What joins papers: weights, such as ``citation=1,coupling=0.5,co-citation=1``.
            follow: Earlier day whose stored communities these continue.
            resolution: Larger values give more and smaller communities.
            seed: Seed of the method; it is stored.
            min_size: Smaller groups are left out.

        Returns:
            Columns ``community_id``, ``papers``, ``name``, ``mix`` and ``lineage_id``; with
            ``follow`` also ``change``, ``related_id`` and ``overlap``. ``attrs`` has the number of
            papers ``outside`` all of them, of ``papers``.

        Raises:
            DataError: If the mix is wrong, or nothing is stored of the earlier day.
            SchemaError: If the server has no Graph Data Science.
        """
        from scinet.graph.communities import find_and_store

        result = self._compute(
            find_and_store,
            before=parse_cutoff(before),
            mix=mix,
            follow_from=parse_cutoff(follow),
            resolution=resolution,
            seed=seed,
            min_size=min_size,
            cache=self.cache,
        )
        return self._table(
            result.rows(), outside=result.outside, papers=result.papers, before=before
        )

    def namesakes(
        self,
        *,
        kind: Literal["namesakes", "splits"] = "namesakes",
        before: Day | None = None,
        limit: Count | None = None,
    ) -> Table:
        """List authors whose ids may be wrong, with what speaks for it.

        Namesakes are ids whose papers fall into groups without a common co-author, venue or
        citation. Splits are pairs of ids whose names may be one person's, who wrote with the same
        people and never together.

        Args:
            kind: ``namesakes``, or ``splits``.
            before: Cut-off day, exclusive; nothing later is seen.
            limit: Rows at most.

        Returns:
            Of namesakes ``author_id``, ``name``, ``papers`` and their ``groups``, each with
            ``papers``, ``first`` and ``last`` year, an ``example``, ``venues`` and ``co_authors``;
            of splits both ids with their names and papers, the number of ``shared`` co-authors and
            some of these. ``attrs["found"]`` says how many there are without the limit.
        """
        from scinet.graph.analysis import namesakes

        rows = getattr(namesakes, kind)(self._arrays(before))
        return self._table(rows[:limit], found=len(rows), before=before)

    def links(
        self,
        pairs: Sequence[tuple[str, str]],
        *,
        network: Network = "coauthor",
        before: Day | None = None,
        engine: Engine = "arrays",
    ) -> Table:
        """Every feature of pairs of authors or papers that may be linked, in the order given.

        Args:
            pairs: Two authors or papers each.
            network: What joins papers, or ``coauthor`` for authors.
            before: Cut-off day, exclusive; nothing later is seen.
            engine: ``arrays``, or ``database``, which has no Katz and no walks.

        Raises:
            NotFoundError: If one is not in the graph before the day.
            DataError: If a pair names one twice.
        """
        from scinet.graph.links.tables import feature_rows

        return self._table(
            self._compute(
                feature_rows,
                pairs,
                network=network,
                before=parse_cutoff(before),
                engine=engine,
                cache=self.cache,
            ),
            before=before,
        )

    def candidates(
        self,
        source: str,
        *,
        network: Network = "coauthor",
        by: str = "personalised_pagerank",
        unlinked: bool = False,
        before: Day | None = None,
        limit: Count | None = None,
    ) -> Table:
        """Rank candidates for link prediction of a node, with every feature.

        Args:
            source: An author or a paper.
            network: What joins papers, or ``coauthor`` for authors.
            by: The feature that ranks, such as ``adamic_adar``, ``katz`` or ``author_walk``.
            unlinked: Leave out those who are linked already.
            before: Cut-off day, exclusive; nothing later is seen.
            limit: Rows at most.

        Returns:
            One row per candidate; ``attrs["found"]`` says how many there are without the limit.

        Raises:
            NotFoundError: If the source is not in the graph before the day.
            DataError: If the network has no such feature.
        """
        from scinet.graph.links.tables import candidate_rows

        rows = self._compute(
            candidate_rows,
            source,
            network=network,
            by=by,
            unlinked=unlinked,
            before=parse_cutoff(before),
            cache=self.cache,
        )
        return self._table(rows[:limit], found=len(rows), before=before)

    def map(
        self,
        papers: Names,
        *,
        around: Annotated[int, Ge(0)] = 40,
        grow: Sequence[str] = (),
        add: Sequence[str] = (),
        without: Sequence[str] = (),
        before: Day | None = None,
    ) -> Table:
        """A map around papers: those that are joined with them most, and who cites whom.

        Papers are joined by citing one another, by being cited together and by shared references;
        the sum of the counts decides, of equal ones the earlier paper is taken. Communities are
        found by Leiden among the papers of the map alone.

        Args:
            papers: A paper by id, DOI or title, or several.
            around: How many papers are added.
            grow: Papers that are on the map too, with the most cited 20 of their references and
                citing papers.
            add: Papers that are on the map too.
            without: Papers that are not on it.
            before: Cut-off day, exclusive; nothing later is seen.

        Returns:
            One row per paper in time order: ``paper_id``, ``title``, ``date`` and ``first_date``
            (between which it appeared), ``authors``, ``citations``, ``co_citations`` and
            ``shared_references`` with ``papers``, whether it is ``given`` as one of them,
            ``community`` (0 for none) and ``community_name``. ``attrs["citations"]`` lists pairs of
            a citing and a cited paper, ``attrs["unknown"]`` names that no dated paper has.

        Raises:
            NotFoundError: If none of ``papers`` is in the graph, with a date, before the day.
        """
        paper_map = self._around(papers, before, around=around, grow=grow, add=add, without=without)
        return self._table(
            paper_map.rows, citations=paper_map.citations, unknown=paper_map.unknown, before=before
        )

    def map_groups(
        self,
        papers: Names,
        *,
        around: Annotated[int, Ge(0)] = 40,
        grow: Sequence[str] = (),
        add: Sequence[str] = (),
        without: Sequence[str] = (),
        alone: Sequence[str] = (),
        before: Day | None = None,
    ) -> Table:
        """A map around papers in groups: by community and span of years, and who cites whom.

        The eight largest communities have groups of their own, all other papers share theirs. The
        up to seven spans are whole years with about as many papers each. Papers that the map is
        around are in no group.

        Args:
            papers: A paper by id, DOI or title, or several.
            around: How many papers are added.
            grow: As in ``map``.
            add: As in ``map``.
            without: As in ``map``.
            alone: Ids of further papers that are in no group.
            before: Cut-off day, exclusive; nothing later is seen.

        Returns:
            One row per group: ``group_id``, ``community`` (0 for all but the eight largest),
            ``community_name``, ``since`` and ``until`` (years), ``papers``, their ``citations``,
            ``inside`` (citations among them), ``paper_id`` and ``title`` of the most cited.
            ``attrs["citations"]`` lists a citing and a cited group, or paper that is in none, and
            how many citations; ``attrs["members"]`` has the ids of the papers of each group, the
            most cited first, ``attrs["alone"]`` those in none, ``attrs["unknown"]`` names that no
            dated paper has.

        Raises:
            NotFoundError: If none of ``papers`` is in the graph, with a date, before the day.
        """
        from scinet.graph.analysis.map_groups import group_map

        paper_map = self._around(papers, before, around=around, grow=grow, add=add, without=without)
        groups = group_map(paper_map.rows, paper_map.citations, alone)
        members = {
            group: [row["paper_id"] for row in rows] for group, rows in groups.members.items()
        }
        return self._table(
            groups.rows,
            _GROUPS,
            citations=groups.citations,
            members=members,
            alone=[row["paper_id"] for row in groups.alone],
            unknown=paper_map.unknown,
            before=before,
        )

    def _around(self, papers: Names, before: Day | None, **how: Any) -> "CitationMap":
        from scinet.graph.analysis.paper_map import map_papers

        return self._compute(
            map_papers, list_names(papers), before=parse_cutoff(before), cache=self.cache, **how
        )

    def co_cited(self, papers: Names, *, before: Day | None = None, limit: Count = 20) -> Table:
        """Papers that are cited together with any of some papers most often, not among them.

        Args:
            papers: A paper by id, DOI or title, or several; those without a date are passed over.
            before: Cut-off day, exclusive; nothing later is seen.
            limit: Rows at most.

        Returns:
            Columns ``paper_id``, ``title``, ``date``, ``citations`` and ``co_citations``: how often
            a paper is cited together with one of them, summed over them.
        """
        from scinet.graph.analysis.paper_map import co_cited

        rows = self._compute(
            co_cited, list_names(papers), before=parse_cutoff(before), limit=limit, cache=self.cache
        )
        return self._table(rows, _CO_CITED, before=before)

    def embeddings(
        self,
        method: Literal["fastrp", "node2vec"] = "fastrp",
        *,
        dimensions: Count = 128,
        seed: Seed = 0,
        before: Day | None = None,
        out: OutPath | None = None,
    ) -> Table:
        """Papers as vectors by their citations before a day; rows are those of a snapshot of it.

        Args:
            method: ``fastrp`` or ``node2vec``, by Graph Data Science.
            dimensions: Length of a vector.
            seed: Equal seeds repeat, in any copy of the graph.
            before: Cut-off day, exclusive; nothing later is seen.
            out: File to write: .npy, or .parquet with the ids.

        Returns:
            Columns ``paper_id`` and ``0`` to the last dimension.

        Raises:
            DataError: If the name of the file ends otherwise.
            SchemaError: If the server has no Graph Data Science.
        """
        from scinet.graph.gds.embeddings import embed, save_embeddings

        file = None if out is None else Path(out)
        if file is not None and file.suffix not in {".npy", ".parquet"}:
            raise DataError(f"--out {file}", hint="Its name ends with .npy or .parquet.")
        past = self._arrays(before)
        rows = embed(self.database, past, method, dimensions=dimensions, seed=seed)
        if file is not None:
            save_embeddings(file, past.paper_id, rows)
        vectors = {str(number): column for number, column in enumerate(rows.T)}
        return self._table(
            {"paper_id": past.paper_id, **vectors},
            before=before,
            graph_fingerprint=past.graph_fingerprint,
        )
