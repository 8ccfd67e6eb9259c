"""Maps of fields: one colour for one field, and a name for each."""

import re

from scinet.explorer.field_maps import field_map, thematic_map

NAMES = [f"translation, machine, statistical {n}" for n in range(12)]
ROWS = [
    {"field_id": f"f{n}", "name": name, "papers": 900, "centrality": 5 + n % 2, "density": 1.0}
    for n, name in enumerate(NAMES)
]
YEARS = [2000.0 + n for n in range(12)]


def fills(drawn: str) -> dict[str, str]:
    """The colour of each disc by the name of its field."""
    return dict(re.findall(r"<title>([^:]*):[^<]*</title><circle[^>]*fill=\"(#[0-9a-f]+)\"", drawn))


def test_a_field_has_one_colour_on_both_maps() -> None:
    near, themes = field_map(ROWS, [], YEARS, "mean year"), thematic_map(ROWS, YEARS, "mean year")
    assert fills(near) == fills(themes)
    assert len(set(fills(near).values())) == 12
    assert str(themes).count("mean year</text>") == 1


def test_every_field_is_named_where_its_label_has_no_room() -> None:
    # Two heaps of six discs at one place each: most labels have no room there.
    drawn = str(thematic_map(ROWS, YEARS, "mean year"))
    listed = re.findall(r">(\d+)  (translation, machine, statistical \d+)</text>", drawn)
    assert listed
    labels = re.sub(r"<[^>]+>", " ", re.sub(r"<title>[^<]*</title>", "", drawn))
    words = " ".join(labels.split())
    for name in NAMES:
        assert re.search(rf"{name}\b", words), name
    for number, _ in listed:
        assert f">{number}</text>" in drawn
