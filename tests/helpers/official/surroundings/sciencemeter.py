"""Stands in for the models of ScienceMeter's scripts; run before they are imported.

``$DOWNLOADS/replies.json`` holds replies, of which a prompt always gets the same; what is printed
is added to ``$DOWNLOADS/printed.txt``, for the scorer writes no file.
"""

import builtins
import json
import os
import sys
import zlib
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import openai

_DOWNLOADS = Path(os.environ["DOWNLOADS"])


def _reply(prompt: str) -> str:
    replies: list[str] = json.loads((_DOWNLOADS / "replies.json").read_text("utf-8"))
    return replies[zlib.crc32(prompt.encode()) % len(replies)]


def _response(prompt: str, *_: object, **__: object) -> str:
    return _reply(prompt)


def _completion(*, messages: list[dict[str, str]], **_: object) -> Any:
    text = _reply("\n".join(message["content"] for message in messages))
    return SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(content=text))])


def _client(**_: object) -> Any:
    return SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=_completion)))


def _print(*words: object, **_: object) -> None:
    with (_DOWNLOADS / "printed.txt").open("a", encoding="utf-8") as stream:
        stream.write(" ".join(map(str, words)) + "\n")


builtins.print = _print
openai.AzureOpenAI = _client  # type: ignore[assignment,misc]
sys.modules["lm_utils"] = ModuleType("lm_utils")
sys.modules["lm_utils"].llm_init = _reply  # type: ignore[attr-defined]
sys.modules["lm_utils"].llm_response = _response  # type: ignore[attr-defined]
