"""Reading an opening list: the people of a club, and the ratings they start with.

`read_list` reads text as somebody pastes it from a spreadsheet, or as a CSV file holds it;
`sheet_text` gives the first sheet of an XLSX workbook as such text. Nothing here decides who is who
and nothing is stored: the caller shows what was read (`ladder.opening`).

Birth dates, addresses and numbers of federations end here: no field carries them.
"""

from players.opening.base import Limits, Line, ListRefused, OpeningList
from players.opening.lines import read_list
from players.opening.scrub import scrub
from players.opening.sheet import is_workbook, sheet_text

__all__ = [
    "Limits",
    "Line",
    "ListRefused",
    "OpeningList",
    "is_workbook",
    "read_list",
    "scrub",
    "sheet_text",
]
