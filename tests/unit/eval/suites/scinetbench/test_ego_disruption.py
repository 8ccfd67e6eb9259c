"""The truth of the task on disruption: papers whose window is over."""

from datetime import date

import numpy as np
from helpers.networks.build import snapshot_of

from scinet.eval.suites.scinetbench.ego_disruption import DisruptionOptions, EgoDisruption
from scinet.eval.task_type import BuildContext

PAPERS = [
    ("base", "2000", []),
    ("focal", "2001", ["base"]),
    ("citing", "2002", ["focal"]),
    ("last", "2004", ["citing"]),
]


def test_papers_whose_window_is_not_over_have_no_value() -> None:
    before = date(2005, 1, 1)
    context = BuildContext(snapshot_of(PAPERS).until(before), before, 0)
    # Two years after citing end on the day before, those after last do not.
    measured = EgoDisruption().measure(context, DisruptionOptions(window_years=2))
    np.testing.assert_array_equal(measured.value, [1.0, 1.0, 1.0, np.nan])
    assert measured.left_out == {"papers_whose_window_is_not_over": 1}
    measured = EgoDisruption().measure(context, DisruptionOptions(window_years=3))
    np.testing.assert_array_equal(measured.value, [1.0, 1.0, np.nan, np.nan])
    # For ever has no end.
    measured = EgoDisruption().measure(context, DisruptionOptions())
    np.testing.assert_array_equal(measured.value, [1.0, 1.0, 1.0, np.nan])
    assert measured.left_out == {}
