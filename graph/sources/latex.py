"""LaTeX printed as plain text, whatever it contains, in one pass.

Commands wait for their arguments beside the text of their group, so that neither depth nor what is
missing matters. An unknown command leaves its arguments, and stays as it is written without any.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(
    r"\\(?P<word>[a-zA-Z]+)(?P<gap>\s*+)|\\(?P<sign>.)|``|''|---?|!`|\?`|[^\\{}$~&`'!?-]++|[^\\]",
    re.DOTALL,
)
_CHARACTER: Final = re.compile(r"\s*+([^\s\\{}$]?)")
_FLAGS: Final = re.compile(r"\*?\s*+(?:\[[^\[\]{}]*+\]\s*+)*+")  # a star and optional arguments
_BRACED: Final = re.compile(r"\s*+\{((?:[^{}]++|\{[^{}]*+\})*+)\}")
_LINK: Final = re.compile(_BRACED.pattern.replace("(", "(?:", 1) + r"()(?=\s*+\{)")
_VERBATIM: Final = re.compile(r"\*?([^\sa-zA-Z*{])([^\n]{0,500}?)\1")
_LENGTH: Final = re.compile(r"-?[\d.]++\s*+(?:pt|em|ex|mu|cm|mm|in)?\s*+()")
_NUMBER: Final = re.compile(r"\"[0-9A-F]{1,6}|'[0-7]{1,6}|\d{1,6}")
_MONEY: Final = re.compile(r"\$\d[^$]{0,200}(?:\s\$|\$\d)")
_MATH_END: Final = re.compile(r"(?:[^\\$]++|\\.)*+\$", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\([%_#&~$^\\])(?:\{\})?")
_DEEPEST: Final = 50  # groups and waiting commands; each copies the text inside
_LIGATURES: Final = {
    "``": "\u201c", "''": "\u201d", "--": "\u2013", "---": "\u2014", "!`": "\xa1", "?`": "\xbf",
    "~": " ",
}  # fmt: skip
_SIGNS: Final = dict.fromkeys("()[]/!@-", "") | dict.fromkeys(" \t\n\r\\,;:>", " ")
_BELOW: Final = "\u0323\u0326\u0327\u0328\u0331"
_LATIN: Final = re.compile(r"[a-z\xdf-\xff\u0100-\u024f]")
_DOTLESS: Final = {"\u0131": "i", "\u0237": "j"}
# Marks and words inside a group that would divide names, and what stands for them.
_PROTECTED: Final = {ord(mark): 0xE001 + number for number, mark in enumerate(" ,;=")}
_IN_WORD: Final = "\ue000"
_RELEASED: Final = {ord(_IN_WORD): None} | {
    stand_in: chr(mark) for mark, stand_in in _PROTECTED.items()
}


class PlainLatex(NamedTuple):
    """Printed LaTeX.

    Attributes:
        is_whole: Whether each command is known and has its arguments.
    """

    text: str
    is_whole: bool


class _Command(NamedTuple):
    """Command with arguments.

    Attributes:
        needs_braces: Whether a plain character is no argument of it.
        alone: What it prints without arguments.
    """

    wanted: int
    render: Callable[..., str]
    needs_braces: bool = False
    alone: str = ""


class _Waiting(NamedTuple):
    command: _Command
    arguments: list[str]


class _Group:
    def __init__(self) -> None:
        self.parts: list[str] = []
        self.waiting: list[_Waiting] = []

    def add(self, text: str) -> None:
        """Add text, as the argument of the command that waits for one."""
        while self.waiting:
            command, arguments = self.waiting[-1]
            arguments.append(text)
            if len(arguments) < command.wanted:
                return
            self.waiting.pop()
            text = command.render(*arguments)
        self.parts.append(text)

    def end_waiting(self) -> bool:
        """Print what commands have of their arguments; return whether any waited."""
        is_any = bool(self.waiting)
        while self.waiting:
            command, arguments = self.waiting.pop()
            self.add("".join(arguments) or command.alone)
        return is_any


class _Printer:
    def __init__(self, latex: str, *, protects_groups: bool) -> None:
        self._latex = latex
        self._known = _read_commands()
        self._protects_groups = protects_groups
        self._groups = [_Group()]
        self._place = 0
        self._math = ""  # the mark that ends it
        self._environments = 0
        self._is_whole = True

    def print(self) -> PlainLatex:
        while self._place < len(self._latex):
            token = _TOKEN.match(self._latex, self._place)
            if token is None:  # a backslash at the end
                self._fail()
                break
            if self._groups[-1].waiting and token[0][0] not in "\\{}$":
                self._take_character()
                continue
            self._place = token.end()
            if token["word"]:
                self._take_word(token["word"], token["gap"])
            elif token["sign"]:
                self._take_sign(token["sign"])
            else:
                self._take_mark(token[0])
        self._is_whole &= len(self._groups) == 1 and not self._environments
        while len(self._groups) > 1:
            self._close_group()
        self._is_whole &= not self._groups[0].end_waiting()
        return PlainLatex("".join(self._groups[0].parts), self._is_whole)

    def _add(self, text: str) -> None:
        if text:  # else a command still waits
            self._groups[-1].add(text)

    def _fail(self) -> None:
        self._is_whole = False

    def _take_character(self) -> None:
        group = self._groups[-1]
        match = _CHARACTER.match(self._latex, self._place)
        character = match[1] if match else ""
        if character == "[" or (character and group.waiting[-1].command.needs_braces):
            self._fail()
            group.end_waiting()
            return
        self._place = match.end() if match else self._place + 1
        if character:
            group.add(" " if character == "~" else character)

    def _take_mark(self, mark: str) -> None:
        if mark == "{" and len(self._groups) <= _DEEPEST:
            self._groups.append(_Group())
        elif mark == "}" and len(self._groups) > 1:
            self._close_group()
        elif mark in "{}":
            self._fail()
        elif mark == "$":
            self._take_dollar()
        elif mark == "&":
            self._add(" " if self._environments else "&")
        elif self._math and mark[0] in "-'":
            self._add(mark)
        else:
            self._add(_LIGATURES.get(mark, mark))

    def _close_group(self) -> None:
        group = self._groups.pop()
        self._is_whole &= not group.end_waiting()
        text = "".join(group.parts)
        if self._protects_groups:
            text = " ".join(text.split()).translate(_PROTECTED)
            if text.lower() in {"and", "others"}:
                text = text[0] + _IN_WORD + text[1:]
        self._groups[-1].add(text)

    def _take_dollar(self) -> None:
        start = self._place - 1
        if self._latex.startswith("$", self._place) and self._math != "$":
            self._place += 1
        mark = self._latex[start : self._place]
        if self._math:
            self._math = ""
        elif _MONEY.match(self._latex, start) or not _MATH_END.match(self._latex, self._place):
            self._fail()
            self._add(mark)
        else:
            self._math = mark

    def _take_sign(self, sign: str) -> None:
        if command := self._known.commands.get(sign):
            self._wait(command)
        elif sign == "\\":
            self._skip_flags()
            self._add(" ")
        else:
            self._add(_SIGNS.get(sign, self._known.symbols.get(sign, sign)))

    def _take_word(self, word: str, gap: str) -> None:
        pattern, render = _UNPARSED.get(word, (None, str))
        if pattern and (match := pattern.match(self._latex, self._place)):
            self._place = match.end()
            if word in {"begin", "end"}:
                self._take_environment(word, match[1])
            else:
                self._add(render(match[match.lastindex or 0]))
        elif command := self._known.commands.get(word):
            self._skip_flags()
            self._wait(command)
        elif (symbol := self._known.symbols.get(word)) is not None:
            # TeX takes the blanks; after "sin", and after "\\l" in "Micha\\l Kos", they are meant.
            follower = self._latex[self._place : self._place + 1]
            is_word = len(symbol) > 1 and symbol.isascii()
            is_end = _LATIN.fullmatch(symbol) and follower.isupper()
            self._add(symbol + (" " if gap and (is_word or is_end) else ""))
        elif not self._latex.startswith(("{", "[", "*{"), self._place):
            self._fail()
            self._add(f"\\{word}{gap}")
        elif self._latex[self._place] == "*":
            self._place += 1

    def _take_environment(self, word: str, name: str) -> None:
        self._environments += 1 if word == "begin" else -1
        self._add(" ")
        if word == "begin":
            self._skip_flags()
            if command := self._known.commands.get(f"begin-{name}"):
                self._wait(command)

    def _skip_flags(self) -> None:
        if flags := _FLAGS.match(self._latex, self._place):
            self._place = flags.end()

    def _wait(self, command: "_Command") -> None:
        group = self._groups[-1]
        if len(group.waiting) > _DEEPEST:
            self._is_whole &= not group.end_waiting()
        group.waiting.append(_Waiting(command, []))


def render_latex(latex: str, *, protects_groups: bool = False) -> PlainLatex:
    """Print LaTeX; marks that divide names are protected inside groups where this is asked."""
    return _Printer(latex, protects_groups=protects_groups).print()


def clean_latex(text: str) -> str:
    """Return a text without its LaTeX commands, and one that has none as it is."""
    return render_latex(text).text if "\\" in text else text


def release_groups(text: str) -> str:
    """Return a text with the marks that were protected inside groups."""
    return text.translate(_RELEASED)


def _put_accent(mark: str, sign: str, base: str) -> str:
    if not base or (sign and not base[0].isalpha()):
        return sign + base
    first = base[0] if mark in _BELOW else _DOTLESS.get(base[0], base[0])
    return unicodedata.normalize("NFC", first + mark) + base[1:]


def _set_style(style: str, text: str) -> str:
    from pylatexenc.latex2text import fmt_math_text_style

    return str(fmt_math_text_style(text, style))


def _read_character(number: str) -> str:
    """Return the character of a number in TeX or HTML: ``233``, ``"E9``, ``'351``, ``xe9``."""
    base = {"'": 8, '"': 16, "x": 16}.get(number[:1], 10)
    try:
        character = chr(int(number if base == 10 else number[1:], base))
    except (ValueError, OverflowError):
        return number
    return "" if unicodedata.category(character) in {"Cs", "Cc"} else character


