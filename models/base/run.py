"""Running of a system on a task: from the queries of a task folder to a run file."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from scinet.errors import DataError, SplitError
from scinet.eval.answer import Answer
from scinet.eval.run import RunHeader
from scinet.eval.run_writer import RunWriter
from scinet.eval.task import Query, Task
from scinet.eval.task_type import OracleTask, TaskType, require_database
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.models.base.system import Context, System, add_model_caution, group_by_day, refuse_unfit
from scinet.models.base.training import TrainableSystem


def run(
    system: System,
    task_type: TaskType,
    task: Task,
    *,
    snapshot: Snapshot,
    out: Path,
    database: Database | None = None,
    split: str = "test",
    seed: int = 0,
    cache: Path | None = None,
    learned: Path | None = None,
    asker: LLMSession | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Answer all queries of a split, write the run file, and return the number of queries.

    A stopped run resumes when started again with the same settings. Of the task only its queries
    are read; the snapshot is cut at the split's day. The rest is as in
    :class:`~scinet.models.base.system.Context`; progress is called with queries done and in all.
    """
    if not system.sees_truth:
        queries = task.queries(split)
    elif isinstance(task_type, OracleTask):
        queries = task_type.add_truth(task, split=split)
    else:
        raise DataError(
            f"{task.id} has no queries that hold the truth",
            hint="Run a system that does not see it.",
        )
    before = task.before[split]
    if snapshot.before != before:
        raise SplitError(
            f"the snapshot ends at {snapshot.before}, the task asks as of {before}",
            hint="Cut the snapshot at the task's day.",
        )
    task.check_graph(snapshot.graph_fingerprint)
    refuse_unfit(system, queries, task_type)
    settings = dict(system.settings)
    if asker is not None:
        settings |= {"model": asker.endpoint.model, "endpoint": asker.endpoint.url}
        settings = add_model_caution(settings)
    header = RunHeader(
        system=system.name,
        version=system.version,
        task_fingerprint=task.fingerprint,
        track=system.track,
        settings=settings,
        seed=seed,
        split=split,
        ties="listed",  # the order of a system of this package is meant
    )
    writer = RunWriter(out, header)
    try:
        remaining = [query for query in queries if query.query_id not in writer.done]
        new_answers = answer_queries(
            system,
            remaining,
            task_type,
            database=database,
            snapshot=snapshot,
            cache=cache,
            learned=learned,
            asker=asker,
        )
        for done, answer in enumerate(new_answers, start=len(writer.done) + 1):
            writer.write(answer)
            if progress is not None:
                progress(done, len(queries))
        writer.finish()
    finally:
        writer.close()
    return len(queries)


def answer_queries(
    system: System,
    queries: Sequence[Query],
    task_type: TaskType,
    *,
    snapshot: Snapshot,
    database: Database | None = None,
    cache: Path | None = None,
    learned: Path | None = None,
    asker: LLMSession | None = None,
) -> Iterator[Answer]:
    """Answer queries in order, each from data before its own day."""
    refuse_unfit(system, queries, task_type)
    if isinstance(system, TrainableSystem) and learned is None:
        raise DataError(
            f"{system.name} is not trained",
            hint=f"Give `scinet train {system.name} TASK --out FOLDER`, then name the folder.",
        )
    if system.asks_model and asker is None:
        raise DataError(f"{system.name} needs a language model", hint="Name one with --model.")
    if system.asks_database:
        require_database(database, f"{system.name} asks the graph")
    for day, batch in group_by_day(queries):
        context = Context(snapshot.until(day), day, task_type, database, cache, learned, asker)
        yield from system.answer(batch, context)
