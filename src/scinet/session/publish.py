"""Verbs on published files and on what a language model writes: tasks in and out, surveys."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge, Le

from scinet.arguments import NAMED, OutPath
from scinet.eval.options import RunArg, TaskArg
from scinet.llm.access import ModelAccess
from scinet.session.base import Connected, Count, File, Seed
from scinet.session.days import Day, parse_cutoff

if TYPE_CHECKING:
    from scinet.eval.task import Task
    from scinet.experiments.survey import Survey
    from scinet.models.survey.review import Source


class Publish(Connected):
    """Files that suites publish, and reviews."""

    def import_task(
        self,
        name: str,
        files: File | Sequence[File],
        *,
        out: OutPath,
        before: Day | None = None,
        source: str | None = None,
        seed: Seed = 0,
        graph: bool = True,
        **options: Any,
    ) -> "Task":
        """Make a task of the instances that a suite publishes.

        Args:
            name: Such as ``prescience/collaborators``.
            files: The published instances.
            out: Folder to write; an older task there is replaced.
            before: End of the test split, exclusive; the day after its last target unless given.
            source: Prefix of ids as loaded, empty for bare ones; the suite's own unless given.
            seed: Seed of everything sampled.
            graph: Check against the loaded rows; a task without a graph can be scored, not run.
            **options: Options of the task that differ from its defaults.

        Raises:
            NotFoundError: If a file is missing, or the task has no published instances.
            DataError: If a file is not of the published format, or the graph is of other rows.
        """
        from scinet.experiments import published

        listed = [files] if isinstance(files, str | Path) else files
        return published.import_task(
            name,
            [Path(file) for file in listed],
            self._access() if graph else None,
            out=Path(out),
            before=parse_cutoff(before),
            options=options,
            source=source,
            seed=seed,
        )

    def export_task(
        self,
        task: TaskArg,
        out: OutPath,
        *,
        split: str = "test",
        training: bool = False,
        prompts: File | None = None,
    ) -> int:
        """Write the instances of a task as its suite publishes them.

        Imported ones go out as they came. Of PreScience the file is .parquet, .json or .jsonl. A
        file whose name ends in .qrels gets the truth of a ranking, for trec_eval and ir_measures.

        Args:
            task: The task.
            out: File to write; a folder where the suite has several.
            split: Split of the task.
            training: Write files to fine-tune a language model with LLaMA-Factory, instead: a
                conversation per pair of SciImpact, all splits, or per claim to learn from of
                scipaths/enabling, and dataset_info.json.
            prompts: For them the published prompts, of a clone of SciImpact's repository.

        Returns:
            The number of instances; of true items in a file of .qrels.

        Raises:
            NotFoundError: If the clone has no such prompt.
            DataError: If the graph is not the task's, the suite has no training files, or the
                task asks for no ranking.
            StorageError: If the file cannot be written.
        """
        from scinet.eval import trec
        from scinet.eval.official_files import get_official
        from scinet.eval.suites import get_task_type
        from scinet.experiments.published import export_training

        if Path(out).suffix == trec.QRELS_SUFFIX:
            return trec.write_truth(get_task_type(task.type_name), task, Path(out), split=split)
        graph = self._access()
        if training:
            clone = None if prompts is None else Path(prompts)
            return export_training(task, graph, out=Path(out), clone=clone)
        return get_official(task.suite).write_instances(
            task,
            lambda: graph.snapshot,
            split=split,
            out=Path(out),
            database=lambda: graph.database,
        )

    def import_predictions(
        self,
        task: TaskArg,
        file: File,
        *,
        out: OutPath,
        system: str | None = None,
        track: str = "text",
        split: str = "test",
        **options: Any,
    ) -> dict[str, Any]:
        """Make a run file of official predictions, to evaluate it with others.

        SciNetBench has none: answers of any product are read, lists of titles in JSON, Markdown or
        text, and their titles are resolved to papers before the cut-off day. A file whose name ends
        in .run is a run of TREC, of any task that asks for a ranking.

        Args:
            task: The task that was answered.
            file: The predictions; of SciNetBench also a folder with a file per query.
            out: Run file to write.
            system: Name of the system; from the file's name unless given.
            track: What it could see: ``text``, ``graph`` or ``indicators``.
            split: Split of the task.
            **options: How the file is read, where its suite has several ways.

        Returns:
            The name of the system, records by what became of them, and the file.

        Raises:
            DataError: If a record is not of the published format, or a query is answered twice.
            StorageError: If the file cannot be written.
        """
        from scinet.experiments import published

        imported = published.import_predictions(
            task,
            Path(file),
            self._access(),
            out=Path(out),
            system=system,
            track=track,
            options=options,
            split=split,
        )
        return {"system": imported.run.header.system, **imported.counts, "run": Path(out)}

    def export_predictions(
        self, task: TaskArg, run: RunArg, out: OutPath, *, split: str = "test"
    ) -> dict[str, Any]:
        """Write a run as official predictions, or for trec_eval and ir_measures.

        Args:
            task: The task that was answered.
            run: A run, or its file.
            out: File to write; some suites have several. If its name ends in .run, it is a run of
                TREC, with the lists as strict scoring takes them.
            split: Split of the task.

        Returns:
            The name of the system, the number of records, and the files.

        Raises:
            DataError: If the run names papers by title, or the task asks for no ranking.
            StorageError: If a file cannot be written.
        """
        from scinet.eval import trec
        from scinet.eval.official_files import get_official
        from scinet.eval.suites import get_task_type
        from scinet.experiments.pipeline import read_run

        read = read_run(run, task, split)
        if Path(out).suffix == trec.RUN_SUFFIX:
            answered = trec.write_run(
                get_task_type(task.type_name), task, read, Path(out), split=split
            )
            return {"system": read.header.system, "records": answered, "file": Path(out)}
        files = get_official(task.suite).write_predictions(task, read, Path(out))
        file = files if len(files) > 1 else Path(out)
        return {"system": read.header.system, "records": len(read.answers), "file": file}

    def baseline_predictions(
        self,
        task: TaskArg,
        baseline: str,
        *,
        out: OutPath,
        vectors: File | None = None,
        l2: bool = False,
        k: Count = 1000,
        recent: Count = 10,
        split: str = "test",
    ) -> dict[str, Any]:
        """Run a published baseline of PreScience, faults included, on imported rows.

        Args:
            task: A task ``prescience/collaborators`` or ``prescience/prior-work`` of published
                rows.
            baseline: Such as ``frequency``.
            out: File of predictions to write.
            vectors: Published vectors of papers, where the baseline goes by them.
            l2: Compare them by distance, as those of Specter2 are.
            k: Length of the lists.
            recent: How many of an author's latest papers count.
            split: Split of the task.

        Returns:
            The baseline, the number of records, and the file.

        Raises:
            NotFoundError: If the task has no such baseline.
            DataError: If the task was made of a graph, or vectors are missing.
            StorageError: If the file cannot be written.
        """
        from scinet.experiments import published

        return published.write_baseline_predictions(
            task,
            baseline,
            out=Path(out),
            vectors=None if vectors is None else Path(vectors),
            is_l2=l2,
            k=k,
            recent=recent,
            split=split,
        )

    def average_predictions(self, first: File, second: File, *, out: OutPath) -> dict[str, Any]:
        """Average the LACERScores of two judges, as PreScience does.

        Args:
            first: What one judge scored, ``generations.<model>.lacer_scored.json``.
            second: What another judge scored.
            out: File to write.

        Returns:
            The mean over the papers that both scored, their number, and the file.

        Raises:
            DataError: If no paper has a score in both files.
            StorageError: If the file cannot be written.
        """
        from scinet.experiments import published

        return published.average_generations(Path(first), Path(second), out=Path(out))

    def survey(
        self,
        topic: str,
        *,
        before: Day | None = None,
        source: Annotated["Source", NAMED] = "graph",
        papers: Annotated[int, Ge(2), Le(200)] = 30,
        out: OutPath | None = None,
        model: ModelAccess | None = None,
    ) -> "Survey":
        """Write a literature review on a topic; every citation is looked up in the graph.

        A citation that names no paper before the day is removed and counted.

        Args:
            topic: Words that titles or abstracts hold.
            before: Cut-off day, exclusive; nothing later is seen.
            source: Papers that it is written from: ``graph`` by citations, ``text`` by search, or
                ``none``.
            papers: Papers given at most.
            out: Markdown file to write.
            model: The language model that writes; without one the review lists first sentences of
                abstracts.

        Raises:
            NotFoundError: If no title or abstract has a word of the topic.
        """
        from scinet.experiments.survey import survey

        with ExitStack() as stack:
            opener = None
            if model is not None:
                access = model
                opener = lambda fingerprint: stack.enter_context(access.open(fingerprint))  # noqa: E731
            review = survey(
                topic,
                self._access(),
                before=parse_cutoff(before),
                source=source,
                papers=papers,
                open_asker=opener,
            )
            if out is not None:
                review.write(Path(out))
            return review
