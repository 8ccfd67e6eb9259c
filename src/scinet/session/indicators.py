"""Verbs that compute indicators of papers and authors."""

from typing import Annotated

from annotated_types import Ge, Le

from scinet.graph.db.engine import Engine
from scinet.graph.schema.choices import Centrality, Level, Network, OpenWindows
from scinet.session.base import Connected, Count, Names, Seed, list_names
from scinet.session.days import Day, parse_cutoff
from scinet.session.table import Table


class Indicators(Connected):
    """Numbers about papers and authors.

    Every table ranks: the best row comes first. ``attrs`` of a table says what was left out.
    """

    def disruption(
        self,
        *,
        papers: Names | None = None,
        before: Day | None = None,
        window_years: Count | None = 5,
        windows: Count | None = None,
        window_days: Count | None = None,
        least: Count | None = None,
        open_windows: OpenWindows | None = None,
        engine: Engine | None = None,
        write: bool = False,
        limit: Count | None = None,
    ) -> Table:
        """Disruption of papers: the counts, CD and DI, most disruptive first.

        Rows are in order of di, then of citing papers. A paper without later citations has no di.

        Args:
            papers: A paper by id, DOI or title, or several; all unless given.
            before: Cut-off day, exclusive; nothing later is seen.
            window_years: Calendar years after the paper in which citing papers count; None for all.
            windows: All windows of 1 to so many years, a row for each, instead.
            window_days: Days instead of years, to compare with other programs.
            least: Shared references that n_j asks for: 5 makes cd DI5, di DI5 without n_k.
            open_windows: Papers whose window ends after the last day that is covered: ``marked``
                or ``left_out``; unless given, a ranking of all leaves them out, with their number.
            engine: ``database`` or ``arrays``; chosen by the number of papers unless given.
            write: Also store the numbers on the papers, as cd_5 for 5 years, with window_open_5
                where more may come, as cd for all; not with ``before``, which the property does
                not name.
            limit: Rows at most.

        Returns:
            Columns ``paper_id``, ``n_i``, ``n_j``, ``n_k``, ``cd``, ``di`` and, with a window,
            ``window_open``: it ends after the cut-off day, or after the last day that the network
            covers, so that more may come. A ranking of all
            leaves out papers without a reference to an earlier paper of the network, which have
            nothing to disrupt; ``attrs`` says how many.

        Raises:
            NotFoundError: If a paper is not in the graph before the day.
            DataError: If options do not go together.
        """
        from scinet.graph.indicators.tables import disruption_table

        return self._ranked(
            self._compute(
                disruption_table,
                papers=list_names(papers),
                before=parse_cutoff(before),
                window_years=window_years,
                windows=windows,
                window_days=window_days,
                least=least,
                open_windows=open_windows,
                engine=engine,
                write=write,
                cache=self.cache,
            ),
            limit,
            before,
        )

    def citations(
        self,
        *,
        papers: Names | None = None,
        before: Day | None = None,
        since: Day | None = None,
        window_years: Count | None = None,
        open_windows: OpenWindows | None = None,
        engine: Engine | None = None,
        write: bool = False,
        limit: Count | None = None,
    ) -> Table:
        """Citations of papers as of a day, from a day on or in their first years, most cited first.

        Args:
            papers: A paper by id, DOI or title, or several; all unless given.
            before: Cut-off day, exclusive; nothing later is seen.
            since: First day on which citing papers count.
            window_years: Only the first calendar years after the paper.
            open_windows: Papers whose window ends after the last day that is covered: ``marked``
                or ``left_out``; unless given, a ranking of all leaves them out, with their number.
            engine: ``database`` or ``arrays``; chosen by the number of papers unless given.
            write: Also store the numbers on the papers; not with ``before``.
            limit: Rows at most.
        """
        from scinet.graph.indicators.tables import citation_table

        return self._ranked(
            self._compute(
                citation_table,
                papers=list_names(papers),
                before=parse_cutoff(before),
                since=parse_cutoff(since),
                window_years=window_years,
                open_windows=open_windows,
                engine=engine,
                write=write,
                cache=self.cache,
            ),
            limit,
            before,
        )

    def normalised(
        self,
        *,
        by: str = "venue",
        window_years: Count | None = None,
        open_windows: OpenWindows | None = None,
        papers: Names | None = None,
        before: Day | None = None,
        write: bool = False,
        limit: Count | None = None,
    ) -> Table:
        """Citations against papers of the same group and year: score, percentile, top 10 %.

        Args:
            by: What papers are compared within: ``venue``, ``community``, ``domain``, ``field``,
                ``subfield`` or ``topic``.
            window_years: Only citations in so many years after the paper.
            open_windows: Papers whose window ends after the last day that is covered: ``marked``
                or ``left_out``; unless given, a ranking of all leaves them out, with their number.
            papers: A paper by id, DOI or title, or several; all unless given.
            before: Cut-off day, exclusive; nothing later is seen.
            write: Also store the numbers on the papers; not with ``before``.
            limit: Rows at most.
        """
        from scinet.graph.indicators.tables import normalised_table

        return self._ranked(
            self._compute(
                normalised_table,
                by=by,
                window_years=window_years,
                open_windows=open_windows,
                papers=list_names(papers),
                before=parse_cutoff(before),
                write=write,
                cache=self.cache,
            ),
            limit,
            before,
        )

    def sleeping_beauties(
        self,
        *,
        papers: Names | None = None,
        before: Day | None = None,
        write: bool = False,
        limit: Count | None = None,
    ) -> Table:
        """Papers that slept before they were cited: beauty coefficient, awakening and peak.

        Args:
            papers: A paper by id, DOI or title, or several; all unless given.
            before: Cut-off day, exclusive; nothing later is seen.
            write: Also store the numbers on the papers; not with ``before``.
            limit: Rows at most.
        """
        from scinet.graph.indicators.tables import sleeping_table

        return self._ranked(
            self._compute(
                sleeping_table,
                papers=list_names(papers),
                before=parse_cutoff(before),
                write=write,
                cache=self.cache,
            ),
            limit,
            before,
        )

    def reference_age(
        self,
        *,
        cited: bool = False,
        papers: Names | None = None,
        before: Day | None = None,
        limit: Count | None = None,
    ) -> Table:
        """How old the references of papers are, oldest median first; recent_share: the Price index.

        Args:
            cited: Ages of the paper when it was cited, instead.
            papers: A paper by id, DOI or title, or several; all unless given.
            before: Cut-off day, exclusive; nothing later is seen.
            limit: Rows at most.
        """
        from scinet.graph.indicators.tables import age_table

        return self._ranked(
            self._compute(
                age_table,
                cited=cited,
                papers=list_names(papers),
                before=parse_cutoff(before),
                cache=self.cache,
            ),
            limit,
            before,
        )

    def novelty(
        self,
        *,
        item: str = "venue",
        stratum: str | None = None,
        papers: Names | None = None,
        before: Day | None = None,
        write: bool = False,
        limit: Count | None = None,
    ) -> Table:
        """How atypically papers combine what they cite: lower p10 is more novel, most novel first.

        p10 and median are of z over pairs of references; pairs is their number.

        Args:
            item: What is combined: ``venue``, ``community``, ``paper`` or a level of fields.
            stratum: Compare papers of one such group only; all of a year unless given.
            papers: A paper by id, DOI or title, or several; all unless given.
            before: Cut-off day, exclusive; nothing later is seen.
            write: Also store novelty_p10 and novelty_median with the item (novelty_p10_venue); not
                with ``before`` or ``stratum``, of which the property says nothing.
            limit: Rows at most.
        """
        from scinet.graph.indicators.novelty.table import novelty_table

        return self._ranked(
            self._compute(
                novelty_table,
                item=item,
                stratum=stratum,
                papers=list_names(papers),
                before=parse_cutoff(before),
                write=write,
                cache=self.cache,
            ),
            limit,
            before,
        )

    def novelty_pairs(
        self,
        paper: str,
        *,
        item: str = "venue",
        stratum: str | None = None,
        before: Day | None = None,
    ) -> Table:
        """The pairs that a paper combines, the most atypical first: counts, mean, variance and z.

        Args:
            paper: A paper by id, DOI or title.
            item: What is combined: ``venue``, ``community``, ``paper`` or a level of fields.
            stratum: Compare papers of one such group only; all of a year unless given.
            before: Cut-off day, exclusive; nothing later is seen.
        """
        from scinet.graph.indicators.novelty.table import novelty_pair_rows

        return self._table(
            self._compute(
                novelty_pair_rows,
                paper,
                item=item,
                stratum=stratum,
                before=parse_cutoff(before),
                cache=self.cache,
            ),
            before=before,
        )

    def centrality(
        self,
        by: Centrality = "pagerank",
        *,
        network: Network = "citation",
        before: Day | None = None,
        damping: Annotated[float, Ge(0), Le(0.999)] = 0.85,
        tau_years: float = 2.6,
        alpha: Annotated[float, Ge(0.01), Le(1)] = 0.5,
        directed: bool = False,
        sources: Count | None = None,
        seed: Seed = 0,
        limit: Count | None = None,
    ) -> Table:
        """PageRank or CiteRank of papers, or betweenness of papers or authors, highest first.

        PageRank and CiteRank sum to one. Betweenness counts the shortest paths between pairs of
        others: exact from all sources, an estimate from some.

        Args:
            by: ``pagerank``, ``citerank`` or ``betweenness``.
            network: For betweenness: what joins papers, or ``coauthor`` for authors.
            before: Cut-off day, exclusive; nothing later is seen.
            damping: PageRank's probability of following a reference.
            tau_years: Years in which CiteRank's starts decay by e.
            alpha: Probability that CiteRank's walk ends.
            directed: Betweenness: from citing to cited paper only.
            sources: Betweenness: nodes that paths start from; all, or 1,000 of many, unless given.
            seed: Seed of the sample of sources.
            limit: Rows at most.
        """
        from scinet.graph.indicators.centrality import centrality_table

        return self._ranked(
            self._compute(
                centrality_table,
                by,
                network=network,
                before=parse_cutoff(before),
                damping=damping,
                tau_years=tau_years,
                alpha=alpha,
                directed=directed,
                sources=sources,
                seed=seed,
                cache=self.cache,
            ),
            limit,
            before,
        )

    def authors(
        self,
        authors: Names | None = None,
        *,
        before: Day | None = None,
        limit: Count | None = None,
    ) -> Table:
        """Papers, citations, h, g, i10 and m of authors as of a day, highest h first.

        Args:
            authors: An author by id, or several; all unless given.
            before: Cut-off day, exclusive; nothing later is seen.
            limit: Rows at most.
        """
        from scinet.graph.indicators.tables import author_table

        return self._ranked(
            self._compute(
                author_table,
                authors=list_names(authors),
                before=parse_cutoff(before),
                cache=self.cache,
            ),
            limit,
            before,
        )

    def volatility(
        self,
        *,
        level: Level = "domain",
        papers: Count = 1_000,
        before: Day | None = None,
        seed: Seed = 0,
    ) -> Table:
        """Mean citations of papers by field: the more, the less an update of a model preserves.

        Args:
            level: ``domain``, ``field``, ``subfield`` or ``topic``.
            papers: Papers sampled from each field.
            before: Cut-off day, exclusive; nothing later is seen.
            seed: Seed of the sample.
        """
        from dataclasses import asdict

        from scinet.graph.indicators.volatility import volatility

        results = volatility(self._arrays(before), level, papers=papers, seed=seed)
        return self._table(map(asdict, results), before=before)
