"""The name review: one answer, a search, two lines joined, one press for many names."""

from typing import Any

from django import forms

from clubs.forms import LineField
from clubs.uid import LENGTH as UID_LENGTH
from events.drafts import Answer


class AnswerForm(forms.Form):
    """One answer about one name, as the button says it: "member-<uid>", "new", "guest", "unknown",
    or nothing to take an answer back. `seen` tells what the page showed of the line."""

    number = forms.IntegerField(min_value=1, max_value=9_999)
    seen = forms.RegexField(r"\A[0-9a-f]{1,16}\Z", required=False)
    answer = forms.RegexField(
        rf"\A(member-[0-9a-z]{{{UID_LENGTH}}}|new|guest|unknown)\Z", required=False
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        answer, _dash, uid = str(cleaned.get("answer", "")).partition("-")
        return cleaned | {"answer": Answer(answer), "player": uid}


class SearchForm(forms.Form):
    """A member looked for by name."""

    number = forms.IntegerField(min_value=1, max_value=9_999)
    name = LineField(max_length=100)


class JoinForm(forms.Form):
    """Two lines that are one person."""

    keep = forms.IntegerField(min_value=1, max_value=9_999)
    drop = forms.IntegerField(min_value=1, max_value=9_999)


class BulkForm(forms.Form):
    """A press for many names: `digest` of the answers that the button promised."""

    digest = forms.RegexField(r"\A[0-9a-f]{16}\Z")
