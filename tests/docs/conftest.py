"""A server for each module that types what pages say, and the folders that it is typed in."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from helpers.doc_pages import Block
from helpers.endpoint import filled, serving
from helpers.served_grobid import serving as serving_grobid
from helpers.source_files import put

from scinet.server.install import missing
from scinet.server.lock import committed
from scinet.server.process import free_port
from scinet.settings import ServerSettings

_PATIENCE_S = 900  # what hangs is ended; a busy machine may be slow


@pytest.fixture(scope="module")
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """Variables of a user who has nothing yet; the server is stopped at the end, come what may."""
    if missing(ServerSettings(), committed(ServerSettings().lane or "lts")) and not os.environ.get(
        "CI"
    ):
        pytest.skip("the server is not installed: run `scinet server install`")
    theirs = ("NEO4J_", "OPENAI_", "SCINET_LLM_")
    own = {name: value for name, value in os.environ.items() if not name.startswith(theirs)}
    folder = tmp_path_factory.mktemp("docs")
    own |= {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), own.get("PATH", "")]),
        "SCINET_CACHE": str(folder / "cache"),
        "SCINET_SERVER_HOME": str(folder / "server"),
        "SCINET_SERVER_PORT": str(free_port()),
        "SCINET_SERVER_HEAP": "1g",
        "SCINET_SERVER_PAGE_CACHE": "256m",
        "SCINET_SERVER_WAIT_S": "180",
    }
    with serving() as endpoint, serving_grobid() as grobid:
        endpoint.answer = filled
        own |= {"OPENAI_BASE_URL": endpoint.url, "SCINET_LLM_MODEL": "tiny"}
        yield own | {"SCINET_GROBID_URL": grobid.url}
    subprocess.run(["scinet", "server", "stop"], env=own, cwd=folder, check=True)  # noqa: S607


@pytest.fixture(scope="module")
def typed(
    surroundings: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Block], None]:
    """Types a block, in the folder of its page: empty, or with files as the page's source has."""
    folders: dict[str, Path] = {}

    def type_in(block: Block) -> None:
        if block.page not in folders:
            folders[block.page] = tmp_path_factory.mktemp(block.page.rpartition("/")[2])
            put(block.page, folders[block.page])
        command = ["bash", "-euxo", "pipefail", "-c", block.code]
        if block.language == "python":
            command = [sys.executable, "-c", block.code]
        done = subprocess.run(
            command,
            env=surroundings,
            cwd=folders[block.page],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
        assert done.returncode == 0, f"{block} ends with {done.returncode}:\n{done.stdout}"

    return type_in
