"""Add to the network, or to its files, what people and models say of papers and citations."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path

from scinet.eval.suites.json_files import write_rows
from scinet.eval.suites.prescience.lacer import build, ladder, validate
from scinet.eval.task import Row, Task
from scinet.experiments.graph_access import GraphAccess
from scinet.graph import identify
from scinet.graph.snapshot import Snapshot
from scinet.graph.sources.scipaths_files import read_claims
from scinet.llm.asker import Asker
from scinet.llm.batch import Progress
from scinet.models.citations import label
from scinet.models.sciencemeter import synthesis
from scinet.models.scipaths import silver


def citations(
    graph: GraphAccess,
    readers: Path,
    *,
    before: date | None = None,
    progress: Callable[[int], None] | None = None,
) -> Row:
    """Label every mention in the loaded full text by trained readers of citations.

    What people labelled stays as it is; a stopped call goes on where it was.

    Args:
        graph: The graph.
        readers: Folder of trained citation readers.
        before: Cut-off day, exclusive: later mentions stay as they are.
        progress: Called with the number of mentions of each batch.

    Returns:
        Numbers of papers and mentions, labels by value, and the sources.

    Raises:
        NotFoundError: If the folder holds no reader.
        DataError: If one is damaged or of another version.
    """
    found = label.classifiers(readers)
    return label.label(graph.database, found, before=before, progress=progress)


def labels(graph: GraphAccess, file: Path, *, source: str | None = None) -> Row:
    """Store the labels that people gave on citations and on the mentions that they belong to.

    Args:
        graph: The graph.
        file: Labelled sentences, JSON lines.
        source: Prefix of the ids, as they were loaded.

    Returns:
        How many rows, citations and mentions were labelled, and what was left out.

    Raises:
        DataError: If the file is not of that format, or no row names both papers.
    """
    return dict(label.load_human(graph.database, file, source))


def claims(
    graph: GraphAccess,
    asker: Asker,
    *,
    out: Path,
    start: date | None = None,
    before: date | None = None,
    papers: int = 0,
    seed: int = 0,
) -> Row:
    """Let a language model write one claim that each paper supports and one that it refutes.

    Args:
        graph: The graph.
        asker: The language model.
        out: File of JSON lines to write; ``load`` reads it.
        start: First day of the papers; None for no limit.
        before: Cut-off day, exclusive.
        papers: Number of papers sampled; 0 for all with a title and an abstract.
        seed: Seed of the sample.

    Returns:
        Numbers of papers and rows, and how the questions ended.

    Raises:
        EndpointError: If the model cannot be asked.
        StorageError: If the file cannot be written.
    """
    return _written(synthesis.claims, graph, asker, out, start, before, papers, seed)


def subjects(
    graph: GraphAccess,
    asker: Asker,
    *,
    out: Path,
    start: date | None = None,
    before: date | None = None,
    papers: int = 0,
    seed: int = 0,
) -> Row:
    """Let a language model write what papers are about; arguments as for :func:`claims`."""
    return _written(synthesis.subjects, graph, asker, out, start, before, papers, seed)


def scipaths(
    graph: GraphAccess,
    asker: Asker,
    *,
    out: Path,
    papers: Sequence[str] | None = None,
    most: int = 10,
    before: date | None = None,
    examples: Path | None = None,
) -> Row:
    """Make pathways of papers that others reuse, from the paragraphs that mention them.

    Args:
        graph: The graph, with full text.
        asker: The language model.
        out: Folder for the files of the stages; a stage whose file is there is not done again.
        papers: The papers, by id; the most reused when None.
        most: Number of these at most.
        before: Citing papers count until this day, exclusive.
        examples: Solved claims to show.

    Returns:
        Counts of what was made and of what was lost.

    Raises:
        NotFoundError: If there is no such paper.
        DataError: If no paper has full text that mentions it.
        EndpointError: If the model cannot be asked.
    """
    solved = [] if examples is None else [record for record, _ in read_claims([examples])]
    database = graph.database
    named = [identify.paper(database, paper) for paper in papers or ()]
    chosen = named or silver.reused(database, before, most)
    return dict(silver.silver(database, chosen, out, asker=asker, before=before, examples=solved))


def calibration(
    task: Task,
    asker: Asker,
    *,
    out: Path | None = None,
    split: str = "train",
    ladders: int = 5,
    seed: int = 0,
    progress: Progress | None = None,
) -> Row:
    """Make the calibration ladders that the judge of ``prescience/contribution`` is shown.

    Args:
        task: A task of contributions.
        asker: The language model.
        out: File to write; the one in the task's folder that ``evaluate`` reads when None.
        split: Split whose papers get a ladder.
        ladders: How many.
        seed: Seed of the sample of papers.
        progress: Called with texts done and in all, and the cost so far.

    Returns:
        The model, the papers and the file.

    Raises:
        DataError: If the split has too few papers with references.
        EndpointError: If a text could not be had.
    """
    found = build.build(task, asker, split=split, ladders=ladders, seed=seed, progress=progress)
    target = out or task.folder / ladder.FILE
    ladder.write(found, target)
    return {
        "model": found.model,
        "papers": [one.paper_id for one in found.ladders],
        "file": target,
    }


def published_calibration(task: Task, clone: Path, *, out: Path | None = None) -> Row:
    """Show the judge of a task the prompt, with its ladders, that PreScience publishes.

    Args:
        task: A task of contributions.
        clone: A clone of ``allenai/prescience``, or the prompt's file in it.
        out: File to write; the one in the task's folder that ``evaluate`` reads when None.

    Returns:
        The name of the prompt, and the file.

    Raises:
        NotFoundError: If the clone has no such prompt.
    """
    found = ladder.published(clone)
    target = out or task.folder / ladder.FILE
    ladder.write(found, target)
    return {"prompt": found.source, "file": target}


def check_calibration(
    found: ladder.Calibration, asker: Asker, *, rankings: Sequence[validate.Ranked] | None = None
) -> list[Row]:
    """Compare a judge's order of texts with the levels of calibration ladders, and with people's.

    Args:
        found: The calibration ladders; a published prompt is compared with people alone.
        asker: The judge.
        rankings: Texts that people ranked.

    Returns:
        One row per comparison with the mean of Kendall's tau_b.

    Raises:
        DataError: If there is only one ladder.
        EndpointError: If the judge cannot be asked.
    """
    rows: list[validate.Agreement] = []
    if isinstance(found, ladder.Ladders):
        rows.append(validate.own_levels(found.ladders, asker))
    if rankings is not None:
        rows += validate.people(rankings, found.examples, asker)
    return [asdict(row) for row in rows]


def _written(
    make: Callable[[Snapshot, Sequence[int], Asker], synthesis.Written],
    graph: GraphAccess,
    asker: Asker,
    out: Path,
    start: date | None,
    before: date | None,
    papers: int,
    seed: int,
) -> Row:
    past = graph.before(before)
    places = synthesis.sampled(past, start, papers, seed)
    written = make(past, places, asker)
    rows = write_rows(written.rows, out)
    return {"papers": len(places), **written.counts, "rows": rows, "file": out}
