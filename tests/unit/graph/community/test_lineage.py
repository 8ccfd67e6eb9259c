"""Lines of communities across days, worked out on paper."""

import math

import pytest

from scinet.graph.communities import Community, CommunityChange, follow_communities


def group(name: str, papers: str, line: str = "") -> Community:
    return Community(name, name, tuple(sorted(papers.split())), "citation", line)


def test_each_change_by_hand() -> None:
    earlier = [
        group("A", "a1 a2 a3 a4 a5 a6", line="oldest"),
        group("B", "b1 b2 b3 b4"),
        group("C", "c1 c2 c3"),
        group("D", "d1 d2 d3"),
    ]
    later = [
        group("one", "a1 a2 a3 a4 n1 n2 n3 n4 n5"),  # 4 of 6 with A, 0 with others
        group("two", "a5 a6 n6"),  # 2 of 6 with A, which goes on in the first
        group("three", "b1 b2 b3 b4 c1 c2 c3"),  # 4 of 7 with B, 3 of 7 with C
        group("four", "n7 n8 d1 v"),  # 1 of 4 with D
        group("five", "n9"),  # nothing of it is old
    ]
    visible = ["v", "w", *(paper for g in earlier for paper in g.papers)]
    followed = follow_communities(earlier, later, visible)
    assert [c.lineage_id for c in followed.communities] == ["oldest", "two", "B", "four", "five"]
    assert [c.papers for c in followed.communities] == [c.papers for c in later]
    told = [(c.community_id, c.kind, c.related_id) for c in followed.changes]
    assert told == [
        ("one", "continued", "A"),
        ("two", "split", "A"),
        ("three", "continued", "B"),
        ("four", "new", None),
        ("five", "new", None),
        ("C", "merged", "three"),
        ("D", "ended", None),
    ]
    overlaps = [c.overlap for c in followed.changes]
    expected = [4 / 6, 2 / 6, 4 / 7, math.nan, math.nan, 3 / 7, math.nan]
    assert overlaps == pytest.approx(expected, nan_ok=True)


def test_lines_are_assigned_for_the_largest_sum() -> None:
    # P overlaps X by 4/9 and Y by 3/8, Q overlaps X by 2/6: P continues Y, so that Q continues X.
    earlier = [group("X", "x1 x2 x3 x4 x5 x6"), group("Y", "y1 y2 y3 y4")]
    later = [group("P", "x1 x2 x3 x4 y1 y2 y3"), group("Q", "x5 x6")]
    visible = [paper for g in earlier for paper in g.papers]
    followed = follow_communities(earlier, later, visible)
    assert [c.lineage_id for c in followed.communities] == ["Y", "X"]
    # Above 2/6 Q has no line to continue, and P takes the larger one.
    followed = follow_communities(earlier, later, visible, threshold=0.34)
    assert [c.lineage_id for c in followed.communities] == ["X", "Q"]
    assert followed.changes[1] == CommunityChange("Q", "split", "X", 2 / 6)


@pytest.mark.parametrize(("threshold", "kind"), [(0.3, "continued"), (0.31, "split")])
def test_an_overlap_at_the_threshold_continues(threshold: float, kind: str) -> None:
    earlier = [group("A", "0 1 2 3 4 5 6 7 8 9")]
    followed = follow_communities(
        earlier, [group("B", "0 1 2")], list("0123456789"), threshold=threshold
    )
    assert followed.changes[0].kind == kind


def test_growth_ends_no_line_and_lines_outlast_days() -> None:
    first = [group("A1", "a b c"), group("B1", "d e")]
    second = [group("B2", "d e f g h i j"), group("A2", "a b c k l m n")]
    third = [group("A3", "a b c k l m n o"), group("B3", "d e f g h i j p")]
    middle = follow_communities(first, second, "abcde")
    assert [c.overlap for c in middle.changes] == [1, 1]
    last = follow_communities(middle.communities, third, "abcdefghijklmn")
    assert [c.lineage_id for c in last.communities] == ["A1", "B1"]


def test_from_nothing_everything_is_new_and_into_nothing_everything_ends() -> None:
    some = [group("A", "a b")]
    assert [(c.kind, c.related_id) for c in follow_communities([], some, []).changes] == [
        ("new", None)
    ]
    assert [c.kind for c in follow_communities(some, [], "ab").changes] == ["ended"]
    with pytest.raises(ValueError, match="not in"):
        follow_communities(some, some, "ab", threshold=0)
