"""Class tables: what a rating is called. A description by ranges, no title of anybody.

Source: the encyclopedia text on rating systems (FIDE, US Chess); the public table of Harkness's
classes (docs/rules/performance.md).
"""

from enum import StrEnum

from clubs.messages import gettext_noop
from ladder.systems.rounding import Exact, half_up
from ladder.tables import rows


class ClassTable(StrEnum):
    """Whose ranges."""

    FIDE = "fide"
    USCF = "uscf"
    HARKNESS = "harkness"


_FILES = {
    ClassTable.FIDE: ("fide_rating_classes", "from_inclusive", "label_en"),
    ClassTable.USCF: ("uscf_rating_classes", "from", "label"),
    ClassTable.HARKNESS: ("harkness_classes_public", "from", "label"),
}
LABELS = (
    gettext_noop("no official title, informally super-grandmaster"),
    gettext_noop("most grandmasters (GM)"),
    gettext_noop("most international masters (IM) and some GM"),
    gettext_noop("most FIDE masters (FM) and some IM"),
    gettext_noop("FIDE candidate masters (CM), most national masters (NM)"),
    gettext_noop("candidate master / expert"),
    gettext_noop("Class A, category 1"),
    gettext_noop("Class B, category 2"),
    gettext_noop("Class C, category 3"),
    gettext_noop("Class D, category 4"),
    gettext_noop("novice"),
    gettext_noop("Grandmaster"),
    gettext_noop("Senior Master"),
    gettext_noop("National Master"),
    gettext_noop("Master"),
    gettext_noop("Expert"),
    gettext_noop("Class A"),
    gettext_noop("Class B"),
    gettext_noop("Class C"),
    gettext_noop("Class D"),
    gettext_noop("Class E"),
    gettext_noop("Class F"),
    gettext_noop("Class G"),
    gettext_noop("Class H"),
    gettext_noop("Class I"),
    gettext_noop("Class J"),
)
"""The labels of the tables once more, for translation; a test holds the two together."""


def label(table: ClassTable, rating: Exact) -> str | None:
    """The class of a rating, by what is shown of it (whole, half up): the row with the greatest
    lower bound that it reaches. English, marked for translation. None below the last class."""
    file, low, text = _FILES[table]
    whole = int(half_up(rating))
    reached = [row for row in rows(file) if not row[low] or int(row[low]) <= whole]
    if not reached:
        return None
    return max(reached, key=lambda row: (bool(row[low]), int(row[low] or 0)))[text]
