"""Export of pairs sampled from a graph, in files named as the published ones.

Dimensions that are published by field have a file for each field. Pairs without a field of
SciImpact are in one file without a field in its name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scinet.eval.suites.instance_files import InstanceFile
from scinet.eval.suites.sciimpact.official import fields
from scinet.eval.suites.sciimpact.pairwise import task_form
from scinet.eval.task import Row, Task

_PAPER: Final = {"paper": "id", "title": "title", "abstract": "text"}
_MDPI: Final = {"openalex_id": "id", "title": "title", "abstract": "text"}


@dataclass(frozen=True, slots=True)
class _Form:
    """Format of the files of one dimension.

    Attributes:
        file: Name of a file of pairs, with ``field`` where there is one for each.
        sides: Keys in a pair by content, for each of A and B.
        won: For an award, the keys of the winner and of the other one.
        paper: Keys within each of these.
        texts: Name of the file of texts, and the keys in its rows.
    """

    file: str
    sides: Mapping[str, str] | None = None
    won: tuple[str, str] = ("positive", "negative")
    paper: Mapping[str, str] | None = None
    texts: tuple[str, Mapping[str, str]] | None = None


_COUNTED: Final = _Form(
    "{field}{split}_pairs.json",
    {
        "paper_{}_id": "id", "paper_{}_title": "title", "paper_{}_abstract": "text",
        "paper_{}_count": "count",
    },
)  # fmt: skip
_BEST_PAPER: Final = _Form("{split}_pairs_new.json", paper=_PAPER)
_FORMS: Final = {
    "citation": _Form(
        "{field}{split}_pairs.jsonl",
        {"paper_{}_id": "id", "citations_{}": "count"},
        texts=("maple_openalex_{field}match.json", _PAPER),
    ),
    "award-cs": _BEST_PAPER,
    "award": _BEST_PAPER,
    "award-nobel": _Form(
        "{field}{split}_new.json",
        won=("prize_paper", "non_prize_paper"),
        paper={"id": "id", "Title": "title", "abstract": "text"},
    ),
    "award-mdpi": _Form(
        "mdpi_{split}_new.json",
        paper=_MDPI,
        texts=("mdpi_awards_enriched_with_source.json", _MDPI),
    ),
    "code": _Form(
        "{split}_pairs.json",
        {"repo_url_{}": "id", "stars_{}": "count"},
        texts=("readme_data.json", {"repo_url": "id", "readme": "text"}),
    ),
    "dataset": _Form(
        "datasetcard_{split}_pairs.jsonl",
        {"dataset_{}": "id", "card_{}": "text", "downloads_{}": "count"},
    ),
    "model": _Form(
        "modelcard_{split}_pairs.jsonl",
        {"model_{}": "id", "card_{}": "text", "downloads_{}": "count"},
    ),
}
_MATCHED: Final = "matched_positive_openalex_id"
_LINES_OF_TEXT: Final = frozenset({"citation", "code"})


def make_files(task: Task, split: str) -> list[InstanceFile]:
    """Make the files of a split: pairs, and texts where pair files have none.

    A pair that is queried in both orders is stored once.
    """
    name = task_form(task)
    form = _FORMS.get(name, _COUNTED)
    truth = task.truth(split)
    by_name: dict[str, InstanceFile] = {}
    texts: dict[tuple[str, str], Row] = {}
    for query in task.queries(split):
        truth_row = truth[query.query_id]
        if task.options.get("orders") == "both" and query.query_id.endswith("b"):
            continue
        both = {
            side: {
                "id": shown.get("artifact_id", shown["paper_id"]),
                "title": shown["title"],
                "text": shown["abstract"],
                "count": truth_row[f"count_{side}"],
            }
            for side, shown in ((side, query.inputs[side]) for side in "ab")
        }
        slots = {"field": _field_prefix(truth_row.get("field"), name), "split": split}
        place = form.file.format(**slots)
        instance_file = by_name.setdefault(place, InstanceFile(place, is_lines=place.endswith("l")))
        won, lost = (both[side] for side in ("ab" if truth_row["choice"] == "A" else "ba"))
        if form.sides is not None:
            instance_file.rows.append(
                {
                    key.format(side): both[side][old]
                    for side in "ab"
                    for key, old in form.sides.items()
                }
            )
        elif name == "award-mdpi":
            instance_file.rows.append({**_rename_keys(lost, _MDPI), _MATCHED: won["id"]})
        else:
            names = form.paper or _PAPER
            pair = (_rename_keys(won, names), _rename_keys(lost, names))
            instance_file.rows.append(dict(zip(form.won, pair, strict=True)))
        if form.texts is not None:
            shown = [won] if name == "award-mdpi" else [*both.values()]
            texts |= {
                (form.texts[0].format(**slots), str(text_row["id"])): text_row for text_row in shown
            }
    for (place, _), text_row in texts.items():
        listed = by_name.setdefault(place, InstanceFile(place, is_lines=name in _LINES_OF_TEXT))
        listed.rows.append(_rename_keys(text_row, form.texts[1] if form.texts else {}))
    return list(by_name.values())


def _field_prefix(field: str | None, form: str) -> str:
    official_name = fields.official_field(field or "")
    if official_name is None:
        return ""
    if form == "award-nobel":
        return f"{official_name.capitalize()}_"
    name = fields.result_field(official_name, form).lower()
    return f"{name if form == 'citation' else name.replace('_', '')}_"


def _rename_keys(row: Row, names: Mapping[str, str]) -> Row:
    return {new: row[old] for new, old in names.items()}
