"""SciImpact's published prompts, read from a clone of its scripts without running them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scinet.errors import NotFoundError
from scinet.eval.answer import SIDES, Side

_FOLDERS: Final = {
    "citation": "citation",
    "award-cs": "cs_best_paper",
    "award-mdpi": "MDPI_best_paper",
    "award-nobel": "nobel",
    "patent": "patent",
    "media": "media",
    "code": "github",
    "dataset": "huggingface_dataset",
    "model": "huggingface_model",
}
_SCRIPTS: Final = "run_vllm_*.py"
_TEXT: Final = frozenset({"title", "abstract"})
_OPTION: Final = re.compile(r"^- (.+)$|'([^']+)'", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class DimensionPrompt:
    """Prompt of one dimension.

    Attributes:
        user: With ``{a}`` and ``{b}`` for the two texts.
        text: With ``{title}`` and ``{abstract}``.
        sentences: The two possible answers.
    """

    system: str
    user: str
    text: str
    sentences: dict[Side, str]

    def filled(self, texts: dict[str, dict[str, str | None]]) -> str:
        """Fill in the user's message about two texts, by side."""
        shown = {
            side: _fill_slots(
                self.text, title=text["title"] or "Untitled", abstract=text["abstract"] or ""
            )
            for side, text in texts.items()
        }
        return _fill_slots(self.user, **shown)


def read_published_prompt(clone: Path, form: str) -> DimensionPrompt:
    """Read the prompt of a dimension (``award-cs`` …) in a clone of ``FlyPig23/SciImpact``."""
    try:
        [script] = (clone / _FOLDERS[form]).glob(_SCRIPTS)
        tree = ast.parse(script.read_text("utf-8"))
        system, user = (_find_assignment(tree, f"{role}_prompt") for role in ("system", "user"))
        slots = list(dict.fromkeys(name for name in _slot_names(user)))
        user_template = _make_template(user, dict(zip(slots, "ab", strict=True)))
        text = next(
            (
                _make_template(node, {name: name for name in _TEXT})
                for node in ast.walk(tree)
                if isinstance(node, ast.JoinedStr) and {*_slot_names(node)} == _TEXT
            ),
            "{abstract}",  # READMEs and cards are shown as they are
        )
        message = _make_template(system, {})
        options = ["".join(match) for match in _OPTION.findall(message)]
        sentences = {side: next(o for o in options if f" {side} " in o) for side in SIDES}
    except (OSError, KeyError, ValueError, SyntaxError, StopIteration) as error:
        raise NotFoundError(
            f"no published prompt of {form} ({clone})",
            hint="Name a clone of SciImpact's repository.",
        ) from error
    return DimensionPrompt(message, user_template, text, sentences)


def _find_assignment(tree: ast.Module, name: str) -> ast.expr:
    return next(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    )


def _slot_names(text: ast.AST) -> Iterator[str]:
    for part in text.values if isinstance(text, ast.JoinedStr) else ():
        if isinstance(part, ast.FormattedValue):
            yield ast.unparse(part.value)


def _make_template(text: ast.AST, slots: dict[str, str]) -> str:
    """Convert a text of a script to a template with slots; its own braces stay."""
    if not isinstance(text, ast.JoinedStr):
        return str(ast.literal_eval(text))
    return "".join(
        f"{{{slots[ast.unparse(part.value)]}}}"
        if isinstance(part, ast.FormattedValue)
        else str(ast.literal_eval(part))
        for part in text.values
    )


def _fill_slots(template: str, **values: str) -> str:
    """Fill all slots at once, so that braces in a text are not taken for slots."""
    return re.sub(r"\{(" + "|".join(values) + r")\}", lambda match: values[match[1]], template)
