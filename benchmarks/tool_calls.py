"""How long tools for agents take over HTTP, asked by the official client of the protocol."""

import asyncio
import statistics
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

TIMES: Final = 5
Call = tuple[str, Mapping[str, Any]]


def calls(paper: str, other: str, author: str, words: str) -> list[Call]:
    """Calls as agents make them, about two papers and an author."""
    return [
        ("search_papers", {"text": words}),
        ("lookup_paper", {"paper": paper}),
        ("lookup_papers_of_author", {"author": author}),
        ("pair_citing", {"paper": paper}),
        ("pair_co_cited", {"paper": paper}),
        ("ego_disruption", {"paper": paper}),
        ("path", {"a": other, "b": paper}),
        ("ask", {"question": f"papers that cite {paper}"}),
        ("query", {"name": "ego/citations_by_year", "parameters": {"paper_id": paper}}),
        ("cypher", {"statement": "MATCH (p:Paper) RETURN count(p) AS papers"}),
    ]


def timed(address: str, asked: Sequence[Call]) -> list[tuple[float, float, int]]:
    """Milliseconds of the first answer and of the median of later ones, and characters."""

    async def ask() -> list[tuple[float, float, int]]:
        from mcp import Client

        found = []
        async with Client(address) as client:
            for name, arguments in asked:
                spent: list[float] = []
                for _ in range(TIMES + 1):
                    begun = time.perf_counter()
                    answer = await client.call_tool(name, dict(arguments))
                    spent.append(1000 * (time.perf_counter() - begun))
                    if answer.is_error:
                        raise RuntimeError(f"{name}: {answer.content}")
                size = sum(len(getattr(one, "text", "")) for one in answer.content)
                found.append((spent[0], statistics.median(spent[1:]), size))
        return found

    return asyncio.run(ask())
