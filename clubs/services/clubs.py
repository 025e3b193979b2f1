"""The club itself: making it, its settings, who may see it and with which names."""

from django.db import transaction

from clubs import history
from clubs.messages import Message, gettext_noop
from clubs.models import Club, NameDisplay, Officer, User, Visibility
from clubs.queries import address_confirmed, members_have_a_key
from clubs.roles import Role
from clubs.services.links import create_link, revoke_all
from clubs.services.log import audit
from clubs.services.refusal import Refusal

# What `change_club` may set: never who sees the club or its names, which are steps of their own.
SETTINGS = frozenset({"name", "time_zone", "language", "code_page", "junior"})

_OPENNESS = (Visibility.ARBITERS, Visibility.LINK, Visibility.PUBLIC)


@transaction.atomic
def create_club(*, by: User, name: str, slug: str, **choices: object) -> Club:
    """A new club with its first owner. Apps above add what a new club has (a first ladder)."""
    club = Club.objects.create(name=name, slug=slug, **choices)
    Officer.objects.create(club=club, user=by, role=Role.OWNER)
    for prepare in history.new_club:
        prepare(club.pk)
    audit("club.create", club=club, by=by, object_uid=club.slug)
    return club


@transaction.atomic
def change_club(club: Club, *, by: User | None, **changes: object) -> list[str]:
    """Change settings of the club -> the fields that really changed. Raises Refusal.

    The mark that children play here stands in the log by its own name. Setting it goes back to
    initials; full names can be chosen again, with a word on where the consents are kept.
    """
    if unknown := set(changes) - SETTINGS:
        raise ValueError(f"not settings of a club: {sorted(unknown)}")
    club = _locked(club)
    changed = sorted(name for name, value in changes.items() if getattr(club, name) != value)
    if changes.get("junior") and "junior" in changed:
        _require_fit_for_juniors(club)
    if changed:
        for name in changed:
            setattr(club, name, changes[name])
        club.save(update_fields=changed)
    if "junior" in changed:
        details = {"from": not club.junior, "to": club.junior}
        audit("club.junior", club=club, by=by, details=details)
    if others := [name for name in changed if name != "junior"]:
        audit("club.change", club=club, by=by, details={"changed": others})
    if "junior" in changed and club.junior and club.names == NameDisplay.FULL:
        change_names(club, NameDisplay.INITIALS, by=by)
        return [*changed, "names"]
    return changed


@transaction.atomic
def change_visibility(club: Club, visibility: str, *, by: User | None) -> Club:
    """Open or close the club's pages, knowingly. Raises Refusal.

    A step towards less openness makes every link useless: whoever kept one keeps nothing.
    """
    club = _locked(club)
    before, after = Visibility(club.visibility), Visibility(visibility)
    if before is after:
        return club
    if before is Visibility.ARBITERS and not (by and address_confirmed(by)):
        raise Refusal(
            Message(gettext_noop("Confirm your e-mail address first; then the club can be opened."))
        )
    if after is Visibility.PUBLIC and club.junior:
        raise Refusal(
            Message(gettext_noop("A club with children is never open to search engines."))
        )
    club.visibility = after
    club.save(update_fields=["visibility"])
    tighter = _OPENNESS.index(after) < _OPENNESS.index(before)
    revoked = revoke_all(club, by=by) if tighter else 0
    details = {"from": before.value, "to": after.value, "links_revoked": revoked}
    audit("club.visibility", club=club, by=by, details=details)
    if after is not Visibility.ARBITERS and not members_have_a_key(club):
        create_link(club, by=by)
    return club


@transaction.atomic
def change_names(
    club: Club, names: str, *, by: User | None, reason: str = "", answers: tuple[bool, ...] = ()
) -> Club:
    """Show full names to readers, or initials. Raises Refusal.

    Full names need a yes to each of the three questions (parents, child, own rules of the school
    or club), and for a club with children also a word on where the consents are kept. The
    answers stand in the audit log with who gave them and when.
    """
    club = _locked(club)
    after = NameDisplay(names)
    if club.names == after:
        return club
    if after is NameDisplay.FULL:
        if answers != (True, True, True):
            raise Refusal(
                Message(gettext_noop("Full names need a yes to each of the three questions."))
            )
        if club.junior and not reason.strip():
            raise Refusal(Message(gettext_noop("Say where the parents' consents are kept.")))
    before, club.names = club.names, after
    club.save(update_fields=["names"])
    audit(
        "club.names",
        club=club,
        by=by,
        reason=reason,
        details={"from": before, "to": after.value, "answers": list(answers)},
    )
    return club


def _locked(club: Club) -> Club:
    return Club.objects.select_for_update().get(pk=club.pk)


def _require_fit_for_juniors(club: Club) -> None:
    if club.visibility == Visibility.PUBLIC:
        raise Refusal(
            Message(
                gettext_noop(
                    "A club with children is never open to search engines. "
                    "Change first who sees the club."
                )
            )
        )
