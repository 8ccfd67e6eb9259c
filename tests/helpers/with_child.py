"""Work that starts a process; in a module of its own, so that a process can import it."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any


def answer() -> dict[str, Any]:
    """What a child says."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return {"answer": pool.submit(sum, (3, 4)).result()}
