"""Coverage of a network in time."""

import numpy as np

from scinet.errors import DataError
from scinet.graph.snapshot.arrays import Snapshot

_SHARE = 0.75


def last_full_year(snapshot: Snapshot) -> int:
    """Return the last calendar year covered as well as those before it.

    Collections thin out at their end: papers of the last years are missing, or their references
    were not extracted. Forecasts are best tested on a complete year.

    Returns:
        The last year whose papers make at least three quarters of the most citations made in any
        of the three years before it.
    """
    year = snapshot.day.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    if snapshot.num_papers == 0 or year[-1] - year[0] < 3:
        raise DataError("the network covers fewer than four years", hint="Load more papers.")
    made = np.bincount(year - year[0], weights=snapshot.cites.lengths())
    full = [
        number
        for number in range(3, len(made))
        if made[number] > 0 and made[number] >= _SHARE * made[number - 3 : number].max()
    ]
    if not full:
        raise DataError("no year is covered like those before it", hint="Load more papers.")
    return int(year[0]) + full[-1]
