"""The other side of ``helpers.fuzzed``: orders a process to read mutated inputs."""

import json
import select
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, Self

from helpers.fuzzed import MEMORY
from helpers.mutated_readers import SECONDS
from helpers.proof import Proof

_TOOLS: Final = Path(__file__).parents[1]
_HOURS: Final = 3


class Fuzzing:
    """A process that mutates inputs and reads them.

    Args:
        data: Folder of real files to begin with; made records alone where it is not there.
    """

    def __init__(self, data: Path) -> None:
        self._data = str(data) if data.is_dir() else None
        self._process = subprocess.Popen(
            [sys.executable, "-m", "helpers.fuzzed"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=_TOOLS,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def show(self, proof: Proof, reader: str, inputs: int, *, seed: int) -> None:
        """Let a reader read mutated inputs, and check what it did."""
        told = self._told({"reader": reader, "inputs": inputs, "seed": seed})
        assert not told["faults"], "\n".join(told["faults"])
        assert not told["seen"], f"it reached out: {told['seen']}"
        assert told["counts"]["inputs"] == inputs
        assert told["slowest"] < SECONDS or inputs == 1
        assert told["megabytes"] * 2**20 < MEMORY
        reasons = dict(told["reasons"])
        proof.count(
            records_read=told["counts"].get("accepted", 0),
            rejected=sum(reasons.values()),
            reasons=len(reasons),
            faults=0,
            slowest_ms=round(1000 * told["slowest"]),
            megabytes=told["megabytes"],
        )

    def _told(self, order: dict[str, Any]) -> dict[str, Any]:
        asked, answered = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answered is not None
        asked.write(json.dumps(order | {"data": self._data}) + "\n")
        asked.flush()
        ready, _, _ = select.select([answered], [], [], _HOURS * 3600)
        line = answered.readline() if ready else ""
        assert line, f"the process died or hangs: {order}"
        told: dict[str, Any] = json.loads(line)
        return told
