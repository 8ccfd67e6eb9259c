"""A password that stands where a host or a port should: it is in no message."""

import pytest
from pydantic import SecretStr

from scinet.errors import GraphUnavailableError, ScinetError
from scinet.graph.db.connection import Database
from scinet.server.repository import Source
from scinet.settings import Neo4jSettings

PASSWORD = "marked+pass=word"  # noqa: S105 - a mark to search for


@pytest.mark.parametrize(
    "uri",
    ["SECRET", "bolt://h:SECRET", "bolt:SECRET", "bolt:/SECRET", "neo4j+s://[SECRET]", "SECRET://h",
     "bolt://SECRET:7687", "bolt://me:SECRET@h:SECRET", "SECRET@h", "h:SECRET", "bolt:// SECRET",
     "bolt://h/SECRET", "SECRET?x", "//SECRET", "bolt://h:7687:SECRET", "BOLT://h:SECRET"],
)  # fmt: skip
def test_what_is_no_address_is_not_shown(uri: str) -> None:
    settings = Neo4jSettings.model_construct(
        uri=uri.replace("SECRET", PASSWORD).replace("//h/", "//127.0.0.1:1/"),
        password=SecretStr("x"),
    )
    with pytest.raises(GraphUnavailableError) as caught:
        Database.connect(settings)
    assert PASSWORD not in f"{caught.value} {caught.value.hint} {settings.place}"


@pytest.mark.parametrize("place", ["bolt://h", "neo4j+ssc://a-b.example:7687", "bolt://[::1]:1"])
def test_an_address_is_shown(place: str) -> None:
    assert Neo4jSettings.model_construct(uri=place).place == place


@pytest.mark.parametrize(
    "url", ["http://h:SECRET", "SECRET", "http://[SECRET", "https://h:SECRET/x"]
)
def test_the_address_of_a_mirror_is_not_shown_either(url: str) -> None:
    with pytest.raises(ScinetError) as caught:
        Source(url.replace("SECRET", PASSWORD))
    assert PASSWORD not in f"{caught.value} {caught.value.hint}"
