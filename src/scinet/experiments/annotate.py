"""Add to the network, or to its files, what people and models say of papers and citations."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Final, Literal, TypeAlias

from scinet.eval.suites.json_files import write_rows
from scinet.eval.suites.prescience.lacer import build, ladder, validate
from scinet.eval.task import Row, Task
from scinet.experiments.graph_access import GraphAccess
from scinet.graph import identify
from scinet.graph.sources.scipaths_files import read_claims
from scinet.llm.asker import Asker
from scinet.llm.batch import Progress
from scinet.models.citations import label
from scinet.models.sciencemeter import synthesis
from scinet.models.scipaths import silver

Written: TypeAlias = Literal["claims", "subjects"]
_WRITERS: Final = {"claims": synthesis.claims, "subjects": synthesis.subjects}


def citations(
    graph: GraphAccess,
    readers: Path,
    *,
    before: date | None = None,
    progress: Callable[[int], None] | None = None,
) -> Row:
    """Label every mention in the loaded full text by trained readers of citations.

    What people labelled stays as it is; a stopped call goes on where it was.
    """
    found = label.classifiers(readers)
    return label.label(graph.database, found, before=before, progress=progress)


def labels(graph: GraphAccess, file: Path, *, source: str | None = None) -> Row:
    """Store the labels that people gave on citations and on the mentions that they belong to."""
    return dict(label.load_human(graph.database, file, source))


def papers(
    graph: GraphAccess,
    asker: Asker,
    what: Written,
    *,
    out: Path,
    start: date | None = None,
    before: date | None = None,
    papers: int = 0,
    seed: int = 0,
) -> Row:
    """Let a language model write claims that papers support and refute, or what they are about."""
    past = graph.before(before)
    places = synthesis.sampled(past, start, papers, seed)
    written = _WRITERS[what](past, places, asker)
    rows = write_rows(written.rows, out)
    return {"papers": len(places), **written.counts, "rows": rows, "file": out}


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

    Without ``papers`` of the ``most`` reused ones; a stage whose file is in ``out`` is not done
    again.
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

    Without ``out`` they go into the file of the task's folder that ``evaluate`` reads.
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

    ``clone`` is one of ``allenai/prescience``, or the prompt's file in it.
    """
    found = ladder.published(clone)
    target = out or task.folder / ladder.FILE
    ladder.write(found, target)
    return {"prompt": found.source, "file": target}


def check_calibration(
    found: ladder.Calibration, asker: Asker, *, rankings: Sequence[validate.Ranked] | None = None
) -> list[Row]:
    """Compare a judge's order of texts with the levels of calibration ladders, and with people's.

    One row per comparison with the mean of Kendall's tau_b; a published prompt is compared with
    people alone.
    """
    rows: list[validate.Agreement] = []
    if isinstance(found, ladder.Ladders):
        rows.append(validate.own_levels(found.ladders, asker))
    if rankings is not None:
        rows += validate.people(rankings, found.examples, asker)
    return [asdict(row) for row in rows]
