"""The checkpoint of a training: one file, whole or not there."""

import hashlib
import json
import os
import pickle
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import torch

from scinet import saving
from scinet.errors import DataError
from scinet.models.base.system import Context, System

NAME: Final = "checkpoint.pt"


def write_checkpoint(folder: Path, key: str, content: dict[str, Any]) -> None:
    """Replace the checkpoint of a folder: tensors, plain values, lists and dictionaries of them."""
    with saving.replaced(folder / NAME) as partial, partial.open("wb") as file:
        torch.save({"key": key, **content}, file)
        file.flush()
        os.fsync(file.fileno())


def read_checkpoint(folder: Path, key: str) -> dict[str, Any] | None:
    """Read the checkpoint of a folder, written with the same key; None when there is none."""
    path = folder / NAME
    if not path.exists():
        return None
    damaged = DataError(
        f"the checkpoint is damaged ({path})", hint="Delete it, or choose another --out."
    )
    if not zipfile.is_zipfile(path):
        raise damaged
    try:
        # Tensors and plain values only: a checkpoint cannot run code.
        content: dict[str, Any] = torch.load(path, weights_only=True)
    except (OSError, RuntimeError, EOFError, pickle.UnpicklingError) as error:
        raise damaged from error
    if content.get("key") != key:
        raise DataError(
            f"the folder holds a training with other settings or data ({path})",
            hint="Choose another --out.",
        )
    return content


def key_of(system: System) -> str:
    """A digest of all that makes the weights of one training unfit for another."""
    text = json.dumps([system.name, system.version, system.settings])
    return hashlib.sha256(text.encode()).hexdigest()


def trained_checkpoint(system: System, context: Context) -> dict[str, Any]:
    """Read what the training of a system left."""
    content = read_checkpoint(context.training, key_of(system))
    if not content:
        raise DataError(f"{system.name} has not been trained", hint="Train it with `scinet train`.")
    return content


@contextmanager
def restoring(folder: Path) -> Iterator[None]:
    """Where the parts of a checkpoint are taken up: those of another version are refused."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        raise DataError(
            f"the checkpoint was written by another version ({folder / NAME})",
            hint="Delete it; `scinet train SYSTEM TASK --out FOLDER` makes it anew.",
        ) from error
