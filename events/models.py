"""What happened: events, their revisions, and the entries and games projected from them."""

from __future__ import annotations

import pgtrigger
from django.conf import settings
from django.db import models

from clubs.history import append_only, touches_events, touches_views
from clubs.models import Club
from clubs.uid import LENGTH as UID_LENGTH
from clubs.uid import new_uid
from events.results import GameKind, Result
from events.revisions import EventKind, Steps, Tempo
from players.models import Player, TypedName


def _choices(
    kinds: type[Tempo | EventKind | Steps | Result | GameKind],
) -> list[tuple[str, str]]:
    return [(kind.value, kind.value) for kind in kinds]


class Event(models.Model):
    """An event as its newest revision states it; `version` is when its history last moved."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    uid = models.CharField(max_length=UID_LENGTH, default=new_uid, editable=False)
    name = models.CharField(max_length=120)
    start = models.DateField()
    date = models.DateField()  # last day
    sequence = models.PositiveIntegerField()
    tempo = models.CharField(max_length=10, choices=_choices(Tempo), default=Tempo.STANDARD)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=12, choices=_choices(EventKind), default=EventKind.SWISS)
    counts = models.BooleanField(default=True)
    counts_reason = models.CharField(max_length=200, blank=True)
    steps = models.CharField(max_length=8, choices=_choices(Steps), default=Steps.EVENT)
    rounds = models.PositiveSmallIntegerField(default=0)
    junior = models.BooleanField(default=False)  # children play in it
    # Where a system issues lists: "" the list of its day, "next" the one after, "none" no list.
    listing = models.CharField(max_length=4, blank=True)
    deleted = models.BooleanField(default=False)
    version = models.BigIntegerField(default=0, editable=False)
    # The version at which a service last brought entries and games in line with the revision.
    # Unequal to `version`: somebody else has written since, so a rebuild projects again.
    projected = models.BigIntegerField(default=-1, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "uid"], name="event_uid"),
            models.UniqueConstraint(fields=["club", "id"], name="event_of_club"),
            models.CheckConstraint(
                condition=models.Q(start__lte=models.F("date")),
                name="event_starts_before_it_ends",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "version"], name="event_changed"),
            models.Index(fields=["club", "date", "sequence"], name="event_order"),
        ]
        triggers = [
            pgtrigger.ReadOnly(name="identity_stays", fields=["club", "uid"]),
            # `touch` itself writes `version` here, from inside another trigger: depth 2. Saying
            # that the event is projected as of its version is no change of it.
            pgtrigger.Trigger(
                name="touch_update",
                level=pgtrigger.Statement,
                when=pgtrigger.After,
                operation=pgtrigger.Update,
                referencing=pgtrigger.Referencing(old="old_rows", new="new_rows"),
                func="""
                    IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
                    PERFORM touch(ARRAY(
                        SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
                        WHERE to_jsonb(o) - 'projected' IS DISTINCT FROM to_jsonb(n) - 'projected'
                        OR (o.projected <> n.projected AND n.projected <> n.version)));
                    RETURN NULL;
                """,
            ),
        ]


class EventRevision(models.Model):
    """One state of an event, for ever. `content` is `events.revisions.EventContent` as JSON."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    action = models.CharField(max_length=30)  # "publish", "correct", "delete", "restore" ...
    content = models.JSONField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    why = models.CharField(max_length=500, blank=True)
    # Set by the form that made it: a second press of the same button is the same revision.
    press = models.CharField(max_length=40, null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="revision_number"),
            models.UniqueConstraint(fields=["club", "press"], name="revision_press"),
        ]
        triggers = [*append_only(), touches_events()[0]]


class Entry(models.Model):
    """A line of an event's players' list (projection).

    The foreign keys of entries and games are composite, (club, event), (club, player), (event,
    entry): see the migration. So no game can name somebody of another club.
    """

    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="entries", db_constraint=False
    )
    number = models.PositiveSmallIntegerField()
    typed_name = models.ForeignKey(
        TypedName, on_delete=models.PROTECT, related_name="entries", db_constraint=False
    )
    confirmed = models.ForeignKey(
        Player,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_constraint=False,
    )
    player = models.ForeignKey(
        Player,
        null=True,
        on_delete=models.PROTECT,
        related_name="entries",
        db_constraint=False,
    )
    place = models.PositiveSmallIntegerField(null=True)
    half_points = models.PositiveSmallIntegerField(null=True)
    # Asked, as the winner, that the list leave the event out for them (docs/rules/lok.md).
    asked_out = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number"),
            # Immediate: checked after each statement, so that two lines can swap their players.
            models.UniqueConstraint(
                fields=["event", "player"],
                name="one_entry_per_player",
                deferrable=models.Deferrable.IMMEDIATE,
            ),
            models.UniqueConstraint(fields=["event", "id"], name="entry_of_event"),
        ]
        triggers = touches_events()


