"""Another program's novelty is ours where the two do not differ by rule."""

import numpy as np
import pytest
from helpers.novelty_corpora import corpus

from scinet.graph.indicators.novelty import on_arrays


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")  # its own divisions by zero
def test_without_its_differences_pyscisci_converges_to_ours() -> None:
    """Every paper has an item and cites back in time; many samples hide divisor and noise."""
    peer = pytest.importorskip("pyscisci.methods.novelty")
    frame = pytest.importorskip("pandas").DataFrame
    snapshot, items = corpus(5, 80, 4, years=1)
    years = snapshot.day.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
    numbers = np.arange(snapshot.num_papers)
    papers = frame({"PublicationId": numbers, "Year": years, "JournalId": items})
    citing, cited = snapshot.cites.row_numbers(), snapshot.cites.indices
    references = frame({"CitingPublicationId": citing, "CitedPublicationId": cited})
    np.random.seed(1)  # noqa: NPY002 - it has no seed of its own
    told = peer.novelty_conventionality(papers, references, n_samples=300)
    ours = on_arrays(snapshot, items)
    for name, column in (("NoveltyScore", ours.p10), ("ConventionalityScore", ours.median)):
        theirs = np.full(snapshot.num_papers, np.nan)
        theirs[told["PublicationId"].astype(int)] = told[name].astype(float)
        np.testing.assert_array_equal(np.isnan(theirs), np.isnan(column))
        known = np.isfinite(column)
        assert np.corrcoef(theirs[known], column[known])[0, 1] > 0.99
