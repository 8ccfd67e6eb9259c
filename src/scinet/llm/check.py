"""Check that an endpoint answers a minimal question in the required format."""

import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from scinet.errors import EndpointError
from scinet.llm.batch_client import LLMSession
from scinet.llm.client import Client
from scinet.llm.endpoint import Endpoint
from scinet.llm.prompts import load_prompt
from scinet.llm.question import UNASKED, Question

_WORD: Final = "network"


def check_endpoint(endpoint: Endpoint) -> dict[str, Any]:
    """Send one question without storing it."""
    question = Question("check", load_prompt("llm/check"), {"word": _WORD})
    with closing(Client(endpoint)) as client:
        offered = client.models()
    with (
        tempfile.TemporaryDirectory() as folder,
        LLMSession(endpoint, Path(folder) / "ledger.sqlite", "") as asker,
    ):
        try:
            (reply,) = asker.ask([question])
        except EndpointError as error:
            if offered and endpoint.model not in offered:
                raise EndpointError(
                    f"no model {endpoint.model} at {endpoint.url}",
                    hint=f"It has {', '.join(offered[:10])}.",
                ) from error
            raise
    if reply.status in UNASKED:
        raise EndpointError(
            f"{endpoint.model} at {endpoint.url} gives no answer ({reply.reason})",
            hint="Look at the endpoint; its address (OPENAI_BASE_URL) often ends in /v1, and a "
            "slow one needs a greater SCINET_LLM_TIMEOUT_S.",
        )
    if reply.status != "ok":
        raise EndpointError(
            f"{endpoint.model} answers, but not with the JSON asked for ({reply.reason})",
            hint="Choose a model that follows instructions, or an endpoint that enforces JSON "
            "schemas.",
        )
    return {
        "url": endpoint.url,
        "model": endpoint.model,
        "models": offered,
        "json": True,
        "seconds": round(reply.usage.seconds, 3),
        "prompt_tokens": reply.usage.prompt_tokens,
        "completion_tokens": reply.usage.completion_tokens,
        "tokens_are_estimated": reply.usage.is_estimated,
        "cost": reply.usage.cost,
    }
