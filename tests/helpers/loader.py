"""A loader to be killed: loads files, and stops itself hard after a given number of batches.

Run as ``python loader.py URI KIND AFTER FILE…``; AFTER -1 means never.
"""

import os
import signal
import sys
from pathlib import Path

from scinet.graph.connection import Database
from scinet.graph.load import load
from scinet.settings import Neo4jSettings

BATCH_SIZES = {"records": 50, "fulltext": 7}


def main() -> None:
    uri, kind, after, *files = sys.argv[1:]

    def stop(number: int) -> None:
        if number == int(after):
            os.kill(os.getpid(), signal.SIGKILL)

    with Database.connect(Neo4jSettings.model_construct(uri=uri)) as db:
        paths = [Path(file) for file in files]
        load(
            db,
            paths,
            kind=kind,
            batch_size=BATCH_SIZES[kind],
            max_rejected=1,
            after_batch=stop,
        )


if __name__ == "__main__":
    main()
