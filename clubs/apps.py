"""Connects the security log and the ends of sessions to what happens to accounts."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate

# A migration that waits for a table makes everybody behind it wait: it gives up and is run again.
LOCK_TIMEOUT = "2s"


class ClubsAppConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        from allauth.account import signals as account
        from allauth.mfa import signals as mfa
        from django.contrib.auth import signals as auth

        from clubs import adapter, security, sessions

        pre_migrate.connect(do_not_wait, sender=self, dispatch_uid="locks")
        post_migrate.connect(wait_again, sender=self, dispatch_uid="locks")
        sessions.connect()
        account.email_added.connect(adapter.tell_of_added_address, dispatch_uid="adapter")
        auth.user_login_failed.connect(security.login_failed, dispatch_uid="security")
        mfa.authentication_failed.connect(security.code_failed, dispatch_uid="security")
        for signal, event in (
            (auth.user_logged_in, "login"),
            (auth.user_logged_out, "logout"),
            (account.user_signed_up, "account.create"),
            (account.password_changed, "account.password"),
            (account.password_reset, "account.password-reset"),
            (account.email_changed, "account.email"),
            (mfa.authenticator_added, "account.factor-added"),
            (mfa.authenticator_removed, "account.factor-removed"),
        ):
            signal.connect(security.Noted(event), weak=False, dispatch_uid=f"security {event}")


def do_not_wait(using: str, **_: Any) -> None:
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [LOCK_TIMEOUT])


def wait_again(using: str, **_: Any) -> None:
    with connections[using].cursor() as cursor:
        cursor.execute("RESET lock_timeout")
