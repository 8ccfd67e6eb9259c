"""Downloads from a repository on this machine, whole and with every fault."""

import hashlib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest
from helpers.servers.server_fakes import Repository, make_jar

from scinet.errors import DataError, ServerMissingError, StorageError
from scinet.server import repository as repositories
from scinet.server.install import Installed, install, installed_jars, jar_folder
from scinet.server.lock import JarLock
from scinet.settings import ServerSettings


@dataclass
class Place:
    """A cache that jars are installed into, and the repository that has them."""

    settings: ServerSettings
    lock: JarLock
    repository: Repository

    def install(self) -> Installed:
        """Install what is missing."""
        return install(self.settings, self.lock)

    def check(self) -> None:
        """All jars are there, and are those of the lock."""
        folder = installed_jars(self.settings, self.lock)
        for jar in self.lock.jars:
            content = (folder / jar.folder / jar.name).read_bytes()
            assert hashlib.sha256(content).hexdigest() == jar.sha256
        assert not list(folder.rglob("*.part"))


@pytest.fixture
def place(server_settings: ServerSettings, jar_lock: JarLock, repository: Repository) -> Place:
    return Place(server_settings, jar_lock, repository)


def test_all_jars_arrive_once(place: Place) -> None:
    with pytest.raises(ServerMissingError, match=r"not installed \(12 of 12 jars missing"):
        installed_jars(place.settings, place.lock)
    seen: list[tuple[int, int]] = []
    done = install(place.settings, place.lock, progress=lambda *numbers: seen.append(numbers))
    assert (done.downloaded, done.kept) == (12, 0)
    assert seen == [(number, 12) for number in range(1, 13)]
    place.check()
    again = place.install()
    assert (again.downloaded, again.kept) == (0, 12)
    assert len(place.repository.asked) == 12


def test_a_missing_and_a_cut_jar_are_noticed(place: Place) -> None:
    folder = place.install().folder
    first, second = place.lock.jars[0], place.lock.jars[-1]
    (folder / first.folder / first.name).unlink()
    os.truncate(folder / second.folder / second.name, 10)
    place.repository.asked.clear()
    assert place.install().downloaded == 2
    assert sorted(place.repository.asked) == sorted([first.path, second.path])
    place.check()


def test_a_jar_that_was_changed_is_noticed_before_each_start(place: Place) -> None:
    folder = place.install().folder
    jar = place.lock.jars[3]
    file = folder / jar.folder / jar.name
    stamp = file.stat()
    file.write_bytes(b"x" * jar.size)
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    with pytest.raises(ServerMissingError, match="1 of 12 jars missing or changed"):
        installed_jars(place.settings, place.lock)
    place.repository.asked.clear()
    assert place.install().downloaded == 1
    assert place.repository.asked == [jar.path]
    place.check()


@pytest.mark.parametrize("name", ["lib", "plugins"])
def test_a_jar_that_the_lock_does_not_name_is_not_run(place: Place, name: str) -> None:
    folder = place.install().folder
    (folder / name / "evil.jar").write_bytes(b"x")
    for ask in (installed_jars, install):
        with pytest.raises(DataError, match=r"evil\.jar is not a jar of the server"):
            ask(place.settings, place.lock)
    (folder / name / "evil.jar").unlink()
    place.check()


def test_an_interrupted_install_keeps_whole_jars_only(place: Place) -> None:
    folder = jar_folder(place.settings, place.lock)
    whole, damaged, cut = place.lock.jars[:3]
    (folder / "lib").mkdir(parents=True)
    (folder / "lib" / whole.name).write_bytes(place.repository.content[whole.path])
    (folder / "lib" / damaged.name).write_bytes(b"x" * damaged.size)
    (folder / "lib" / f"{cut.name}.99.part").write_bytes(b"x")
    assert place.install().kept == 1
    place.check()


@pytest.mark.usefixtures("quick")
def test_a_half_downloaded_jar_is_asked_for_again(place: Place) -> None:
    place.repository.faults = {
        place.lock.jars[0].path: ["half", 503],
        place.lock.jars[1].path: [429, "half"],
    }
    assert place.install().downloaded == 12
    place.check()


