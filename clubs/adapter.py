"""Where our accounts differ from allauth's defaults."""

import logging
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from clubs.mail import absolute
from clubs.models import User
from clubs.sessions import is_fresh

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Addresses in e-mails come from BASE_URL; a person's language follows to another device."""

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        url = super().get_email_confirmation_url(request, emailconfirmation)
        return absolute(urlsplit(url).path)

    def get_reset_password_from_key_url(self, key: str) -> str:
        return absolute(urlsplit(super().get_reset_password_from_key_url(key)).path)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        if user.language:
            remember_language(response, user.language)
        return response

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """One rule for allauth's pages and ours: the password or the second factor within half an
        hour, with the login or again. Of its own, allauth asks for neither before addresses are
        changed, and again right after the login before a second factor is."""
        return not is_fresh(self.request)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell the person what was changed, in their language. It is changed already, so a mail
        that cannot be sent is noted and stops nothing."""
        email = email or user.email  # an account of the shell has no address in allauth's table
        try:
            with translation.override(user.language or translation.get_language()):
                super().send_notification_mail(template_prefix, user, context, email)
        except OSError:
            logger.exception("The mail %s to user %s could not be sent", template_prefix, user.pk)


def tell_of_added_address(request: HttpRequest, user: User, email_address: Any, **_: Any) -> None:
    """An address was added (allauth's signal): the main one hears of it."""
    context = {"added_email": email_address.email}
    AccountAdapter(request).send_notification_mail("account/email/email_added", user, context)


def remember_language(response: HttpResponse, language: str) -> None:
    """Let this browser show the language from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 24 * 3600,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
