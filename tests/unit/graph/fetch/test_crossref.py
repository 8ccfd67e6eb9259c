"""Works of Crossref, fetched from a local server whose cursors hold a place as those of the API."""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.files.network_files import outcome
from helpers.servers.fetching import Fetching
from helpers.servers.served_api import KEY, MAIL, serving
from helpers.servers.served_crossref import Crossref, network, work
from pydantic import SecretStr

from scinet.errors import BudgetError, DataError, EndpointError
from scinet.graph.fetch import crossref_lists, service
from scinet.graph.fetch.access import Access
from scinet.graph.fetch.crossref import CrossrefQuery, fetch
from scinet.graph.fetch.service import PAUSES_S

WORKS = network(600)


@pytest.fixture
def api() -> Iterator[Crossref]:
    """A server with 600 works, which it gives on three pages."""
    with serving(Crossref(works=WORKS)) as made:
        yield made


class Fetcher(Fetching[Crossref]):
    """Fetches to one folder, with pauses written down in place of waited for."""

    pause_s = 0.0

    def __call__(self, seeds: str = "", limit: int = 20_000, **asked: Any) -> dict[str, Any]:
        """Ask for something."""
        access = Access(
            "Crossref",
            self.api.url,
            "CROSSREF_API_KEY",
            SecretStr(KEY),
            ("header", "Crossref-Plus-API-Token"),
            SecretStr(MAIL),
            scheme="Bearer",
            pause_s=self.pause_s,
            timeout_s=self.timeout_s,
        )
        return fetch(
            self.service(access),
            self.folder,
            CrossrefQuery(**asked),
            self.seeds(seeds),
            limit=limit,
            progress=lambda *both: self.heard.append(both),
        )

    def files(self) -> dict[str, bytes]:
        """The answers in the folder."""
        result = self.folder.glob("*.json")
        return {item.name: item.read_bytes() for item in result if item.name != "manifest.json"}

    def numbers(self) -> set[int]:
        """Works in the folder."""
        messages = [json.loads(body)["message"] for body in self.files().values()]
        results = [item for message in messages for item in message.get("items", [message])]
        return {int(item["DOI"].rpartition("c")[2]) for item in results}

    def cursors(self) -> list[str]:
        """The cursors that were sent."""
        return [item["cursor"] for item in self.api.asked]


@pytest.fixture
def fetcher(api: Crossref) -> Fetcher:
    return Fetcher(api, Path("out"))


def test_pages_are_stored_as_they_came(fetcher: Fetcher) -> None:
    fetched = fetcher(search="counting")
    assert fetcher.numbers() == set(range(600))
    assert (fetched["records"], fetched["not_sent"], fetched["not_found"]) == (600, 0, [])
    assert (fetched["pages"], fetched["requests"]) == (3, 3)
    first, second, third = fetcher.cursors()
    assert first == "*"
    assert second == third != "*"
    assert fetcher.heard == [(0, 600), (250, 600), (500, 600), (600, 600), (600, 600)]
    assert fetcher.waits == []
    assert fetcher.api.keys == [f"Bearer {KEY}"] * 3
    assert fetcher.api.agents == [f"scinet (mailto:{MAIL})"] * 3


@pytest.mark.parametrize("number", [250, 500])
def test_a_list_of_full_pages_ends_with_an_empty_one(fetcher: Fetcher, number: int) -> None:
    fetcher.api.works = WORKS[:number]
    assert fetcher(search="counting")["requests"] == number // 250 + 1
    assert fetcher.numbers() == set(range(number))


