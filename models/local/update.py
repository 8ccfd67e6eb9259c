"""Trains an update of a language model on texts and writes it to a folder.

The folder holds the texts, the adapter and ``update.json``, which names the base model.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from scinet import saving
from scinet.errors import DataError
from scinet.eval.task import Task
from scinet.models.base.training import versions
from scinet.models.local.model import ABOUT, ADAPTER, load, read_about
from scinet.models.local.tuning import Progress, TuningSettings, adapted, sequences, tune


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of an update.

    Attributes:
        texts: Their name.
        is_tuning: Whether the texts are questions with answers, read several times and packed; else
            documents, read once and each by itself.
    """

    texts: str
    is_tuning: bool


@dataclass(frozen=True, slots=True)
class Curriculum:
    """What an update reads.

    Attributes:
        texts: Makes the texts by name, with the tokenizer that gives the format of questions.
        stages: In their order.
    """

    texts: Callable[[Any], Mapping[str, Sequence[str]]]
    stages: Sequence[Stage]


def train(
    method: str,
    curriculum: Curriculum,
    task: Task,
    base: str,
    folder: Path,
    settings: TuningSettings,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Train one update, unless the folder holds it already; a stopped one goes on.

    Args:
        method: Name of the update: a way to update, or the system whose questions it learns.
        base: Folder or hub name of the model before the update.
        folder: Folder of the update; that of another one is refused.

    Returns:
        What ``update.json`` holds: method, base, settings, task_fingerprint, number of texts and
        sequences, losses, seconds, versions.
    """
    about: dict[str, Any] = {
        "method": method,
        "base": base,
        "settings": asdict(settings),
        "task": task.id,
        "task_fingerprint": task.fingerprint,
    }
    key = sha256(orjson.dumps(about, option=orjson.OPT_SORT_KEYS)).hexdigest()
    if (found := read_about(folder)) is not None:
        if {name: found.get(name) for name in about} != about:
            raise DataError(
                f"the folder holds another update ({folder / ABOUT})",
                hint="Choose another --out, or delete that folder.",
            )
        return found
    begun = time.perf_counter()
    model, tokenizer = load(base)
    made = curriculum.texts(tokenizer)
    for name, listed in made.items():
        lines = b"".join(orjson.dumps({"text": text}) + b"\n" for text in listed)
        saving.write(lines, folder / "texts" / f"{name}.jsonl")
    stages = [
        (
            stage.texts,
            sequences(made[stage.texts], tokenizer, settings.max_tokens, is_packed=stage.is_tuning),
            settings.question_epochs if stage.is_tuning else settings.document_epochs,
        )
        for stage in curriculum.stages
    ]
    tuned = adapted(model, settings)
    figures = tune(tuned, stages, settings, folder, key, progress)
    tuned.save_pretrained(str(folder / ADAPTER))
    result = {
        **about,
        "texts": {name: len(listed) for name, listed in made.items()},
        "sequences": {name: len(listed) for name, listed, _ in stages},
        "stages": figures,
        "seconds": round(time.perf_counter() - begun, 2),
        "versions": versions(),
    }
    saving.write(json.dumps(result, indent=2) + "\n", folder / ABOUT)
    return result
