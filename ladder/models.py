"""What it adds up to: ladders, their dated settings, and the rows that a rebuild writes."""

from __future__ import annotations

import pgtrigger
from django.conf import settings
from django.db import models

from clubs.history import append_only, stamped, touches_views
from clubs.models import Club
from clubs.uid import LENGTH as UID_LENGTH
from clubs.uid import new_uid
from events.models import Event
from players.models import Player

# A stamp that no history reaches: the next rebuild takes it for none and trusts no mark.
NO_STAMP = 2**62


class Ladder(models.Model):
    """A rating list of a club, and what its last build was made of."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ladders")
    slug = models.SlugField(max_length=40)
    name = models.CharField(max_length=100)
    position = models.PositiveSmallIntegerField(default=0)
    hidden = models.BooleanField(default=False)  # kept and computed, but on nobody's pages
    created = models.DateTimeField(auto_now_add=True)
    # -- build stamp: written by ladder.rebuild and nobody else ------------------------------
    built_version = models.BigIntegerField(default=-1, editable=False)
    built_revision = models.BigIntegerField(default=0, editable=False)  # newest that it holds
    built_at = models.DateTimeField(null=True, editable=False)
    fingerprint = models.BinaryField(default=b"", editable=False)
    events = models.PositiveIntegerField(default=0, editable=False)  # events with a counted step
    until = models.DateField(null=True, editable=False)  # day of the last event in it
    next_due = models.DateField(null=True, editable=False)
    failed_event_uid = models.CharField(max_length=12, blank=True, editable=False)
    failure = models.CharField(max_length=500, blank=True, editable=False)
    failed_version = models.BigIntegerField(null=True, editable=False)
    verified_at = models.DateTimeField(null=True, editable=False)
    drift = models.CharField(max_length=500, blank=True, editable=False)
    arithmetic = models.JSONField(default=dict, editable=False)  # ladder.arithmetic

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="ladder_slug"),
            models.UniqueConstraint(fields=["club", "id"], name="ladder_of_club"),
        ]
        # Whatever readers see of a ladder is told by the club's two versions (clubs.pages).
        triggers = [
            pgtrigger.Trigger(
                name="seen",
                when=pgtrigger.After,
                operation=pgtrigger.Insert
                | pgtrigger.Delete
                | pgtrigger.UpdateOf(
                    "slug", "name", "position", "hidden", "built_version", "fingerprint", "events",
                    "until", "next_due", "drift",
                ),
                func="""
                    UPDATE clubs_club SET view_version = view_version + 1
                    WHERE id = COALESCE(NEW.club_id, OLD.club_id);
                    RETURN NULL;
                """,
            )
        ]  # fmt: skip


class LadderSettings(models.Model):
    """Rules in force from a day on: dated history, append-only. The newest row of a day wins; one
    without a system takes back what was said of the day."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="settings")
    valid_from = models.DateField()
    system = models.CharField(max_length=30)
    parameters = models.JSONField(default=dict)
    filters = models.JSONField(default=dict)  # which events and people: ladder.rulebook.Filters
    version = models.BigIntegerField(default=0, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    why = models.CharField(max_length=500, blank=True)
    press = models.CharField(max_length=40, blank=True)  # of rows that were saved together

    class Meta:
        triggers = [*append_only(), stamped()]


class StartingRating(models.Model):
    """A rating somebody entered for a player from a day on: dated history, append-only.

    A later row with the same player and day replaces the earlier one; `rating` null withdraws it.
    `games` is only given by an opening list taken over from an earlier ladder. `system` (its id) is
    the one whose number it is; "" that in force on the day.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="starting_ratings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="starting_ratings")
    valid_from = models.DateField()
    rating = models.FloatField(null=True)
    system = models.CharField(max_length=30, blank=True, default="")
    games = models.PositiveIntegerField(null=True)
    version = models.BigIntegerField(default=0, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    why = models.CharField(max_length=500, blank=True)

    class Meta:
        triggers = [*append_only(), stamped()]


class OpeningDraft(models.Model):
    """An opening list as it was pasted or brought in, until it is saved. It holds names and is not
    history: cleared 30 days after the last touch."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="opening_drafts")
    uid = models.CharField(max_length=UID_LENGTH, default=new_uid, unique=True, editable=False)
    text = models.TextField()
    filename = models.CharField(max_length=200, blank=True)
    # A file of text, so that it can be read in another encoding; null: pasted, or a workbook.
    data = models.BinaryField(null=True)
    encoding = models.CharField(max_length=20, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [models.Index(fields=["changed"], name="opening_draft_age")]


class OpeningList(models.Model):
    """An opening list that was saved: what it made, so that one press takes it back. No names."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="opening_lists")
    uid = models.CharField(max_length=UID_LENGTH, default=new_uid, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    why = models.CharField(max_length=500, blank=True)
    # The draft that it was: a second press of the same button is the same list.
    press = models.CharField(max_length=40, null=True)
    players = models.JSONField(default=list)  # uids of the people it made
    existing = models.PositiveIntegerField(default=0)  # people of the club who stood in it
    starts = models.JSONField(default=list)  # ids of the starting ratings it gave
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    kept = models.JSONField(default=list)  # uids of its people who stayed when it was taken back

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "uid"], name="opening_list_uid"),
            models.UniqueConstraint(fields=["club", "press"], name="opening_list_press"),
        ]


class AnnouncedList(models.Model):
    """A list as it stood when its day came, or when an arbiter announced it: kept for ever, so that
    a later correction cannot change what people were told. No names: uids and numbers."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="announced")
    day = models.DateField()
    fingerprint = models.BinaryField()
    # [[uid, rating, counted games, rated games], ...] in the order of the list
    lines = models.JSONField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "day"], name="announced_once"),
        ]
        triggers = [*append_only(), *touches_views()]


