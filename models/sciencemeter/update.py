"""Trains an update of a language model on a task's new papers and writes it to a folder.

The folder holds the texts, the adapter and ``update.json``, which names the base model; it is
answered with by ``claims-local``.
"""

import json
import time
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from scinet import saving
from scinet.errors import DataError
from scinet.eval.task import Task
from scinet.models.base.training import versions
from scinet.models.sciencemeter.local import ABOUT, ADAPTER, load
from scinet.models.sciencemeter.training_texts import METHODS, texts, write
from scinet.models.sciencemeter.tuning import Progress, TuningSettings, adapted, sequences, tune


def train(
    method: str,
    task: Task,
    base: str,
    folder: Path,
    settings: TuningSettings,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Train one update, unless the folder holds it already; a stopped one goes on.

    Args:
        method: One of :data:`METHODS`.
        task: A task of ScienceMeter.
        base: Folder or hub name of the model before the update.
        folder: Folder of the update; that of another one is refused.
        settings: How it is tuned.
        progress: Called with a row of figures after each step.

    Returns:
        What ``update.json`` holds: method, base, settings, task_fingerprint, number of texts and
        sequences, losses, seconds, versions.
    """
    if method not in METHODS:
        raise DataError(f"no method {method!r}", hint=f"There are {', '.join(METHODS)}.")
    if task.suite != "sciencemeter":
        raise DataError(f"{task.id} has no updates", hint="Take a task of sciencemeter.")
    about: dict[str, Any] = {
        "method": method,
        "base": base,
        "settings": asdict(settings),
        "task": task.id,
        "task_fingerprint": task.fingerprint,
    }
    key = sha256(orjson.dumps(about, option=orjson.OPT_SORT_KEYS)).hexdigest()
    if (found := _read(folder / ABOUT)) is not None:
        if {name: found.get(name) for name in about} != about:
            raise DataError(
                f"the folder holds another update ({folder / ABOUT})",
                hint="Choose another --out, or delete that folder.",
            )
        return found
    begun = time.perf_counter()
    model, tokenizer = load(base)
    made = texts(task, method, tokenizer, settings.questions)
    write(made, folder / "texts")
    stages = [
        (
            stage.texts,
            sequences(made[stage.texts], tokenizer, settings.max_tokens, is_packed=stage.is_tuning),
            settings.question_epochs if stage.is_tuning else settings.document_epochs,
        )
        for stage in METHODS[method]
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


def _read(file: Path) -> dict[str, Any] | None:
    if not file.is_file():
        return None
    try:
        found = orjson.loads(file.read_bytes())
    except ValueError as error:
        raise DataError(f"no description of an update ({file})", hint="Delete it.") from error
    return found if isinstance(found, dict) else None
