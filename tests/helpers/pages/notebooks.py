"""Makes notebooks of the scripts in ``examples``, whose cells begin with ``# %%``."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from helpers.pages.doc_pages import ROOT

_FOLDER = ROOT / "build" / "notebooks"
SCRIPTS = tuple(sorted((ROOT / "examples").glob("*/*.py")))


def notebook(script: str) -> dict[str, Any]:
    """A notebook without answers, as nbformat 4 has it."""
    return {
        "cells": list(_cells(script)),
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cells(script: str) -> Iterator[dict[str, Any]]:
    for number, part in enumerate(re.split(r"^# %%", script, flags=re.MULTILINE)[1:]):
        mark, _, text = part.partition("\n")
        is_text = "[markdown]" in mark
        source = re.sub(r"^# ?", "", text, flags=re.MULTILINE) if is_text else text
        cell: dict[str, Any] = {
            "cell_type": "markdown" if is_text else "code",
            "id": f"cell-{number}",
            "metadata": {},
            "source": source.strip("\n").splitlines(keepends=True),
        }
        yield cell if is_text else {**cell, "execution_count": None, "outputs": []}


def write(script: Path, folder: Path) -> Path:
    """Write the notebook of a script."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{script.stem}.ipynb"
    file.write_text(json.dumps(notebook(script.read_text("utf-8")), indent=1) + "\n", "utf-8")
    return file


if __name__ == "__main__":
    for one in SCRIPTS:
        sys.stdout.write(f"{write(one, _FOLDER).relative_to(ROOT)}\n")
