"""What goes wrong around a start, with a Java that only pretends."""

import _thread
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Timer

import pytest
from helpers.command_line import status as command_line

from scinet.errors import GraphUnavailableError, ServerMissingError, StorageError
from scinet.server.control import logs, port_of, start, status, stop
from scinet.server.home import Home, Started
from scinet.server.process import free_port
from scinet.server.seen import serves
from scinet.session.doctor import doctor
from scinet.settings import ServerSettings

# One process from first to last: a shell that loops would fork others under the same words.
FOREVER = f"echo Starting.; exec {sys.executable} -ISc 'import time; time.sleep(60)' \"$@\""


@pytest.fixture
def server_settings(server_settings: ServerSettings) -> ServerSettings:
    return server_settings.model_copy(update={"port": free_port()})


def own_processes(folder: Path) -> list[int]:
    pids = (int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit())
    return [pid for pid in pids if serves(pid, folder)]


def test_not_installed(server_settings: ServerSettings) -> None:
    with pytest.raises(ServerMissingError, match="not installed"):
        start(server_settings)
    assert not status(server_settings).running
    assert stop(server_settings) is None


def test_the_last_words_of_a_server_that_ends(
    server_settings: ServerSettings, pretend: Callable[[str], None]
) -> None:
    pretend("echo Starting.; echo 'ERROR the store is upside down.'; echo '  at a.b.C'; exit 3")
    with pytest.raises(GraphUnavailableError, match=r"ended at its start.*upside down") as caught:
        start(server_settings)
    assert "a.b.C" not in str(caught.value)
    assert logs(server_settings, 2) == ["ERROR the store is upside down.", "  at a.b.C"]
    assert not status(server_settings).running


def test_a_server_that_never_answers_is_ended(
    server_settings: ServerSettings, pretend: Callable[[str], None]
) -> None:
    pretend(FOREVER)
    server_settings = server_settings.model_copy(update={"wait_s": 0.5})
    with pytest.raises(
        GraphUnavailableError, match=r"within \d\.\d s; its last words: Starting \("
    ):
        start(server_settings)
    assert own_processes(server_settings.home) == []


def test_a_slow_server_that_still_writes_is_waited_for(
    server_settings: ServerSettings, pretend: Callable[[str], None]
) -> None:
    pretend("for i in 1 2 3 4 5 6 7 8 9; do echo $i; sleep 0.3; done; exit 3")
    server_settings = server_settings.model_copy(update={"wait_s": 1.0})
    with pytest.raises(GraphUnavailableError, match=r"ended at its start.*9 \("):
        start(server_settings)


def test_an_interrupted_start_leaves_no_process(
    server_settings: ServerSettings, pretend: Callable[[str], None]
) -> None:
    pretend(FOREVER)
    # A shell that runs the tests in the background has it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = Timer(1.0, _thread.interrupt_main)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            start(server_settings)
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert own_processes(server_settings.home) == []
    assert not status(server_settings).running


def test_a_port_in_use(server_settings: ServerSettings, pretend: Callable[[str], None]) -> None:
    pretend(FOREVER)
    port = server_settings.port
    with (
        socket.create_server(("127.0.0.1", port)),
        pytest.raises(GraphUnavailableError, match=f"port {port} .*in use") as caught,
    ):
        start(server_settings)
    assert "--port" in caught.value.hint
    assert own_processes(server_settings.home) == []


