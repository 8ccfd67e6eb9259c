"""A server killed at any moment of a load, started again, and the same command again."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.commands.nursery import Nursery, inherited
from helpers.commands.ways import WAYS, Scene
from helpers.proof import Proof
from helpers.servers.own_server import connected, kill, own_server

from scinet.settings import ServerSettings

MOST = 3  # kills of the server under one graph


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[ServerSettings]:
    with own_server(tmp_path / "server") as result:
        yield result


@pytest.mark.soak
def test_server_killed_at_any_moment(
    settings: ServerSettings, tmp_path: Path, proof: Proof
) -> None:
    """A command whose server is killed says so in one line and goes on when it is given again."""
    rng = random.Random(proof.seed)
    wanted = proof.trials(short=2, full=100)
    kills = graphs = 0
    waits = [0.0]
    home = {"SCINET_SERVER_HOME": str(settings.home), "SCINET_CACHE": str(tmp_path)}
    scene = Scene(tmp_path, connected(settings), Nursery(inherited(**home)))
    while kills < wanted:
        name = list(WAYS)[graphs % len(WAYS)]
        scene.expect(name)
        scene.prepare(name)
        for _ in range(rng.randint(1, MOST)):
            child = scene.start(WAYS[name].command)
            child.runs_for(rng.uniform(0, scene.seconds[name]))
            scene.database.close()
            kill(settings)
            killed = time.monotonic()
            ended = child.wait()
            if ended.code != 0:
                waits.append(time.monotonic() - killed)
                assert ended.code == 1, ended.err
                lines = [item for item in ended.err.splitlines() if "load: " not in item[:8]]
                assert [line[:8] for line in lines] == ["scinet: ", '{"error"'], ended.err
                kills += 1
            scene.database = connected(settings)
        scene.finish(name)
        graphs += 1
    scene.database.close()
    proof.count(trials=graphs, kills=kills, **{"longest wait, s": round(max(waits), 1)})
