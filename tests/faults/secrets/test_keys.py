"""A marked key through every fault of an endpoint, and everything that is left afterwards."""

import base64
import gzip
import json
import logging
import os
import random
import subprocess
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from helpers.commands.command_line import status
from helpers.commands.served_command import SCINET
from helpers.language.questions import questions
from helpers.proof import Proof
from helpers.servers.endpoint import Endpoint
from helpers.servers.endpoint_answers import KEY
from helpers.servers.endpoint_faults import FAULTS

import scinet.cli.llm  # noqa: F401 - adds the commands
from scinet.errors import ScinetError
from scinet.llm import bounded_client, ledger_files
from scinet.llm.batch_client import LLMSession
from scinet.llm.clock import Clock
from scinet.server.control import start
from scinet.server.process import free_port
from scinet.settings import ServerSettings

SPELLINGS = (
    KEY,
    KEY.replace("/", "\\/"),
    "".join(f"\\u{ord(letter):04x}" for letter in KEY),
    "".join(f"\\u{ord(letter):04X}" if letter in "=+/" else letter for letter in KEY),
    quote(KEY, safe=""),
    "".join(f"&#{ord(letter)};" for letter in KEY),
    "".join(f"&#x{ord(letter):x};" for letter in KEY),
    KEY.encode("utf-16-le").decode(),
)


def leaked(content: bytes) -> str | None:
    """The spelling in which the key stands there, if it does."""
    coded = base64.b64encode(KEY.encode())
    known = {**{item: item.encode() for item in SPELLINGS}, "base64": coded}
    # JSON escapes the backslashes of an escape once more.
    known |= {f"{item} in JSON": json.dumps(item)[1:-1].encode() for item in SPELLINGS}
    return next((name for name, item in known.items() if item in content), None)


