"""Forms of allauth in our words (the settings ACCOUNT_FORMS and MFA_FORMS name them)."""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm as AllauthAddWebAuthnForm
from allauth.mfa.webauthn.forms import EditWebAuthnForm as AllauthEditWebAuthnForm
from django.utils.translation import gettext_lazy as _

from clubs.forms import LineField
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


class AddWebAuthnForm(AllauthAddWebAuthnForm):
    """A new passkey or security key; without a name it gets one."""

    name = LineField(label=_("Name"), max_length=100, required=False)


class EditWebAuthnForm(AllauthEditWebAuthnForm):
    name = LineField(label=_("Name"), max_length=100)