class LadderStep(models.Model):
    """One step of the build: what went in (`key`) and what came out (`result`)."""

    pk = models.CompositePrimaryKey("ladder_id", "place")
    ladder = models.ForeignKey(
        Ladder,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    place = models.BigIntegerField()  # ladder.systems.base: day, phase, sequence in one number
    read_at = models.BigIntegerField()
    event_id = models.BigIntegerField(null=True)  # null: what no event gives
    key = models.BinaryField()
    result = models.BinaryField()
    events = models.PositiveIntegerField()  # events that have ended up to here

    class Meta:
        indexes = [models.Index(fields=["ladder", "event_id"], name="step_of_event")]


class RatingRow(models.Model):
    """What a player had after a step. Written by COPY, so without foreign keys."""

    pk = models.CompositePrimaryKey("ladder_id", "place", "player_id")
    ladder = models.ForeignKey(
        Ladder,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    place = models.BigIntegerField()
    player = models.ForeignKey(
        Player,
        on_delete=models.DO_NOTHING,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    rating = models.FloatField()
    games = models.IntegerField()  # counted for this player
    played = models.IntegerField()  # every rated game, counted or not
    change = models.FloatField()
    extra = models.JSONField(null=True)  # the rest of the system's state

    class Meta:
        indexes = [models.Index(fields=["ladder", "player", "-place"], name="rating_of_player")]


class LadderRun(models.Model):
    """A rebuild that happened: shown to admins."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="runs")
    started = models.DateTimeField()
    duration_ms = models.PositiveIntegerField()
    full = models.BooleanField()
    version = models.BigIntegerField()
    steps = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    outcome = models.CharField(max_length=20)  # built, failed
    drift = models.JSONField(default=list)  # event uids whose projection had to be put right
    message = models.CharField(max_length=500, blank=True)

    class Meta:
        indexes = [models.Index(fields=["ladder", "-id"], name="latest_runs")]


class Effect(models.Model):
    """What saving a revision did to numbers that stood already; written by the rebuild.

    The club stands in both tables for the database: event, ladder and people are of one club.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="effects")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    revision = models.PositiveIntegerField()
    # So many revisions were built at once: then the moves are those of all of them together.
    together = models.PositiveSmallIntegerField(default=1)
    later = models.JSONField(default=list)  # uids of other events whose numbers moved, in order
    system = models.CharField(max_length=30)  # whose numbers the ratings of the moves are
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "event", "revision"], name="one_effect_per_revision"
            ),
            models.UniqueConstraint(fields=["club", "id"], name="effect_of_club"),
        ]


class EffectMove(models.Model):
    """One player moved by an effect; ratings are null for who was or is not on the ladder."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    effect = models.ForeignKey(Effect, on_delete=models.CASCADE, related_name="moves")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="moves")
    before = models.FloatField(null=True)
    after = models.FloatField(null=True)
    # The part that the event itself gives, the rest is caused; null: it is of another system.
    own = models.FloatField(null=True)
    was_established = models.BooleanField()
    is_established = models.BooleanField()
