"""Who: the people of a club, and every name as it was ever typed."""

from __future__ import annotations

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.history import append_only, stamped, touches_views
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


class ConsentFor(models.TextChoices):
    """What of a name was agreed to; who agrees to the full name agrees to a label too."""

    LABEL = Display.LABEL.value, _("the label")
    FULL = Display.FULL.value, _("the full name")


class Player(models.Model):
    """A person known to a club. The id that pages and fingerprints use is `uid`, made once."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    uid = models.CharField(max_length=UID_LENGTH, default=new_uid, editable=False)
    name = models.ForeignKey(TypedName, on_delete=models.PROTECT, related_name="named")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.MEMBER)
    junior = models.BooleanField(default=False)
    display = models.CharField(max_length=8, choices=Display.choices, default=Display.CLUB)
    label = models.CharField(max_length=60, blank=True)
    group = models.CharField(max_length=40, blank=True)  # beginners, Tuesday: the club's own word
    # The newest row of `Consent`, set by a trigger of that table.
    consent = models.BooleanField(default=False)
    consent_for = models.CharField(
        max_length=8, choices=ConsentFor.choices, default=ConsentFor.FULL
    )
    suffix = models.PositiveSmallIntegerField(default=1)  # tells equal initials apart; 1 = none
    # Of somebody hidden: what one press gives back, and who hid when.
    status_before = models.CharField(max_length=8, choices=Status.choices, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
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


class Consent(models.Model):
    """Consent to more than initials was given or withdrawn; append-only, the newest row holds.

    The three answers are those of the form: the parents agree (an adult agrees in person), the
    child was asked, the rules of the club or school allow it. No names: neither here nor in `note`.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="consents")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="consents")
    given = models.BooleanField()
    purpose = models.CharField(max_length=8, choices=ConsentFor.choices)
    parents = models.BooleanField(default=False)
    child = models.BooleanField(default=False)
    rules = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(given=False) | models.Q(parents=True, child=True, rules=True),
                name="consent_after_three_answers",
            )
        ]
        triggers = [
            *append_only(),
            # Whoever writes: what readers see follows the newest row at once.
            pgtrigger.Trigger(
                name="holds",
                when=pgtrigger.After,
                operation=pgtrigger.Insert,
                func="""
                    UPDATE players_player SET consent = NEW.given, consent_for = NEW.purpose
                    WHERE id = NEW.player_id AND club_id = NEW.club_id;
                    RETURN NULL;
                """,
            ),
        ]


class PersonFact(models.Model):
    """A fact about a person that a rating system of the club needs: dated history, append-only.

    Which facts there are says `ladder.systems.facts`; a club is asked for those only that a ladder
    of it declares. A later row with the same player, name and day replaces the earlier one; a value
    of null: known no longer. Never shown to readers; erased with the person (docs/privacy.md).
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="facts")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="facts")
    name = models.CharField(max_length=20)
    value = models.JSONField(null=True)
    valid_from = models.DateField()
    version = models.BigIntegerField(default=0, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    why = models.CharField(max_length=200, blank=True)
    # What was entered together by one press of a button; one press takes it back (ladder.entering).
    press = models.CharField(max_length=40, blank=True)

    class Meta:
        indexes = [models.Index(fields=["club", "version"], name="fact_changed")]
        triggers = [*append_only(), stamped()]


class SuffixGiven(models.Model):
    """A number that told equal initials apart and whose bearer is called otherwise now, or is gone.

    Nobody else gets it; `player` gets it back with the name. Of somebody erased it says nothing.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="suffixes_given")
    initials = models.CharField(max_length=200)
    suffix = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "initials", "suffix"], name="suffix_given_once")
        ]


class AskedBy(models.TextChoices):
    """Who asked for something about a person; never a name."""

    PARENT = "parent", _("a parent")
    PERSON = "person", _("the person")
    OTHER = "other", _("somebody else")


class Erasure(models.Model):
    """A person was erased: kept for ever, so that it can be done again after a restore."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="erasures")
    player_uid = models.CharField(max_length=UID_LENGTH)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    asked_by = models.CharField(max_length=8, choices=AskedBy.choices)
    asked_on = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player_uid"], name="erased_once")]
        triggers = append_only()


class RequestKind(models.TextChoices):
    """What people may ask of the club (GDPR, Articles 15 and 20, 16, 17, 21)."""

    ACCESS = "access", _("to be told what is stored")
    CORRECTION = "correction", _("to have something corrected")
    ERASURE = "erasure", _("to be erased")
    OBJECTION = "objection", _("not to be shown or computed so")


class RequestEnd(models.TextChoices):
    DONE = "done", _("done")
    REFUSED = "refused", _("refused")


class PersonRequest(models.Model):
    """Somebody asked the club for something about a person, and when that is due (Article 12(3)).

    It names the person by uid alone, and stays when the person is erased: that an answer came in
    time has to be shown later. Nobody's name, neither here nor in `why`.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="person_requests")
    uid = models.CharField(max_length=UID_LENGTH, default=new_uid, unique=True, editable=False)
    player_uid = models.CharField(max_length=UID_LENGTH)
    kind = models.CharField(max_length=10, choices=RequestKind.choices)
    asked_by = models.CharField(max_length=8, choices=AskedBy.choices)
    asked_on = models.DateField()
    due = models.DateField()
    noted_at = models.DateTimeField(auto_now_add=True)
    noted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    outcome = models.CharField(max_length=8, choices=RequestEnd.choices, blank=True)
    why = models.CharField(max_length=200, blank=True)  # it was refused; emptied by erasing

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(closed_at=None, outcome="")
                | models.Q(closed_at__isnull=False, outcome__in=RequestEnd.values),
                name="request_closed_with_an_outcome",
            )
        ]
