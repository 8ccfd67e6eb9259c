"""Progress of Spark: the current step, and its finished tasks.

A thread polls Spark, as the caller waits for its end. The number of stages of a step is unknown
beforehand, so the tasks are those of the running stages.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from pyspark import SparkStageInfo
    from pyspark.sql import SparkSession

Reporter: TypeAlias = Callable[[int, int, str], object]

_EVERY_S: Final = 1.0
_END_S: Final = 5.0
_log = logging.getLogger(__name__)


class _Follower(threading.Thread):
    """Thread that reports the progress of a session until it is ended.

    Attributes:
        step: Current step of the session.
    """

    def __init__(self, spark: "SparkSession", tell: Reporter) -> None:
        super().__init__(daemon=True)
        self.step = "start"
        self._tracker = spark.sparkContext.statusTracker()
        self._callback = tell
        self._is_ended = threading.Event()

    def run(self) -> None:
        from py4j.protocol import Py4JError

        before = ""
        try:
            while not self._is_ended.wait(_EVERY_S):
                before = self._report(before)
        except (Py4JError, KeyboardInterrupt):
            return  # the caller gets Spark's result, and has the signal
        except Exception as error:  # noqa: BLE001 - of the caller's function
            _log.warning("progress is no longer told: %s", error)

    def end(self) -> None:
        """End the reports."""
        self._is_ended.set()
        self.join(_END_S)

    def _report(self, before: str) -> str:
        """Report once; return the current step."""
        stages = self._stages()
        numbers = ", ".join(str(stage.stageId) for stage in stages)
        total = sum(stage.numTasks for stage in stages)
        doing = f"{self.step}, stage {numbers}" if total else self.step
        if doing != before:
            self._callback(0, total, doing)  # a new step begins with 0 finished tasks
        self._callback(min(sum(stage.numCompletedTasks for stage in stages), total), total, doing)
        return doing

    def _stages(self) -> "list[SparkStageInfo]":
        stages = map(self._tracker.getStageInfo, self._tracker.getActiveStageIds())
        return [stage for stage in stages if stage is not None]


_FOLLOWER: Final[ContextVar[_Follower | None]] = ContextVar("follower", default=None)


@contextmanager
def report_progress(spark: "SparkSession", tell: Reporter | None) -> Iterator[None]:
    """Report about once a second the progress of a session.

    Args:
        tell: Called by a thread of its own with the numbers of finished and of all tasks of the
            running stages, and their purpose; both are 0 while no stage runs. None for no reports.
    """
    if tell is None:
        yield
        return
    follower = _Follower(spark, tell)
    token = _FOLLOWER.set(follower)
    follower.start()
    try:
        yield
    finally:
        follower.end()
        _FOLLOWER.reset(token)


def set_step(step: str) -> None:
    """Set the step of the reports."""
    follower = _FOLLOWER.get()
    if follower is not None:
        follower.step = step
