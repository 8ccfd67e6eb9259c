"""Small files of a home folder, and writing them."""

import errno
import os
from pathlib import Path
from typing import NoReturn

import pytest

from scinet.errors import GraphUnavailableError, StorageError
from scinet.server.home import Home, StartRecord, local_connection
from scinet.server.storage import exclusive_lock, replace_file, translate_os_errors
from scinet.settings import ServerSettings

STARTED = StartRecord(pid=5, port=7999, heap="1g", page_cache="256m", versions={"neo4j": "5"})


@pytest.fixture
def home(server_settings: ServerSettings) -> Home:
    made = Home(server_settings.home)
    made.prepare()
    return made


def test_no_connection_before_the_first_start(server_settings: ServerSettings) -> None:
    assert local_connection(server_settings) is None


def test_connection_of_a_started_server(
    server_settings: ServerSettings, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "of another server")
    assert home.new_password()
    home.save_started(STARTED)
    connection = local_connection(server_settings)
    assert connection is not None
    assert connection.uri == "bolt://127.0.0.1:7999"
    assert connection.username == "neo4j"
    assert connection.password.get_secret_value() == home.password.read_text().strip()
    assert home.started() == STARTED


def test_only_the_user_reads_the_password(home: Home) -> None:
    home.new_password()
    assert home.password.stat().st_mode & 0o777 == 0o600
    assert home.folder.stat().st_mode & 0o777 == 0o700
    first = home.password.read_text()
    assert home.new_password()  # the server was not told yet
    assert home.password.read_text() == first


def test_a_lost_password(server_settings: ServerSettings, home: Home) -> None:
    home.save_started(STARTED)
    (home.data / "databases" / "system").mkdir(parents=True)
    with pytest.raises(StorageError, match="password of the server is missing"):
        home.new_password()
    with pytest.raises(GraphUnavailableError, match="password of the local server"):
        local_connection(server_settings)


@pytest.mark.parametrize("change", ['"port": "x"', '"pid": [1]', '"port": null'])
def test_a_note_that_is_damaged_or_of_other_types_counts_as_none(home: Home, change: str) -> None:
    home.save_started(STARTED)
    note = home.folder / "started.json"
    changed = note.read_text().rstrip().removesuffix("}") + f", {change}}}"
    for content in (changed, "", "{", "[]", '{"pid": 1}'):
        note.write_text(content)
        assert home.started() is None


def test_data_of_an_unknown_lane_are_left_alone(home: Home) -> None:
    home.save_started(STARTED)
    note = home.folder / "started.json"
    note.write_text(note.read_text().replace('"lts"', '"future"'))
    with pytest.raises(StorageError, match="lane 'future', which this version does not know"):
        home.started()


@pytest.mark.parametrize("name", [os.fsdecode(b"caf\xe9"), "two\nlines"])
def test_a_home_whose_name_no_configuration_holds_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(StorageError, match="is not a name"):
        Home(tmp_path / name).prepare()
    assert not list(tmp_path.iterdir())


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match=r"cannot be written: not a directory"):
        Home(tmp_path / "file" / "home").prepare()
    with pytest.raises(StorageError, match="':' in its name"):
        Home(tmp_path / "a:b").prepare()


def test_a_full_disk_leaves_the_older_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "x"
    replace_file(path, b"old")
    monkeypatch.setattr(os, "fsync", full)
    with (
        pytest.raises(StorageError, match=r"no space left \(.*, 3 MB needed\)"),
        translate_os_errors(tmp_path, needed=2_000_001),
    ):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_one_at_a_time(tmp_path: Path) -> None:
    with (
        exclusive_lock(tmp_path / "lock") as first,
        exclusive_lock(tmp_path / "lock", wait=False) as second,
    ):
        assert first
        assert not second
    with exclusive_lock(tmp_path / "lock", wait=False) as third:
        assert third
