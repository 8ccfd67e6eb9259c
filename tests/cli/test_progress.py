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
    now = 12.0
    display.update(task, completed=0)  # the same again, as of now
    now = 16.0
    display.update(task, completed=10_000)
    assert stream.getvalue().endswith("load: 10,000 of 20,000 (50%), 16 s, about 4 s left\n")
    now = 22.0
    display.update(task, advance=1)
    other = display.add_task("epochs")
    now = 28.0
    display.update(other, completed=3, description="training, loss 0.5")
    assert stream.getvalue().splitlines()[3:] == [
        "load: 10,001 of 20,000 (50%), 22 s, about 10 s left",
        "training, loss 0.5: 3, 28 s",
    ]
