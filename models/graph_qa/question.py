"""What a question in plain words asks for, without a language model.

Only the form of the question is read here; whether the names in it exist is for the graph to
say. Where a question can be cut in several ways (from A to B, with a "to" inside A), all are
given, the likeliest first. A question of no known form has no reading.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from scinet.models.graph_qa.limits import Limits, take_limits

Kind: TypeAlias = Literal["disruptive", "novel", "citing", "references", "beside", "path"]
Sentiment: TypeAlias = Literal["positive", "neutral", "negative"]

_PAPERS = (
    r"(?:(?:other |later |earlier |all |any )?"
    r"(?:papers?|works?|articles?|publications?|studies|research|contributions?))"
)
_A = r"(?P<a>.+?)"
_ABOUT = r"(?:on|about|in|of|from|at|within|to|published in|:)(?: the (?:area|field|domain) of)?"
_WAS = r"(?:are|is|were|was)"
_WHICH = r"(?:which|what)"
_CITE = (
    r"(?:(?:ha(?:ve|s) )?cite[sd]?|citing|referenc(?:es?|ed|ing)|refer(?:s|red|ring)? to"
    r"|quot(?:es?|ed|ing)|buil(?:ds?|t|ding) (?:up)?on|rel(?:y|ies|ied|ying) on|uses?|used|using"
    r"|ma(?:kes?|de) use of|follow(?:s|ed|ing)? up on)"
)
_CITES_IT = r"(?:cite|reference|refer to|quote|build (?:up)?on|rely on|use|make use of)"
_NAMED = r"(?:named|mentioned|cited|discussed|co-?cited|co-?mentioned)"
_MEETS = rf"(?:{_NAMED}|appear(?:s|ing)?|occur(?:s|ring)?|stand(?:s|ing)?|found|mention)"
_OFTEN = r"(?: (?:the )?(?:most )?(?:often|frequently|usually))?"
_PLACE = r"(?:in (?:the same|one|citing|a) (?:paragraphs?|breath)|(?:with)?in paragraphs?)"
_WITH = (
    rf"(?:besides?|(?:together |along |in combination |{_PLACE} )?(?:with|as)|alongside|next to)"
)
_LIST = r"(?:references?|reference lists?|bibliograph(?:y|ies))"


def _ego(adjective: str, noun: str, verb: str) -> tuple[str, ...]:
    rated = (
        rf"(?:with the (?:highest|largest|most) |(?:ranked )?by (?:their )?"
        rf"|that (?:score|are) (?:the )?highest (?:on|in|by) ){noun}"
    )
    most = rf"(?:(?:the )?(?:most|highly) )?{adjective}"
    return (
        rf"{most} {_PAPERS} {_ABOUT} {_A}",
        rf"{most}: {_A}",
        rf"{most} {_PAPERS}[,:] {_A}",
        rf"(?:in|for|within) {_A}, (?:find |list |show )?(?:{_WHICH} )?(?:{_PAPERS} )?(?:{_WAS} )?"
        rf"{most}(?: {_PAPERS})?",
        rf"{_PAPERS} (?:{_ABOUT} )?{_A} (?:that )?{_WAS} {most}",
        rf"(?:{_WHICH}|list|find) {_A} {_PAPERS} {_WAS} {most}",
        rf"{_PAPERS} {_ABOUT} {_A} {rated}",
        rf"{_A} {_PAPERS} {rated}",
        rf"{_PAPERS} {rated} {_ABOUT} {_A}",
        rf"{_PAPERS} (?:that )?{verb} {_A}(?: (?:the )?most)?",
        rf"{_WHICH} {_A} {_PAPERS} {verb}(?: .+)?",
    )


_SOURCES: Final[tuple[tuple[Kind, tuple[str, ...]], ...]] = (
    ("disruptive", _ego("disruptive", r"disruption(?: index)?", r"disrupt(?:s|ed)?")),
    ("novel", _ego(r"(?:novel|original|innovative|atypical|unusual)", "novelty", "innovate")),
    (
        "beside",
        (
            rf"{_MEETS}{_OFTEN} {_WITH} {_A}(?: {_PLACE})?",
            rf"co-?mention(?:ed|s)?(?: {_PAPERS})? (?:with|of) {_A}",
            rf"shar(?:es?|ing) (?:a |the |one )?(?:same )?paragraphs? with {_A}",
            rf"{_NAMED} where {_A} {_WAS} {_NAMED}",
            rf"paragraph (?:neighbours|neighbors|companions) of {_A}",
        ),
    ),
    (
        "references",
        (
            rf"(?:{_PAPERS}|who|everything|what)(?: that)?(?: {_WAS})? (?:cited|referenced|used)"
            rf" (?:by|in) {_A}",
            rf"(?:what|whom|who|{_WHICH} {_PAPERS}) (?:do|does|did) {_A} {_CITES_IT}",
            rf"on (?:what|{_WHICH} {_PAPERS}) (?:does|did) {_A} (?:rely|build)",
            rf"(?:references|{_LIST}|sources|outgoing citations) (?:of|in|for) {_A}",
            rf"{_PAPERS} (?:(?:that|which) )?(?!(?:have|having|with|by|in) ){_A} "
            r"(?:cites|cited|references|refers to|relies on|builds on|uses)",
        ),
    ),
    (
        "citing",
        (
            rf"{_PAPERS} (?:(?:that|which|who) )?{_CITE} {_A}",
            rf"(?:who|what|everything|everything (?:that|which)|all that) {_CITE} {_A}",
            rf"(?<!outgoing )citations (?:of|to) {_A}",
            rf"(?:where|by whom|by {_WHICH} {_PAPERS}) {_WAS} {_A} (?:cited|referenced)",
            rf"^{_A} is (?:cited|referenced) by (?:whom|{_WHICH} {_PAPERS})",
            rf"{_PAPERS} (?:by|in) which {_A} {_WAS} (?:cited|referenced)",
            rf"(?:citers|citing {_PAPERS})(?: of| for| to)? {_A}",
            rf"{_PAPERS} (?:with|having|(?:that |which )?have) {_A} (?:in|among) their {_LIST}",
            rf"follow-?ups?(?: {_PAPERS})? (?:of|to|on) {_A}",
        ),
    ),
)
_FORMS: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(rf"(?:^|(?<=\s)){form}\s*$".replace("(?:^|(?<=\\s))^", "^"), re.IGNORECASE))
    for kind, forms in _SOURCES
    for form in forms
)
# How something is cited: taken out of the question, or in the place of "cite".
_STATED: Final[tuple[tuple[Sentiment, str, str], ...]] = (
    (
        "positive",
        r"with (?:approval|praise)|approvingly|positively|favou?rably|with a positive opinion",
        "",
    ),
    (
        "negative",
        r"with (?:criticism|disapproval|doubts?)|critically|disapprovingly|negatively"
        r"|unfavou?rably|with a negative opinion",
        "",
    ),
    ("neutral", r"without (?:an )?opinions?|neutrally|as (?:mere )?background", ""),
    ("positive", r"prais(?:es?|ed|ing)|endors(?:es?|ed|ing)|commend(?:s|ed|ing)?", " cite"),
    (
        "negative",
        r"criti(?:ci[sz](?:es?|ed|ing)|quing|ques?|qued)|(?:(?:is|are|were|was) )?critical of"
        r"|disagree(?:s|d|ing)? with|disput(?:es?|ed|ing)",
        " cite",
    ),
)
_OPINIONS: Final = tuple(
    (sentiment, re.compile(rf"\s*\b(?:{form})\b", re.IGNORECASE), instead)
    for sentiment, form, instead in _STATED
)
_PATH_WORDS = re.compile(
    r"\b(?:paths?|chain|lines?|lineage|route|development|connections?|connect(?:s|ed)?|link(?:s|ed)?"
    r"|joins?|story|history|evolution|progress|trace|descent|sequence|steps|intermediate papers"
    r"|follow the citations|how (?:did|does one|do you|do we)|happened between"
    r"|(?:papers?|works?|lies?) between|lead(?:s|ing)? (?:from|to))\b",
    re.IGNORECASE,
)
_OPENINGS: Final = re.compile(
    r"\b(?:from|between|how did|how (?:is|are|was)|connect(?:s|ion)?|links?|joins?|trace|does)\s+"
    r"(?P<rest>.+)$",
    re.IGNORECASE,
)
_JOINTS: Final = (
    " lead to ",
    " become ",
    " develop into ",
    " evolve into ",
    " influence ",
    " connected to ",
    " linked to ",
    " to ",
    " and ",
    " with ",
)
_PATH_END = re.compile(
    r",?\s+(?:through|by|via|in|over) (?:the )?(?:citations?|papers|citation (?:graph|network))$",
    re.IGNORECASE,
)
_POLITE = re.compile(r"(?:,?\s+please|,?\s+highest first)?\s*[?.!]*\s*$", re.IGNORECASE)
# Signs of quotation as people type them; a single one must not be an apostrophe.
_QUOTED = re.compile(
    r"[\"“„«][^\"“”„«»]+[\"”“»]|(?<!\w)['‘‚][^'‘’]+['’](?!\w)"  # noqa: RUF001
)
_QUOTES: Final = "\"'“”„‘’‚«» "  # noqa: RUF001
_MARK = re.compile("\x00(\\d+)\x00")


@dataclass(frozen=True, slots=True)
class Question:
    """One way to read a question.

    Attributes:
        kind: What is asked: the most disruptive or most novel papers of a subfield, papers citing
            a paper, its references, papers named beside it, or a path between two.
        names: The subfield, the paper, or the two ends, as written.
        count: How many are asked for, when it says so.
        since: First year of the papers asked for.
        until: Last year of them.
        sentiment: How the paper is to be cited, where that is asked.
    """

    kind: Kind
    names: tuple[str, ...]
    count: int | None = None
    since: int | None = None
    until: int | None = None
    sentiment: Sentiment | None = None


def read(text: str) -> list[Question]:
    """All readings of a question, likeliest first; none when its form is unknown."""
    text = _POLITE.sub("", " ".join(text.split()))
    # What stands in quotes is a name, whatever its words.
    quoted: list[str] = _QUOTED.findall(text)
    marked = _QUOTED.sub(lambda match: f"\0{quoted.index(match[0])}\0", text)
    plain, limits = take_limits(marked)
    readings = [
        *_opinions(plain, quoted, limits),
        *_readings(_POLITE.sub("", plain), quoted, limits),
        # A number or a year may belong to a name.
        *_readings(marked, quoted, Limits()),
        *_readings(text, [], Limits()),
    ]
    return list(dict.fromkeys(readings))


def _readings(text: str, quoted: list[str], limits: Limits) -> Iterator[Question]:
    paths = list(_paths(text, quoted)) if _PATH_WORDS.search(text) else []
    # One quoted name and a path is a path only if nothing else is asked of it.
    if len(quoted) != 1:
        yield from paths
    for kind, form in _FORMS:
        if match := form.search(text):
            name = _unmarked(match["a"], quoted)
            if name:
                yield Question(kind, (name,), limits.count, limits.since, limits.until)
    if len(quoted) == 1:
        yield from paths


def _opinions(text: str, quoted: list[str], limits: Limits) -> Iterator[Question]:
    """Readings that ask who cites a paper in a certain way."""
    for sentiment, form, instead in _OPINIONS:
        rest, found = form.subn(instead, text)
        if found == 1:
            rest = " ".join(_POLITE.sub("", rest).split())
            for question in _readings(rest, quoted, limits):
                if question.kind == "citing":
                    yield replace(question, sentiment=sentiment)


def _paths(text: str, quoted: list[str]) -> Iterator[Question]:
    text = _PATH_END.sub("", text)
    if len(quoted) == 2:
        yield Question("path", (_unmarked("\x000\x00", quoted), _unmarked("\x001\x00", quoted)))
    cuts: list[tuple[bool, Question]] = []
    for opening in _OPENINGS.finditer(text):
        rest = opening["rest"]
        for joint in _JOINTS:
            for cut in re.finditer(re.escape(joint), rest, re.IGNORECASE):
                left, right = rest[: cut.start()], rest[cut.end() :]
                question = Question("path", (_unmarked(left, quoted), _unmarked(right, quoted)))
                # A name in quotes ends where they do.
                is_bare = not (left[-1:] in _QUOTES and right[:1] in _QUOTES)
                if all(question.names):
                    cuts.append((is_bare, question))
    yield from (question for _, question in sorted(cuts, key=lambda cut: cut[0]))


def _unmarked(name: str, quoted: list[str]) -> str:
    return _MARK.sub(lambda match: quoted[int(match[1])], name).strip(_QUOTES)
