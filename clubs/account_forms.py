"""Forms of allauth in our words (the setting ACCOUNT_FORMS names them)."""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from django.utils.translation import gettext_lazy as _

from clubs.models import User
from clubs.queries import opens_account


class LoginForm(AllauthLoginForm):
    """Asks in words how long the login is to last (clubs.sessions keeps to it)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["remember"].label = _("Stay logged in on this computer")
        self.fields["remember"].help_text = _(
            "For 30 days. Not on a computer of the club or the school: without it the login ends "
            "after 3 hours without use, and after 12 hours at the latest."
        )


class ResetPasswordForm(AllauthResetPasswordForm):
    """Sends the link to the main address only; whoever types another one gets the mail that
    somebody without an account gets."""

    users: list[User]

    def clean_email(self) -> str:
        email = str(super().clean_email())
        self.users = [user for user in self.users if opens_account(user, email)]
        return email
