"""Which systems there are, and which of them can answer a task."""

from pathlib import Path

from scinet.eval.controls import NAMES
from scinet.eval.suites import TASK_TYPES, named
from scinet.eval.task import Row, Task
from scinet.eval.task_type import TaskType
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem
from scinet.models.registry import SYSTEMS, make


def systems(task_type: TaskType | None = None, task: Task | None = None) -> list[Row]:
    """The systems and the controls, with what each looks at, returns and needs.

    Only those that return the answer type of ``task_type``, and need no input that queries of
    ``task`` lack.
    """
    asked = [] if task is None else [one for name in task.before for one in task.queries(name)]
    inputs = [frozenset(query.inputs) for query in asked]
    known = inputs[0].intersection(*inputs) if inputs else frozenset()
    rows = [
        about(make(name))
        for name, one in SYSTEMS.items()
        if (task_type is None or one.gives(task_type.answers))
        and (task is None or one.needs <= known)
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


def found(of: Task | str | None) -> list[Row]:
    """All systems, those that can answer a task (itself, its folder or its name), or one system."""
    if of is None:
        return systems()
    if isinstance(of, str) and of in TASK_TYPES:
        return systems(TASK_TYPES[of])
    if isinstance(of, Task) or Path(of).is_dir():
        task = of if isinstance(of, Task) else Task.read(of)
        return systems(named(task.type_name), task)
    return [about(make(of))]


def about(system: System) -> Row:
    """The row of one system."""
    return {
        "system": system.name,
        "track": system.track,
        "answers": ", ".join(answer.name for answer in (system.answers, *system.also)),
        "learns": isinstance(system, TrainableSystem),
        "asks_model": system.asks_model,
        "summary": system.summary,
        "settings": system.settings,
    }
