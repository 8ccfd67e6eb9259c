"""Stands in for the models and the search of SciPaths' scripts; run before they are imported.

``$DOWNLOADS`` holds ``replies.json``: what a model replies to a prompt that has the key in it, a
list of which each prompt always gets the same, null for an error; and ``papers.json``: what a
search may find.
"""

import json
import os
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

_DOWNLOADS = Path(os.environ["DOWNLOADS"])
sys.path.insert(0, str(Path(sys.path[0]) / "benchmark_eval"))


def _read(name: str) -> Any:
    return json.loads((_DOWNLOADS / name).read_text("utf-8"))


def _of(prompt: str, listed: Sequence[Any]) -> Any:
    return listed[zlib.crc32(prompt.encode()) % len(listed)]


async def _completion(*, messages: list[dict[str, str]], **_: object) -> Any:
    prompt = messages[-1]["content"]
    replies = _read("replies.json")
    reply = _of(prompt, next(listed for key, listed in replies.items() if key in prompt))
    if reply == "every candidate":
        ids = [line.split('"')[3] for line in prompt.splitlines() if '"paper_id": "' in line]
        scores = [
            {
                "paper_id": identifier,
                "score": zlib.crc32(identifier.encode()) % 6,
                "grounds": [1],
                "reason": "r",
            }
            for identifier in ids[:-1]
        ]
        reply = json.dumps({"scores": scores})
    if reply is None:
        raise RuntimeError("no reply")
    return SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(content=reply))])


class _Search:
    def __init__(self, **_: object) -> None:
        pass

    async def search_paper(self, query: str, *, limit: int, **_: object) -> Any:
        papers = _read("papers.json")
        start = zlib.crc32(query.encode()) % len(papers)
        result = [*papers[start:], *papers[:start]][: min(limit, 1 + start % 30)]
        return [
            SimpleNamespace(**item, authors=[SimpleNamespace(name="A")], tldr=None)
            for item in result
        ]


for name in ("litellm", "semanticscholar"):
    sys.modules[name] = ModuleType(name)
sys.modules["litellm"].acompletion = _completion  # type: ignore[attr-defined]
sys.modules["semanticscholar"].AsyncSemanticScholar = _Search  # type: ignore[attr-defined]
