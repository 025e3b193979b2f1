"""Who: the people of a club, and every name as it was ever typed."""

from __future__ import annotations

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.history import touches_views
from clubs.models import Club
from clubs.uid import LENGTH as UID_LENGTH
from clubs.uid import new_uid


class TypedName(models.Model):
    """A name as somebody typed it. The only table with names: others hold its id."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="typed_names")
    text = models.CharField(max_length=100)
    key = models.CharField(max_length=200)  # for comparing, see players.names.name_key

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "text"], name="typed_name_once"),
            models.UniqueConstraint(fields=["club", "id"], name="typed_name_of_club"),
        ]
        indexes = [models.Index(fields=["club", "key"], name="typed_name_key")]
        triggers = touches_views()


class Status(models.TextChoices):
    MEMBER = "member", _("member")
    GUEST = "guest", _("guest")
    FORMER = "former", _("former member")
    HIDDEN = "hidden", _("hidden")


class Display(models.TextChoices):
    """What a reader sees of the name (see players.privacy)."""

    CLUB = "club", _("as the club shows names")
    INITIALS = "initials", _("initials")
    LABEL = "label", _("a label agreed with the family")
    FULL = "full", _("full name")


class Player(models.Model):
    """A person known to a club. The id that pages and fingerprints use is `uid`, made once."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    uid = models.CharField(max_length=UID_LENGTH, default=new_uid, editable=False)
    name = models.ForeignKey(TypedName, on_delete=models.PROTECT, related_name="named")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.MEMBER)
    junior = models.BooleanField(default=False)
    display = models.CharField(max_length=8, choices=Display.choices, default=Display.CLUB)
    label = models.CharField(max_length=60, blank=True)
    consent = models.BooleanField(default=False)
    suffix = models.PositiveSmallIntegerField(default=1)  # tells equal initials apart; 1 = none
    erased = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "uid"], name="player_uid"),
            models.UniqueConstraint(fields=["club", "id"], name="player_of_club"),
        ]
        triggers = [
            *touches_views(),
            # Fingerprints and links are made of the uid, so it never changes.
            pgtrigger.ReadOnly(name="identity_stays", fields=["club", "uid"]),
        ]
