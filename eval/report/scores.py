"""The part of the report on search systems, from the folders of ``scinet evaluate``."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from scinet.errors import DataError
from scinet.eval import results as files
from scinet.eval.report.charts import bars
from scinet.eval.task import Row

_FORECASTS: Final = {"prescience", "sciimpact"}  # suites whose truth lies in the future
_ORDER: Final = (
    "ego-novelty", "ego-disruption", "pair-citation", "pair-co-mention", "path", "collaborators",
    "prior-work", "impact",
)  # fmt: skip


def sections(results: Path, graph_fingerprint: str) -> list[Row]:
    """One section per task and scoring below a results folder, and below each folder in it."""
    found: dict[tuple[str, str, str], list[Row]] = {}
    built: dict[tuple[str, str], str] = {}
    for file in sorted(results.rglob("result.json")):
        result = _read(file, graph_fingerprint)
        place = _place(file.relative_to(results).parts, result)
        task = (place, result["task"])
        if built.setdefault(task, result["task_fingerprint"]) != result["task_fingerprint"]:
            raise DataError(
                f"results of two versions of the task {result['task']} lie together ({results})",
                hint="Score all systems on one task folder, or delete the older results.",
            )
        found.setdefault((*task, result["scoring"]), []).append(result)
    if not found:
        raise DataError(
            f"no result in this folder ({results})", hint="Make one with `scinet evaluate`."
        )
    place_of = {task: number for number, task in enumerate(_ORDER)}
    keys = sorted(found, key=lambda k: (place_of.get(k[1], 99), k[1], k[0], k[2] != "strict"))
    return [_section(*key, found[key]) for key in keys]


def _place(parts: Sequence[str], result: Row) -> str:
    """Where a result lies above SUITE/TASK/SYSTEM, in which ``official`` may be one folder more."""
    below = 5 if result["scoring"] == "official" else 4
    return "/".join(parts[:-below])


def _section(place: str, task: str, scoring: str, results: Sequence[Row]) -> Row:
    headline = results[0]["headline"]
    is_forecast = results[0]["suite"] in _FORECASTS
    means = {r["system"]: {m["metric"]: m for m in r["metrics"]} for r in results}
    metrics = _columns(results[0], headline, means)
    systems = sorted(
        results, key=lambda r: (r["is_control"], -(means[r["system"]][headline]["mean"] or 0.0))
    )
    rivals = [r for r in systems if not r["is_control"] and r["track"] != "indicators"]
    best = rivals[0]["system"] if rivals else None
    built = {
        "before": results[0]["before"],
        "seed": results[0]["task_seed"],
        "task_fingerprint": results[0]["task_fingerprint"][:16],
    }
    shown = [r["system"] for r in systems if not r["is_control"]]
    return {
        "task": task,
        "where": ", ".join(filter(None, (place, f"{scoring} scoring"))),
        "queries": max(row["n"] for row in results[0]["metrics"]),
        "svg": _drawing(headline, means, shown, best) if is_forecast else None,
        "is_forecast": is_forecast,
        "columns": ["system", *metrics],
        "rows": [
            {
                "name": r["system"],
                "about": _about(r),
                "metrics": [means[r["system"]].get(metric) for metric in metrics],
                "kind": "control" if r["is_control"] else "best" if r["system"] == best else "",
            }
            for r in systems
        ],
        "comparisons": _comparisons(systems, headline),
        "options": [
            ("task", _shown(built)),
            ("options", _shown(results[0]["options"])),
            ("left out of the task", _shown(results[0]["left_out"])),
            *((f"counted for {r['system']}", _shown(r["counts"])) for r in systems),
        ],
    }


def _about(result: Row) -> str:
    if result["is_control"]:
        return "control"
    caution = result["settings"].get("caution")
    return f"track {result['track']}" + (f"; {caution}" if caution else "")


def _columns(result: Row, headline: str, means: Mapping[str, Mapping[str, Row]]) -> list[str]:
    """The headline first; a metric with the numbers of an earlier one in every row is left out."""
    columns: dict[str, list[object]] = {}
    for metric in sorted((row["metric"] for row in result["metrics"]), key=lambda m: m != headline):
        rows = [one.get(metric, {}) for one in means.values()]
        numbers = [[row.get(name) for name in ("mean", "low", "high")] for row in rows]
        if numbers not in columns.values():
            columns[metric] = [*numbers]
    return list(columns)


def _drawing(
    metric: str, means: Mapping[str, Mapping[str, Row]], systems: Sequence[str], best: str | None
) -> Markup | None:
    ends = {name: [means[name][metric][end] for end in ("mean", "low", "high")] for name in systems}
    rows = {name: values for name, values in ends.items() if None not in values}
    return bars(rows, metric, best) if rows else None


def _comparisons(systems: Sequence[Row], metric: str) -> str:
    rows = [c for r in systems for c in r["comparisons"] if c["metric"] == metric]
    if not rows:
        return ""
    return (
        f"{metric} compared with {rows[0]['system_b']}, paired permutation test with Holm's "
        "correction: "
        + "; ".join(
            f"{row['system_a']} {row['difference']:+.3f} (p {row['p_holm']:.2g})" for row in rows
        )
        + "."
    )


def _read(file: Path, graph_fingerprint: str) -> Row:
    """One ``result.json``."""
    content = files.read(file)
    if content.get("graph_fingerprint") != graph_fingerprint:
        raise DataError(
            f"this result was made on another graph ({file})",
            hint="Make it again on this graph, or name another folder.",
        )
    return content


def _shown(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Options and counts as text, nested ones with their path; nothing is left out."""
    pairs: list[tuple[str, str]] = []
    for key, one in values.items():
        if isinstance(one, Mapping):
            pairs += [(f"{key} {inner}", text) for inner, text in _shown(one)]
        elif isinstance(one, list):
            pairs.append((key, ", ".join(map(str, one)) or "none"))
        elif isinstance(one, float):
            pairs.append((key, f"{one:.6g}"))
        else:
            pairs.append((key, "none" if one is None else str(one)))
    return pairs
