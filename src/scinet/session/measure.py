"""Verbs that score runs by one measure in place of the task's metrics."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from annotated_types import Ge, Le

from scinet.session.base import Connected, File, Seed

if TYPE_CHECKING:
    import pandas as pd

    from scinet.eval.task import Task
    from scinet.experiments.pipeline import Runs


class Measure(Connected):
    """Measures of runs without the controls; each is a table with a row per system, or more.

    No graph is asked. As in :meth:`scinet.Graph.evaluate`, ``NAME=FILE`` names a run,
    ``NotFoundError`` says that a file or split is missing, and ``DataError`` that a run or file is
    broken or the task has no such answers.
    """

    def measure_bertscore(
        self,
        task: "Task",
        runs: "Runs",
        *,
        split: str = "test",
        bert: str | None = None,
        layer: Annotated[int, Ge(0)] = 0,
        rescale: bool = True,
        seed: Seed = 0,
    ) -> "pd.DataFrame":
        """Compute the BERTScore of written contributions: precision, recall and F1.

        Args:
            task: A task of contributions.
            runs: Runs or run files; ``NAME=FILE`` names one.
            split: Split of the task.
            bert: Model: a name on the hub, or a folder; microsoft/deberta-large-mnli unless given.
            layer: Its layer; 0 for the one known as the best.
            rescale: Put the BERTScore of random sentences at 0.
            seed: Seed of the intervals.
        """
        from scinet.experiments.measures import measure_bertscore
        from scinet.experiments.pipeline import read_runs
        from scinet.models.contribution.bertscore import MODEL, BertScore

        model = BertScore(bert or MODEL, layer, rescale)
        read = read_runs(runs, task, split)
        return self._frame(measure_bertscore(task, read, model=model, seed=seed))

    def measure_retrieval(
        self, task: "Task", runs: "Runs", *, split: str = "test", seed: Seed = 0
    ) -> "pd.DataFrame":
        """Search the true contributions of a split by written ones, by cosines of embeddings.

        Args:
            task: A task of contributions.
            runs: Runs or run files; ``NAME=FILE`` names one.
            split: Split of the task.
            seed: Seed of the intervals.

        Returns:
            MRR, recall in the first ten and the cosine with the true one.
        """
        from scinet.experiments.measures import measure_retrieval
        from scinet.experiments.pipeline import read_runs

        return self._frame(measure_retrieval(task, read_runs(runs, task, split), seed=seed))

    def measure_diversity(
        self,
        task: "Task",
        runs: "Runs",
        *,
        split: str = "test",
        vectors: File | None = None,
        weekly: bool = False,
    ) -> "pd.DataFrame":
        """Count how many different items or texts are named over all queries, and in the truth.

        Args:
            task: A task of lists or contributions.
            runs: Runs or run files; ``NAME=FILE`` names one.
            split: Split of the task.
            vectors: Published embeddings of papers, for the mean cosine of lists.
            weekly: Diversity of all answers up to the end of each week.
        """
        from scinet.experiments.measures import measure_diversity
        from scinet.experiments.pipeline import read_runs

        read, file = read_runs(runs, task, split), None if vectors is None else Path(vectors)
        return self._frame(measure_diversity(task, read, vectors=file, weekly=weekly))

    def measure_match(
        self,
        task: "Task",
        runs: "Runs",
        *,
        split: str = "test",
        least_cosine: Annotated[float, Ge(0), Le(1)] = 0.6,
    ) -> "pd.DataFrame":
        """Match enabling contributions with the true ones by embeddings, in place of a judge.

        Args:
            task: A task of enabling contributions.
            runs: Runs or run files; ``NAME=FILE`` names one.
            split: Split of the task.
            least_cosine: Least cosine of descriptions that match.
        """
        from scinet.experiments.measures import measure_match
        from scinet.experiments.pipeline import read_runs

        read = read_runs(runs, task, split)
        return self._frame(measure_match(task, read, least_cosine=least_cosine))

    def measure_facets(
        self, task: "Task", runs: "Runs", *, ratings: File, split: str = "test", seed: Seed = 0
    ) -> "pd.DataFrame":
        """Compute the FacetScore of written contributions by the ratings of a model.

        Args:
            task: The task.
            runs: Runs or run files; ``NAME=FILE`` names one.
            ratings: JSON lines of system, paper_id and facet_ratings.
            split: Split of the task.
            seed: Seed of the intervals.
        """
        from scinet.experiments.external_measures import facet_scores
        from scinet.experiments.pipeline import read_runs

        read = read_runs(runs, task, split)
        return self._frame(facet_scores(task, read, Path(ratings), seed=seed))

    def measure_aspire(
        self, task: "Task", runs: "Runs", *, vectors: File, split: str = "test", seed: Seed = 0
    ) -> "pd.DataFrame":
        """Compute the ASPIRE nearness of sentences by their vectors.

        Args:
            task: The task.
            runs: Runs or run files; ``NAME=FILE`` names one.
            vectors: JSON lines of system, paper_id, and vectors of sentences, ``written`` and
                ``true``.
            split: Split of the task.
            seed: Seed of the intervals.
        """
        from scinet.experiments.external_measures import aspire_scores
        from scinet.experiments.pipeline import read_runs

        read = read_runs(runs, task, split)
        return self._frame(aspire_scores(task, read, Path(vectors), seed=seed))
