"""CPU time and large imported packages at the start of each command.

Run by ``make bench-startup`` against the configured database, else the local server.
"""

import resource
import subprocess
import sys
from typing import Final

# Each command is answered by the database at once, or refused.
COMMANDS: Final = (
    "--help",
    "query",
    "query lookup/title -p text=network -p limit=1 --json",
    "query ego/citatons",
    "status --json",
    "cypher 'RETURN 1' --json",
    "systems",
    "run collaborators-wlak TASK --out run.jsonl",
    "train collaborators-gcn TASK --out model",
    "indicators disruption --help",
)
LARGE: Final = (
    *("bm25s", "graphdatascience", "lightgbm", "matplotlib", "neo4j", "numba", "numpy", "pandas"),
    *("pyarrow", "pydantic", "rich", "scipy", "sklearn", "torch", "torch_geometric"),
    "transformers",
)
_CODE: Final = f"""
import shlex, sys
from scinet.cli import main
sys.argv = ["scinet", *shlex.split(sys.argv[1])]
try:
    main()
finally:
    print(*sorted(set({LARGE!r}) & sys.modules.keys()), file=sys.stderr)
"""


def measured(command: str, *, times: int = 3) -> tuple[float, str]:
    """Return the CPU seconds of the fastest of some starts, and the large packages imported."""
    seconds: list[float] = []
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(  # noqa: S603 - commands of this list
            [sys.executable, "-c", _CODE, command], capture_output=True, text=True, check=False
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(seconds), (done.stderr.splitlines() or [""])[-1]


if __name__ == "__main__":
    sys.stdout.write(f"{'command':<54} {'CPU s':>6}  large packages imported\n")
    for command in COMMANDS:
        cpu, imported = measured(command)
        sys.stdout.write(f"{command:<54} {cpu:>6.2f}  {imported or '-'}\n")
