"""Verbs on published files and on what a language model writes: tasks in and out, surveys."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from scinet.eval.task import Task
from scinet.experiments import published
from scinet.experiments.survey import Survey, survey
from scinet.llm.access import ModelAccess
from scinet.models.survey.review import Source
from scinet.session.base import Connected
from scinet.session.days import Day, read_day


class Publish(Connected):
    """Files that suites publish, and reviews."""

    def import_task(
        self,
        name: str,
        files: str | Path | Sequence[str | Path],
        *,
        out: str | Path,
        before: Day | None = None,
        source: str | None = None,
        seed: int = 0,
        **options: Any,
    ) -> Task:
        """Make a task of the instances that a suite publishes.

        Args:
            name: Such as ``prescience/collaborators``.
            files: The published instances.
            out: Folder to write; an older task there is replaced.
            before: End of the test split, exclusive; the day after its last target when None.
            source: Prefix of ids as loaded, empty for bare ones; the suite's own when None.
            seed: Seed of everything sampled.
            **options: Options of the task that differ from its defaults.

        Raises:
            NotFoundError: If a file is missing, or the task has no published instances.
            DataError: If a file is not of the published format, or the graph is of other rows.
        """
        listed = [files] if isinstance(files, str | Path) else files
        return published.import_task(
            name,
            [Path(file) for file in listed],
            self._access(),
            out=Path(out),
            before=read_day(before),
            options=options,
            source=source,
            seed=seed,
        )

    def export_task(self, task: Task, out: str | Path, *, split: str = "test") -> int:
        """Write the instances of a task as its suite publishes them; return their number.

        Args:
            task: The task.
            out: File to write: ``.parquet``, ``.json`` or ``.jsonl``.
            split: Split of the task.

        Raises:
            DataError: If the graph is not the task's.
            StorageError: If the file cannot be written.
        """
        return published.export_task(task, self._access(), out=Path(out), split=split)

    def survey(
        self,
        topic: str,
        *,
        before: Day | None = None,
        source: Source = "graph",
        papers: int = 30,
        out: str | Path | None = None,
        model: ModelAccess | None = None,
    ) -> Survey:
        """Write a literature review on a topic; every citation is looked up in the graph.

        Args:
            topic: Words that titles or abstracts hold.
            before: Cut-off day, exclusive.
            source: Papers that it is written from: ``graph`` by citations, ``text`` by search, or
                ``none``.
            papers: Papers given at most.
            out: Markdown file to write.
            model: The language model that writes; without one the review lists first sentences of
                abstracts.

        Raises:
            NotFoundError: If no title or abstract has a word of the topic.
        """
        with ExitStack() as stack:
            opener = None
            if model is not None:
                chosen = model
                opener = lambda fingerprint: stack.enter_context(chosen.open(fingerprint))  # noqa: E731
            found = survey(
                topic,
                self._access(),
                before=read_day(before),
                source=source,
                papers=papers,
                open_asker=opener,
            )
            if out is not None:
                found.write(Path(out))
            return found
