"""Downloads from a repository on this machine, whole and with every fault."""

import hashlib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from helpers.server_fakes import Repository, make_jar

from scinet.errors import DataError, ServerMissingError, StorageError
from scinet.server import repository as repositories
from scinet.server.install import install, installed, jar_folder
from scinet.server.lock import Lock
from scinet.settings import ServerSettings


def check(server_settings: ServerSettings, jar_lock: Lock) -> None:
    folder = installed(server_settings, jar_lock)
    for jar in jar_lock.jars:
        content = (folder / jar.folder / jar.name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == jar.sha256
    assert not list(folder.rglob("*.part"))


def test_all_jars_arrive_once(
    server_settings: ServerSettings, jar_lock: Lock, repository: Repository
) -> None:
    with pytest.raises(ServerMissingError, match=r"not installed \(12 of 12 jars missing"):
        installed(server_settings, jar_lock)
    seen: list[tuple[int, int]] = []
    done = install(server_settings, jar_lock, progress=lambda *numbers: seen.append(numbers))
    assert (done.downloaded, done.kept) == (12, 0)
    assert seen == [(number, 12) for number in range(1, 13)]
    check(server_settings, jar_lock)
    again = install(server_settings, jar_lock)
    assert (again.downloaded, again.kept) == (0, 12)
    assert len(repository.asked) == 12


def test_a_missing_and_a_cut_jar_are_noticed(
    server_settings: ServerSettings, jar_lock: Lock, repository: Repository
) -> None:
    folder = install(server_settings, jar_lock).folder
    one, two = jar_lock.jars[0], jar_lock.jars[-1]
    (folder / one.folder / one.name).unlink()
    os.truncate(folder / two.folder / two.name, 10)
    repository.asked.clear()
    assert install(server_settings, jar_lock).downloaded == 2
    assert sorted(repository.asked) == sorted([one.path, two.path])
    check(server_settings, jar_lock)


def test_a_jar_that_was_changed_is_noticed_before_each_start(
    server_settings: ServerSettings, jar_lock: Lock, repository: Repository
) -> None:
    folder = install(server_settings, jar_lock).folder
    jar = jar_lock.jars[3]
    file = folder / jar.folder / jar.name
    stamp = file.stat()
    file.write_bytes(b"x" * jar.size)
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    with pytest.raises(ServerMissingError, match="1 of 12 jars missing or changed"):
        installed(server_settings, jar_lock)
    repository.asked.clear()
    assert install(server_settings, jar_lock).downloaded == 1
    assert repository.asked == [jar.path]
    check(server_settings, jar_lock)


@pytest.mark.parametrize("name", ["lib", "plugins"])
def test_a_jar_that_the_lock_does_not_name_is_not_run(
    server_settings: ServerSettings, jar_lock: Lock, name: str
) -> None:
    folder = install(server_settings, jar_lock).folder
    (folder / name / "evil.jar").write_bytes(b"x")
    for ask in (installed, install):
        with pytest.raises(DataError, match=r"evil\.jar is not a jar of the server"):
            ask(server_settings, jar_lock)
    (folder / name / "evil.jar").unlink()
    check(server_settings, jar_lock)


def test_an_interrupted_install_keeps_whole_jars_only(
    server_settings: ServerSettings, jar_lock: Lock, repository: Repository
) -> None:
    folder = jar_folder(server_settings, jar_lock)
    whole, damaged, cut = jar_lock.jars[:3]
    (folder / "lib").mkdir(parents=True)
    (folder / "lib" / whole.name).write_bytes(repository.content[whole.path])
    (folder / "lib" / damaged.name).write_bytes(b"x" * damaged.size)
    (folder / "lib" / f"{cut.name}.99.part").write_bytes(b"x")
    assert install(server_settings, jar_lock).kept == 1
    check(server_settings, jar_lock)


@pytest.mark.usefixtures("quick")
def test_a_half_downloaded_jar_is_asked_for_again(
    server_settings: ServerSettings, jar_lock: Lock, repository: Repository
) -> None:
    repository.faults = {jar_lock.jars[0].path: ["half", 503], jar_lock.jars[1].path: [429, "half"]}
    assert install(server_settings, jar_lock).downloaded == 12
    check(server_settings, jar_lock)


@pytest.mark.usefixtures("quick")
def test_a_jar_that_never_comes_whole(
    server_settings: ServerSettings, jar_lock: Lock, repository: Repository
) -> None:
    repository.faults = {jar_lock.jars[3].path: ["half"] * 9}
    with pytest.raises(ServerMissingError, match=r"a3-1.3.jar .* 501 of 1,003 bytes") as caught:
        install(server_settings, jar_lock)
    assert "SCINET_MAVEN_URL" in caught.value.hint
    with pytest.raises(ServerMissingError, match="not installed"):
        installed(server_settings, jar_lock)
    repository.faults = {}
    install(server_settings, jar_lock)
    check(server_settings, jar_lock)


def test_another_jar_under_the_name_is_refused(
    server_settings: ServerSettings, jar_lock: Lock, repository: Repository
) -> None:
    jar = jar_lock.jars[4]
    repository.content[jar.path] = b"x" * jar.size
    with pytest.raises(DataError, match=r"a4-1.4.jar from 127.0.0.1 is not the jar"):
        install(server_settings, jar_lock)
    assert not (jar_folder(server_settings, jar_lock) / "lib" / jar.name).exists()


def test_a_jar_that_is_not_there(
    server_settings: ServerSettings, jar_lock: Lock, repository: Repository
) -> None:
    del repository.content[jar_lock.jars[5].path]
    with pytest.raises(ServerMissingError, match=r"a5-1.5.jar .* status 404"):
        install(server_settings, jar_lock)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("http://127.0.0.1:1", "127.0.0.1: .*refused"),
        ("http://name:secret@127.0.0.1:1", "127.0.0.1 comes with a user or a password"),
        ("ftp://host/x", "address of the repository"),
        ("nonsense", "address of the repository"),
    ],
)
def test_no_network(
    server_settings: ServerSettings, jar_lock: Lock, address: str, message: str
) -> None:
    server_settings = server_settings.model_copy(update={"maven_url": address})
    with pytest.raises(ServerMissingError, match=message) as caught:
        install(server_settings, jar_lock)
    assert "secret" not in str(caught.value) + caught.value.hint


