"""The lock as text, and the one that is committed."""

import re
from importlib.resources import files

import pytest

from scinet.errors import DataError
from scinet.server.lock import FOLDERS, Jar, JarLock, load_lock, parse_lock, render_lock
from scinet.settings import LaneName

HASH = "0123456789abcdef" * 4


def test_places_of_a_jar() -> None:
    jar = Jar("lib", "io.netty:netty-epoll:4.1.Final:linux-x86_64", 5, HASH)
    assert jar.name == "netty-epoll-4.1.Final-linux-x86_64.jar"
    assert jar.path == "io/netty/netty-epoll/4.1.Final/netty-epoll-4.1.Final-linux-x86_64.jar"
    assert Jar("lib", "a.b:c:1", 5, HASH).path == "a/b/c/1/c-1.jar"


def test_text_does_not_depend_on_the_order() -> None:
    jars = [Jar("lib", f"g:a{i}:1", i, HASH) for i in range(3)]
    first, second = JarLock(tuple(jars)), JarLock(tuple(reversed(jars)))
    assert render_lock(first) == render_lock(second)
    assert first.digest == second.digest
    assert parse_lock(render_lock(second), where="x") == first


@pytest.mark.parametrize(
    "line",
    [
        f"lib a:b 5 {HASH}",
        f"lib a:b:1:c:d 5 {HASH}",
        f"other a:b:1 5 {HASH}",
        f"lib a:b:1 -5 {HASH}",
        f"lib a:b:1 5 {HASH[:-1]}",
        f"lib a:b:../x 5 {HASH}",
        "half a line",
    ],
)
def test_a_malformed_line_is_named(line: str) -> None:
    with pytest.raises(DataError, match=r"\(x.lock, line 2\)"):
        parse_lock(f"# head\n{line}\n", where="x.lock")


def test_two_jars_of_one_file_are_refused_in_one_folder_only() -> None:
    lines = f"lib a:c:1 5 {HASH}\nplugins b:c:1 5 {HASH}\n"
    assert len(parse_lock(lines, where="x").jars) == 2
    with pytest.raises(DataError, match="twice"):
        parse_lock(lines.replace("plugins", "lib"), where="x")


@pytest.mark.parametrize(
    ("lane", "neo4j", "gds", "counts"),
    [("lts", "5.26.29", "2.13.9", (228, 114)), ("current", "2026.01.4", "2.26.0", (262, 128))],
)
def test_the_committed_locks(lane: LaneName, neo4j: str, gds: str, counts: tuple[int, int]) -> None:
    lock = load_lock(lane)
    assert lock.versions == {"neo4j": neo4j, "gds": gds}
    assert tuple(sum(jar.folder == name for jar in lock.jars) for name in FOLDERS) == counts
    text = files("scinet.server").joinpath(f"{lane}.lock").read_text("utf-8")
    assert text == render_lock(lock)
    assert not re.search("://|www|/", text.split("\n", 1)[1])


def test_the_committed_lock_of_the_explorer() -> None:
    lock = load_lock("explorer")
    assert [jar.coordinates.rpartition(":")[0] for jar in lock.jars] == [
        "org.webjars.npm:cytoscape",
        "org.webjars.npm:htmx.org",
    ]
    assert files("scinet.server").joinpath("explorer.lock").read_text("utf-8") == render_lock(lock)
