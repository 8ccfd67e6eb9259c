"""Requests of questions, with their keys and worst-case usage.

The key is the SHA-256 of everything that the answer depends on, so that an answer is never taken
for that of another question.
"""

from dataclasses import dataclass
from typing import Any, Final

import orjson

from scinet.llm.budget import Charge
from scinet.llm.endpoint import Endpoint
from scinet.llm.ledger import sha256
from scinet.llm.prompts import Prompt
from scinet.llm.question import Question

_BYTES_PER_TOKEN: Final = 4  # of English text, about; no tokenizer fits every model


@dataclass(frozen=True, slots=True)
class LLMRequest:
    """Request of a question.

    Attributes:
        canonical: Everything that the answer depends on, as JSON with sorted keys.
        size: Bytes of messages, tools and form; a byte is a token at most.
    """

    question: Question
    body: dict[str, Any]
    canonical: str
    key: str
    size: int

    @property
    def prompt_tokens(self) -> int:
        """Prompt tokens, estimated by the number of bytes."""
        return -(-self.size // _BYTES_PER_TOKEN)

    def worst(self, endpoint: Endpoint) -> Charge:
        """Compute the worst-case usage of one request."""
        most = max_output_tokens(self.question.prompt, endpoint)
        cost = None if endpoint.price is None else endpoint.price.of(self.size, most)
        return Charge(1, self.size + most, cost)


def make_request(question: Question, endpoint: Endpoint, graph: str, seed: int) -> LLMRequest:
    """Prepare the request of a question."""
    prompt = question.prompt
    body: dict[str, Any] = {
        "model": endpoint.model,
        "messages": [message.wire() for message in question.messages()],
        "seed": seed + question.sample,
    }
    if endpoint.thinking_tokens is None:
        body |= {"max_tokens": prompt.max_tokens, "temperature": prompt.temperature}
    else:
        body["max_completion_tokens"] = max_output_tokens(prompt, endpoint)
    if question.tools:
        body["tools"] = [tool.wire() for tool in question.tools]
    if prompt.schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {
                "name": prompt.name.replace("/", "_"),
                "schema": prompt.schema,
                "strict": True,
            },
        }
    canonical = _json(
        {
            **body,
            "endpoint": endpoint.url,
            "prompt": prompt.name,
            "version": prompt.version,
            "graph": graph,
            "before": None if question.before is None else question.before.isoformat(),
            "sample": question.sample,
        }
    )
    return LLMRequest(question, body, canonical, sha256(canonical), len(_json(body).encode()))


def max_output_tokens(prompt: Prompt, endpoint: Endpoint) -> int:
    """Return the most tokens that a model may write for one answer."""
    return prompt.max_tokens + (endpoint.thinking_tokens or 0)


def estimate_tokens(text: str | None) -> int:
    """Estimate the tokens of a text by the number of its bytes."""
    return -(-len((text or "").encode("utf-8", "replace")) // _BYTES_PER_TOKEN)


def _json(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