@pytest.mark.parametrize(
    ("asked", "matches"),
    [
        ({"issns": ["1000-0002"]}, lambda one: one % 3 == 2),
        ({"issns": ["ISSN 10000002", "1000-0001"]}, lambda one: one % 3),
        ({"authors": ["https://orcid.org/0000-0002-1825-0003"]}, lambda one: one % 5 == 3),
        ({"search": "41 42"}, lambda one: one in {41, 42}),
        ({"filters": ["type:journal-article"], "authors": ["0000-0002-1825-0001"]},
         lambda one: one % 10 == 1),
        # The day before is the last that is asked for.
        ({"since": date(2001, 5, 20), "before": date(2001, 5, 23)}, lambda one: one in {3, 4, 5}),
        ({"before": date(2001, 5, 18)}, lambda one: one == 0),
        ({"search": "nothing"}, lambda _: False),
    ],
)  # fmt: skip
def test_each_way_to_ask(fetcher: Fetcher, asked: dict[str, Any], matches: Any) -> None:
    fetched = fetcher(**asked)
    expected = {item for item in range(600) if matches(item)}
    assert fetcher.numbers() == expected
    assert fetched["records"] == len(expected)


def test_the_best_matches_come_in_one_answer(fetcher: Fetcher) -> None:
    fetched = fetcher(search="number 417", best=2, limit=2)
    assert (fetched["records"], fetched["requests"], fetched["not_sent"]) == (2, 1, 0)
    assert fetcher.numbers() == {417, 0}
    assert "cursor" not in fetcher.api.asked[0]
    with pytest.raises(DataError, match="3 works would come, more than the limit of 2"):
        fetcher(search="number 417", best=3, limit=2)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "no query given"),
        ({"best": 3}, "--best without --search"),
        ({"authors": ["Ada Bell"]}, "'Ada Bell' is not an ORCID"),
        ({"issns": ["Letters"]}, "'Letters' is not an ISSN"),
        ({"since": date(2001, 1, 1), "before": date(2001, 1, 1)}, "no day lies between"),
        ({"filters": ["until-pub-date:2001"]}, "until-pub-date"),
    ],
)
def test_a_question_that_is_none_is_refused_at_once(
    fetcher: Fetcher, asked: dict[str, Any], message: str
) -> None:
    with pytest.raises(DataError, match=message) as caught:
        fetcher(**asked)
    assert caught.value.hint
    assert fetcher.api.asked == []
    assert not fetcher.folder.exists()


def test_what_crossref_refuses_is_told_in_its_words(fetcher: Fetcher) -> None:
    with pytest.raises(DataError, match="rejects the query: status 400, Filter kind specified"):
        fetcher(filters=["kind:book"])
    assert len(fetcher.api.asked) == 1


def test_more_than_the_limit_is_refused_with_the_number(fetcher: Fetcher) -> None:
    limit = "600 works would come, more than the limit of 500"
    with pytest.raises(DataError, match=limit) as caught:
        fetcher(search="counting", limit=500)
    assert "--limit 600" in caught.value.hint
    assert "--best" in caught.value.hint
    assert len(fetcher.api.asked) == 1
    assert fetcher(search="counting", limit=600)["records"] == 600


def test_works_by_doi_come_by_hundreds_and_those_without_one_are_listed(fetcher: Fetcher) -> None:
    seeds = ["# mine", "https://doi.org/10.1000/C7", "doi:10.1000/c8", "10.1000/gone"]
    seeds += [f"10.1000/c{item}" for item in range(10, 240)]
    fetched = fetcher(seeds="\n".join(seeds))
    assert fetcher.numbers() == {7, 8, *range(10, 240)}
    assert (fetched["records"], fetched["not_found"]) == (232, ["10.1000/gone"])
    assert [item["filter"].count("doi:") for item in fetcher.api.asked] == [100, 100, 33]
    assert fetcher(seeds="\n".join(seeds))["requests"] == 0


