"""How many pairs of each field and split are sampled: one number, or quotas by field."""

from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BeforeValidator

from scinet.eval.titles import key

SPLITS: Final = ("train", "val", "test")
QUOTAS: Final = (
    "computer science=4000/3000/3000,physics=4000/3000/3000,chemistry=4000/3000/3000,"
    "medicine=4000/3000/3000,*=400/300/300"
)
"""Those of the paper."""
_OTHER: Final = "*"


def read(text: str) -> dict[str, tuple[int, int, int]]:
    """Numbers of train, val and test by field, ``*`` for every other one."""
    found: dict[str, tuple[int, int, int]] = {}
    for part in filter(None, (part.strip() for part in text.replace("\n", ",").split(","))):
        name, _, numbers = part.rpartition("=")
        counts = numbers.split("/")
        name = name.strip() if name.strip() == _OTHER else key(name)
        if not name or len(counts) != len(SPLITS) or not all(c.strip().isdecimal() for c in counts):
            raise ValueError(f"Input should be a number, or FIELD=TRAIN/VAL/TEST: {part!r}")
        if name in found:
            raise ValueError(f"{part!r} names a field again")
        train, val, test = map(int, counts)
        found[name] = (train, val, test)
    if not found:
        raise ValueError("Input should be a number, or FIELD=TRAIN/VAL/TEST")
    return found


def of(pairs: int | str, field: str | None, split: str) -> int | None:
    """Most pairs of a field in a split; None where there is no limit."""
    if isinstance(pairs, int):
        return pairs or None
    quotas = read(pairs)
    numbers = quotas.get(key(field or ""), quotas.get(_OTHER, (0, 0, 0)))
    return numbers[SPLITS.index(split)]


def _checked(given: Any) -> int | str:
    text = str(given)
    if text.isdecimal():
        return int(text)
    if "=" not in text:
        try:
            text = Path(text).read_text("utf-8")
        except OSError as error:
            raise ValueError(f"Input should be a number, quotas or a file ({text})") from error
    read(text)
    return ",".join(part.strip() for part in text.replace("\n", ",").split(",") if part.strip())


Pairs: TypeAlias = Annotated[int | str, BeforeValidator(_checked)]
"""A number, or quotas; the name of a file becomes what it holds."""
