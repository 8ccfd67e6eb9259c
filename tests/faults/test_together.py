"""Several commands at once: one loader wins, and a reader never takes half a graph for a whole."""

import json
import random
import time

from helpers.commands.ways import WAYS, Scene
from helpers.proof import Proof

LOADERS = 4
READERS = ("indicators citations --json", "network statistics --json", "network quality --json")
HALF = ("is incomplete", "is empty", "changed while", "is being loaded")


def test_several_loaders_at_once(scene: Scene, proof: Proof) -> None:
    """Of loaders that run at once one loads, and each of the others says so in one line."""
    rng = random.Random(proof.seed)
    wanted = proof.trials(short=1, full=30)
    refused = 0
    for number in range(wanted):
        name = list(WAYS)[number % len(WAYS)]
        scene.expect(name)
        scene.prepare(name)
        children = []
        for _ in range(LOADERS):
            children.append(scene.start(WAYS[name].command))
            time.sleep(rng.uniform(0, scene.seconds[name] / LOADERS))
        for child in children:
            ended = child.wait()
            if ended.code != 0 and "nothing was loaded" not in ended.err:
                said = shown(ended.err)
                assert len(said) == 2, said
                line, as_json = said
                assert "is being loaded by run" in line
                assert json.loads(as_json)["error"]["kind"] == "SchemaError"
                refused += 1
        scene.finish(name)
    proof.count(loaders=wanted * LOADERS, refused=refused)


def test_reader_beside_a_load(scene: Scene, proof: Proof) -> None:
    """A reader beside a load answers from a whole graph or says in one line that it cannot."""
    rng = random.Random(proof.seed)
    wanted = proof.trials(short=1, full=60)
    refused = answered = 0
    name = "records"
    scene.expect(name)
    readers = READERS[:1] if wanted == 1 else READERS
    scene.prepare(name)
    scene.finish(name)
    whole = {reader: scene.run(reader).out for reader in readers}
    for _ in range(wanted):
        scene.prepare(name)
        loader = scene.start(WAYS[name].command)
        loader.runs_for(rng.uniform(0, scene.seconds[name]))
        reader = rng.choice(readers)
        ended = scene.run(reader)
        if ended.code == 0:
            assert ended.out == whole[reader]
            answered += 1
        else:
            line = shown(ended.err)[0]
            assert any(word in line for word in HALF), line
            refused += 1
        assert loader.wait().code == 0
        scene.finish(name)
    proof.count(refused=refused, answered=answered)


def shown(err: str) -> list[str]:
    return [line for line in err.splitlines() if not line.startswith(("load: ", "remove: "))]
