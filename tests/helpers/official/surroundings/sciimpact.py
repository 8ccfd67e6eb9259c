"""Stands in for the models and downloads of SciImpact's scripts; run before they are imported.

``$DOWNLOADS`` holds the files that would be downloaded, by their names without folders, and
``replies.json``: replies of which a prompt always gets the same, null for no output. All prompts
are added to ``prompts.jsonl``.
"""

import json
import os
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import huggingface_hub
import transformers

_DOWNLOADS = Path(os.environ["DOWNLOADS"])


def _downloaded(filename: str, **_: object) -> str:
    file = _DOWNLOADS / Path(filename).name
    if not file.exists():
        raise FileNotFoundError(filename)
    return str(file)


class _Model:
    def __init__(self, **_: object) -> None:
        pass

    def generate(self, prompts: Sequence[str], **_: object) -> list[Any]:
        replies = json.loads((_DOWNLOADS / "replies.json").read_text("utf-8"))
        with (_DOWNLOADS / "prompts.jsonl").open("a", encoding="utf-8") as stream:
            stream.writelines(json.dumps(prompt) + "\n" for prompt in prompts)
        texts = [replies[zlib.crc32(prompt.encode()) % len(replies)] for prompt in prompts]
        return [
            SimpleNamespace(outputs=[] if text is None else [SimpleNamespace(text=text)])
            for text in texts
        ]


class _Tokenizer:
    @classmethod
    def from_pretrained(cls, *_: object, **__: object) -> "_Tokenizer":
        return cls()

    def apply_chat_template(self, messages: Sequence[dict[str, str]], **_: object) -> str:
        return "\n".join(message["content"] for message in messages)


class _Settings:
    def __init__(self, **_: object) -> None:
        pass


vllm = ModuleType("vllm")
sampling = ModuleType("vllm.sampling_params")
vllm.LLM = _Model  # type: ignore[attr-defined]
vllm.SamplingParams = _Settings  # type: ignore[attr-defined]
sampling.StructuredOutputsParams = _Settings  # type: ignore[attr-defined]
sys.modules |= {"vllm": vllm, "vllm.sampling_params": sampling}
transformers.AutoTokenizer = _Tokenizer  # type: ignore[assignment,misc]
huggingface_hub.hf_hub_download = _downloaded  # type: ignore[assignment]
if not hasattr(huggingface_hub, "HfFolder"):
    huggingface_hub.HfFolder = _Settings
