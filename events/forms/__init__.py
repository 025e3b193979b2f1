"""Forms of arbiters' pages about events. Texts come clean out of them, numbers bounded."""

from events.forms.answers import AnswerForm, BulkForm, JoinForm, SearchForm
from events.forms.deciding import (
    DecisionForm,
    MergeForm,
    NumberForm,
    PairForm,
    RenameForm,
    SomebodyForm,
    SpellingForm,
    SplitForm,
    UndoForm,
    line_key,
)
from events.forms.details import DetailsForm
from events.forms.fields import VersionForm
from events.forms.files import EncodingForm, UploadForm
from events.forms.games import (
    ChangeForm,
    CorrectForm,
    GameForm,
    PressForm,
    ReasonForm,
    RoundDayForm,
)

__all__ = [
    "AnswerForm",
    "BulkForm",
    "ChangeForm",
    "CorrectForm",
    "DecisionForm",
    "DetailsForm",
    "EncodingForm",
    "GameForm",
    "JoinForm",
    "MergeForm",
    "NumberForm",
    "PairForm",
    "PressForm",
    "ReasonForm",
    "RenameForm",
    "RoundDayForm",
    "SearchForm",
    "SomebodyForm",
    "SpellingForm",
    "SplitForm",
    "UndoForm",
    "UploadForm",
    "VersionForm",
    "line_key",
]
