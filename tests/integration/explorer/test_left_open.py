"""An explorer that is left open while its graph or its server changes."""

import json
from pathlib import Path

import neo4j
import pytest
from helpers.servers.explored import browsing

from scinet.errors import GraphUnavailableError
from scinet.explorer.remedies import remedy
from scinet.graph.connection import Database
from scinet.graph.driver import translated
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove


def _records(file: Path, prefix: str, years: range, **more: object) -> Path:
    rows = [
        {"id": f"{prefix}{year}", "title": f"Work of {year}", "date": f"{year}-05-01", **more}
        for year in years
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def test_the_header_goes_with_the_graph(database: Database, tmp_path: Path) -> None:
    made = _records(tmp_path / "made.jsonl", "S", range(2000, 2004), simulated=True)
    real = _records(tmp_path / "real.jsonl", "R", range(1970, 1981))
    with browsing(database, tmp_path / "cache") as client:
        load(database, made, source="sim")
        for address in ("/field", "/paper?id=sim:S2000", "/queries"):
            assert "Simulated network" in client.get(address).text
        page = client.get("/").text
        assert "Simulated network" in page
        assert "<i>2000</i><i>2003</i>" in page
        remove(database, "sim")
        assert "Simulated network" not in client.get("/queries").text
        load(database, real, source="acl")
        page = client.get("/").text
        assert "Simulated network" not in page
        assert "<i>1970</i><i>1980</i>" in page
        assert page.count("<rect ") == 11
        load(database, _records(tmp_path / "more.jsonl", "R", range(1981, 1983)), source="acl")
        assert "<i>1970</i><i>1982</i>" in client.get("/?before=1975-01-01").text


def test_a_server_with_another_password_is_told_of() -> None:
    said = "refuses the user and password"
    with pytest.raises(GraphUnavailableError, match=said) as caught, translated("lookup/papers"):
        raise neo4j.exceptions.AuthError("The client is unauthorized.")
    assert "start yours again" in remedy(caught.value)
