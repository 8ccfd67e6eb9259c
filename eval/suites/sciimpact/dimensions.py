"""Dimensions of impact, each with the source of its count in the graph."""

from typing import Any, ClassVar

from scinet.eval.suites.sciimpact.candidates import (
    ArtifactCandidates,
    artifact_candidates,
    citation_candidates,
    count_candidates,
)
from scinet.eval.suites.sciimpact.options import (
    QUOTAS,
    AwardOptions,
    CitationOptions,
    CountOptions,
    MediaOptions,
    PairwiseOptions,
    PatentOptions,
    ReleasedOptions,
)
from scinet.eval.suites.sciimpact.pairwise import PairwiseTask
from scinet.eval.task_type import BuildContext
from scinet.graph.snapshot import Snapshot


class Citation(PairwiseTask):
    """Citations: dated ones of the graph inside a horizon, or a loaded count."""

    name = "citation"
    options = CitationOptions
    presets: ClassVar = {"paper": {"horizon": "0", "pairs": QUOTAS, "folds": "3"}}
    question = "the paper with more citations"

    def horizon(self, options: Any) -> int:
        """Return the horizon of the options; a loaded count has none."""
        return 0 if options.count else int(options.horizon)

    def candidates(
        self, context: BuildContext, snapshot: Snapshot, options: Any
    ) -> tuple[ArtifactCandidates, dict[str, int]]:
        """See :class:`PairwiseTask`."""
        if options.count:
            return count_candidates(context, snapshot, options.count)
        return citation_candidates(snapshot, options.horizon), {}


class CountDimension(PairwiseTask):
    """Any loaded count of papers."""

    name = "count"
    options: ClassVar[type[PairwiseOptions]] = CountOptions
    question = "the paper with the larger count"

    def candidates(
        self, context: BuildContext, snapshot: Snapshot, options: Any
    ) -> tuple[ArtifactCandidates, dict[str, int]]:
        """See :class:`PairwiseTask`."""
        return count_candidates(context, snapshot, options.count, getattr(options, "named", ""))


class Downloads(CountDimension):
    """Downloads of papers."""

    name = "downloads"
    question = "the paper with more downloads"


class Patent(CountDimension):
    """Citing patents."""

    name = "patent"
    options = PatentOptions
    question = "the paper that more patents cite"


class Media(CountDimension):
    """Mentions in news and posts."""

    name = "media"
    options = MediaOptions
    question = "the paper that the media name more often"


class Award(CountDimension):
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


class Released(PairwiseTask):
    """Something that papers released, with its count."""

    options: ClassVar[type[PairwiseOptions]] = ReleasedOptions
    presets: ClassVar = {"paper": {"pairs": "*=4000/3000/3000", "folds": "3"}}
    kind: ClassVar[str]

    def candidates(
        self, context: BuildContext, snapshot: Snapshot, options: Any
    ) -> tuple[ArtifactCandidates, dict[str, int]]:
        """See :class:`PairwiseTask`."""
        return artifact_candidates(context, snapshot, self.kind)


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
