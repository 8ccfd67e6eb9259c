"""The agents' server answers to a name with a port, and to no other text that begins so."""

import pytest


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8765", 200),
        ("[::1]:8765", 200),
        ("here.example", 200),
        ("localhost:8765@evil.example", 421),
        ("localhost:evil.example", 421),
        ("localhost:8765/", 421),
        ("", 421),
    ],
)
def test_a_host_is_a_name_with_a_port(host: str, status: int) -> None:
    from starlette.applications import Starlette
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route
    from starlette.testclient import TestClient

    from scinet.agents.transport import check_host_header

    app = Starlette(routes=[Route("/", lambda _: PlainTextResponse("ok"))])
    answer = TestClient(check_host_header(app)).get("/", headers={"host": host})
    assert answer.status_code == status
