"""Functions on what others published, for which no graph is needed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge

from scinet.arguments import OutPath
from scinet.eval.options import TaskArg
from scinet.llm.access import ModelAccess, open_model
from scinet.session.base import File, Seed, protects_inputs

if TYPE_CHECKING:
    from scinet.experiments.citation_readers import ReaderScores


@protects_inputs
def annotate_scipaths_papers(files: File | Sequence[File], *, out: OutPath) -> dict[str, Any]:
    """Write records of the papers that published pathways name, dated as far as their ids allow.

    Load both with ``scinet load``, the papers first.

    Args:
        files: JSON lists of claims.
        out: File of records to write (.jsonl).

    Returns:
        Numbers of claims, papers, citations and undated papers, and the file.

    Raises:
        NotFoundError: If there is no such file.
        DataError: If it is not a list of claims.
    """
    from scinet.graph.sources.scipaths_files import write_papers

    listed = [files] if isinstance(files, str | Path) else files
    return {**write_papers([Path(file) for file in listed], Path(out)), "file": Path(out)}


@protects_inputs
def evaluate_generations(
    task: TaskArg,
    file: File,
    *,
    out: OutPath | None = None,
    split: str = "test",
    bert: str | None = None,
    layer: Annotated[int, Ge(0)] = 0,
    rescale: bool = True,
    seed: Seed = 0,
    model: ModelAccess | None = None,
) -> dict[str, Any]:
    """Score contributions as PreScience's scripts wrote them, as published.

    ROUGE-L always; BERTScore with ``bert``; a judge's word with ``model``, who is shown the
    calibration ladders in the task's folder.

    Args:
        task: A task of contributions.
        file: Generations of PreScience's script.
        out: Folder for a file of each score; that of the generations unless given.
        split: Split of the task.
        bert: Model of BERTScore: a name on the hub, or a folder.
        layer: Its layer; 0 for the one known as the best.
        rescale: Put the BERTScore of random sentences at 0.
        seed: Seed of the judge's questions.
        model: The judge.

    Returns:
        Numbers of records, the means and the files.

    Raises:
        NotFoundError: If there is no such file or split.
        DataError: If the file is no such generations, or of papers that the task does not ask for.
        EndpointError: If the judge cannot be asked, or has not answered all: a file of its scores
            that is there then stays.
        BudgetError: If the limits left questions unanswered; likewise.
    """
    from scinet.experiments.published import score_generations
    from scinet.models.contribution.bertscore import BertScore

    with open_model(model, task.graph_fingerprint, seed=seed) as judge:
        return score_generations(
            task,
            Path(file),
            out=None if out is None else Path(out),
            split=split,
            bert=None if bert is None else BertScore(bert, layer, rescale),
            judge=judge,
        )


@protects_inputs
def evaluate_readers(
    labels: File,
    *,
    test: File | None = None,
    folds: Annotated[int, Ge(2)] = 5,
    seed: Seed = 0,
    out: OutPath | None = None,
    model: ModelAccess | None = None,
    progress: Callable[[str], None] | None = None,
) -> "ReaderScores":
    """Measure readers of citations on labelled sentences.

    They are the majority, TF-IDF, the classifier of ``scinet train citation-reader`` and, with
    ``model``, a language model.

    Args:
        labels: Labelled sentences, JSON lines, of which the readers learn.
        test: Labelled sentences to ask about, instead of folds.
        folds: Folds of cited papers.
        seed: Seed of the folds, the classifier and the questions.
        out: Folder for a file of the scores; None writes none.
        model: The language model.
        progress: Called with the name of each reader and fold.

    Raises:
        NotFoundError: If there is no such file.
        DataError: If it holds no such sentences, or too few for the folds.
        EndpointError: If the model cannot be asked, or has not answered all: a file that is there
            then stays.
        BudgetError: If the limits left questions unanswered; likewise.
    """
    from scinet.experiments import citation_readers

    with open_model(model, "no graph", seed=seed) as asker:
        scores = citation_readers.evaluate_readers(
            Path(labels),
            test=None if test is None else Path(test),
            folds=folds,
            seed=seed,
            asker=asker,
            progress=progress,
        )
        if out is not None:
            if asker is not None and scores.exists_in(Path(out)):
                asker.finish()  # no part takes the place of what is there
            scores.write(Path(out))
        return scores
