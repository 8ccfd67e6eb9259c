"""The dimensions of impact: what is counted, and where the count stands in the graph."""

from typing import Any, ClassVar

from scinet.eval.suites.sciimpact.candidates import Candidates, by_citations, by_count, released
from scinet.eval.suites.sciimpact.options import (
    QUOTAS,
    AwardOptions,
    CitationOptions,
    CountOptions,
    MediaOptions,
    PairOptions,
    PatentOptions,
    ReleasedOptions,
)
from scinet.eval.suites.sciimpact.pairwise import Pairwise
from scinet.eval.task_type import Material
from scinet.graph.snapshot import Snapshot


class Citation(Pairwise):
    """Citations: dated ones of the graph inside a horizon, or a loaded count."""

    name = "citation"
    options = CitationOptions
    presets: ClassVar = {"paper": {"horizon": "0", "pairs": QUOTAS, "folds": "3"}}
    question = "the paper with more citations"

    def horizon(self, options: Any) -> int:
        """As the options say; a loaded count has none."""
        return 0 if options.count else int(options.horizon)

    def candidates(
        self, material: Material, snapshot: Snapshot, options: Any
    ) -> tuple[Candidates, dict[str, int]]:
        """See :class:`Pairwise`."""
        if options.count:
            return by_count(material, snapshot, options.count)
        return by_citations(snapshot, options.horizon), {}


class Counted(Pairwise):
    """Any count of papers that was loaded."""

    name = "count"
    options: ClassVar[type[PairOptions]] = CountOptions
    question = "the paper with the larger count"

    def candidates(
        self, material: Material, snapshot: Snapshot, options: Any
    ) -> tuple[Candidates, dict[str, int]]:
        """See :class:`Pairwise`."""
        return by_count(material, snapshot, options.count, getattr(options, "named", ""))


class Downloads(Counted):
    """Downloads."""

    name = "downloads"
    question = "the paper with more downloads"


class Patent(Counted):
    """Citing patents."""

    name = "patent"
    options = PatentOptions
    question = "the paper that more patents cite"


class Media(Counted):
    """News and posts."""

    name = "media"
    options = MediaOptions
    question = "the paper that the media name more often"


class Award(Counted):
    """Awards: won or not."""

    name = "award"
    options = AwardOptions
    presets: ClassVar = {
        "cs": {"award": "cs", "named": "best paper", "pairs": QUOTAS, "folds": "3"},
        "mdpi": {"award": "mdpi", "named": "best paper", "pairs": QUOTAS, "folds": "3"},
        "nobel": {
            "award": "nobel", "named": "nobel", "match": "author", "pairs": QUOTAS, "folds": "3",
        },
    }  # fmt: skip
    question = "the paper that won an award"
    has_ratio = False


class Released(Pairwise):
    """Something that papers released, with its count."""

    options: ClassVar[type[PairOptions]] = ReleasedOptions
    presets: ClassVar = {"paper": {"pairs": "*=4000/3000/3000", "folds": "3"}}
    kind: ClassVar[str]

    def candidates(
        self, material: Material, snapshot: Snapshot, options: Any
    ) -> tuple[Candidates, dict[str, int]]:
        """See :class:`Pairwise`."""
        return released(material, snapshot, self.kind)


class Code(Released):
    """Repositories and their stars."""

    name = "code"
    kind = "repository"
    question = "the repository with more stars"


class Dataset(Released):
    """Data sets and their downloads."""

    name = "dataset"
    kind = "dataset"
    question = "the data set with more downloads"


class Model(Released):
    """Models and their downloads."""

    name = "model"
    kind = "model"
    question = "the model with more downloads"
