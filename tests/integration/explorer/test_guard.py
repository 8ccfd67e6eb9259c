"""Who may ask for pages, and pages left open while the database is away or its graph changes."""

from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest
from helpers.networks.build import load_rows
from helpers.servers.explored import browsing
from helpers.servers.wire import Wire
from starlette.testclient import TestClient

from scinet.errors import DataError, GraphUnavailableError
from scinet.explorer import assets
from scinet.explorer.app import create_app
from scinet.explorer.error_hints import error_hint
from scinet.explorer.serve import explore
from scinet.graph.db.connection import Database
from scinet.graph.db.driver import translate_errors
from scinet.graph.load.removal import remove_loads
from scinet.session.graph import Graph
from scinet.settings import Neo4jSettings


@pytest.fixture
def client(shared_database: Database, tmp_path: Path) -> Iterator[TestClient]:
    """The pages; nothing here asks for the graph."""
    with browsing(shared_database, tmp_path) as made:
        yield made


_CROSS = {"sec-fetch-site": "cross-site"}
_VISIT = _CROSS | {"sec-fetch-mode": "navigate"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "127.0.0.1:8321"}, 200),
        ({"host": "[::1]:8321"}, 200),
        ({"host": "localhost"}, 200),
        ({"host": "evil.example:8321"}, 403),
        ({"host": "localhost.evil.example"}, 403),
        ({"host": "evil.example:localhost"}, 403),
        ({"host": "localhost:8321:80"}, 403),
        ({"host": "localhost:"}, 403),
        ({"host": "[::1]evil.example"}, 403),
        ({"host": "[::1]:8321@evil.example"}, 403),
        ({"host": "me@localhost"}, 403),
        ({"host": "localhost, evil.example"}, 403),
        ({"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}, 200),
        (_CROSS | {"sec-fetch-mode": "no-cors"}, 403),
        (_VISIT | {"sec-fetch-dest": "iframe"}, 403),
        (_VISIT | {"sec-fetch-dest": "document"}, 200),
    ],
)
def test_only_this_machine_and_its_own_pages_may_ask(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    answer = client.get("/static/explorer.css", headers=headers)
    assert answer.status_code == status
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self';" in policy
    assert "unsafe" not in policy


def test_elsewhere_a_token_is_asked_for(shared_database: Database) -> None:
    app = create_app(Graph(lambda: shared_database), token="right")  # noqa: S106 - of a test
    page = "/static/explorer.js"
    with TestClient(app, base_url="http://papers.example") as client:
        assert client.get(page).status_code == 401
        assert client.get(f"{page}?token=wrong").status_code == 401
        client.cookies.set("scinet", "wrong")
        assert client.get(page).status_code == 401
        client.cookies.clear()
        first = client.get(f"{page}?a=1&token=right", follow_redirects=False)
        assert (first.status_code, first.headers["location"]) == (303, f"{page}?a=1")
        assert "HttpOnly; Path=/; SameSite=strict" in first.headers["set-cookie"]
        # Browsers keep pages apart that are of this machine or encrypted; of others they say that
        # they pass the header over.
        for address, is_kept_apart in (
            ("http://127.0.0.1:8321", True),
            ("https://papers.example", True),
            ("http://papers.example", False),
        ):
            answer = client.get(f"{address}{page}?token=right")
            assert answer.status_code == 200
            assert ("cross-origin-opener-policy" in answer.headers) is is_kept_apart
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert client.get(page).status_code == 200


@pytest.mark.parametrize(
    "token", ["", "fifteen letters", "über sechzehn Zeichen", "sixteen or more\n"]
)
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])  # noqa: S104 - nothing listens
def test_a_token_that_keeps_nobody_out_is_refused(token: str, host: str, tmp_path: Path) -> None:
    nobody = Graph(lambda: pytest.fail("refused too late"), cache=tmp_path)
    with pytest.raises(DataError, match="at least 16 characters") as caught:
        explore(nobody, host=host, port=0, token=token)
    assert caught.value.hint == "Leave --token out: one is made up."