@pytest.mark.usefixtures("quick")
def test_a_jar_that_never_comes_whole(place: Place) -> None:
    place.repository.faults = {place.lock.jars[3].path: ["half"] * 9}
    with pytest.raises(ServerMissingError, match=r"a3-1.3.jar .* 501 of 1,003 bytes") as caught:
        place.install()
    assert "SCINET_MAVEN_URL" in caught.value.hint
    with pytest.raises(ServerMissingError, match="not installed"):
        installed_jars(place.settings, place.lock)
    place.repository.faults = {}
    place.install()
    place.check()


def test_another_jar_under_the_name_is_refused(place: Place) -> None:
    jar = place.lock.jars[4]
    place.repository.content[jar.path] = b"x" * jar.size
    with pytest.raises(DataError, match=r"a4-1.4.jar from 127.0.0.1 is not the jar"):
        place.install()
    assert not (jar_folder(place.settings, place.lock) / "lib" / jar.name).exists()


def test_a_jar_that_is_not_there(place: Place) -> None:
    del place.repository.content[place.lock.jars[5].path]
    with pytest.raises(ServerMissingError, match=r"a5-1.5.jar .* status 404"):
        place.install()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("http://127.0.0.1:1", "127.0.0.1: .*refused"),
        ("http://name:secret@127.0.0.1:1", "127.0.0.1 must not contain a user or a password"),
        ("ftp://host/x", "address of the repository"),
        ("nonsense", "address of the repository"),
    ],
)
def test_no_network(place: Place, address: str, message: str) -> None:
    place.settings = place.settings.model_copy(update={"maven_url": address})
    with pytest.raises(ServerMissingError, match=message) as caught:
        place.install()
    assert "secret" not in str(caught.value) + caught.value.hint


def test_two_installs_at_once_download_once(place: Place) -> None:
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: place.install(), range(4)))
    assert sum(each.downloaded for each in done) == 12
    assert len(place.repository.asked) == 12
    place.check()


def test_a_stop_ends_the_pauses_between_attempts(place: Place) -> None:
    class Stopped(Event):
        def wait(self, timeout: float | None = None) -> bool:
            self.set()
            return super().wait(timeout)

    source = repositories.Source(place.repository.url)
    source.stopped = Stopped()
    place.repository.faults = {place.lock.jars[0].path: [503] * 9}
    with pytest.raises(ServerMissingError):
        source.read(place.lock.jars[0])
    assert len(place.repository.asked) == 1


def test_a_cache_that_cannot_be_written(place: Place, tmp_path: Path) -> None:
    (tmp_path / "cache").touch()
    with pytest.raises(StorageError, match=r"cannot be written: not a directory"):
        place.install()


def test_a_full_disk_is_seen_before_the_download(
    server_settings: ServerSettings,
    repository: Repository,
    small_disk: Path,
    big: Callable[[int], JarLock],
) -> None:
    server_settings = server_settings.model_copy(update={"cache": small_disk})
    with pytest.raises(StorageError, match=r"no space left \(.*, 1 MB needed\)"):
        install(server_settings, big(600_000))
    assert not repository.asked


def test_a_disk_that_fills_during_the_download(
    server_settings: ServerSettings,
    small_disk: Path,
    big: Callable[[int], JarLock],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server_settings = server_settings.model_copy(update={"cache": small_disk})
    monkeypatch.setattr("scinet.server.install.check_space", lambda *_: None)
    with pytest.raises(StorageError, match="no space left"):
        install(server_settings, big(600_000))
    assert not list(small_disk.rglob("*.part"))
    assert not list(small_disk.rglob("*.jar"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repositories, "_PAUSES_S", (0.01, 0.01, 0.01))


@pytest.fixture
def big(repository: Repository) -> Callable[[int], JarLock]:
    """A jar_lock of one jar of some size."""

    def make(size: int) -> JarLock:
        content = os.urandom(size)
        jar = make_jar("lib", "org.big:big:1", content)
        repository.content[jar.path] = content
        return JarLock((jar,))

    return make
