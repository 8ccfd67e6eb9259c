"""What goes wrong around a start, with a Java that only pretends."""

import _thread
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.commands.command_line import status as command_line
from helpers.waiting import PATIENCE_S, wait_until

from scinet.errors import GraphUnavailableError, ServerMissingError, StorageError
from scinet.server import control, process
from scinet.server.control import choose_port, logs, start, status, stop
from scinet.server.home import Home, StartRecord
from scinet.server.process import free_port
from scinet.server.processes import is_serving
from scinet.session.doctor import doctor
from scinet.settings import ServerSettings

# One process from first to last: a shell that loops would fork others under the same words.
FOREVER = (
    f"echo Starting.; exec {sys.executable} -ISc 'import time; time.sleep({PATIENCE_S})' \"$@\""
)


Pretend = Callable[[str], None]


@pytest.fixture
def settings(server_settings: ServerSettings) -> ServerSettings:
    return server_settings.model_copy(update={"port": free_port()})


@pytest.fixture
def home(settings: ServerSettings) -> Home:
    made = Home(settings.home)
    made.prepare()
    return made


def own_processes(folder: Path) -> list[int]:
    pids = (int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit())
    return [pid for pid in pids if is_serving(pid, folder)]


def test_not_installed(settings: ServerSettings) -> None:
    with pytest.raises(ServerMissingError, match="not installed"):
        start(settings)
    assert not status(settings).running
    assert stop(settings) is None


def test_the_last_words_of_a_server_that_ends(settings: ServerSettings, pretend: Pretend) -> None:
    pretend("echo Starting.; echo 'ERROR the store is upside down.'; echo '  at a.b.C'; exit 3")
    with pytest.raises(GraphUnavailableError, match=r"ended at its start.*upside down") as caught:
        start(settings)
    assert "a.b.C" not in str(caught.value)
    assert logs(settings, 2) == ["ERROR the store is upside down.", "  at a.b.C"]
    assert not status(settings).running


class _Clock(SimpleNamespace):
    """Time that goes on by a second at each pause, once the log of a start has what it should."""

    def __init__(self, log: Path, *expected: str) -> None:
        self.now, self.log, self.expected = 0.0, log, list(expected)

    def monotonic(self) -> float:
        return self.now

    def sleep(self, _: float) -> None:
        if self.expected:
            word = self.expected.pop(0)
            wait_until(lambda: word in self.log.read_text().split(), word)
        self.now += 1


