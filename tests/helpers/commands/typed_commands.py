"""``scinet`` and ``python`` as a shell types them, in forks of a process that has imported all.

Two small programs stand at the front of the PATH. Each hands its words, folder, variables and open
files to the forker, passes signals on, and ends as the fork does, so that pipes, redirections and
exit codes are those of what was typed.
"""

import atexit
import contextlib
import gc
import importlib
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn

from helpers.waiting import PATIENCE_S

_PROGRAM: Final = """#!{python} -IS
import os, signal, socket, sys
forker = socket.socket(socket.AF_UNIX)
forker.connect({address!r})
variables = (f"{{name}}={{text}}" for name, text in os.environ.items())
job = os.fsencode("\\0".join([os.getcwd(), str(len(sys.argv)), *sys.argv, *variables]))
socket.send_fds(forker, [len(job).to_bytes(4, "big")], [0, 1, 2])
forker.sendall(job)
pid = int.from_bytes(forker.recv(4), "big")
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda number, frame: os.kill(pid, number))
sys.exit(int.from_bytes(forker.recv(4), "big"))
"""
_LARGE: Final = (
    *("lightgbm", "matplotlib.pyplot", "networkx", "openai", "pandas", "sklearn", "torch"),
    *("torch_geometric", "mcp"),
)

# Threads that compute would not live on in a fork.
_ONE_THREAD: Final = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@contextmanager
def typed_through_forker(
    folder: Path, environment: Mapping[str, str]
) -> Iterator[Mapping[str, str]]:
    """Variables with which a shell finds the two programs, while the forker runs.

    Args:
        environment: What the forker knows while it imports; each command brings its own.
    """
    folder.mkdir()
    address = str(folder / "forker")
    for name in ("scinet", "python"):
        program = folder / name
        program.write_text(_PROGRAM.format(python=sys.executable, address=address))
        program.chmod(0o700)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen(64)
    forker = subprocess.Popen(
        [sys.executable, "-m", "helpers.commands.typed_commands", str(listener.fileno())],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,  # it ends when nobody can write to it any more
        pass_fds=[listener.fileno()],
        env={**environment, **_ONE_THREAD},
        start_new_session=True,
    )
    listener.close()
    try:
        path = os.pathsep.join([str(folder), environment["PATH"]])
        yield {**environment, **_ONE_THREAD, "PATH": path}
    finally:
        assert forker.stdin is not None
        forker.stdin.close()
        assert forker.wait() == 0


def run_typed(command: Sequence[str | Path], environment: Mapping[str, str], folder: Path) -> str:
    """Run a command to its good end in a folder; all that it prints."""
    done = subprocess.run(
        command,
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, f"{command} ends with {done.returncode}:\n{done.stdout}"
    return done.stdout


def _serve(listener: socket.socket) -> None:
    """Fork for each program that calls, and tell it how its fork ended."""
    _preload()
    gc.collect()
    gc.freeze()  # what is shared with the forks stays shared
    forks: dict[int, tuple[int, socket.socket]] = {}  # by descriptor
    while True:
        callers = {caller: pid for pid, caller in forks.values()}
        ready, _, _ = select.select([sys.stdin, listener, *callers, *forks], [], [])
        if sys.stdin in ready:
            return
        for caller in callers.keys() & ready:
            os.kill(callers[caller], signal.SIGKILL)  # its program was killed
        for fork in forks.keys() & ready:
            pid, caller = forks.pop(fork)
            os.close(fork)
            code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            with caller, contextlib.suppress(BrokenPipeError):
                caller.sendall((code if code >= 0 else 128 - code).to_bytes(4, "big"))
        if listener in ready:
            caller, _ = listener.accept()
            pid = _fork(caller)
            forks[os.pidfd_open(pid)] = pid, caller


def _fork(caller: socket.socket) -> int:
    size, files, _, _ = socket.recv_fds(caller, 4, 3)
    job = caller.recv(int.from_bytes(size, "big"), socket.MSG_WAITALL)
    pid = os.fork()
    if pid == 0:
        _be(os.fsdecode(job), files)
    for file in files:
        os.close(file)
    caller.sendall(pid.to_bytes(4, "big"))
    return pid


def _be(job: str, files: list[int]) -> NoReturn:
    """Become what was typed; its end is the end of this process."""
    folder, count, *texts = job.split("\0")
    words, variables = texts[: int(count)], texts[int(count) :]
    for target, file in enumerate(files):
        os.dup2(file, target)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    for variable in variables:
        name, _, text = variable.partition("=")
        os.environ[name] = text
    code: Any = 0
    try:
        _run(*words)
    except SystemExit as ended:
        code = ended.code
    except BaseException:  # noqa: BLE001 - as Python does
        traceback.print_exc()
        code = 1
    if not isinstance(code, int | None):
        sys.stderr.write(f"{code}\n")
        code = 1
    # As Python ends, but without taking all that is shared apart.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)


def _run(program: str, *words: str) -> None:
    """Run ``scinet`` with its words, or Python with ``-c CODE``, ``-m MODULE``, ``-`` or a file."""
    main_module = sys.modules["__main__"] = ModuleType("__main__")
    if Path(program).name == "scinet":
        from scinet.cli import main

        sys.argv, sys.path[0] = [program, *words], str(Path(program).parent)
        main()
        return
    first, *others = words
    sys.argv, sys.path[0] = [first, *others], ""
    if first == "-m":
        sys.argv = others
        runpy.run_module(others[0], run_name="__main__", alter_sys=True)
    elif first in {"-c", "-"}:
        code = others.pop(0) if first == "-c" else sys.stdin.read()
        sys.argv = [first, *others]
        exec(compile(code, "<typed>", "exec"), vars(main_module))  # noqa: S102
    else:
        sys.path[0] = str(Path(first).resolve().parent)
        runpy.run_path(first, run_name="__main__")


def _preload() -> None:
    for name in ("cli", "session", "graph", "models", "eval", "experiments", "plots", "explorer"):
        package = importlib.import_module(f"scinet.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    for name in _LARGE:
        importlib.import_module(name)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
