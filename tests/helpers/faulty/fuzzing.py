"""The other side of ``helpers.faulty.fuzzed``: orders a process to read mutated inputs."""

import json
import select
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, Self

from helpers.proof import Proof
from helpers.waiting import PATIENCE_S

MEMORY: Final = 512 * 1024**2
"""What a reader may need beyond what the process needs for itself."""
SECONDS: Final = 5.0
"""CPU time that an input may take."""
_TOOLS: Final = Path(__file__).parents[2]
_REAL: Final = _TOOLS.parents[1] / "shared" / "data"
_AT_LEAST: Final = 1_000  # inputs read within our patience


class Fuzzing:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "helpers.faulty.fuzzed"],
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

    def show(
        self, proof: Proof, reader: str, inputs: int, *, seed: int, is_real: bool = False
    ) -> None:
        """Let a reader read mutated inputs, made of real records if there are any; check it."""
        data = str(_REAL) if is_real and _REAL.is_dir() else None
        told = self._told({"reader": reader, "inputs": inputs, "seed": seed, "data": data})
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
        asked.write(json.dumps(order) + "\n")
        asked.flush()
        patience_s = PATIENCE_S * max(1, order["inputs"] // _AT_LEAST)
        ready, _, _ = select.select([answered], [], [], patience_s)
        line = answered.readline() if ready else ""
        assert line, f"the process died or hangs: {order}"
        told: dict[str, Any] = json.loads(line)
        return told
