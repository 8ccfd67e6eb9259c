"""Ctrl-C and SIGTERM at any moment of a command: its exit code, one line, and it goes on."""

import random
import signal
import time

import pytest
from helpers.commands.nursery import listens
from helpers.commands.ways import WAYS, Scene
from helpers.proof import Proof
from helpers.waiting import wait_until

QUICK = ("records",)  # for the short form
LINES = {signal.SIGINT: "stopped", signal.SIGTERM: "terminated"}


@pytest.mark.parametrize("number", LINES)
def test_stopped_at_any_moment(scene: Scene, proof: Proof, number: signal.Signals) -> None:
    """A stopped command ends with 130 or 143 and one line, and goes on when it is given again."""
    rng = random.Random(proof.seed + number)
    wanted = proof.trials(short=2, full=100)
    chosen = QUICK if wanted == 2 else tuple(WAYS)
    stops = graphs = 0
    while stops < wanted:
        name = chosen[graphs % len(chosen)]
        scene.expect(name)
        scene.prepare(name)
        for again in (False, True):
            begun = time.monotonic()
            child = scene.start(WAYS[name].command, to_its_end=True)
            wait_until(lambda: not child.runs() or listens(child.pid), "it listens")  # noqa: B023
            child.runs_for(rng.uniform(0, scene.seconds[name]))
            child.send(number)
            ended = child.wait()
            if again and "nothing was loaded" in ended.err:  # the removal was done at the stop
                assert ended.code in {1, -number}
            elif "at its end" in ended.err:  # the work was done, Python was about to end
                assert (ended.code, ended.out[-2:]) == (128 + number, "}\n")
            elif ended.code != 0:
                assert ended.code == 128 + number, ended.err
                shown = [line for line in ended.err.splitlines() if not line.startswith("load: ")]
                assert shown == [f"scinet: {LINES[number]}. Re-run the command to resume."]
                stops += 1
            scene.seconds[name] = min(scene.seconds[name], 2 * (time.monotonic() - begun))
        scene.finish(name)
        graphs += 1
    proof.count(trials=graphs, signals=stops)