def test_the_printed_address_holds_the_token(shared_database: Database, tmp_path: Path) -> None:
    class ToldError(Exception):
        """In place of serving."""

    def progress(address: str) -> None:
        raise ToldError(address)

    graph = Graph(lambda: shared_database, cache=tmp_path)
    token = 'ab+cd/ef==&%25 "0;'  # noqa: S105 - of a test
    with pytest.raises(ToldError) as caught:
        explore(graph, host="0.0.0.0", port=0, token=token, progress=progress)  # noqa: S104
    query = str(caught.value).partition("/?")[2]
    app = create_app(graph, token=token)
    with TestClient(app, base_url="http://papers.example") as client:
        first = client.get(f"/static/explorer.js?{query}", follow_redirects=False)
        assert first.status_code == 303
        assert client.get("/static/explorer.js").status_code == 200


def test_a_stopped_database_is_said_and_found_again(uri: str, tmp_path: Path) -> None:
    with Wire(uri) as wire:
        database = Database.connect(Neo4jSettings.model_construct(uri=wire.uri))
        database.rows("admin/wipe")
        with database, browsing(database, tmp_path) as client:
            assert client.get("/offers?q=x").status_code == 200
            wire.stop()
            answer = client.get("/paper?id=x")
            assert answer.status_code == 503
            assert "The database does not answer" in answer.text
            assert answer.headers["refresh"] == "5"
            wire.heal()
            assert client.get("/offers?q=x").status_code == 200


def test_a_database_that_comes_back_elsewhere_is_found(uri: str, tmp_path: Path) -> None:
    with Wire(uri) as first, Wire(uri) as second:
        places = [first.uri]
        graph = Graph(
            lambda: Database.connect(Neo4jSettings.model_construct(uri=places[-1])), cache=tmp_path
        )
        with graph, TestClient(create_app(graph), base_url="http://localhost:8321") as client:
            assert client.get("/offers?q=x").status_code == 200
            first.stop()
            places.append(second.uri)
            assert client.get("/offers?q=x").status_code == 503
            assert client.get("/offers?q=x").status_code == 200
            assert graph.database.place == second.uri


def test_an_empty_database_says_what_to_do(database: Database, tmp_path: Path) -> None:
    with browsing(database, tmp_path) as client:
        answer = client.get("/")
        assert answer.status_code == 409
        assert "Nothing to show yet" in answer.text
        assert "scinet load" in answer.text


def test_libraries_come_out_of_the_jars() -> None:
    assets.download_libraries()
    result = assets.read_asset("htmx.js")
    assert result is not None
    assert b"htmx" in result[0]
    assert result[1] == "text/javascript"


def _load(database: Database, source: str, years: range, **more: object) -> None:
    rows = (
        {"id": f"S{year}", "title": f"Work of {year}", "date": f"{year}-05-01", **more}
        for year in years
    )
    load_rows(database, *rows, source=source)


def test_the_header_goes_with_the_graph(database: Database, tmp_path: Path) -> None:
    with browsing(database, tmp_path / "cache") as client:
        _load(database, "sim", range(2000, 2004), simulated=True)
        for address in ("/field", "/paper?id=sim:S2000", "/queries"):
            assert "Simulated network" in client.get(address).text
        page = client.get("/").text
        assert "Simulated network" in page
        assert "<i>2000</i><i>2003</i>" in page
        remove_loads(database, "sim")
        assert "Simulated network" not in client.get("/queries").text
        _load(database, "acl", range(1970, 1981))
        page = client.get("/").text
        assert "Simulated network" not in page
        assert "<i>1970</i><i>1980</i>" in page
        assert page.count("<rect ") == 11
        assert client.get("/paper?id=acl:S1981").status_code == 404
        _load(database, "acl", range(1981, 1983))
        assert "<i>1970</i><i>1982</i>" in client.get("/?before=1975-01-01").text
        assert client.get("/paper?id=acl:S1981").status_code == 200


def test_a_server_with_another_password_is_told_of() -> None:
    said = "refuses the user and password"
    with (
        pytest.raises(GraphUnavailableError, match=said) as caught,
        translate_errors("lookup/papers"),
    ):
        raise neo4j.exceptions.AuthError("The client is unauthorized.")
    assert "start yours again" in error_hint(caught.value)
