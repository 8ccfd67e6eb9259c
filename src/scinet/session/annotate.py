"""Verbs that annotate: what people and models say of citations, papers and texts."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from annotated_types import Ge

from scinet.arguments import OutPath
from scinet.errors import DataError
from scinet.eval.options import TaskArg
from scinet.graph.search import identify
from scinet.llm.access import ModelAccess
from scinet.session.base import Connected, Count, File, Seed
from scinet.session.days import Day, parse_cutoff
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.eval.task import Row


class Annotate(Connected):
    """Verbs for annotations of papers and citations by people and models."""

    def annotate_citations(
        self,
        readers: File,
        *,
        before: Day | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> dict[str, Any]:
        """Label every mention in the loaded full text, and sum the labels up on the citations.

        What people labelled stays as it is; a stopped call goes on where it was.

        Args:
            readers: Folder of trained citation readers, of ``scinet train citation-reader``.
            before: Cut-off day, exclusive: later mentions stay as they are.
            progress: Called with the mentions that are labelled, and all that are to be.

        Returns:
            Numbers of papers and mentions, labels by value, and the sources.

        Raises:
            NotFoundError: If the folder holds no reader.
        """
        from scinet.models.citations import label

        classifiers = label.load_classifiers(Path(readers))
        return label.label(
            self.database, classifiers, before=parse_cutoff(before), progress=progress
        )

    def annotate_labels(self, file: File, *, source: str | None = None) -> dict[str, Any]:
        """Store labels that people gave on citations, and on the mentions that they belong to.

        They take precedence over those of a reader.

        Args:
            file: Labelled sentences, JSON lines.
            source: Prefix of the ids, such as ``acl``; as given unless there is one.

        Returns:
            How many rows, citations and mentions were labelled, and what was left out.

        Raises:
            DataError: If the file is not of that format, or no row names both papers.
        """
        from scinet.models.citations.label import load_human

        return dict(load_human(self.database, Path(file), source))

    def annotate_papers(
        self,
        what: Literal["claims", "subjects"],
        out: OutPath,
        model: ModelAccess,
        *,
        start: Day | None = None,
        before: Day | None = None,
        papers: Annotated[int, Ge(0)] = 0,
        seed: Seed = 0,
    ) -> dict[str, Any]:
        """Let a language model write of papers: what they support and refute, or are about.

        ``claims`` are one that each paper supports and one that it refutes, for ``scinet load``;
        ``subjects`` what papers are about in a phrase, for ``task build ... -o subjects=FILE``.

        Args:
            what: ``claims`` or ``subjects``.
            out: File of JSON lines to write.
            model: The language model.
            start: First day of the papers; all unless given.
            before: Cut-off day, exclusive; nothing later is seen.
            papers: Number of papers sampled; 0 for all with a title and an abstract.
            seed: Seed of the sample.

        Returns:
            Numbers of papers and rows, and how the questions ended.

        Raises:
            EndpointError: If the model cannot be asked, or has not answered all: a file that is
                there then stays.
            BudgetError: If the limits left questions unanswered; likewise.
        """
        from scinet.eval.suites.json_files import write_rows
        from scinet.models.sciencemeter import synthesis

        past = self._access().before(parse_cutoff(before))
        places = synthesis.sample_papers(past, parse_cutoff(start), papers, seed)
        write = {"claims": synthesis.write_claims, "subjects": synthesis.write_subjects}[what]
        file = Path(out)
        with model.open(past.graph_fingerprint, seed=seed) as asker:
            written = write(past, places, asker)
            if file.exists():
                asker.finish()  # no part takes its place
            rows = write_rows(written.rows, file)
            return {"papers": len(places), **written.counts, "rows": rows, "file": file}

    def annotate_scipaths(
        self,
        papers: Sequence[str] | None = None,
        *,
        out: OutPath,
        model: ModelAccess,
        most: Count = 10,
        before: Day | None = None,
        examples: File | None = None,
        targets: File | None = None,
    ) -> dict[str, Any]:
        """Make pathways of papers that others reuse, from the paragraphs that mention them.

        They are made in hindsight. ``scinet load OUT/run_output.json`` loads them.

        Args:
            papers: Papers to annotate; the most reused unless given.
            out: Folder for the files of the stages; a stage whose file is there is not done again.
            model: The language model.
            most: Papers at most when none is named.
            before: Citing papers count until this day, exclusive.
            examples: Solved claims to show, such as training.json.
            targets: Take the contributions of these claims apart, such as dev.json, and look for
                none: to compare what comes out with gold pathways.

        Returns:
            Counts of what was made and of what was lost.

        Raises:
            NotFoundError: If there is no such paper.
            DataError: If no paper has full text that mentions it, or no target is in the graph.
            EndpointError: If the model cannot be asked.
        """
        from scinet.graph.db import fingerprint
        from scinet.graph.sources.scipaths_files import read_claims
        from scinet.models.scipaths.silver import build_silver, find_reused, match_targets

        with model.open(fingerprint.stored_fingerprint(self.database)) as asker:
            day, database = parse_cutoff(before), self.database
            solved = (
                [] if examples is None else [claim for claim, _ in read_claims([Path(examples)])]
            )
            if targets is not None:
                target_claims = match_targets(
                    database, [claim for claim, _ in read_claims([Path(targets)])]
                )
                made = build_silver(
                    database,
                    [],
                    Path(out),
                    asker=asker,
                    before=day,
                    examples=solved,
                    targets=target_claims,
                )
                return {**made, "file": Path(out) / "run_output.json"}
            named = papers or ()
            selected = [identify.identify(database, "paper", claim, before=day) for claim in named]
            selected = selected or find_reused(database, day, most)
            made = build_silver(
                database, selected, Path(out), asker=asker, before=day, examples=solved
            )
            return {**made, "file": Path(out) / "run_output.json"}

    def annotate_agreement(
        self,
        files: Sequence[File],
        *,
        positive: str | None = None,
        by: str | None = None,
        within: str | None = None,
        people: Sequence[str] = (),
        shares: bool = False,
        overall: bool = False,
        ranks: bool = False,
    ) -> Table:
        """Compare ratings of the same things: of people with each other, and of judges with people.

        A file holds JSON lines ``{"rater": …, "rating": …}``, whose other fields name what is
        rated; or it is a judged file of SciPaths, whose judge calls each pair of contributions
        full, partial or none; or a folder OUT/SUITE/TASK of results, whose metrics rate what is
        named by ``system`` and ``query_id``.

        Args:
            files: Files of ratings, taken together; ``NAME=FILE`` names a judge.
            positive: Rating of which ``precision`` and ``recall`` are given, such as full; numbers
                and truth values as in JSON.
            by: Field of what is rated: one table for each of its values.
            within: Field of what is rated: compare the orders of what has one value of it, and
                take the mean over its values.
            people: With ``within``, raters that are put together.
            shares: Give how often each rating was given instead.
            overall: Give the mean of all ratings, and Krippendorff's alpha of all raters, instead.
            ranks: Ratings are ranks, 1 for the best, so that alpha goes by their order.

        Returns:
            One row per two raters: ``n`` that both rated, ``agreement``, Cohen's ``kappa``, and of
            numbers ``rank_correlation``, with ``within`` instead Kendall's ``tau_b`` and that, of
            ``n`` values; or one per rater and rating, or one of all.

        Raises:
            NotFoundError: If there is no such file.
            DataError: If a row has no rater or rating, no item has ratings of two raters, no
                rating equals the positive one, or the named field holds lists.
        """
        from scinet.experiments.published import read_ratings

        ratings = read_ratings([str(file) for file in files])
        if overall or ranks:
            return Table(ratings.overall(ranks=ranks, by=by))
        if within is not None:
            return Table(ratings.within(within, people))
        return Table(ratings.shares(by=by) if shares else ratings.pairs(positive, by))

    def calibrate(
        self,
        task: TaskArg,
        *,
        model: ModelAccess | None = None,
        published: File | None = None,
        out: OutPath | None = None,
        split: str = "train",
        ladders: Count = 5,
        seed: Seed = 0,
        progress: Callable[[int, int, float | None], None] | None = None,
    ) -> dict[str, Any]:
        """Let a model edit references, level by level, into the papers that cite them.

        :meth:`evaluate` shows the judge of ``prescience/contribution`` the file of this name in the
        task's folder.

        Args:
            task: A task of contributions.
            model: The language model.
            published: Take the published prompt instead, of a clone of allenai/prescience.
            out: File to write; ladder.json in the task's folder unless given.
            split: Split of the task.
            ladders: Number of papers that get a calibration ladder.
            seed: Seed of the sample of papers.
            progress: Called with texts done and in all, and the cost so far.

        Returns:
            The model or the prompt, the papers and the file.

        Raises:
            NotFoundError: If the clone has no such prompt.
            DataError: If there is neither a model nor a clone, or the split has too few papers with
                references.
            EndpointError: If a text could not be had.
        """
        from scinet.eval.suites.prescience.lacer import build, ladder

        file = task.folder / ladder.FILE if out is None else Path(out)
        if published is not None:
            prompt = ladder.read_published_prompt(Path(published))
            ladder.write_ladders(prompt, file)
            return {"prompt": prompt.source, "file": file}
        if model is None:
            raise DataError("no language model given", hint="Name a model and its ledger.")
        with model.open(task.graph_fingerprint, seed=seed) as asker:
            built = build.build_ladders(
                task, asker, split=split, ladders=ladders, seed=seed, progress=progress
            )
            ladder.write_ladders(built, file)
        papers = [item.paper_id for item in built.ladders]
        return {"model": built.model, "papers": papers, "file": file}

    def check_calibration(
        self, file: File, model: ModelAccess, *, rankings: File | None = None, seed: Seed = 0
    ) -> Table:
        """Compare a judge's order of texts with the ladders' levels, and with people's order.

        Args:
            file: Calibration ladders, as :meth:`calibrate` writes them.
            model: The judge.
            rankings: Texts that people ranked, JSON lines; see the documentation.
            seed: Seed of the questions.

        Returns:
            One row per comparison with the mean of Kendall's tau_b.

        Raises:
            DataError: If there is only one ladder.
            EndpointError: If the judge cannot be asked.
        """
        from scinet.eval.suites.prescience.lacer import ladder, validate

        calibration = ladder.read_ladders(Path(file))
        ranked = None if rankings is None else validate.read_rankings(Path(rankings))
        rows: list[Row] = []
        with model.open(calibration.task_fingerprint, seed=seed) as asker:
            if isinstance(calibration, ladder.Ladders):
                rows.append(validate.validate_levels(calibration.ladders, asker))
            if ranked is not None:
                rows += validate.validate_people(ranked, calibration.examples, asker)
            return Table(rows)
