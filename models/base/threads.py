"""How many threads PyTorch may use."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def one_thread() -> Iterator[None]:
    """Let PyTorch use one thread, and give it back the number that it had.

    Its threads wait for one another by spinning: with other work on the same cores, of the
    database or of another pool in this process, two are many times slower than one.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
