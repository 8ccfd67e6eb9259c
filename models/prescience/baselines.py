"""Published baselines by name, run on the files that a task keeps."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError, NotFoundError
from scinet.eval.suites.json_files import add_metadata
from scinet.eval.suites.prescience.official import embeddings, published
from scinet.eval.suites.prescience.official.record_formats import PAPER_KEY, TaskIds, get_list_form
from scinet.eval.task import Row, Task
from scinet.extension import suggest
from scinet.models.prescience import clusters, frequency, fusion
from scinet.models.prescience.frequency import CorpusRows, Instance

_BY_COUNTS: Final[Mapping[tuple[str, str], Callable[..., Iterable[frequency.Ranked]]]] = {
    ("collaborators", "frequency"): partial(frequency.rank_collaborators, iterated=False),
    ("collaborators", "frequency-iterated"): partial(frequency.rank_collaborators, iterated=True),
    ("prior-work", "frequency"): frequency.rank_references,
}
_BY_VECTORS: Final[Mapping[tuple[str, str], Callable[..., Iterable[frequency.Ranked]]]] = {
    ("collaborators", "embedding-fusion"): partial(fusion.rank_collaborators, way="fusion"),
    ("collaborators", "mean-pooling"): partial(fusion.rank_collaborators, way="pooling"),
    ("collaborators", "rank-fusion"): partial(fusion.rank_collaborators, way="ranks"),
    ("collaborators", "hierarchical-clustering"): clusters.rank_collaborators,
    ("prior-work", "embedding-fusion"): partial(fusion.rank_references, way="papers"),
    ("prior-work", "embedding-fusion-references"): partial(
        fusion.rank_references, way="references"
    ),
    ("prior-work", "rank-fusion"): partial(fusion.rank_references, way="ranks"),
    ("prior-work", "hierarchical-clustering"): clusters.rank_references,
}


def make_predictions(
    task: Task,
    baseline: str,
    *,
    vectors: Path | None = None,
    is_l2: bool = False,
    k: int = 1000,
    recent: int = 10,
    split: str = "test",
) -> Any:
    """Make predictions of a baseline, as its script writes them.

    Args:
        is_l2: Whether vectors are compared by distance, as those of Specter2 are.
        recent: Number of an author's latest papers that count.
    """
    place = task.name, baseline
    if place not in _BY_COUNTS and place not in _BY_VECTORS:
        names = [name for task_name, name in (*_BY_COUNTS, *_BY_VECTORS) if task_name == task.name]
        raise NotFoundError(
            f"no published baseline {baseline!r} of {task.id}",
            hint=suggest(baseline, names),
        )
    rows = published.read_kept(task, split, published.ROWS_TABLE)
    if rows is None:
        raise DataError(
            f"the published baselines read published rows, {task.folder} is of a graph",
            hint="Write them by `scinet task export`, and make a task by `scinet task import`.",
        )
    listed = published.read_kept(task, split, published.PUBLICATIONS_TABLE)
    corpus = CorpusRows(
        {row[PAPER_KEY]: row for row in rows},
        {row["key"]: row["value"] for row in listed or published.make_publications(rows)},
    )
    instances = _read_instances(task, corpus, split)
    rankings: Iterable[frequency.Ranked]
    if not instances:
        rankings = ()
    elif place in _BY_COUNTS:
        rankings = _BY_COUNTS[place](corpus, instances, k, recent)
    elif vectors is None:
        raise DataError(f"{baseline} needs vectors of papers", hint="Give --vectors FILE.pkl.")
    else:
        read = embeddings.read_embeddings(vectors)
        space = fusion.VectorSpace(dict(zip(read.ids, read.key, strict=True)), is_l2)
        rankings = _BY_VECTORS[place](corpus, instances, k, recent, space)
    form = get_list_form(task)
    records: list[Row] = []
    for instance, (ids, scores) in zip(instances, rankings, strict=True):
        seed = {} if form.seed is None else {form.seed: instance.authors[0]}
        fields = {form.true: list(instance.true), form.marker: ids, form.scores: scores}
        records.append({PAPER_KEY: instance.paper, **seed, **fields})
    return add_metadata({"baseline": baseline, "k": k, "recent": recent, "split": split}, records)


def _read_instances(task: Task, corpus: CorpusRows, split: str) -> list[Instance]:
    ids = TaskIds(task.options.get("source") or None)
    truth = task.truth(split)
    instances: list[Instance] = []
    for query in task.queries(split):
        row = truth[query.query_id]
        paper = ids.bare(row["paper_id"])
        seed = query.inputs.get("author_id")
        authors = corpus.team(paper) if seed is None else [ids.bare(seed)]
        day = str(corpus.papers[paper]["date"])
        true = tuple(map(ids.bare, row["items"]))
        instances.append(Instance(paper, day, tuple(authors), true))
    return instances
