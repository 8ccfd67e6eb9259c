"""The commands on language models: what they print, and one line with the remedy for each fault."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import quote

import pytest
from helpers.language.questions import questions
from helpers.servers.endpoint import Endpoint, OpenAsker
from helpers.servers.endpoint_answers import KEY
from typer.testing import CliRunner

import scinet.cli.llm  # noqa: F401 - adds the commands
from scinet.cli.root import app
from scinet.errors import BudgetError, DataError, EndpointError, ScinetError
from scinet.llm.access import ModelAccess

Call: TypeAlias = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def call(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    """Runs `scinet llm ... --json` with the endpoint set; returns the printed objects."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "SCINET_LLM_MODEL", "SCINET_LLM_PRICES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def run(*words: str) -> list[dict[str, Any]]:
        result = CliRunner().invoke(app, ["llm", *words, "--json"])
        if result.exception is not None:
            raise result.exception
        return [json.loads(line) for line in result.stdout.splitlines()]

    return run


def test_check_tells_the_model_and_whether_it_keeps_a_form(endpoint: Endpoint, call: Call) -> None:
    endpoint.answer = lambda *_: '```json\n{"word": "network", "letters": 7}\n```'
    (result,) = call("check", "--model", "tiny")
    assert (result["model"], result["models"], result["json"]) == ("tiny", ["tiny"], True)
    assert (result["prompt_tokens"], result["completion_tokens"]) == (10, 5)
    assert result["seconds"] >= 0