def test_a_doi_that_no_filter_takes_is_asked_for_by_itself(fetcher: Fetcher) -> None:
    fetcher.api.works = [*WORKS, work(7) | {"DOI": "10.1000/a,b#(c7"}]
    fetched = fetcher(seeds="10.1000/a,b#(c7\n10.1000/x,y\n10.1000/c8\n")
    assert (fetched["records"], fetched["not_found"]) == (2, ["10.1000/x,y"])
    assert fetcher.numbers() == {7, 8}
    expected = {"/works", "/works/10.1000%2Fa%2Cb%23%28c7", "/works/10.1000%2Fx%2Cy"}
    assert {item["path"] for item in fetcher.api.asked} == expected
    assert fetcher.waits == []
    # Only what is not there is asked for again.
    assert fetcher(seeds="10.1000/a,b#(c7\n10.1000/x,y\n10.1000/c8\n")["requests"] == 1


@pytest.mark.parametrize("seeds", ["10.1000/c1\nsome title\n", "1\n10.1000/c1"])
def test_a_bad_list_of_dois_is_named_before_anything_is_asked(fetcher: Fetcher, seeds: str) -> None:
    with pytest.raises(DataError, match="is not an id that can be asked for"):
        fetcher(seeds=seeds)
    assert fetcher.api.asked == []


def test_what_passes_is_waited_for(fetcher: Fetcher) -> None:
    fetcher.api.faults = ["other", "", "503", "429"]
    fetched = fetcher(search="counting")
    assert fetcher.waits == [1.0, 1.0, 2.0]
    assert (fetched["records"], fetched["not_sent"]) == (600, 0)
    assert fetcher.numbers() == set(range(600))
    assert fetched["requests"] == 3 + 3  # what came before was not asked for again


def test_a_wait_without_an_end_is_told(fetcher: Fetcher) -> None:
    fetcher.api.faults = ["503"]
    fetcher.api.headers = {"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"}
    with pytest.raises(BudgetError, match="status 503") as caught:
        fetcher(search="counting")
    assert "after 2057-" in caught.value.hint


@pytest.mark.parametrize("fault", ["truncated", "cut", "html", "packed_cut"])
@pytest.mark.parametrize("page", [1, 2])
def test_a_page_that_was_lost_on_the_way_is_not_passed_over(
    fetcher: Fetcher, fault: str, page: int
) -> None:
    fetcher.api.faults = [*[""] * page, fault]
    fetched = fetcher(search="counting")
    assert (fetched["records"], fetched["not_sent"]) == (600, 0)
    assert fetcher.numbers() == set(range(600))
    assert fetcher.cursors().count("*") == 2
    assert fetcher(search="counting") == {**fetched, "requests": 0}


@pytest.mark.parametrize(
    "expired",
    [(404, b"Resource not found."), (400, {"status": "failed", "message": [{"message": "bad"}]})],
)
def test_a_list_whose_cursor_expired_is_read_anew(
    fetcher: Fetcher, expired: tuple[int, Any]
) -> None:
    fetcher.api.expired, fetcher.api.lives = expired, [2, 1]
    fetched = fetcher(search="counting")
    assert (fetched["records"], fetched["not_sent"]) == (600, 0)
    assert fetcher.numbers() == set(range(600))
    assert fetched["requests"] == 3 + 2 + 3
    assert fetcher(search="counting") == {**fetched, "requests": 0}


def test_a_list_that_always_breaks_off_is_an_error_and_goes_on_later(fetcher: Fetcher) -> None:
    fetcher.api.lives = [1] * 3
    with pytest.raises(EndpointError, match=r"broke off a list 3 times: .*status 404"):
        fetcher(search="counting")
    assert fetcher.waits == []
    assert len(fetcher.numbers()) == 250
    assert fetcher(search="counting")["requests"] == 3
    assert fetcher.numbers() == set(range(600))


def test_a_list_that_was_stopped_is_read_anew_and_others_are_not(fetcher: Fetcher) -> None:
    fetcher(issns=["1000-0001"])
    fetcher.api.faults = ["", "", *["503"] * 7]
    with pytest.raises(EndpointError, match="7 tries: status 503"):
        fetcher(search="counting")
    assert fetcher.waits == list(PAUSES_S)
    fetcher.api.asked.clear()
    assert fetcher(search="counting")["records"] == 600
    assert fetcher.cursors().count("*") == 1
    assert len(fetcher.api.asked) == 3
    assert fetcher(issns=["1000-0001"])["requests"] == 0