def files(folder: Path) -> Iterator[tuple[Path, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            content = file.read_bytes()
            yield file, gzip.decompress(content) if file.suffix == ".gz" else content


def some(proof: Proof, short: int) -> list[str]:
    """Names of faults: all, or some in the short form."""
    number = proof.trials(short=short, full=len(FAULTS))
    return random.Random(proof.seed).sample(list(FAULTS), number)


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_client, "SLOWEST", 2)
    monkeypatch.setattr(bounded_client, "MAX_BYTES", 2**20)
    monkeypatch.setattr("scinet.llm.batch_client.Clock", lambda: Clock(speed=1000.0))


def test_a_key_is_in_no_ledger_and_no_error(
    proof: Proof,
    endpoint: Endpoint,
    open_asker: Callable[..., LLMSession],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A key that the endpoint writes back in any spelling is in no ledger, export, log or error.

    Searched are the ledger with its log, both exports, replies, errors with their tracebacks, what
    was printed, and everything that scinet and the packages below it log at DEBUG.
    """
    caplog.set_level(logging.DEBUG)
    # It logs the headers of others at DEBUG, which no option of scinet shows.
    caplog.set_level(logging.INFO, logger="httpcore2")
    searched = 0
    for number, fault in enumerate(some(proof, 24)):
        spelled = SPELLINGS[number % len(SPELLINGS)]
        endpoint.answer = lambda messages, body: f"Your key is {spelled}."  # noqa: ARG005, B023
        endpoint.faults = {"<0>": [fault, "…"]}
        seen: list[str] = []
        folder = tmp_path / str(number)
        folder.mkdir()
        at = endpoint.at(timeout_s=0.3)
        asker = open_asker(endpoint=at, ledger=folder / "ledger.sqlite", workers=1)
        try:
            seen += map(repr, asker.ask(questions(2)))
            asker.finish()
        except ScinetError as error:
            seen += [repr(error), str(error), error.hint, *traceback.format_exception(error)]
        seen += [repr(asker.endpoint), repr(vars(asker)), caplog.text, *capfd.readouterr()]
        caplog.clear()
        for name in ("export.jsonl", "export.jsonl.gz"):
            ledger_files.export_ledger(asker._ledger, folder / name)
        assert leaked("\n".join(seen).encode("utf-8", "replace")) is None, fault
        for file, content in files(folder):
            assert leaked(content) is None, (fault, file)
            searched += len(content)
    assert set(endpoint.authorizations) == {f"Bearer {KEY}"}
    proof.count(spellings=len(SPELLINGS) + 1, bytes_searched=searched, leaks=0)


@pytest.fixture
def command(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    monkeypatch.chdir(tmp_path)
    settings = {
        "OPENAI_BASE_URL": endpoint.url,
        "OPENAI_API_KEY": KEY,
        "OPENAI_LOG": "debug",
        "SCINET_LLM_MODEL": "tiny",
        "SCINET_LLM_TIMEOUT_S": "0.3",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    return settings


def test_a_key_is_in_nothing_that_a_command_prints(
    proof: Proof,
    command: dict[str, str],
    endpoint: Endpoint,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """`scinet llm check`, verbose, ends with 0, or 1 and one line, and never shows the key."""
    caplog.set_level(logging.DEBUG)
    # It logs the headers of others at DEBUG, which no option of scinet shows.
    caplog.set_level(logging.INFO, logger="httpcore2")
    refused = 0
    for fault in some(proof, 16):
        endpoint.answer = lambda messages, body: f"Your key is {KEY}."  # noqa: ARG005
        endpoint.faults = {"network": [fault, "…"]}
        code = status(monkeypatch, "-v", "llm", "check", "--json")
        out, err = capfd.readouterr()
        assert code in {0, 1}, fault
        lines = [line for line in err.splitlines() if line.startswith("scinet: ")]
        assert len(lines) == code, (fault, err)
        assert "Traceback" not in err
        if code:
            told = json.loads(err.splitlines()[-1])["error"]
            assert {"kind", "message", "hint"} == told.keys()
        refused += code
        assert leaked((out + err + caplog.text).encode()) is None, fault
        caplog.clear()
    assert list(files(tmp_path)) == []
    assert command
    proof.count(refused=refused, leaks=0)


def test_a_key_is_in_no_list_of_processes(
    proof: Proof, command: dict[str, str], endpoint: Endpoint, tmp_path: Path
) -> None:
    """While a command waits for an answer no process shows the key in its words."""
    endpoint.faults = {"network": ["timeout", "…"]}
    looks = 0
    for _ in range(proof.trials(short=1, full=20)):
        with subprocess.Popen(
            [*SCINET, "-v", "llm", "check"],
            env={**os.environ, **command},
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            while process.poll() is None:
                for file in Path("/proc").glob("[0-9]*/cmdline"):
                    assert leaked(_words(file)) is None
                looks += 1
                time.sleep(0.05)
            out, err = process.communicate()
        assert process.returncode == 1
        assert err.splitlines()[-1].startswith(b"scinet: ")
        assert leaked(out + err) is None
    proof.count(looks=looks, leaks=0)


def _words(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # it has ended
        return b""


def test_other_programs_get_no_secret(
    proof: Proof,
    server_settings: ServerSettings,
    pretend: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """The server's Java gets neither key nor password in its environment."""
    shown = tmp_path / "environment"
    pretend(f"env > {shown}; exit 3")
    names = ("OPENAI_API_KEY", "openai_api_key", "NEO4J_PASSWORD", "NEO4J_URI", "SCINET_MAVEN_URL")
    for name in names[: proof.trials(short=len(names), full=len(names))]:
        monkeypatch.setenv(name, f"https://user:{KEY}@host")
    with pytest.raises(ScinetError, match="ended at its start"):
        start(server_settings.model_copy(update={"port": free_port()}))
    assert "PATH=" in shown.read_text()
    assert leaked(shown.read_bytes()) is None


def test_a_key_that_no_header_may_hold_is_refused(
    proof: Proof, command: dict[str, str], endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """A key with a line end, a blank or a foreign letter in it is refused in one line, unsent."""
    wrong = ["\u2026", "\xe9", "\n", "\r\nX: y", "\t", " ", "\x7f", "\u200b", "\ud83d\ude00"]
    for inside in wrong[: proof.trials(short=len(wrong), full=len(wrong))]:
        key = command["OPENAI_API_KEY"]
        monkeypatch.setenv(
            "OPENAI_API_KEY", os.fsdecode(f"{key}{inside}{key}".encode("utf-8", "surrogatepass"))
        )
        assert status(monkeypatch, "llm", "check") == 1
        err = capfd.readouterr().err
        assert "the key has a character that is not allowed in a header" in err
        assert err.count("\n") == 1
        assert leaked(err.encode()) is None
    assert endpoint.requests == []
    endpoint.answer = lambda messages, body: '{"word": "network", "letters": 7}'  # noqa: ARG005
    monkeypatch.setenv("OPENAI_API_KEY", f" {KEY}\n")
    monkeypatch.setenv("SCINET_LLM_TIMEOUT_S", "60")
    assert status(monkeypatch, "llm", "check") == 0
    assert endpoint.authorizations == [f"Bearer {KEY}"]


def test_an_address_that_is_none_is_refused(
    proof: Proof, command: dict[str, str], endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """An address that no client can use, or that holds a secret, is refused in one line."""
    wrong: list[Any] = [
        "", "127.0.0.1:8080", "ftp://host/v1", "http://", "http://host:port/", "http://h:99999/v1",
        "http://u@host/", f"http://u:{quote(KEY)}@host/", f"https://host/v1?key={KEY}", "http://a..b/",
        f"http://{'a' * 300}/v1", "http://[::1/v1", "http://h/\x01", "http://h /v1", "http://\u3000/",
        "http://h/\u00fc",
    ]  # fmt: skip
    for url in wrong[1 : 1 + proof.trials(short=len(wrong) - 1, full=len(wrong) - 1)]:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert status(monkeypatch, "llm", "check") == 1, url
        err = capfd.readouterr().err
        assert err.count("\n") == 1
        assert "OPENAI_BASE_URL" in err
        assert leaked(err.encode()) is None
    assert endpoint.requests == []
    assert command
