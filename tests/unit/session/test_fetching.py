"""Fetching as ``import scinet`` offers it: settings from the environment, files to load."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from helpers.servers.served_api import KEY, MAIL, serving
from helpers.servers.served_crossref import Crossref
from helpers.servers.served_crossref import network as crossref_network
from helpers.servers.served_grobid import pdf
from helpers.servers.served_grobid import serving as serving_grobid
from helpers.servers.served_openalex import OpenAlex, network
from helpers.servers.served_semantic_scholar import SemanticScholar, paper

import scinet


@pytest.fixture
def openalex(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAlex]:
    """A server with forty works, to which the settings lead."""
    monkeypatch.chdir(tmp_path)
    with serving(OpenAlex(works=network(40))) as api:
        monkeypatch.setenv("SCINET_OPENALEX_URL", f"{api.url}/")
        monkeypatch.setenv("OPENALEX_API_KEY", f" {KEY}\n")
        yield api


def test_works_come_by_author_with_what_lies_around(openalex: OpenAlex) -> None:
    heard: list[tuple[int, int]] = []
    result = scinet.fetch_openalex(
        "out", authors="A5006", hops=1, progress=lambda *both: heard.append(both)
    )
    numbers = {place for place in range(40) if place % 7 == 6}
    cited = {item for place in numbers for item in (place // 3, place // 2, place - 1)}
    citing = {p for p in range(40) if {p // 3, p // 2, p - 1} & numbers}
    assert result["by_hop"] == [len(numbers), len((cited | citing) - numbers)]
    assert heard[0] == (0, len(numbers))
    assert heard[-1][0] == result["records"]
    assert set(openalex.keys) == {KEY}


def test_papers_come_by_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ids.txt").write_text("s2:2\n10.1000/s3\n")
    with serving(SemanticScholar(papers={n: paper(n) for n in range(1, 5)})) as api:
        monkeypatch.setenv("SCINET_S2_URL", api.url)
        monkeypatch.setenv("S2_API_KEY", KEY)
        result = scinet.fetch_semantic_scholar("out", ids_from="ids.txt")
    assert (result["records"], result["not_found"], api.keys) == (2, [], [KEY])


def test_works_come_by_journal_and_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    heard: list[tuple[int, int]] = []
    with serving(Crossref(works=crossref_network(40))) as api:
        monkeypatch.setenv("SCINET_CROSSREF_URL", api.url)
        monkeypatch.setenv("CROSSREF_API_KEY", f"{KEY}\n")
        monkeypatch.setenv("SCINET_MAIL", MAIL)
        result = scinet.fetch_crossref(
            "out",
            issns="1000-0001",
            since="2001-05-18",
            before=date(2001, 5, 24),
            progress=lambda *both: heard.append(both),
        )
        with pytest.raises(scinet.DataError, match="is not a day"):
            scinet.fetch_crossref("out", before="2001-5")
    assert (result["records"], heard[-1]) == (2, (2, 2))  # the first and the fourth
    assert (api.keys, api.agents) == ([f"Bearer {KEY}"], [f"scinet (mailto:{MAIL})"])


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SCINET_OPENALEX_URL", "https://user:word-of-pass@mirror.example"),
        ("SCINET_OPENALEX_URL", "mirror.example"),
        ("OPENALEX_API_KEY", "two\nlines"),
        ("SCINET_MAIL", "some…one@example.org"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_without_its_value(
    openalex: OpenAlex, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(scinet.ScinetError, match=variable) as caught:
        scinet.fetch_openalex("out", search="work")
    assert "word-of-pass" not in f"{caught.value} {caught.value.hint}"
    assert value not in f"{caught.value} {caught.value.hint}"
    assert openalex.asked == []


def test_the_address_of_a_server_may_be_given_and_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "one.pdf").write_bytes(pdf("One paper"))
    with serving_grobid() as server:
        result = scinet.fetch_grobid(
            tmp_path / "one.pdf", tmp_path / "tei", server=f"{server.url}/"
        )
        assert result["records"] == 1
        with pytest.raises(scinet.DataError, match=r"must not contain a user.*--server") as caught:
            scinet.fetch_grobid(
                tmp_path / "one.pdf",
                tmp_path / "tei",
                server=server.url.replace("//", "//someone:word-of-pass@"),
            )
    assert "word-of-pass" not in f"{caught.value} {caught.value.hint}"


def test_ids_may_not_be_overwritten(openalex: OpenAlex) -> None:
    Path("out").mkdir()
    with pytest.raises(scinet.StorageError, match="is read here"):
        scinet.fetch_openalex("out", ids_from="out")
    assert openalex.asked == []
