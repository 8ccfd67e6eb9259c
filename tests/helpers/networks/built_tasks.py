"""Tasks built of small networks."""

from datetime import date
from pathlib import Path

from scinet.eval.task import Task, write
from scinet.eval.task_type import Material, TaskType
from scinet.graph.snapshot import Snapshot


def build_task(
    task_type: TaskType, whole: Snapshot, end: date, folder: Path, **options: str
) -> Task:
    material = Material(whole.until(end), end, 0)
    return write(task_type.build(material, task_type.read_options(options)), folder)
