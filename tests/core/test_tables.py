"""The published tables: not one cell may change unnoticed."""

from hashlib import sha256
from importlib.resources import files

import pytest

from ladder import tables
from ladder.tables import Bands

# As published. Whoever changes a table on purpose writes the new sum here, and says why.
SUMS = {
    "fide_8_1_1_p_to_dp": "f10139b56bf9fd96",
    "fide_8_1_2_d_to_pd": "b31da3757c5bcb5a",
    "fide_categories": "16cc920d302d1d33",
    "fide_norms": "aa878951b30095f7",
    "fide_rating_classes": "fdff13a92e9e25e7",
    "harkness_classes_public": "33c3f4e8a5cbd91c",
    "lok_classes": "dc6aba2f2135c612",
    "lok_k": "83314d9b0fbc3103",
    "lok_periods": "64156e45c16d4ad6",
    "lok_substitute_ok": "034a2ed1eadf2ff4",
    "lok_table_II_diff_to_percent": "d8ffa155f7d247e6",
    "lok_table_I_percent_to_diff": "e6af4c13c734c350",
    "lok_ttp_norms": "e7b8e2d0ea144255",
    "uscf_bonus_B_history": "9a9fac0f4c75b192",
    "uscf_rating_classes": "44f64f89fdc747fd",
}


def test_every_table_is_as_published() -> None:
    found = {
        file.name.removesuffix(".csv"): sha256(file.read_bytes()).hexdigest()[:16]
        for file in files(tables).iterdir()
        if file.name.endswith(".csv")
    }
    assert found == SUMS


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("fide_8_1_2_d_to_pd", "d_from", "d_to"),
        ("lok_table_II_diff_to_percent", "diff_from", "diff_to"),
        ("fide_categories", "avg_from", "avg_to"),
        ("fide_categories", "women_from", "women_to"),
        ("lok_ttp_norms", "avg_from", "avg_to"),
        ("uscf_rating_classes", "from", "to"),
        ("harkness_classes_public", "from", "to"),
    ],
)
def test_rows_join_without_gap(name: str, low: str, high: str) -> None:
    bands = Bands(name, low, high)
    for row in tables.rows(name):
        for bound in (row[low], row[high]):
            if bound:
                assert bands.at(int(bound)) == row


def test_outside_a_table_is_nothing() -> None:
    bands = Bands("fide_categories", "avg_from", "avg_to")
    assert bands.at(2250) is None
    assert bands.at(2976) is None


def test_a_gap_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = ({"a": "0", "b": "3"}, {"a": "5", "b": ""})
    monkeypatch.setattr(tables, "rows", lambda name: made)
    with pytest.raises(ValueError, match="ends at 3, the next begins at 5"):
        Bands("made", "a", "b")