class Game(models.Model):
    """A pairing (projection). `number` is its place in the revision."""

    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    event = models.ForeignKey(
        Event,
        on_delete=models.CASCADE,
        related_name="games",
        db_index=False,
        db_constraint=False,
    )
    number = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField(null=True)
    white = models.ForeignKey(
        Entry,
        on_delete=models.CASCADE,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    black = models.ForeignKey(
        Entry,
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    result = models.CharField(max_length=5, choices=_choices(Result), blank=True)
    board_result = models.CharField(max_length=5, choices=_choices(Result), blank=True)
    kind = models.CharField(max_length=12, choices=_choices(GameKind))
    colours_known = models.BooleanField(default=True)
    day = models.DateField(null=True)
    unrated = models.CharField(max_length=200, blank=True)
    # White's half points when a rating system may use the game, else null (events.results).
    rated = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="game_number")]
        triggers = touches_events()


class IdentityDecision(models.Model):
    """Who is who, as somebody decided: append-only; `players.identity` resolves them."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="decisions")
    number = models.PositiveIntegerField(db_default=0, editable=False)  # 1, 2, 3 by a trigger
    kind = models.CharField(max_length=20)  # confirm, merge, split, never-same, rename, undo
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    typed_name = models.ForeignKey(TypedName, null=True, on_delete=models.PROTECT, related_name="+")
    undoes = models.OneToOneField("self", null=True, on_delete=models.PROTECT, related_name="undo")
    details = models.JSONField(default=dict)  # split: lines; rename: the name before
    # Of the history; 0 where no number depends on the decision. Set by a trigger.
    version = models.BigIntegerField(db_default=0, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    why = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="decision_number"),
            models.UniqueConstraint(fields=["club", "id"], name="decision_of_club"),
        ]
        indexes = [models.Index(fields=["club", "version"], name="decision_changed")]
        triggers = [
            *append_only(),
            *touches_views()[:1],
            # Holding the club's row, so that no two decisions get one number. Those on which
            # numbers depend raise the history's version, even where no event is concerned: the
            # people may have starting ratings.
            pgtrigger.Trigger(
                name="stamp",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                declare=[("moves", "boolean")],
                func="""
                    moves := NEW.kind IN ('merge', 'split') OR EXISTS (
                        SELECT FROM taken_back(NEW.undoes_id) t WHERE t.kind IN ('merge', 'split'));
                    UPDATE clubs_club SET
                        history_version = history_version + moves::int,
                        waiting_since = CASE WHEN moves
                            THEN COALESCE(waiting_since, now()) ELSE waiting_since END
                    WHERE id = NEW.club_id RETURNING history_version INTO NEW.version;
                    IF NOT moves THEN NEW.version := 0; END IF;
                    SELECT COALESCE(max(number), 0) + 1 INTO NEW.number
                    FROM events_identitydecision WHERE club_id = NEW.club_id;
                    RETURN NEW;
                """,
            ),
            # A decision concerns every event in which one of its people, or of those ever joined
            # with them, has a line.
            pgtrigger.Trigger(
                name="touch_insert",
                level=pgtrigger.Statement,
                when=pgtrigger.After,
                operation=pgtrigger.Insert,
                referencing=pgtrigger.Referencing(new="new_rows"),
                func="""
                    PERFORM touch(ARRAY(
                        SELECT DISTINCT e.event_id FROM events_entry e
                        JOIN people_of(ARRAY(SELECT id FROM new_rows WHERE version > 0)) p (id)
                        ON p.id IN (e.player_id, e.confirmed_id)));
                    RETURN NULL;
                """,
            ),
        ]


class Draft(models.Model):
    """An event being prepared, as typed. Not history: cleared 30 days after the last touch."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="drafts")
    uid = models.CharField(max_length=UID_LENGTH, default=new_uid, unique=True, editable=False)
    # An edit of a published event starts from this revision.
    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="drafts")
    based_on = models.PositiveIntegerField(null=True)
    content = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)  # two tabs on one draft notice each other
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "id"], name="draft_of_club")]


class Upload(models.Model):
    """The bytes of an uploaded file, kept 30 days so that an encoding can be chosen again."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="uploads")
    draft = models.ForeignKey(Draft, null=True, on_delete=models.CASCADE, related_name="uploads")
    filename = models.CharField(max_length=200)
    data = models.BinaryField()
    digest = models.BinaryField()  # SHA-256: the same file again is recognised
    # By start number what the file states of players, of what a ladder of the club needs only
    # (events.importers.stated_facts); offered once the event is published, gone with the file.
    facts = models.JSONField(default=dict)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