def test_a_server_that_never_answers_is_ended(
    settings: ServerSettings, pretend: Pretend, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(FOREVER)
    monkeypatch.setattr(process, "time", _Clock(Home(settings.home).log, "Starting."))
    with pytest.raises(GraphUnavailableError, match=r"within 1\d\.0 s; last output: Starting \("):
        start(settings)
    assert own_processes(settings.home) == []


def test_a_slow_server_that_still_writes_is_waited_for(
    settings: ServerSettings, pretend: Pretend, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    os.mkfifo(go := tmp_path / "go")
    pretend(f"for i in 1 2 3 4; do read word <'{go}'; echo $i; done; exit 3")

    class _Slow(_Clock):
        def sleep(self, pause: float) -> None:
            if self.expected:
                go.write_text("on\n")
                super().sleep(pause)

    monkeypatch.setattr(process, "time", _Slow(Home(settings.home).log, *"1234"))
    settings = settings.model_copy(update={"wait_s": 1.5})
    with pytest.raises(GraphUnavailableError, match=r"ended at its start.*4 \("):
        start(settings)


def test_an_interrupted_start_leaves_no_process(
    settings: ServerSettings, pretend: Pretend, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(FOREVER)
    wait = process.wait_ready

    def interrupted(*given: Any) -> None:
        _thread.interrupt_main()
        wait(*given)

    monkeypatch.setattr(control, "wait_ready", interrupted)
    # A shell that runs the tests in the background has it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            start(settings)
    finally:
        signal.signal(signal.SIGINT, before)
    assert own_processes(settings.home) == []
    assert not status(settings).running


def test_a_port_in_use(settings: ServerSettings, pretend: Pretend) -> None:
    pretend(FOREVER)
    port = settings.port
    with (
        socket.create_server(("127.0.0.1", port)),
        pytest.raises(GraphUnavailableError, match=f"port {port} .*in use") as caught,
    ):
        start(settings)
    assert "--port" in caught.value.hint
    assert own_processes(settings.home) == []


def test_a_port_that_another_home_has_is_named_with_what_to_type(
    settings: ServerSettings,
    pretend: Pretend,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pretend(FOREVER)
    port, other = settings.port, Home(tmp_path / "demo out" / "server")
    monkeypatch.setenv("SCINET_SERVER_HOME", str(settings.home))
    monkeypatch.setenv("SCINET_SERVER_PORT", str(port))
    monkeypatch.delenv("NEO4J_URI", raising=False)
    advice = f"To use that server: `export SCINET_SERVER_HOME='{other.folder}'`."
    words = [sys.executable, "-c", "input()", f"--home-dir={other.folder}"]
    with (
        subprocess.Popen(words, stdin=subprocess.PIPE) as process,
        socket.create_server(("127.0.0.1", port)),
    ):
        other.prepare()
        for pid, is_there in ((process.pid, True), (None, False), (process.pid, True)):
            other.save_started(StartRecord(pid, port, "1g", "256m", {}))
            with pytest.raises(GraphUnavailableError) as caught:
                start(settings)
            assert caught.value.hint.startswith(advice) is is_there
            assert (f"another server of scinet ({other.folder})" in str(caught.value)) is is_there
        assert command_line(monkeypatch, "server", "status") == 0
        assert advice in capsys.readouterr().err
        [row] = [row for row in doctor() if row["check"] == "server"]
        assert (row["state"], row["do"]) == ("missing", advice)
        process.communicate(b"\n")


def test_a_home_comes_back_on_its_port(
    settings: ServerSettings, home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    last = free_port()
    unset = ServerSettings(home=settings.home)
    assert choose_port(unset) == unset.port
    home.save_started(StartRecord(None, last, "1g", "256m", {}))
    assert choose_port(unset) == last
    assert choose_port(settings) == settings.port, "the one that is set comes first"
    with socket.create_server(("127.0.0.1", last)):
        assert choose_port(unset) == unset.port
    assert [record.getMessage() for record in caplog.records] == [
        f"port {last}, where the server of {home.folder} was, is in use: it starts on another"
    ]


def test_a_process_id_that_went_to_another_program(
    settings: ServerSettings, home: Home, pretend: Pretend
) -> None:
    pretend("echo 'A new one.'; exit 1")
    home.save_started(StartRecord(os.getpid(), settings.port, "1g", "256m", {}))
    assert not status(settings).running
    assert stop(settings) is None
    with pytest.raises(GraphUnavailableError, match=r"A new one"):
        start(settings)


def test_stop_ends_a_process_that_a_killed_start_left(
    settings: ServerSettings, pretend: Pretend
) -> None:
    pretend(FOREVER)
    child = os.fork()
    if not child:
        try:
            start(settings)
        finally:
            os._exit(1)
    wait_until(lambda: status(settings).running, "the server runs")
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    status_row = status(settings)
    assert own_processes(settings.home) == [status_row.pid]
    assert stop(settings) == status_row.pid
    assert own_processes(settings.home) == []


def test_too_much_memory_and_no_size(settings: ServerSettings) -> None:
    with pytest.raises(GraphUnavailableError, match="exceed the memory"):
        start(settings.model_copy(update={"heap": "900000g"}))
    with pytest.raises(ValueError, match="'much' is not a size"):
        start(settings.model_copy(update={"heap": "much"}))
    assert not settings.home.exists()


def test_a_full_disk_is_seen_before_the_start(
    settings: ServerSettings, pretend: Pretend, small_disk: Path
) -> None:
    pretend(FOREVER)
    settings = settings.model_copy(update={"home": small_disk / "home"})
    with pytest.raises(StorageError, match=r"no space left \(.*, 34 MB needed\)"):
        start(settings)
    assert own_processes(settings.home) == []


def test_a_disk_that_fills_during_the_start(
    settings: ServerSettings, pretend: Pretend, small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend("cat /dev/zero > data/filler")
    settings = settings.model_copy(update={"home": small_disk / "home"})
    monkeypatch.setattr("scinet.server.process._LEAST_SPACE", 16 * 2**10)
    with pytest.raises(StorageError, match="no space left"):
        start(settings)
    assert own_processes(settings.home) == []


def test_a_home_keeps_its_lane(settings: ServerSettings, home: Home, pretend: Pretend) -> None:
    pretend("echo 'The lane of the data.'; exit 1")
    home.save_started(StartRecord(None, settings.port, "1g", "256m", {}, "lts"))
    with pytest.raises(StorageError, match=r"data are of lane lts, not current \(") as caught:
        start(settings.model_copy(update={"lane": "current"}))
    assert "SCINET_SERVER_HOME" in caught.value.hint
    assert own_processes(settings.home) == []
    home.save_started(StartRecord(None, settings.port, "1g", "256m", {}, "current"))
    assert status(settings).lane == "current"
