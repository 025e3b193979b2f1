"""Forms of arbiters' pages about events. Texts come clean out of them, numbers bounded."""

from events.forms.answers import AnswerForm, BulkForm, JoinForm, SearchForm
from events.forms.details import DetailsForm
from events.forms.fields import VersionForm
from events.forms.files import EncodingForm, UploadForm
from events.forms.games import ChangeForm, CorrectForm, GameForm, ReasonForm, RoundDayForm

__all__ = [
    "AnswerForm",
    "BulkForm",
    "ChangeForm",
    "CorrectForm",
    "DetailsForm",
    "EncodingForm",
    "GameForm",
    "JoinForm",
    "ReasonForm",
    "RoundDayForm",
    "SearchForm",
    "UploadForm",
    "VersionForm",
]
