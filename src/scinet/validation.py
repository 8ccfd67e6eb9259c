"""What pydantic refuses, in one line."""

from pydantic import ValidationError


def first_fault(error: ValidationError, whole: str = "value") -> str:
    """The first thing that pydantic refused: where, and why.

    Args:
        error: What pydantic raised.
        whole: What the value as a whole is called.
    """
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"])) or whole
    return f"{place}: {first['msg'].removeprefix('Value error, ')}"
