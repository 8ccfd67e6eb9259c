"""Every command that ``docs/suites.md`` gives parses, and names tasks and systems that exist."""

from dataclasses import fields

import pytest
from helpers.pages.doc_pages import ROOT, calls, command_of, known_commands

PAGE = ROOT / "docs/suites.md"
_LEFT_OUT = "…"  # stands for words that a line does not repeat
_CALLS = list(dict.fromkeys(tuple(words) for words in calls(PAGE)))


@pytest.mark.parametrize("words", _CALLS, ids=" ".join)
def test_a_command_parses_and_names_what_exists(words: tuple[str, ...]) -> None:
    from scinet.eval.suites import TASK_TYPES, get_task_type
    from scinet.models.local.tuning import TuningSettings
    from scinet.models.registry import SYSTEMS, make_system
    from scinet.models.sciencemeter import UPDATES

    suites = {name.partition("/")[0] for name in TASK_TYPES}
    path = command_of(words)
    assert path is not None, f"no command {' '.join(words)}"
    command, left = known_commands()[path], list(words[len(path) :])
    if not left:
        return  # a command that is named
    if _LEFT_OUT in left:
        known = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
        assert {word.partition("=")[0] for word in left if word.startswith("-")} <= known
        return
    # A missing argument, an unknown option or a wrong value would raise.
    given = command.make_context(words[0], left).params
    chosen = {
        param.partition("=")[0] for param in given.get("options") or given.get("settings") or ()
    }
    task = next((word for word in left if word.partition("/")[0] in suites), None)
    if task is not None:
        assert task in TASK_TYPES, f"no task {task}"
        assert chosen <= {field.name for field in fields(get_task_type(task).options)}
    system = str(given.get("system"))
    is_folder = "/" in system or system.isupper()
    if words[0] in {"run", "train"} and not is_folder and system != "citation-reader":
        assert system in SYSTEMS or system in UPDATES, f"no system {system}"
        settings = {field.name for field in fields(TuningSettings)} | {"base"}
        if system in SYSTEMS:
            own = {field.name for field in fields(make_system(system))}
            settings = own | settings if words[0] == "train" and "base" in chosen else own
        assert chosen <= settings


def test_every_suite_has_a_section() -> None:
    from scinet.eval.suites import TASK_TYPES

    titles = [line[3:] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("## ")]
    suites = {name.partition("/")[0] for name in TASK_TYPES}
    assert {title.lower() for title in titles} == suites
