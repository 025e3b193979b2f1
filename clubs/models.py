"""Whose is it, and who may: people who log in, clubs, officers, links, the audit log."""

from __future__ import annotations

from datetime import date, timedelta
from typing import ClassVar
from zoneinfo import ZoneInfo

import pgtrigger
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from clubs.history import append_only
from clubs.roles import Role
from clubs.uid import LENGTH as UID_LENGTH
from clubs.uid import new_uid


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **extra: object) -> User:
        user = self.model(email=self.normalize_email(email).lower(), **extra)
        user.set_password(password)
        user.save()
        return user

    def create_superuser(self, email: str, password: str | None = None, **extra: object) -> User:
        """An instance admin, for `manage.py createsuperuser`.

        The address counts as confirmed: whoever has the server's shell needs no e-mail to prove it.
        """
        from allauth.account.models import EmailAddress  # its own models need this module first

        with transaction.atomic(using=self._db):
            user = self.create_user(email, password, is_staff=True, **extra)
            EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
        return user


class User(AbstractBaseUser):
    """Somebody who logs in, by e-mail. Members of a club need no account."""

    email = models.EmailField(_("e-mail"), unique=True)
    language = models.CharField(max_length=2, default="", blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)  # instance admin: our pages under /staff/
    date_joined = models.DateTimeField(auto_now_add=True)
    # Raised by triggers, never lowered. A session that knows an earlier number of the first is
    # over; of the second, it gets another key at its next request (clubs.sessions).
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)
    roles_changed = models.PositiveIntegerField(default=0, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_any_case")]
        triggers = [
            # Whoever writes: a page, a shell, raw SQL. An account that was shut or is no longer an
            # instance admin's has no session left, also when it is opened again.
            pgtrigger.Trigger(
                name="sessions",
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                func="""
                    NEW.sessions_ended := GREATEST(NEW.sessions_ended, OLD.sessions_ended);
                    NEW.roles_changed := GREATEST(NEW.roles_changed, OLD.roles_changed);
                    IF (OLD.is_active AND NOT NEW.is_active) OR (OLD.is_staff AND NOT NEW.is_staff)
                    THEN
                        NEW.sessions_ended := OLD.sessions_ended + 1;
                    ELSIF NEW.is_staff AND NOT OLD.is_staff THEN
                        NEW.roles_changed := OLD.roles_changed + 1;
                    END IF;
                    RETURN NEW;
                """,
            )
        ]


class Visibility(models.TextChoices):
    ARBITERS = "arbiters", _("arbiters only")
    LINK = "link", _("members with the link")
    PUBLIC = "public", _("everybody, and search engines")


class NameDisplay(models.TextChoices):
    INITIALS = "initials", _("initials")
    FULL = "full", _("full names")


class Club(models.Model):
    """A tenant. Everything that belongs to a club points here."""

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=100)
    time_zone = models.CharField(max_length=40, default="Europe/Prague")
    language = models.CharField(max_length=2, default="en")
    code_page = models.CharField(max_length=10, default="cp1250")
    visibility = models.CharField(
        max_length=8, choices=Visibility.choices, default=Visibility.ARBITERS
    )
    names = models.CharField(
        max_length=8, choices=NameDisplay.choices, default=NameDisplay.INITIALS
    )
    junior = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)
    # What the numbers depend on, and everything else that a page shows. Raised by triggers
    # and by `clubs.history`, once per statement; never set from a form.
    history_version = models.BigIntegerField(default=0)
    view_version = models.BigIntegerField(default=0)
    # How many people were erased: each process forgets when it sees that it rose (clubs.memory).
    times_erased = models.PositiveIntegerField(default=0, editable=False)
    # Since when some ladder is behind the history; null when all are current.
    waiting_since = models.DateTimeField(null=True, editable=False)
    # Since when it is to be deleted. Readers see nothing of it; it can be kept until `deleted_on`.
    closing_since = models.DateTimeField(null=True, editable=False)

    class Meta:
        triggers = [
            # Anything that readers see of the club itself makes cached pages old.
            pgtrigger.Trigger(
                name="seen",
                when=pgtrigger.Before,
                operation=pgtrigger.UpdateOf(
                    "name",
                    "time_zone",
                    "language",
                    "visibility",
                    "names",
                    "junior",
                    "slug",
                ),
                func="NEW.view_version := OLD.view_version + 1; RETURN NEW;",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def deleted_on(self) -> date | None:
        """The first day, where the club is, on which nothing of it is left; None: it stays."""
        if self.closing_since is None:
            return None
        return (self.closing_since + CLOSING).astimezone(ZoneInfo(self.time_zone)).date()


# How long a club that is to be deleted can still be kept.
CLOSING = timedelta(days=30)


class Officer(models.Model):
    """A role of a person in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="officers")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="offices")
    role = models.CharField(max_length=8, choices=[(role.value, role.value) for role in Role])
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_role_per_club")]
        triggers = [
            # A lost role ends the person's sessions, another one gives them other keys.
            pgtrigger.Trigger(
                name="lost",
                when=pgtrigger.After,
                operation=pgtrigger.Delete,
                func="""
                    UPDATE clubs_user SET sessions_ended = sessions_ended + 1
                    WHERE id = OLD.user_id;
                    RETURN NULL;
                """,
            ),
            pgtrigger.Trigger(
                name="changed",
                when=pgtrigger.After,
                operation=pgtrigger.UpdateOf("role"),
                func="""
                    IF OLD.role = 'owner' AND NEW.role <> 'owner' THEN
                        UPDATE clubs_user SET sessions_ended = sessions_ended + 1
                        WHERE id = NEW.user_id;
                    ELSIF OLD.role <> NEW.role THEN
                        UPDATE clubs_user SET roles_changed = roles_changed + 1
                        WHERE id = NEW.user_id;
                    END IF;
                    RETURN NULL;
                """,
            ),
            pgtrigger.Trigger(
                name="gained",
                when=pgtrigger.After,
                operation=pgtrigger.Insert,
                func="""
                    UPDATE clubs_user SET roles_changed = roles_changed + 1 WHERE id = NEW.user_id;
                    RETURN NULL;
                """,
            ),
        ]


class Invitation(models.Model):
    """A way in for one more officer: single use, expiring, bound to club, role and address."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField()
    role = models.CharField(max_length=8, choices=[(role.value, role.value) for role in Role])
    token_hash = models.BinaryField(unique=True)
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)


class ShareLink(models.Model):
    """The key to a club's member pages. Looked up by hash; shown again from the sealed copy."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="links")
    uid = models.CharField(max_length=UID_LENGTH, default=new_uid, unique=True, editable=False)
    name = models.CharField(max_length=60, blank=True)
    event_uid = models.CharField(max_length=UID_LENGTH, blank=True)  # opens this event only
    token_hash = models.BinaryField(unique=True)
    token_sealed = models.BinaryField()
    by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    revoked = models.DateTimeField(null=True, blank=True)


class AuditEntry(models.Model):
    """Who did what to which object, when and why. Ids instead of names; append-only."""

    club = models.ForeignKey(
        Club,
        null=True,
        on_delete=models.DO_NOTHING,
        related_name="audit",
        db_constraint=False,
    )
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        User,
        null=True,
        on_delete=models.DO_NOTHING,
        related_name="+",
        db_constraint=False,
    )
    action = models.CharField(max_length=60)  # "event.publish"
    object_uid = models.CharField(max_length=60, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    details = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="audit_latest")]
        triggers = append_only()
