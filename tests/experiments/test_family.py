"""Memory and processor time of a process and its children."""

import subprocess
import sys
import time

import pytest
from helpers import with_child

from scinet.errors import ScinetError
from scinet.experiments.family import Family
from scinet.experiments.process import once

_CHILD = "held = bytearray(b'x') * (60 * 2**20); print(len(held), flush=True); input()"


def test_children_count() -> None:
    with Family() as family:
        with subprocess.Popen(
            [sys.executable, "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as child:
            assert child.stdout is not None
            assert int(child.stdout.readline()) == 60 * 2**20
            time.sleep(0.5)  # it is looked at ten times a second
            child.communicate(b"\n")
        spent = time.process_time()
        while time.process_time() < spent + 0.2:
            pass
    with Family() as alone:
        pass
    assert family.peak_mib >= alone.peak_mib + 60
    assert family.cpu_s > 0.2
    assert alone.cpu_s < 0.2


_BURN = "import time\nwhile time.process_time() < {}: pass"
_FORGETS = f"""
import os, signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
ours, theirs = os.pipe()
if not os.fork():
    exec({_BURN.format(0.8)!r})
    os._exit(0)
os.close(theirs)
os.read(ours, 1)  # until it ends
"""
_WAITS = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {_BURN.format(0.8)!r}])"


@pytest.mark.parametrize("script", [_FORGETS, _WAITS], ids=["forgets", "waits"])
def test_what_a_grandchild_took_counts_once(script: str) -> None:
    """Whether or not the child waits for it, as the parent of Spark's workers does not."""
    with Family() as family:
        subprocess.run([sys.executable, "-c", script], check=True)
    assert 0.7 < family.cpu_s < 1.5


def test_only_who_may_starts_processes() -> None:
    assert once(with_child.answer, has_children=True) == {"answer": 7}
    with pytest.raises(ScinetError, match="daemonic processes are not allowed to have children"):
        once(with_child.answer)
