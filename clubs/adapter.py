"""Where our accounts differ from allauth's defaults."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from clubs.mail import absolute
from clubs.models import User


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