def test_a_port_that_another_home_has_is_named_with_what_to_type(
    server_settings: ServerSettings,
    pretend: Callable[[str], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pretend(FOREVER)
    port, other = server_settings.port, Home(tmp_path / "demo out" / "server")
    monkeypatch.setenv("SCINET_SERVER_HOME", str(server_settings.home))
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
            other.remember(Started(pid, port, "1g", "256m", {}))
            with pytest.raises(GraphUnavailableError) as caught:
                start(server_settings)
            assert caught.value.hint.startswith(advice) is is_there
            assert (f"another server of scinet ({other.folder})" in str(caught.value)) is is_there
        assert command_line(monkeypatch, "server", "status") == 0
        assert advice in capsys.readouterr().err
        [row] = [row for row in doctor() if row["check"] == "server"]
        assert (row["state"], row["do"]) == ("missing", advice)
        process.communicate(b"\n")


def test_a_home_comes_back_on_its_port(
    server_settings: ServerSettings, caplog: pytest.LogCaptureFixture
) -> None:
    home, last = Home(server_settings.home), free_port()
    unset = ServerSettings(home=server_settings.home)
    assert port_of(unset) == unset.port
    home.prepare()
    home.remember(Started(None, last, "1g", "256m", {}))
    assert port_of(unset) == last
    assert port_of(server_settings) == server_settings.port, "the one that is set comes first"
    with socket.create_server(("127.0.0.1", last)):
        assert port_of(unset) == unset.port
    assert [one.getMessage() for one in caplog.records] == [
        f"port {last}, where the server of {home.folder} was, is in use: it starts on another"
    ]


def test_a_process_id_that_went_to_another_program(
    server_settings: ServerSettings, pretend: Callable[[str], None]
) -> None:
    pretend("echo 'A new one.'; exit 1")
    home = Home(server_settings.home)
    home.prepare()
    home.remember(Started(os.getpid(), server_settings.port, "1g", "256m", {}))
    assert not status(server_settings).running
    assert stop(server_settings) is None
    with pytest.raises(GraphUnavailableError, match=r"A new one"):
        start(server_settings)


def test_stop_ends_a_process_that_a_killed_start_left(
    server_settings: ServerSettings, pretend: Callable[[str], None]
) -> None:
    pretend(FOREVER)
    child = os.fork()
    if not child:
        try:
            start(server_settings)
        finally:
            os._exit(1)
    while not status(server_settings).running:
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    found = status(server_settings)
    assert own_processes(server_settings.home) == [found.pid]
    assert stop(server_settings) == found.pid
    assert own_processes(server_settings.home) == []


def test_too_much_memory_and_no_size(server_settings: ServerSettings) -> None:
    with pytest.raises(GraphUnavailableError, match="exceed the memory"):
        start(server_settings.model_copy(update={"heap": "900000g"}))
    with pytest.raises(ValueError, match="'much' is no size"):
        start(server_settings.model_copy(update={"heap": "much"}))
    assert not server_settings.home.exists()


def test_a_full_disk_is_seen_before_the_start(
    server_settings: ServerSettings, pretend: Callable[[str], None], small_disk: Path
) -> None:
    pretend(FOREVER)
    server_settings = server_settings.model_copy(update={"home": small_disk / "home"})
    with pytest.raises(StorageError, match=r"no space left \(.*, 34 MB needed\)"):
        start(server_settings)
    assert own_processes(server_settings.home) == []


def test_a_disk_that_fills_during_the_start(
    server_settings: ServerSettings,
    pretend: Callable[[str], None],
    small_disk: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pretend("cat /dev/zero > data/filler")
    server_settings = server_settings.model_copy(update={"home": small_disk / "home"})
    monkeypatch.setattr("scinet.server.process._LEAST_SPACE", 16 * 2**10)
    with pytest.raises(StorageError, match="no space left"):
        start(server_settings)
    assert own_processes(server_settings.home) == []


def test_a_home_keeps_its_lane(
    server_settings: ServerSettings, pretend: Callable[[str], None]
) -> None:
    pretend("echo 'The lane of the data.'; exit 1")
    home = Home(server_settings.home)
    home.prepare()
    home.remember(Started(None, server_settings.port, "1g", "256m", {}, "lts"))
    with pytest.raises(StorageError, match=r"data are of lane lts, not current \(") as caught:
        start(server_settings.model_copy(update={"lane": "current"}))
    assert "SCINET_SERVER_HOME" in caught.value.hint
    assert own_processes(server_settings.home) == []
    home.remember(Started(None, server_settings.port, "1g", "256m", {}, "current"))
    assert status(server_settings).lane == "current"
