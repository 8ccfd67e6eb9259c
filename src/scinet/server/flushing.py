"""Keep the importer's writing to the disk from taking the cores that its importing needs.

While Neo4j's importer stores relationships, one of its threads has every file of the store flushed
again and again, by a helper each. The operating system writes these files anyway, and on two cores
the helpers took more than half of them: 86,000 relationships a second at ten million papers, about
200,000 once the helpers had to wait.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_NAMES: Final = frozenset({"PageCacheFlushe", "neo4j.FileIOHel"})
"""The first 15 characters of their names, which are what Linux knows."""
_LOWEST: Final = 19


def let_wait(pid: int) -> None:
    """Give the flushing threads of a process what the others leave of the cores.

    Only Linux has priorities of threads; elsewhere nothing is done.
    """
    for task in Path(f"/proc/{pid}/task").glob("*"):
        with suppress(OSError):  # it has just ended
            if (task / "comm").read_text().strip() in _NAMES:
                os.setpriority(os.PRIO_PROCESS, int(task.name), _LOWEST)
