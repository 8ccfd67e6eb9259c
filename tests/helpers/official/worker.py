"""Runs in a process of its own: imports a clone and does what :class:`helpers.official.clone` asks.

``surroundings/SUITE.py`` is run first; it stands in for what cannot be had here, such as downloads
and paid models. The published files themselves are run as they are.
"""

import importlib
import os
import pickle
import runpy
import sys
from pathlib import Path
from typing import Any


def _call(function: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    module, _, name = function.partition(":")
    result: Any = importlib.import_module(module)
    for part in name.split("."):
        result = getattr(result, part)
    return result(*args, **kwargs)


def _answer(request: tuple[Any, ...], clone: str) -> tuple[bool, Any]:
    kind, what, *rest = request
    try:
        if kind == "call":
            return True, _call(what, *rest)
        if kind == "each":
            return True, [_answer(("call", what, args, {}), clone) for args in rest[0]]
        arguments, folder = rest
        os.chdir(folder)
        sys.argv = [what, *arguments]
        try:
            runpy.run_path(str(Path(clone) / what), run_name="__main__")
        except SystemExit as end:
            if end.code:
                raise
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever theirs raises is the answer
        return False, f"{type(error).__name__}: {error}"
    return True, None


def main() -> None:
    """Answer requests until the input ends; what the clone prints goes to stderr."""
    clone, suite = sys.argv[1:]
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.path[0] = clone
    stand_ins = Path(__file__).parent / "surroundings" / f"{suite}.py"
    if stand_ins.exists():
        runpy.run_path(str(stand_ins))
    while True:
        try:
            request = pickle.load(sys.stdin.buffer)  # noqa: S301  # written by our own tests
        except EOFError:
            return
        pickle.dump(_answer(request, clone), replies)
        replies.flush()


if __name__ == "__main__":
    main()
