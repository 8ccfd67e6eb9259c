"""Shell completion: names of statements, systems, tasks and options."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


def complete_statements(incomplete: str) -> list[str]:
    """Names of statements that begin with a text."""
    from scinet.graph.db.query import public_names

    return _filter_prefix(public_names(), incomplete)


def complete_systems(incomplete: str) -> list[str]:
    """Names of systems that begin with a text."""
    from scinet.models.registry import SYSTEMS

    return _filter_prefix(SYSTEMS, incomplete)


def complete_tasks(incomplete: str) -> list[str]:
    """Names of tasks that can be built and begin with a text."""
    from scinet.eval.suites import TASK_TYPES

    return _filter_prefix(TASK_TYPES, incomplete)


def complete_tasks_and_systems(incomplete: str) -> list[str]:
    """Names of tasks and systems that begin with a text."""
    return [*complete_tasks(incomplete), *complete_systems(incomplete)]


def complete_options(ctx: Any, incomplete: str) -> list[str]:
    """Options of the system that stands on the line, or of the task, as ``NAME=``."""
    from dataclasses import fields

    from scinet.eval.suites import TASK_TYPES
    from scinet.models.registry import SYSTEMS

    named = [str(value) for value in ctx.params.values() if isinstance(value, str)]
    kinds = [SYSTEMS[name] for name in named if name in SYSTEMS]
    kinds += [TASK_TYPES[name].options for name in named if name in TASK_TYPES]
    return _filter_prefix(
        [f"{field.name}=" for kind in kinds for field in fields(kind)], incomplete
    )


def _filter_prefix(names: "Iterable[str]", incomplete: str) -> list[str]:
    return sorted(name for name in names if name.startswith(incomplete))
