"""The published baselines by name, run on the files that a task keeps."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError, NotFoundError
from scinet.eval.suites.json_files import wrapped
from scinet.eval.suites.prescience.official import embeddings, published
from scinet.eval.suites.prescience.official.forms import PAPER, Ids, lists_of
from scinet.eval.task import Row, Task
from scinet.models.published import clusters, frequency, fusion
from scinet.models.published.frequency import Corpus, Instance

_BY_COUNTS: Final[Mapping[tuple[str, str], Callable[..., Iterable[frequency.Ranked]]]] = {
    ("collaborators", "frequency"): partial(frequency.collaborators, iterated=False),
    ("collaborators", "frequency-iterated"): partial(frequency.collaborators, iterated=True),
    ("prior-work", "frequency"): frequency.references,
}
_BY_VECTORS: Final[Mapping[tuple[str, str], Callable[..., Iterable[frequency.Ranked]]]] = {
    ("collaborators", "embedding-fusion"): partial(fusion.collaborators, way="fusion"),
    ("collaborators", "mean-pooling"): partial(fusion.collaborators, way="pooling"),
    ("collaborators", "rank-fusion"): partial(fusion.collaborators, way="ranks"),
    ("collaborators", "hierarchical-clustering"): clusters.collaborators,
    ("prior-work", "embedding-fusion"): partial(fusion.references, way="papers"),
    ("prior-work", "embedding-fusion-references"): partial(fusion.references, way="references"),
    ("prior-work", "rank-fusion"): partial(fusion.references, way="ranks"),
    ("prior-work", "hierarchical-clustering"): clusters.references,
}


def predictions(
    task: Task,
    baseline: str,
    *,
    vectors: Path | None = None,
    is_l2: bool = False,
    k: int = 1000,
    recent: int = 10,
    split: str = "test",
) -> Any:
    """Predictions of a baseline, as its script writes them.

    Args:
        is_l2: Whether these are compared by distance, as those of Specter2 are.
        recent: How many of an author's latest papers count.
    """
    place = task.name, baseline
    if place not in _BY_COUNTS and place not in _BY_VECTORS:
        known = [name for task_name, name in (*_BY_COUNTS, *_BY_VECTORS) if task_name == task.name]
        raise NotFoundError(
            f"no published baseline {baseline!r} of {task.id}",
            hint=f"There are {', '.join(known) or 'none'}.",
        )
    rows = published.kept(task, split, published.ROWS)
    if rows is None:
        raise DataError(
            f"the published baselines read published rows, {task.folder} is of a graph",
            hint="Write them by `scinet task export`, and make a task by `scinet task import`.",
        )
    listed = published.kept(task, split, published.PUBLICATIONS)
    corpus = Corpus(
        {row[PAPER]: row for row in rows},
        {row["key"]: row["value"] for row in listed or published.publications_of(rows)},
    )
    asked = _instances(task, corpus, split)
    found: Iterable[frequency.Ranked]
    if not asked:
        found = ()
    elif place in _BY_COUNTS:
        found = _BY_COUNTS[place](corpus, asked, k, recent)
    elif vectors is None:
        raise DataError(f"{baseline} goes by vectors of papers", hint="Give --vectors FILE.pkl.")
    else:
        read = embeddings.read(vectors)
        space = fusion.Space(dict(zip(read.ids, read.key, strict=True)), is_l2)
        found = _BY_VECTORS[place](corpus, asked, k, recent, space)
    form = lists_of(task)
    records: list[Row] = []
    for one, (ids, scores) in zip(asked, found, strict=True):
        seed = {} if form.seed is None else {form.seed: one.authors[0]}
        said = {form.true: list(one.true), form.marker: ids, form.scores: scores}
        records.append({PAPER: one.paper, **seed, **said})
    return wrapped({"baseline": baseline, "k": k, "recent": recent, "split": split}, records)


def _instances(task: Task, corpus: Corpus, split: str) -> list[Instance]:
    ids = Ids(task.options.get("source") or None)
    truth = task.truth(split)
    found: list[Instance] = []
    for query in task.queries(split):
        row = truth[query.query_id]
        paper = ids.bare(row["paper_id"])
        seed = query.inputs.get("author_id")
        authors = corpus.team(paper) if seed is None else [ids.bare(seed)]
        day = str(corpus.papers[paper]["date"])
        true = tuple(map(ids.bare, row["items"]))
        found.append(Instance(paper, day, tuple(authors), true))
    return found
