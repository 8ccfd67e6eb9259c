"""A remover to be killed: takes a source back in small batches, and stops itself hard.

Run as ``python remover.py URI SOURCE PLACE NUMBER``. PLACE is ``inside``, after all of a batch was
sent and before its commit, or ``after``, when it is committed; NUMBER counts batches from 0, and -1
means never.
"""

import os
import signal
import sys
from dataclasses import replace
from itertools import count
from typing import Any

from scinet.graph.connection import Database
from scinet.graph.load import removal, remove
from scinet.graph.load.undo import UNDOS
from scinet.settings import Neo4jSettings


def main() -> None:
    uri, source, place, number = sys.argv[1:]
    batches = count()

    def stop(*_: Any) -> None:
        if next(batches) == int(number):
            os.kill(os.getpid(), signal.SIGKILL)

    def dying(undo: Any) -> Any:
        def work(tx: Any, rows: Any, droppers: Any) -> None:
            undo.work(tx, rows, droppers)
            if place == "inside":
                stop()

        return replace(undo, size=4, work=work)

    undos = {kind: tuple(map(dying, listed)) for kind, listed in UNDOS.items()}
    vars(removal)["UNDOS"] = undos
    with Database.connect(Neo4jSettings.model_construct(uri=uri)) as db:
        remove(db, source, progress=stop if place == "after" else None)


if __name__ == "__main__":
    main()
