"""Volatility of a field, by the mean citations of its papers."""

from dataclasses import dataclass

import numpy as np

from scinet.graph.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Volatility:
    """Mean citations of papers of one field.

    Attributes:
        of: Number of papers in the field.
        mean_citations: Mean over the sampled papers, cited by all papers of the snapshot.
    """

    field_id: str
    name: str | None
    papers: int
    of: int
    mean_citations: float


def volatility(
    snapshot: Snapshot, level: str, *, papers: int = 1_000, seed: int = 0
) -> list[Volatility]:
    """Compute mean citations of papers sampled from each field, fields in order of id.

    Source:
        ScienceMeter, which relates it to the retention of a language model after an update.
    """
    main = snapshot.primary_field(level)
    rows: list[Volatility] = []
    names: list[str | None] = snapshot.field_name.tolist()
    for code in np.unique(main[main >= 0]):
        inside = np.flatnonzero(main == code)
        rng = np.random.default_rng([seed, int(code)])
        sampled = inside if len(inside) <= papers else rng.choice(inside, papers, replace=False)
        rows.append(
            Volatility(
                str(snapshot.field_id[code]),
                names[int(code)],
                len(sampled),
                len(inside),
                float(snapshot.citations[sampled].mean()),
            )
        )
    return rows
