"""Without a terminal progress is a line now and then."""

import io

from scinet.cli.progress import Lines


def test_a_line_every_few_seconds() -> None:
    now = 0.0
    stream = io.StringIO()
    display = Lines(stream, lambda: now)
    task = display.add_task("load", total=None)
    for now in (1.0, 4.9, 5.0, 7.0, 10.5):
        display.update(task, completed=now * 1000, total=20_000)
    assert (
        stream.getvalue() == "load: 5,000 of 20,000 (25%), 5 s, about 15 s left\n"
        "load: 10,500 of 20,000 (52%), 10 s, about 10 s left\n"
    )
    now = 16.0
    display.update(task, advance=1)
    other = display.add_task("epochs")
    now = 22.0
    display.update(other, completed=3, description="training, loss 0.5")
    assert stream.getvalue().splitlines()[2:] == [
        "load: 10,501 of 20,000 (53%), 16 s, about 14 s left",
        "training, loss 0.5: 3, 22 s",
    ]
