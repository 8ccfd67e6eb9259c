"""A task to learn from, all of it asked as of one day, so that whatever follows may change."""

from datetime import date
from pathlib import Path

from scinet.errors import NotFoundError
from scinet.eval.task import Split, Task, TaskDraft, write


def narrowed(task: Task, day: date, folder: Path) -> Task:
    """The questions of a day of ``train``, as ``train`` and as ``val``.

    Both end where they did. There is no other split: a system that reads one is refused.
    """
    queries = [query for query in task.queries("train") if query.before == day]
    asked = {query.query_id for query in queries}
    truth = [row for name, row in task.truth("train").items() if name in asked]
    tables = {}
    try:
        rows = task.table("candidates", "train")
        tables["candidates"] = [row for row in rows if row["query_id"] in asked]
    except NotFoundError:  # anything may be listed
        pass
    splits = {name: Split(task.before[name], queries, truth, tables) for name in ("train", "val")}
    return write(
        TaskDraft(
            suite=task.suite,
            name=task.name,
            options=task.options,
            seed=task.seed,
            counts={"queries": len(queries)},
            left_out={},
            graph_fingerprint=task.graph_fingerprint,
            splits=splits,
        ),
        folder,
    )
