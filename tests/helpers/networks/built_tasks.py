"""Tasks built of small networks."""

from datetime import date
from pathlib import Path

from scinet.eval.task import Task, write_task
from scinet.eval.task_type import BuildContext, TaskType
from scinet.graph.snapshot import Snapshot


def build_task(
    task_type: TaskType, whole: Snapshot, end: date, folder: Path, **options: str
) -> Task:
    context = BuildContext(whole.until(end), end, 0)
    return write_task(task_type.build(context, task_type.read_options(options)), folder)
