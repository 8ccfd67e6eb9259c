"""Reproducible random numbers, independent of library versions.

Kernels draw from SplitMix64, implemented here, so that no release of a library can change a
network; texts draw from blocks of PCG64's raw integers.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

_BLOCK: Final = 65_536
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)


def generator(seed: int, stream: int) -> np.random.Generator:
    """Return a numpy generator; streams of one seed are independent."""
    return np.random.Generator(np.random.PCG64([seed, stream]))


def kernel_state(seed: int, stream: int) -> NDArray[np.uint64]:
    """Return the state for :func:`uniform`, shape ``(1,)``."""
    return generator(seed, stream).integers(0, 2**64, size=1, dtype=np.uint64)


def integers(seed: int, stream: int) -> Iterator[int]:
    """Yield endless integers in ``[0, 2**32)``, to be taken modulo the number of choices."""
    source = generator(seed, stream)
    while True:
        yield from source.integers(0, 2**32, size=_BLOCK, dtype=np.uint32).tolist()


@njit(cache=True)
def uniform(state: NDArray[np.uint64]) -> float:
    """Draw a number in ``[0, 1)``, advancing the state.

    Source:
        Steele, Lea and Flood (2014), doi:10.1145/2660193.2660195, SplitMix64.
    """
    state[0] += _STEP
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _MIX_1
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _MIX_2
    mixed ^= mixed >> np.uint64(31)
    return float(mixed >> np.uint64(11)) * 2.0**-53


@njit(cache=True)
def integer_below(state: NDArray[np.uint64], bound: int) -> int:
    """Draw an integer in ``[0, bound)``."""
    return int(uniform(state) * bound)
