"""Verbs that load, ask and describe: load, query, cypher, status, quality, snapshots."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from annotated_types import Ge, Le

from scinet.errors import DataError
from scinet.graph.db.progress import report_progress
from scinet.graph.db.query import load_query
from scinet.graph.indicators import stale_values
from scinet.session.base import Connected, Count, File
from scinet.session.days import Day, parse_cutoff
from scinet.session.statements import run_statement
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.graph.load.removal import RemovalReport
    from scinet.graph.load.report import LoadReport
    from scinet.session.snapshot import Snapshot


class Explore(Connected):
    """Loading, asking and describing."""

    def load(
        self,
        paths: File | Sequence[File],
        *,
        source: str | None = None,
        kind: str | None = None,
        unknown: Literal["keep", "drop"] | None = None,
        columns: dict[str, str] | None = None,
        read_on: str = "",
        authors: File | None = None,
        filled_dates: Literal["known", "all", "none"] = "known",
        replace: bool = False,
        changes: File | None = None,
        text: Literal["inside", "external"] | None = None,
        text_folder: File | None = None,
        dry_run: bool = False,
        max_rejected: Annotated[float, Ge(0), Le(1)] = 0.01,
        rejects: File | None = None,
        matches: File | None = None,
        bulk: bool | None = None,
        import_files: File | None = None,
        progress: Callable[[int, int, str], None] | None = None,
    ) -> "LoadReport":
        """Load papers, full text, counts, claims and pathways, in any of the known formats.

        What a file holds is seen from its content; papers are loaded first. The same call again
        adds only what lacked its papers before; after an interruption it goes on. docs/load.md
        lists formats and fields.

        Args:
            paths: Files, plain or gzip; folders; or ``-`` for standard input.
            source: Prefix of all ids, such as ``acl``, empty for none; that of the format unless
                given.
            kind: Load only one kind: ``records``, ``bibliography``, ``articles``, ``openalex``,
                ``semanticscholar``, ``aminer``, ``prescience``, ``sciencemeter``, ``fulltext``,
                ``counts``, ``documents``, ``pathways`` or ``claims``; or a format, such as ``ris``.
            unknown: ``keep``, unless given, or ``drop`` cited works that have no record.
            columns: For tables: the column of a field that has another name, such as
                ``{"paper_id": "Key"}``, ``citing``, ``cited``, ``count``.
            read_on: For tables of counts: the day of rows that do not state one.
            authors: File that says who is who among the authors of the source: CSV, tabs or JSON
                lines with ``author_id``, ``person_id``, and if need be ``paper_id`` and ``name``.
            filled_dates: Of which sources a day that is the first of a year or month stands for
                the whole year or month: of those ``known`` to fill it in where they know no more
                (OpenAlex), of ``all``, or of ``none``.
            replace: First remove all that was loaded under the same source.
            changes: File for the papers of these sources that are added, changed or removed.
            text: Where abstracts and paragraphs go: ``inside`` the graph, unless given, or
                ``external``, into Parquet files; all loads of a graph do the same.
            text_folder: Folder of these files; ``texts`` in the home of the server unless given.
            dry_run: Store nothing: say in which formats files are, what would be loaded, and which
                column of a table is what; ``error`` of the report is that of the load.
            max_rejected: Share of bad records above which the load fails, 0 to 1.
            rejects: File for the rejected records; rejects-<run>.jsonl unless given.
            matches: File for the references that are resolved by title, or by author, year and
                source: what each says, the paper, what agrees, and how often that is right.
            bulk: Whether the papers are loaded by Neo4j's importer, which needs an empty graph on
                the local server and restarts it; unless given, when there are many.
            import_files: Folder for the files of Neo4j's importer, which are written, with what
                to do with them, instead of loading.
            progress: Called with the bytes read so far, those of all files, and what else is under
                way, empty while files are read.

        Returns:
            What was read, loaded, merged and rejected.

        Raises:
            DataError: If a file has an unsupported format or is broken, or too many records are
                bad.
            SchemaError: If another load is running.
        """
        from scinet.graph.load.dry_run import dry_run as try_out
        from scinet.graph.load.loading import load
        from scinet.graph.sources.counts import CountTable
        from scinet.server.importing import find_importer
        from scinet.settings import ServerSettings

        table = CountTable(columns or {}, read_on) if columns or read_on else None
        people = None if authors is None else Path(authors)
        listed = None if matches is None else Path(matches)
        bad = None if rejects is None else Path(rejects)
        if dry_run:
            return try_out(
                paths, source=source, kind=kind, unknown=unknown, table=table, authors=people,
                filled_dates=filled_dates, max_rejected=max_rejected, rejects=bad,
                matches=listed, progress=progress,
            )  # fmt: skip
        return load(
            self.database,
            paths,
            source=source,
            kind=kind,
            unknown=unknown,
            table=table,
            authors=people,
            filled_dates=filled_dates,
            replace=replace,
            changes=None if changes is None else Path(changes),
            max_rejected=max_rejected,
            rejects=bad,
            matches=listed,
            text=text,
            text_folder=None if text_folder is None else Path(text_folder),
            default_text_folder=ServerSettings().home / "texts",
            bulk=bulk,
            importer=None if bulk is False else find_importer(self.database),
            import_files=None if import_files is None else Path(import_files),
            progress=progress,
        )

    def remove(
        self,
        target: str | None = None,
        *,
        kind: str | None = None,
        unfinished: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> "RemovalReport":
        """Remove a source or a load: the graph is then the one that never had it.

        What other loads brought of the same papers comes back. After an interruption the same call
        goes on.

        Args:
            target: A source, such as ``mine``, or of a simulation that was stored; or one load,
                by its name in :meth:`graph_status`.
            kind: Only loads of one kind.
            unfinished: Remove instead what loads stored that have not ended.
            progress: Called with the number of records taken back and of all.

        Returns:
            What the graph lost by kind, the loads, and the fingerprint, None for an empty graph.

        Raises:
            NotFoundError: If nothing was loaded under that name.
            SchemaError: If a load is running.
            DataError: Unless either a target or ``unfinished`` is given.
        """
        from scinet.graph.load.removal import remove_loads

        if (target is None) != unfinished:
            raise DataError(
                "nothing to remove", hint="Name a source or a load, or ask for unfinished ones."
            )
        return remove_loads(
            self.database, target, kind=kind, unfinished=unfinished, progress=progress
        )

    def ask(self, question: str, *, before: Day | None = None) -> Table:
        """Answer a question in plain words, with the statement that answers it.

        Known kinds, each with a number and years if you like: most cited, most disruptive or most
        novel papers of a field; people whose papers in a field are cited most; papers of a field
        by year; most cited papers of all; papers that cite a paper (with approval, with criticism,
        without an opinion), that it cites, that are mentioned with it, that are like it; how one
        paper led to another; papers of an author, also on a field; co-authors of an author; how two
        authors are connected by people who wrote together. Any other question is searched by its
        words.

        Args:
            question: What someone wants to know of papers or authors, with names as people
                write them, such as ``five most cited papers on parsing``.
            before: Cut-off day, exclusive; nothing later is seen. Words such as *by 2005* and
                *as of May 2005* in the question are one, too; the earlier holds.

        Returns:
            One row per result. ``attrs["readings"]`` says how the question was read, in a line
            each, and ``attrs["statements"]`` which statements answer that, as pairs of a name and
            parameters for :meth:`query`. Of a question that can be read in two ways the column
            ``reading`` tells the answers apart; one that cannot be read is searched by its words.
            ``attrs["answers"]`` holds all of that, and why there is no row where that is known.

        Raises:
            SchemaError: If nothing is loaded.
            DataError: If ``before`` is not a day.
        """
        from scinet.graph.ask.answers import answer_question

        answers = answer_question(self.database, question, parse_cutoff(before), cache=self.cache)
        self._warn()
        several = len(answers) > 1
        return self._table(
            (
                {"reading": answer.reading, **row} if several else row
                for answer in answers
                for row in answer.rows
            ),
            readings=[answer.reading for answer in answers],
            statements=[(answer.statement, answer.params) for answer in answers],
            answers=answers,
            before=before,
        )

    def query(
        self, name: str, /, *, timeout_s: Annotated[float, Ge(0.1)] = 60.0, **params: Any
    ) -> Table:
        """Ask a named statement.

        Args:
            name: Such as ``ego/citations``, or a ``.cypher`` file; ``scinet query`` lists them.
            timeout_s: Seconds until the server gives up.
            **params: As its header declares. Papers, authors and venues are named as on the
                command line; ``paper`` may be written for ``paper_id``, and so on.

        Returns:
            One row per result, the columns of the statement's header even when there is none;
            ``attrs["receipt"]`` is what :meth:`verify` takes, ``attrs["params"]`` the parameters
            with ids in place of names.

        Raises:
            QueryError: If the statement or a parameter is unknown, or the statement does more than
                read.
            NotFoundError: If a paper, author or venue is not in the graph.
            DataError: If ``before`` is not a day, or the statement reads numbers that were stored
                for an earlier graph.
        """
        query = load_query(name)
        rows, values = run_statement(self.database, query, params, timeout_s=timeout_s)
        receipt = self._receipt("statement", name, params, rows, before=values.get("before"))
        return self._table(
            rows,
            query.returns,
            receipt=receipt,
            params=values,
            before=_cutoff_parameter(values),
        )

    def cypher(
        self,
        statement: str,
        /,
        params: dict[str, Any] | None = None,
        *,
        before: Day | None = None,
        timeout_s: Annotated[float, Ge(0.1)] = 10.0,
        limit: Count | None = None,
    ) -> Table:
        """Ask any statement that only reads.

        Args:
            statement: One statement in Cypher.
            params: Values of its parameters.
            before: Cut-off day, exclusive: the statement is answered as if nothing later were
                there. docs/ask.md says what is refused.
            timeout_s: Seconds until the server gives up.
            limit: Rows at most; None for all.

        Returns:
            One row per result; ``attrs["truncated"]`` says whether there are more,
            ``attrs["stale"]`` names what it reads that was stored for an earlier graph,
            ``attrs["unknown"]`` says what labels and properties of it the graph does not have,
            ``attrs["statement"]`` is what was run, and ``attrs["receipt"]`` is what :meth:`verify`
            takes.

        Raises:
            QueryError: If the statement writes, is malformed or takes too long, or cannot be
                answered as of a day.
            DataError: If ``before`` is not a day.
        """
        from scinet.graph.db import guard
        from scinet.graph.db.empty_result import suggest_names

        most = guard.MAX_ROWS if limit is None else limit
        day = parse_cutoff(before)
        answer = guard.run_statement(
            self.database, statement, params=params, before=day, timeout_s=timeout_s, limit=most
        )
        stale = (
            stale_values.find_stale(self.database, statement, answer.rows) if day is None else []
        )
        self._warn()
        arguments = {"params": params or {}, "limit": limit}
        return self._table(
            answer.rows,
            receipt=self._receipt("cypher", statement, arguments, answer.rows, before=day),
            truncated=answer.truncated,
            stale=stale,
            unknown=suggest_names(self.database, answer.unknown),
            statement=answer.statement,
            before=day or _cutoff_parameter(params or {}),
        )

    def status(self) -> dict[str, Any]:
        """Say what the graph holds: counts, fingerprint, versions, loads."""
        from scinet.graph.analysis.status import graph_status

        return graph_status(self.database)

    def quality(self, *, before: Day | None = None, examples: Annotated[int, Ge(0)] = 5) -> Table:
        """List what is doubtful in the loaded network, one finding per check.

        Args:
            before: Also count the papers that may have appeared before this day, but are not seen
                as of it, since their date is coarse.
            examples: Examples at most.

        Raises:
            SchemaError: If nothing is loaded, or a load is unfinished.
        """
        from scinet.graph.analysis.quality import findings

        results = self._compute(
            findings, before=parse_cutoff(before), examples=examples, cache=self.cache
        )
        return self._table((finding.as_dict() for finding in results), before=before)

    def statistics(self, *, before: Day | None = None, simulated: bool = False) -> Table:
        """Describe citations, ages, clustering and teams of the network, a row per statistic.

        Args:
            before: Cut-off day, exclusive; nothing later is seen.
            simulated: Also a SIMULATED network of as many papers and references each.
        """
        from scinet.graph.synthetic.statistics import simulated_statistics, snapshot_statistics

        past = self._arrays(before)
        rows = [
            {"statistic": name, "network": value}
            for name, value in snapshot_statistics(past).items()
        ]
        if simulated:
            others = simulated_statistics(past)
            rows = [row | {"simulated": others[str(row["statistic"])]} for row in rows]
        return self._table(rows, before=before)

    def snapshot(
        self, before: Day | None = None, *, progress: Callable[[int, int], None] | None = None
    ) -> "Snapshot":
        """Everything dated before a day, as arrays; stored on disk for the next time.

        Args:
            before: Cut-off day, exclusive; None for everything that has a date.
            progress: Called with the records that were read from the database, and all.

        Raises:
            DataError: If ``before`` is not a day.
            SchemaError: If nothing is loaded, or a load is unfinished.
        """
        from scinet.session.snapshot import Snapshot

        with report_progress(lambda: nullcontext(progress)) if progress else nullcontext():
            return Snapshot.of(self._arrays(before))


def _cutoff_parameter(params: Mapping[str, Any]) -> date | None:
    """The day among the parameters of a statement; in one's own, ``before`` may be anything."""
    day = params.get("before")
    with suppress(ValueError):
        return date.fromisoformat(str(day)) if isinstance(day, str | date) else None
    return None
