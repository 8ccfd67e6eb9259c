"""No control character of the data reaches a terminal."""

import io
import json

import pytest

from scinet.cli.terminal import EscapedStream


@pytest.mark.parametrize("sign", [*map(chr, range(32)), *map(chr, range(127, 160)), "\udce9"])
def test_only_line_ends_and_tabs_are_written_as_they_are(sign: str) -> None:
    stream = io.StringIO()
    shown = EscapedStream(stream)
    assert shown.isatty() is False
    shown.writelines([f'"{sign}', '"'])
    text = stream.getvalue()
    if sign in "\t\n":
        assert text == f'"{sign}"'
    else:
        assert text == f'"\\u{ord(sign):04x}"'
        assert json.loads(text) == sign
