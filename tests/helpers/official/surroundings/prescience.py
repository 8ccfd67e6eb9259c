"""Stands in for downloads and paid models of PreScience's scripts; run before they are imported.

``$DOWNLOADS`` holds ``train.parquet``, ``test.parquet``, side files, and ``replies.json``: what a
judge replies to a prompt that has the key in it. What it was asked is added to ``asked.jsonl``.
A search over settings finds those of ``settings.json``.
"""

import json
import logging
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import huggingface_hub
import openai
from pyarrow import parquet

_DOWNLOADS = Path(os.environ["DOWNLOADS"])


def _dataset(*_: object, **__: object) -> dict[str, list[dict[str, Any]]]:
    return {
        file.stem: parquet.read_table(file).to_pylist() for file in _DOWNLOADS.glob("*.parquet")
    }


def _downloaded(filename: str, **_: object) -> str:
    return str(_DOWNLOADS / filename)


def _completion(*, messages: list[dict[str, str]], **_: object) -> Any:
    replies = json.loads((_DOWNLOADS / "replies.json").read_text("utf-8"))
    asked = messages[-1]["content"]
    with (_DOWNLOADS / "asked.jsonl").open("a", encoding="utf-8") as stream:
        stream.write(json.dumps([message["content"] for message in messages]) + "\n")
    reply = next(reply for key, reply in replies.items() if key in asked)
    return SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(content=reply))])


def _client() -> Any:
    return SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=_completion)))


def _found(**_: object) -> dict[str, float]:
    document: dict[str, float] = json.loads((_DOWNLOADS / "settings.json").read_text("utf-8"))
    return document


def _search() -> ModuleType:
    module: Any = ModuleType("hyperopt")
    module.fmin, module.Trials, module.STATUS_OK = _found, dict, "ok"
    module.tpe = SimpleNamespace(suggest=None)
    module.hp = SimpleNamespace(
        **dict.fromkeys(("loguniform", "quniform", "uniform", "choice"), lambda *_: None)
    )
    return module  # type: ignore[no-any-return]


logging.disable()
sys.modules["hyperopt"] = _search()
for name in ("datasets", "anthropic", "sentence_transformers"):
    sys.modules[name] = ModuleType(name)
sys.modules["sentence_transformers"].SentenceTransformer = None  # type: ignore[attr-defined]
sys.modules["datasets"].load_dataset = _dataset  # type: ignore[attr-defined]
huggingface_hub.hf_hub_download = _downloaded  # type: ignore[assignment]
openai.OpenAI = _client  # type: ignore[assignment,misc]