def test_works_on_two_pages_count_once(fetcher: Fetcher) -> None:
    fetcher.api.repeated = 20
    fetched = fetcher(search="counting")
    assert (fetched["records"], fetched["not_sent"]) == (600, 0)
    assert fetcher.cursors().count("*") == 1


def test_works_that_are_counted_and_do_not_come_are_told(fetcher: Fetcher) -> None:
    fetcher.api.over = 4
    fetched = fetcher(search="counting")
    assert (fetched["records"], fetched["not_sent"], fetched["requests"]) == (600, 4, 3)
    assert fetcher(search="counting") == {**fetched, "requests": 0}


def test_long_lists_are_cut_by_the_days_of_registration(
    fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crossref_lists, "_LONGEST", 1_000)
    fetcher.api.works = [work(start) for start in range(-800, 10_400, 10)]  # from 1999 to 2029
    fetched = fetcher(filters=["issn:1000-0000", "issn:1000-0001", "issn:1000-0002"])
    assert (fetched["records"], fetched["not_sent"]) == (1_120, 0)
    starts = [start["filter"] for start in fetcher.api.asked if start["cursor"] == "*"]
    expected = ["", ",until-created-date:2022-06-05", ",from-created-date:2022-06-06"]
    assert [start.partition(",issn:1000-0002")[2] for start in starts] == expected
    (fetcher.folder / sorted(fetcher.files())[-1]).unlink()
    asked = len(fetcher.api.asked)
    again = fetcher(filters=["issn:1000-0000", "issn:1000-0001", "issn:1000-0002"])
    assert again["records"] == 1_120
    assert 1 <= again["requests"] < asked - 1
    # Those that are asked for are left as they are.
    fetcher.api.asked.clear()
    assert fetcher(filters=["from-created-date:2001-05-17"])["records"] == 1_040
    assert fetcher.cursors().count("*") == 1


def test_it_asks_as_often_as_it_is_told(fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch) -> None:
    # No time passes, so that all of each pause is left.
    monkeypatch.setattr(service, "time", SimpleNamespace(monotonic=lambda: 0.0))
    fetcher.pause_s = 1.0
    fetcher.api.headers = {"X-Rate-Limit-Limit": "4", "X-Rate-Limit-Interval": "120s"}
    fetcher(search="counting")
    assert fetcher.waits == [30.0, 30.0]
    fetcher.waits.clear()
    fetcher.api.headers = {"X-Rate-Limit-Limit": "0", "X-Rate-Limit-Interval": "soon"}
    fetcher(issns=["1000-0001"], authors=["0000-0002-1825-0001"])
    fetcher.api.headers = {}
    fetcher(seeds="\n".join(f"10.1000/c{item}" for item in range(150)))
    assert fetcher.waits == [1.0]


@pytest.mark.parametrize("fault", ["echo", "echo_in_page", "elsewhere", "403", "404", "html"])
def test_no_fault_brings_the_key_to_light(
    fetcher: Fetcher, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    fetcher.api.faults = [fault] * 9
    told = fetcher.leaks(lambda: fetcher(search="counting"), caplog)
    assert fetcher.api.keys[0] == f"Bearer {KEY}"
    assert not [secret for secret in (KEY, MAIL) if secret in told]


def test_what_came_is_read_by_a_load(fetcher: Fetcher) -> None:
    fetcher.api.works = [*WORKS, work(7) | {"DOI": "10.1000/a,b"}]
    fetcher(seeds="10.1000/a,b\n10.1000/c9\n", search="counting")
    fetcher(search="nothing")
    result = outcome(fetcher.folder)
    assert set(result.papers) == {"doi:10.1000/a,b", *(f"doi:{item['DOI']}" for item in WORKS)}
    assert result.reasons == {}
