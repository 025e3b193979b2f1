"""A file of facts as text: a workbook's first sheet, or text in each of the encodings it may be in.

Nothing of it is kept.
"""

from clubs.models import Club
from events.importers import ImportRefused, readings
from events.importers.encoding import decode, guess
from players.opening import ListRefused, is_workbook, sheet_text


def texts_of(club: Club, data: bytes) -> list[str]:
    """What a file may say, the likeliest first: several texts where nothing in the bytes tells the
    encoding. Raises ListRefused."""
    if is_workbook(data):
        return [sheet_text(data)]
    try:
        if guess(data, ""):
            return [decode(data, None, club.code_page).text]
        tried = [reading.encoding for reading in readings(data, code_page=club.code_page)]
        return [decode(data, name, name).text for name in tried or [club.code_page]]
    except ImportRefused as refused:
        problem = refused.problems[0]
        raise ListRefused(
            problem.message.template, problem.line, problem.column, **problem.message.params
        ) from None