def test_two_installs_at_once_download_once(
    server_settings: ServerSettings, jar_lock: Lock, repository: Repository
) -> None:
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: install(server_settings, jar_lock), range(4)))
    assert sum(each.downloaded for each in done) == 12
    assert len(repository.asked) == 12
    check(server_settings, jar_lock)


def test_a_stop_ends_the_pauses_between_attempts(jar_lock: Lock, repository: Repository) -> None:
    class Stopped(Event):
        def wait(self, timeout: float | None = None) -> bool:
            self.set()
            return super().wait(timeout)

    source = repositories.Source(repository.url)
    source.stopped = Stopped()
    repository.faults = {jar_lock.jars[0].path: [503] * 9}
    with pytest.raises(ServerMissingError):
        source.read(jar_lock.jars[0])
    assert len(repository.asked) == 1


def test_a_cache_that_cannot_be_written(
    server_settings: ServerSettings, jar_lock: Lock, tmp_path: Path
) -> None:
    (tmp_path / "cache").touch()
    with pytest.raises(StorageError, match=r"cannot be written: not a directory"):
        install(server_settings, jar_lock)


def test_a_full_disk_is_seen_before_the_download(
    server_settings: ServerSettings,
    repository: Repository,
    small_disk: Path,
    big: Callable[[int], Lock],
) -> None:
    server_settings = server_settings.model_copy(update={"cache": small_disk})
    with pytest.raises(StorageError, match=r"no space left \(.*, 1 MB needed\)"):
        install(server_settings, big(600_000))
    assert not repository.asked


def test_a_disk_that_fills_during_the_download(
    server_settings: ServerSettings,
    small_disk: Path,
    big: Callable[[int], Lock],
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
    """Almost no pause between attempts."""
    monkeypatch.setattr(repositories, "_PAUSES_S", (0.01, 0.01, 0.01))


@pytest.fixture
def big(repository: Repository) -> Callable[[int], Lock]:
    """A jar_lock of one jar of some size."""

    def make(size: int) -> Lock:
        content = os.urandom(size)
        jar = make_jar("lib", "org.big:big:1", content)
        repository.content[jar.path] = content
        return Lock((jar,))

    return make
