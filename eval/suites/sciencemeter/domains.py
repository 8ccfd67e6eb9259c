"""What goes with a domain's shares: how fast it moves, and how common its rare words are.

Source:
    ScienceMeter, which correlates the goals with the mean citations of a domain's papers, with each
    other, and with how often the rarest tokens of a domain stand in training data.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.eval.agreement import read
from scinet.eval.suites.json_files import content_of, is_finite
from scinet.eval.suites.sciencemeter import metrics
from scinet.eval.suites.sciencemeter.shares import Share
from scinet.eval.task import Query, Row

RAREST: Final = 100
"""Tokens of a domain that count: the rarest by the user's file."""
_FEWEST: Final = 3  # domains that a correlation takes
_NAMES: Final = ("domain", "name", "field_id")
_TOKEN: Final = re.compile(r"[^\W\d_]+")


def facts(file: Path) -> dict[str, dict[str, float]]:
    """Numbers by domain, from JSON lines such as those of ``scinet indicators volatility --json``.

    A domain is named by ``domain``, else ``name``, else ``field_id``; every number counts.
    """
    found: dict[str, dict[str, float]] = {}
    for record in read(file).records:
        domain = next((record.fields[one] for one in _NAMES if record.fields.get(one)), None)
        if domain is None or domain in found:
            record.refuse(f"it names no domain that is new: {domain!r}")
        found[str(domain)] = {
            name: float(value) for name, value in record.fields.items() if is_finite(value)
        }
    return found


def token_counts(
    file: Path, queries: Sequence[Query], truth: Mapping[str, Row]
) -> dict[str, dict[str, float]]:
    """How common the rarest tokens of each domain's texts are, by a file of counts.

    The tokens are the :data:`RAREST` words of titles, abstracts and claims with the smallest counts
    in the file, a JSON object of numbers by lower-case word; words that it lacks do not count.

    Returns:
        For each domain ``rare_tokens``, how many those are, and ``token_count``, the mean decimal
        logarithm of one more than their counts.
    """
    hint = 'Write {"word": 12, …}.'
    try:
        known = json.loads(content_of(file, hint=hint).decode())
    except ValueError:
        known = None
    if not isinstance(known, dict) or not all(map(is_finite, known.values())):
        raise DataError(f"it is no JSON object of numbers by token ({file})", hint=hint)
    words: dict[str, set[str]] = {}
    for query in queries:
        inputs, domain = query.inputs, str(truth[query.query_id]["domain"] or "")
        update = inputs.get("update") or {}
        texts = [inputs.get("title"), inputs.get("claim")]
        texts += [update.get("title"), update.get("abstract")]
        for text in texts:
            words.setdefault(domain, set()).update(_TOKEN.findall(str(text or "").lower()))
    found: dict[str, dict[str, float]] = {}
    for domain, own in words.items():
        counts = sorted(float(known[word]) for word in own & known.keys())[:RAREST]
        if counts:
            mean = sum(math.log10(1 + count) for count in counts) / len(counts)
            found[domain] = {"rare_tokens": len(counts), "token_count": mean}
    if not found:
        raise DataError(
            f"it counts no word of the task ({file})", hint="Words are in lower case there."
        )
    return found


def correlations(shares: Sequence[Share], about: Mapping[str, Mapping[str, float]]) -> list[Row]:
    """How the three goals go with each other and with what is known of domains.

    Pearson's r with its p-value, and Spearman's rho, over domains that have both; of pairs with
    three domains or more that do not all have one value.
    """
    found: list[Row] = []
    for reading in dict.fromkeys(one["reading"] for one in shares):
        columns: dict[str, dict[str, float]] = {goal: {} for goal in metrics.GOALS}
        for one in shares:
            if (
                one["reading"] == reading
                and one["domain"] is not None
                and one["metric"] in columns
                and one["needs_new_unknown"]
                and one["claims"] == "all"
                and not math.isnan(one["value"])
            ):
                columns[one["metric"]][one["domain"]] = one["value"]
        goals = list(columns)
        for domain, numbers in about.items():
            for name, value in numbers.items():
                columns.setdefault(name, {})[domain] = value
        pairs = [
            *((fact, goal) for fact in columns if fact not in goals for goal in goals),
            *combinations(goals, 2),
        ]
        for first, second in pairs:
            if row := _correlated(columns[first], columns[second]):
                found.append({"reading": reading, "metric": first, "with": second, **row})
    return found


def _correlated(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, Any] | None:
    from scipy.stats import pearsonr, spearmanr  # slow to import

    both = sorted(one.keys() & other.keys())
    first, second = [one[name] for name in both], [other[name] for name in both]
    if len(both) < _FEWEST or len(set(first)) == 1 or len(set(second)) == 1:
        return None
    pearson = pearsonr(first, second)
    return {
        "domains": len(both),
        "r": float(pearson.statistic),
        "p": float(pearson.pvalue),
        "rho": float(spearmanr(first, second).statistic),
    }
