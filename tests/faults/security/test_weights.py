"""Files of models and arrays from elsewhere: read as weights, or refused; nothing in them runs."""

import io
import json
import os
import pickle
import shutil
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
import pytest
from helpers.language.knowledge_model import tiny_model
from helpers.proof import Proof

from scinet.errors import ScinetError


class _Hostile:
    """Makes a file when it is unpickled."""

    def __init__(self, call: Callable[..., object], *given: object) -> None:
        self._made = call, given

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self._made


def _objects(canary: Path) -> Iterator[object]:
    yield _Hostile(os.system, f"touch {canary}")
    yield _Hostile(exec, f"__import__('pathlib').Path({str(canary)!r}).touch()")
    yield _Hostile(canary.touch)
    yield {"key": _Hostile(os.mkdir, str(canary))}
    yield _Hostile(getattr, _Hostile(__import__, "os"), "system")


def _pickles(canary: Path) -> Iterator[bytes]:
    for item in _objects(canary):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            yield pickle.dumps(item, protocol)
    yield f"cos\nsystem\n(S'touch {canary}'\ntR.".encode()
    yield f"cposix\nsystem\n(S'touch {canary}'\ntR.".encode()
    yield b"\x80\x04" + f"cbuiltins\neval\n(V__import__('os').mkdir({str(canary)!r})\ntR.".encode()


def _zipped(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("archive/data.pkl", content)
        archive.writestr("archive/version", "3\n")
        archive.writestr("../../climbed", "x")
    return file.getvalue()


def _tarred(content: bytes) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name in ("pickle", "storages", "tensors", "../../climbed"):
            about = tarfile.TarInfo(name)
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    return file.getvalue()


def _as_array(content: bytes) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        file, {"descr": "|O", "fortran_order": False, "shape": (1,)}
    )
    return file.getvalue() + content


def _as_arrays(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("x.npy", _as_array(content))
        archive.writestr("../../climbed", "x")
    return file.getvalue()


def _checkpoint(file: Path) -> object:
    from scinet.models.base.epochs import read_checkpoint

    file.rename(file.with_name("checkpoint.pt"))
    return read_checkpoint(file.parent, "key")


@cache
def _tiny() -> "TemporaryDirectory[str]":
    folder = TemporaryDirectory()
    tiny_model(Path(folder.name))
    return folder


def _model(file: Path) -> object:
    """A model in the form that transformers had before safetensors."""
    from scinet.models.local.model import load_model

    for item in Path(_tiny().name).glob("*.json"):
        shutil.copy(item, file.parent)
    file.rename(file.with_name("pytorch_model.bin"))
    return load_model(str(file.parent))


def _adapter(file: Path) -> object:
    """One in the form that peft had before it."""
    from scinet.models.local.model import ADAPTER_FOLDER, UPDATE_FILE, load_model

    names = ("method", "task_fingerprint", "texts", "sequences", "stages")
    about = dict.fromkeys(names, 0) | {"base": _tiny().name}
    (file.parent / UPDATE_FILE).write_text(json.dumps(about))
    adapter = file.parent / ADAPTER_FOLDER
    adapter.mkdir()
    config = {"peft_type": "LORA", "task_type": "CAUSAL_LM", "target_modules": ["q_proj"]}
    (adapter / "adapter_config.json").write_text(json.dumps(config))
    file.rename(adapter / "adapter_model.bin")
    return load_model(str(file.parent))


def _trees(file: Path) -> object:
    from scinet.models.base.boosted_trees import Booster

    return Booster.load(file)


def _array(file: Path) -> object:
    from scinet.graph.snapshot.store import _memory_map

    return _memory_map(file)


_READERS: Final[Mapping[str, Callable[[Path], object]]] = {
    "checkpoint of a training": _checkpoint,
    "language model": _model,
    "adapter of a language model": _adapter,
    "boosted trees": _trees,
    "array of a snapshot": _array,
}
_Form = Callable[[bytes], bytes]
_FORMS: Final[tuple[_Form, ...]] = (bytes, _zipped, _tarred, _as_array, _as_arrays)


@pytest.mark.filterwarnings("ignore:Detected pickle protocol")  # torch's, of some it refuses
@pytest.mark.parametrize("kind", _READERS)
def test_no_model_file_runs(kind: str, proof: Proof, tmp_path: Path) -> None:
    """No file of a model, a checkpoint or an array runs what is pickled in it."""
    canary = tmp_path / "canary"
    trials = [form(content) for content in _pickles(canary) for form in _FORMS]
    chosen = trials[:: max(1, len(trials) // proof.trials(short=5, full=len(trials)))]
    for number, content in enumerate(chosen):
        folder = tmp_path / "deep" / "deeper" / str(number)
        folder.mkdir(parents=True)
        file = folder / "file"
        file.write_bytes(content)
        with suppress(ScinetError, ValueError):  # numpy opens a zip, and reads what is asked for
            _READERS[kind](file)
        assert not canary.exists()
    assert not list(tmp_path.rglob("climbed"))
    proof.count(trials=len(chosen), ran=0)


def test_the_pickles_do_run(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    ran = 0
    for content in _pickles(canary):
        pickle.loads(content)  # noqa: S301 - shows that the proof is not blind
        ran += canary.exists()
        if canary.is_dir():
            canary.rmdir()
        canary.unlink(missing_ok=True)
    assert ran >= 20