@pytest.mark.parametrize(
    ("fault", "settings", "message", "remedy"),
    [
        (
            "",
            {"OPENAI_API_KEY": "", "OPENAI_BASE_URL": "https://example.org/v1"},
            "no key for example.org",
            "Set it, or set OPENAI_BASE_URL",
        ),
        ("", {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}, "nothing answers at", "Start it"),
        (
            "",
            {"OPENAI_BASE_URL": "127.0.0.1:8080"},
            "invalid web address",
            "http://127.0.0.1:8080/v1",
        ),
        (
            "",
            {"OPENAI_BASE_URL": f"http://me:{quote(KEY, safe='')}@127.0.0.1/v1"},
            "must not contain a user",
            "OPENAI_API_KEY",
        ),
        ("", {"SCINET_LLM_MODEL": ""}, "no model is named", "--model NAME"),
        ("rejected", {}, "the key is rejected by", "OPENAI_API_KEY"),
        ("no_model", {"SCINET_LLM_MODEL": "huge"}, "no model huge at", "It has tiny"),
        ("prose", {}, "not with the JSON asked for", "Choose a model"),
        ("redirect", {}, "redirects", "if you trust it"),
        ("timeout", {"SCINET_LLM_TIMEOUT_S": "0.2"}, "no answer (timeout)", "SCINET_LLM_TIMEOUT_S"),
        ("quota", {}, "no answer (quota)", "Look at"),
    ],
)
def test_a_fault_is_one_line_with_the_remedy_and_without_the_key(
    fault: str,
    settings: dict[str, str],
    message: str,
    remedy: str,
    endpoint: Endpoint,
    call: Call,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SCINET_LLM_MODEL", "tiny")
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    if fault:
        endpoint.faults = {"network": [fault, "…"]}
    monkeypatch.setattr("scinet.llm.sender._FIRST_WAIT_S", 0.001)
    with pytest.raises(ScinetError) as raised:
        call("check")
    told = f"{raised.value}. {raised.value.hint}"
    assert message in told
    assert remedy in told
    assert KEY not in told


def test_a_ledger_is_shown_exported_and_imported(
    call: Call, endpoint: Endpoint, open_asker: OpenAsker, tmp_path: Path
) -> None:
    endpoint.faults = {"<1>": ["html"], "<2>": ["refusal"], "<3>": ["other_model"]}
    live = open_asker().ask(questions(4))
    open_asker(ledger=tmp_path / "other").close()
    shown = call("show", "ledger.sqlite")
    columns = ("state", "status", "reason", "attempts", "by_other_models")
    assert [tuple(row[name] for name in columns) for row in shown] == [
        ("done", "ok", None, 2, 1),
        ("done", "refused", "refusal", 1, 0),
        ("unknown", "endpoint_error", "not_json", 1, 0),
    ]
    (written,) = call("export", "ledger.sqlite", "ledger.jsonl.gz")
    assert (written["question"], written["attempt"]) == (4, 4)
    call("import", "ledger.jsonl.gz", "copy.sqlite")
    call("import", "ledger.jsonl.gz", "copy.sqlite")
    call("export", "copy.sqlite", "again.jsonl.gz")
    assert (tmp_path / "again.jsonl.gz").read_bytes() == (tmp_path / "ledger.jsonl.gz").read_bytes()
    asker = open_asker(ledger=tmp_path / "copy.sqlite", replay=True)
    assert repr(asker.ask(questions(4))) == repr(live)


@pytest.mark.usefixtures("call")
def test_a_command_ends_with_what_is_left_and_keeps_the_rest(
    endpoint: Endpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = tmp_path / "ledger.sqlite"
    with (
        pytest.raises(BudgetError, match="3 of 3 questions"),
        ModelAccess(ledger, "tiny", limits={"calls": 0}).open("graph") as asker,
    ):
        asker.ask(questions(3))
    assert not endpoint.requests
    with (
        pytest.raises(BudgetError, match="2 of 3 questions have no answer: 2 calls"),
        ModelAccess(ledger, "tiny", limits={"calls": 1}).open("graph") as asker,
    ):
        statuses = [reply.status for reply in asker.ask(questions(3))]
    assert sorted(statuses) == ["budget", "budget", "ok"]
    assert "3 questions, 0 answered already" in capsys.readouterr().err
    with ModelAccess(ledger, "tiny", limits={"calls": 3}).open("graph") as asker:
        asker.ask(questions(3))
    assert len(endpoint.requests) == 3
    with ModelAccess(ledger, "tiny", replay=True).open("graph") as asker:
        assert all(reply.status == "ok" for reply in asker.ask(questions(3)))


@pytest.mark.usefixtures("call")
def test_money_is_limited_with_a_price(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = tmp_path / "ledger.sqlite"
    with (
        pytest.raises(DataError, match="no price") as raised,
        ModelAccess(ledger, "tiny", limits={"cost": 1}).open("graph"),
    ):
        pass
    assert "SCINET_LLM_PRICES" in raised.value.hint
    prices = tmp_path / "prices.toml"
    prices.write_text("[tiny]\nprompt = 1\ncompletion = 2.5\n", "utf-8")
    monkeypatch.setenv("SCINET_LLM_PRICES", str(prices))
    with ModelAccess(ledger, "tiny", limits={"cost": 1}).open("graph") as asker:
        asker.ask(questions(1))
        assert asker.spent.cost == pytest.approx((10 * 1 + 5 * 2.5) / 1e6)
    prices.write_text("[tiny]\nprompt = 1\n", "utf-8")
    with (
        pytest.raises(DataError, match=r"no price of tiny\.completion: Field required"),
        ModelAccess(ledger, "tiny").open("g"),
    ):
        pass


@pytest.mark.usefixtures("call")
@pytest.mark.parametrize(
    "limit", [{"cost": ""}, {"money": 1}, {"calls": -1}, {"calls": "x"}, {"calls": "1e"}]
)
def test_a_limit_that_is_none_is_refused(limit: dict[str, float | str], tmp_path: Path) -> None:
    with (
        pytest.raises(DataError, match="the limit"),
        ModelAccess(tmp_path / "l", "tiny", limits=limit).open("graph"),
    ):
        pass


@pytest.mark.usefixtures("call")
def test_an_error_in_the_middle_is_told(endpoint: Endpoint, tmp_path: Path) -> None:
    endpoint.faults = {"<0>": ["rejected", "…"]}
    with (
        pytest.raises(EndpointError, match="the key is rejected"),
        ModelAccess(tmp_path / "l", "tiny", workers=1).open("graph") as asker,
    ):
        asker.ask(questions(2))
