"""A marked password of the database, in every form in which people set one."""

import base64
import logging
from itertools import product
from pathlib import Path
from urllib.parse import quote

import pytest
from helpers.commands.command_line import status
from helpers.proof import Proof
from helpers.servers.on_loopback import answering

PASSWORD = "marked/0123+pass=word"  # noqa: S105 - a mark to search for
FORMS = {
    "a variable": {"NEO4J_URI": "bolt://HOST", "NEO4J_PASSWORD": PASSWORD},
    "another user": {
        "NEO4J_URI": "neo4j://HOST", "NEO4J_PASSWORD": PASSWORD, "NEO4J_USERNAME": "me"
    },
    "encryption": {"NEO4J_URI": "bolt+s://HOST", "NEO4J_PASSWORD": PASSWORD},
    "an address": {"NEO4J_URI": f"bolt://neo4j:{PASSWORD}@HOST"},
    "a quoted address": {"NEO4J_URI": f"bolt://neo4j:{quote(PASSWORD, safe='')}@HOST"},
    "an address without a scheme": {"NEO4J_URI": f"neo4j:{PASSWORD}@HOST"},
    "an address of the web": {"NEO4J_URI": f"http://neo4j:{PASSWORD}@HOST"},
    "an option": {"NEO4J_URI": f"bolt://HOST?password={PASSWORD}"},
    "a fragment": {"NEO4J_URI": f"bolt://HOST#{PASSWORD}"},
    "a path": {"NEO4J_URI": f"bolt://HOST/{PASSWORD}"},
    "a wrong port": {"NEO4J_URI": f"bolt://neo4j:{PASSWORD}@HOST:port"},
    "text that is not UTF-8": {"NEO4J_URI": "bolt://HOST", "NEO4J_PASSWORD": f"{PASSWORD}\udcff"},
}  # fmt: skip
SPELLINGS = (
    PASSWORD,
    quote(PASSWORD, safe=""),
    base64.b64encode(f"neo4j:{PASSWORD}".encode()).decode(),
    PASSWORD.replace("/", "\\/"),
)
ANSWERS = {
    "a page": b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n",
    "another protocol": b"\x00\x00\x00\x09",
    "silence, then its end": b"",
}


@pytest.mark.parametrize("answer", ["nothing", *ANSWERS])
def test_a_password_is_in_nothing_that_is_left(
    answer: str,
    proof: Proof,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A refused password is in no output, log or file, in whatever form it was set.

    By variables and in ``.env``; as lines, as JSON and with everything logged that the driver logs
    at DEBUG.
    """
    caplog.set_level(logging.DEBUG)
    monkeypatch.chdir(tmp_path)
    for name in ("NEO4J_URI", "NEO4J_PASSWORD", "NEO4J_USERNAME"):
        monkeypatch.delenv(name, raising=False)
    trials = [*product(FORMS, (False, True), ([], ["--json"], ["-v"]))]
    number = proof.trials(short=len(FORMS), full=len(trials))
    with answering(ANSWERS.get(answer, b"")) as (place, _):
        if answer == "nothing":
            place = "127.0.0.1:1"  # where nobody listens
        for form, is_file, words in trials[:: len(trials) // number]:
            settings = {k: text.replace("HOST", place) for k, text in FORMS[form].items()}
            file = tmp_path / ".env"
            with monkeypatch.context() as patch:
                if is_file and "\udcff" not in "".join(settings.values()):
                    file.write_text("".join(f"{k}='{v}'\n" for k, v in settings.items()))
                else:
                    for name, value in settings.items():
                        patch.setenv(name, value)
                first = [word for word in words if word == "-v"]
                assert status(patch, *first, "status", *(w for w in words if w != "-v")) == 1
            file.unlink(missing_ok=True)
            out, err = capfd.readouterr()
            seen = out + err + caplog.text
            caplog.clear()
            assert sum(line.startswith("scinet: ") for line in err.splitlines()) == 1
            assert "Traceback" not in seen
            assert not [item for item in SPELLINGS if item in seen], (form, is_file, words)
    assert list(tmp_path.iterdir()) == []
    proof.count(forms=len(FORMS), leaks=0)
