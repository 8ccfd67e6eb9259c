"""Catalogue of systems, and of those that can answer a task."""

from pathlib import Path

from scinet.eval.controls import NAMES
from scinet.eval.suites import TASK_TYPES, get_task_type
from scinet.eval.task import Row, Task
from scinet.eval.task_type import TaskType
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem
from scinet.models.registry import SYSTEMS, make_system


def list_systems(task_type: TaskType | None = None, task: Task | None = None) -> list[Row]:
    """List the systems and the controls, with track, answer types and needs.

    Only those with the answer type of ``task_type``, and without a needed input that is missing in
    queries of ``task``.
    """
    queries = [] if task is None else [item for name in task.before for item in task.queries(name)]
    inputs = [frozenset(query.inputs) for query in queries]
    shared_inputs = inputs[0].intersection(*inputs) if inputs else frozenset()
    rows = [
        describe_system(make_system(name))
        for name, item in SYSTEMS.available()
        if (task_type is None or item.supports(task_type.answers))
        and (task is None or item.needs <= shared_inputs)
    ]
    return rows + [
        {
            "system": name,
            "track": "control",
            "answers": "any",
            "learns": False,
            "asks_model": False,
            "summary": "scored in every evaluation",
            "settings": {},
        }
        for name in NAMES
    ]


def find_systems(of: Task | str | None) -> list[Row]:
    """Find all systems, those for a task (itself, its folder or its name), or one system."""
    if of is None:
        return list_systems()
    if isinstance(of, str) and of in TASK_TYPES:
        return list_systems(TASK_TYPES[of])
    if isinstance(of, Task) or Path(of).is_dir():
        task = of if isinstance(of, Task) else Task.read(of)
        return list_systems(get_task_type(task.type_name), task)
    return [describe_system(make_system(of))]


def describe_system(system: System) -> Row:
    """Describe one system as a row."""
    return {
        "system": system.name,
        "track": system.track,
        "answers": ", ".join(answer.name for answer in (system.answers, *system.also)),
        "learns": isinstance(system, TrainableSystem),
        "asks_model": system.asks_model,
        "summary": system.summary,
        "settings": system.settings,
    }
