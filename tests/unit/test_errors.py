"""The command that an error names installs from where this package came from."""

import json
import traceback
from importlib import metadata
from typing import Any

import pytest

from scinet.errors import DataError, install_hint


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        ({"url": "file:///home/a/scinet", "dir_info": {"editable": True}},
         '-e "/home/a/scinet[models]"'),
        ({"url": "file:///tmp/scinet-0.1-py3-none-any.whl"},
         '"scinet[models] @ file:///tmp/scinet-0.1-py3-none-any.whl"'),
        (None, '"scinet[models]"'),
    ],
)  # fmt: skip
def test_a_clone_a_wheel_and_an_index(
    monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any] | None, command: str
) -> None:
    text = None if origin is None else json.dumps(origin)
    monkeypatch.setattr(metadata.Distribution, "read_text", lambda *_: text, raising=False)
    monkeypatch.setattr(metadata.PathDistribution, "read_text", lambda *_: text)
    assert install_hint("models") == f"Run `pip install {command}`."


def test_python_shows_what_to_do_below_the_message() -> None:
    error = DataError("'2005' is not a day", hint="Write YYYY-MM-DD.")
    shown = "".join(traceback.format_exception_only(error))
    assert shown == "scinet.errors.DataError: '2005' is not a day\nWrite YYYY-MM-DD.\n"
    assert str(error) == "'2005' is not a day"
