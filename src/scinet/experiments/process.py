"""Worker process that prepares once, then runs once per request.

Measurements run in a process of their own, so that peak memory is separate and a failure or hang
does not affect others.
"""

from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

from scinet.errors import ScinetError
from scinet.machine import end_with_parent

LIMIT_S: Final = 300.0
_CLOSE_TIMEOUT_S: Final = 5.0


class WorkerProgram:
    """Worker process that prepares once and then runs once per request.

    Preparing, or one run, may take ``limit_s`` seconds. ``ready`` is its first message. It may
    start processes only with ``has_children``.
    """

    def __init__(
        self,
        work: Callable[..., None],
        *arguments: Any,
        limit_s: float = LIMIT_S,
        has_children: bool = False,
    ) -> None:
        self._limit_s = limit_s
        context = get_context("spawn")  # a fork would start with our memory
        self._pipe, child_pipe = context.Pipe()
        self._process = context.Process(
            target=_run_guarded, args=(child_pipe, work, arguments), daemon=not has_children
        )
        self._process.start()
        child_pipe.close()
        try:
            self.ready = self._receive()
        except BaseException:
            self.close()
            raise

    def run_again(self) -> dict[str, Any]:
        """Run once more and return the result."""
        self._pipe.send(None)
        return self._receive()

    def close(self) -> None:
        """End the process."""
        self._pipe.close()  # the process waits for a request, and ends without one
        self._process.join(_CLOSE_TIMEOUT_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _receive(self) -> dict[str, Any]:
        if not self._pipe.poll(self._limit_s):
            raise ScinetError(
                f"a step took longer than {self._limit_s:g} s",
                hint="Repeat it on a quiet machine, or with less to do.",
            )
        try:
            answer: dict[str, Any] = self._pipe.recv()
        except EOFError as error:
            raise ScinetError(
                "a worker process crashed",
                hint="Its own message stands above; the memory may be short.",
            ) from error
        if "error" in answer:
            raise ScinetError(answer["error"], hint=answer["hint"])
        return answer


def run_once(
    work: Callable[..., dict[str, Any]],
    *arguments: Any,
    limit_s: float = LIMIT_S,
    has_children: bool = False,
) -> dict[str, Any]:
    """Call a function in a process of its own; see :class:`WorkerProgram`."""
    program = WorkerProgram(
        _send_result, work, *arguments, limit_s=limit_s, has_children=has_children
    )
    program.close()
    return program.ready


def wait_for_request(pipe: Connection) -> bool:
    """Wait for a request; return False when there will be none."""
    try:
        pipe.recv()
    except EOFError:
        return False
    return True


def _send_result(pipe: Connection, work: Callable[..., dict[str, Any]], *arguments: Any) -> None:
    pipe.send(work(*arguments))


def _run_guarded(pipe: Connection, work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    end_with_parent()
    try:
        work(pipe, *arguments)
    except ScinetError as error:
        pipe.send({"error": str(error), "hint": error.hint})
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        pipe.send({"error": what, "hint": "Its traceback stands above."})
        raise
