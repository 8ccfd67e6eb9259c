"""Cache of what is trained on the phrases, so that only the first question waits for it."""

import logging
import zipfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet import atomic_files
from scinet.errors import StorageError
from scinet.graph.ask import phrases
from scinet.settings import CacheSettings

Arrays = Mapping[str, NDArray[Any]]
_VERSION: Final = 1  # raised when the same phrases give another result
_log = logging.getLogger(__name__)


def load_or_train(name: str, train: Callable[[], Arrays]) -> Arrays:
    """Return the arrays of a name from the cache, or train and store them.

    The file's name has a hash of the training questions. A cache that cannot be written is no
    error: the next process trains again.
    """
    content = repr((_VERSION, np.__version__, phrases.training_questions()))
    hashed = sha256(content.encode()).hexdigest()[:16]
    file = CacheSettings().cache / "ask" / f"{name}-{hashed}.npz"
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
            return dict(stored)
    except FileNotFoundError:
        pass
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        _log.warning("%s: %s; it is trained again", file, error)
    arrays = train()
    with (
        suppress(StorageError),
        atomic_files.replace_file(file) as partial,
        partial.open("wb") as out,
    ):
        np.savez(out, allow_pickle=False, **arrays)
    return arrays


def pack_texts(texts: Iterable[str]) -> NDArray[np.uint8]:
    """Return lines of text as one array of bytes."""
    return np.frombuffer("\n".join(texts).encode(), dtype=np.uint8)


def unpack_texts(packed: NDArray[np.uint8]) -> list[str]:
    """Return the lines of an array of :func:`pack_texts`."""
    return packed.tobytes().decode().split("\n")
