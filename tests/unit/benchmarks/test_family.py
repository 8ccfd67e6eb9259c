"""Memory and processor time of a process and its children."""

import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from helpers.networks.measured import start_a_child
from helpers.waiting import wait_until

from benchmarks.family import Family, _Seen
from scinet.errors import ScinetError
from scinet.experiments.process import run_once

_HELD_MIB = 60
_BURNT_S = 0.6
_HOLD = f"held = bytearray(b'x') * ({_HELD_MIB} * 2**20); input()"
_BURN = f"import time\nwhile time.process_time() < {_BURNT_S}: pass\ninput()"


def watched(script: str, is_seen: Callable[[Family, int], bool]) -> Family:
    """Watch a script, which ends when it, or what it did, was seen."""
    with Family() as family:
        with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE) as child:
            wait_until(lambda: is_seen(family, child.pid), "the child is looked at")
            child.communicate(b"\n")
        spent = time.process_time()
        while time.process_time() < spent + 0.2:
            pass
    return family


def test_children_count() -> None:
    family = watched(_HOLD, lambda family, child: family._peaks.get(child, 0.0) >= _HELD_MIB)
    with Family() as alone:
        pass
    assert family.peak_mib >= alone.peak_mib + _HELD_MIB
    assert family.cpu_s > 0.2
    assert alone.cpu_s < 0.2


_FORGETS = f"""
import os, signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
ours, theirs = os.pipe()
if not os.fork():
    exec({_BURN!r})
    os._exit(0)
os.close(theirs)
os.read(ours, 1)  # until it ends
"""
_WAITS = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {_BURN!r}])"


@pytest.mark.parametrize("script", [_FORGETS, _WAITS], ids=["forgets", "waits"])
def test_what_a_grandchild_took_counts_once(script: str) -> None:
    """Whether or not the child waits for it, as the parent of Spark's workers does not."""
    # The system counts hundredths of seconds.
    least_s = _BURNT_S - 0.1

    def has_burnt(family: Family, child: int) -> bool:
        seen: list[_Seen] = list(family._seen.copy().values())
        return any(one.parent == child and one.own_s >= least_s for one in seen)

    own = time.process_time()
    family = watched(script, has_burnt)
    own = time.process_time() - own
    assert least_s <= family.cpu_s - own < 2 * least_s


def test_only_who_may_starts_processes() -> None:
    assert run_once(start_a_child, has_children=True) == {"status": 0}
    with pytest.raises(ScinetError, match="daemonic processes are not allowed to have children"):
        run_once(start_a_child)
