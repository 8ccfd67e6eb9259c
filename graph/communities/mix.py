"""Mix of relations for communities: citation, co-citation and coupling, with weights.

Only proportions count, so a mix is normalised to a largest weight of 1, and is named by that form:
equal names, equal communities.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from scinet.errors import DataError

Mix: TypeAlias = Mapping[str, float]

KINDS: Final = ("citation", "co-citation", "coupling")
CITATION: Final[Mix] = MappingProxyType({"citation": 1.0})

_HINT: Final = (
    "Write a weight for each of citation, co-citation, coupling, such as citation=1,coupling=0.5."
)


def normalise_mix(mix: Mix) -> dict[str, float]:
    """Return weights in the order of ``KINDS``, the largest 1, each with six digits."""
    for kind, weight in mix.items():
        if kind not in KINDS:
            raise DataError(f"{kind!r} joins no papers (mix)", hint=_HINT)
        if not math.isfinite(weight) or weight < 0:
            raise DataError(f"the weight of {kind} is {weight:g} (mix)", hint=_HINT)
    largest = max(mix.values(), default=0.0)
    if largest == 0:
        raise DataError("no kind has a weight above 0 (mix)", hint=_HINT)
    shares = {kind: float(f"{mix.get(kind, 0.0) / largest:g}") for kind in KINDS}
    return {kind: share for kind, share in shares.items() if share > 0}


def mix_name(mix: Mix) -> str:
    """Return the mix as text: ``citation``, or ``citation=1,coupling=0.5``."""
    settled = normalise_mix(mix)
    if len(settled) == 1:
        return next(iter(settled))
    return ",".join(f"{kind}={share:g}" for kind, share in settled.items())


def parse_mix(text: str) -> dict[str, float]:
    """Parse a mix; a kind without a weight has weight 1."""
    mix: dict[str, float] = {}
    for part in text.split(","):
        kind, equals, weight = (piece.strip() for piece in part.partition("="))
        if kind in mix:
            raise DataError(f"{kind} is named twice (mix)", hint=_HINT)
        try:
            mix[kind] = float(weight) if equals else 1.0
        except ValueError as error:
            raise DataError(f"{weight!r} is not a weight of {kind} (mix)", hint=_HINT) from error
    return normalise_mix(mix)