# Commands whose arguments are not LaTeX, and what is printed of the last part that is matched.
_UNPARSED: Final[Mapping[str, tuple[re.Pattern[str], Callable[[str], str]]]] = {
    **dict.fromkeys(("begin", "end"), (_BRACED, str)),
    **dict.fromkeys(("url", "nolinkurl", "path"), (_BRACED, partial(_ESCAPED.sub, r"\1"))),
    **dict.fromkeys(("verb", "lstinline"), (_VERBATIM, str)),
    **dict.fromkeys(("kern", "mkern", "hskip", "mskip", "vskip"), (_LENGTH, str)),
    "href": (_LINK, str),
    "char": (_NUMBER, _read_character),
}


class _Commands(NamedTuple):
    """Commands by name, without and with arguments: see ``latex_commands.toml``."""

    symbols: Mapping[str, str]
    commands: Mapping[str, _Command]


@cache
def _read_commands() -> _Commands:
    from pylatexenc.latex2text import get_default_latex_context_db

    known = get_default_latex_context_db()
    # The first category that has a macro counts.
    of_pylatexenc = {
        name: macro.simplify_repl
        for category in reversed(known.categories())
        for name, macro in known.d[category]["macros"].items()
    }
    # Placeholders and titles ("<ref>", "Hint: %s") are not in the text.
    symbols = {
        name: text
        for name, text in of_pylatexenc.items()
        if isinstance(text, str) and not re.search("[%<]", text)
    }
    symbols |= {name: "" for name, text in of_pylatexenc.items() if text in {None, "%s"}}
    path = files("scinet.graph.sources").joinpath("latex_commands.toml")
    own = tomllib.loads(path.read_text("utf-8"))
    symbols |= _pair_words(own["symbols"]) | _pair_words(own["journals"]) | {"item": "* "}
    symbols |= dict.fromkeys(own["silent"].split(), "") | dict.fromkeys(own["blank"].split(), " ")
    commands = dict.fromkeys(
        own["characters"].split(), _Command(1, _read_character, needs_braces=True)
    )
    for name, style in _pair_words(own["styles"]).items():
        commands[name] = _Command(1, partial(_set_style, style))
    for name, number in _pair_words(own["accents"]).items():
        sign = "" if name.isalpha() else name
        put = partial(_put_accent, chr(int(number, 16)), sign)
        commands[name] = _Command(1, put, alone=sign)
    for template, names in own["templates"].items():
        for name in names.split():
            needs_braces = not name.endswith(("frac", "sqrt"))
            wanted = template.count("{")
            commands[name] = _Command(wanted, template.format, needs_braces)
    return _Commands(symbols, commands)


def _pair_words(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))
