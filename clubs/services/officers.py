"""Who works in a club: inviting, accepting, changing a role, leaving. The last owner stays."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from clubs import links, mail
from clubs.messages import Message, gettext_noop
from clubs.models import Club, Invitation, Officer, User
from clubs.queries import address_confirmed, find_invitation, open_invitations, owners
from clubs.roles import Permission, Role, may
from clubs.services.log import audit
from clubs.services.refusal import Refusal

INVITATION_LASTS = timedelta(days=7)
# Nobody needs more at once; a club's form is no way to send mail to the world.
MOST_OPEN_INVITATIONS = 20


@transaction.atomic
def invite(club: Club, email: str, role: Role, *, by: User) -> tuple[Invitation, str]:
    """A way in for the owner of one address -> (invitation, token). Raises Refusal.

    The token goes to that address and is shown nowhere else, so having it proves the address. A
    new invitation replaces an earlier one to the same address.
    """
    club = _locked(club)
    email = email.strip().lower()
    if not address_confirmed(by):
        raise Refusal(
            Message(gettext_noop("Confirm your e-mail address first; then you can invite others."))
        )
    held = club.officers.filter(user__email__iexact=email).first()
    if held and held.role in (role, Role.OWNER):
        raise Refusal(Message(gettext_noop("This person already has that role in the club.")))
    club.invitations.filter(email=email, used=None).delete()
    if open_invitations(club).count() >= MOST_OPEN_INVITATIONS:
        raise Refusal(
            Message(gettext_noop("Too many invitations are open. Cancel those no longer needed."))
        )
    token = links.new_token()
    invitation = Invitation.objects.create(
        club=club,
        email=email,
        role=role,
        token_hash=links.digest(token),
        by=by,
        expires=timezone.now() + INVITATION_LASTS,
    )
    audit("officer.invite", club=club, by=by, details={"role": role.value})
    try:
        mail.send_invitation(invitation, token)
    except OSError as error:
        raise Refusal(
            Message(gettext_noop("The e-mail could not be sent. Nobody was invited; try later."))
        ) from error
    return invitation, token


@transaction.atomic
def cancel_invitation(club: Club, email: str, *, by: User | None) -> bool:
    """Take back what was sent to the address; False when there was nothing open."""
    deleted, _ = open_invitations(_locked(club)).filter(email=email).delete()
    if deleted:
        audit("officer.uninvite", club=club, by=by)
    return bool(deleted)


@transaction.atomic
def accept_invitation(token: str, *, by: User) -> Officer | None:
    """Take the offered role -> the office, or None when the token opens nothing (any more).

    Raises Refusal when the person is logged in with another address than the invited one.
    """
    found = find_invitation(token)
    if found is None:
        return None
    club = _locked(found.club)
    # Under the club's lock: of two presses at once the second finds it used.
    invitation = Invitation.objects.filter(pk=found.pk, used=None).first()
    if invitation is None:
        return None
    if invitation.email != by.email.lower():
        raise Refusal(Message(gettext_noop("This invitation was sent to another e-mail address.")))
    Invitation.objects.filter(pk=invitation.pk).update(used=timezone.now())
    _confirm_address(by)
    officer, made = Officer.objects.get_or_create(
        club=club, user=by, defaults={"role": invitation.role}
    )
    if not made and officer.role != Role.OWNER:
        officer.role = invitation.role
        officer.save(update_fields=["role"])
    audit("officer.join", club=club, by=by, details={"role": officer.role, "user": by.pk})
    return officer


@transaction.atomic
def change_role(club: Club, user: User, role: Role, *, by: User | None) -> Officer:
    """Give an officer another role. Raises Refusal for the last owner, Officer.DoesNotExist."""
    club = _locked(club)
    officer = club.officers.get(user=user)
    if officer.role == role:
        return officer
    _require_another_owner(club, officer)
    before, officer.role = officer.role, role
    officer.save(update_fields=["role"])
    if not may(officer.role, Permission.INVITE):
        club.invitations.filter(by=user, used=None).delete()
    _withdraw_offers(club, user, by=by)
    details = {"user": user.pk, "from": before, "to": role.value}
    audit("officer.role", club=club, by=by, details=details)
    return officer


@transaction.atomic
def remove_officer(club: Club, user: User, *, by: User | None) -> None:
    """End somebody's office, at once: the next request is a stranger's.

    Raises Refusal for the last owner, Officer.DoesNotExist.
    """
    club = _locked(club)
    officer = club.officers.get(user=user)
    _require_another_owner(club, officer)
    club.officers.filter(pk=officer.pk).delete()
    club.invitations.filter(by=user, used=None).delete()
    _withdraw_offers(club, user, by=by)
    action = "officer.leave" if user == by else "officer.remove"
    audit(action, club=club, by=by, details={"user": user.pk})


def _locked(club: Club) -> Club:
    """Whoever changes the officers of a club waits here for the one before."""
    return Club.objects.select_for_update().get(pk=club.pk)


def _require_another_owner(club: Club, officer: Officer) -> None:
    if officer.role == Role.OWNER and not owners(club).exclude(pk=officer.pk).exists():
        raise Refusal(
            Message(
                gettext_noop(
                    "A club keeps at least one administrator. Make somebody else one first."
                )
            )
        )


def _withdraw_offers(club: Club, user: User, *, by: User | None) -> None:
    """What was once sent to somebody does not bring back the role that was taken from them."""
    proved = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    addresses = {address.lower() for address in (user.email, *proved)}
    deleted, _ = club.invitations.filter(email__in=addresses, used=None).delete()
    if deleted:
        audit("officer.uninvite", club=club, by=by)


def _confirm_address(user: User) -> None:
    """Whoever holds the token has read the mail sent to this address."""
    address, _ = EmailAddress.objects.get_or_create(
        user=user, email=user.email.lower(), defaults={"primary": True}
    )
    if not address.verified:
        address.verified = True
        address.save(update_fields=["verified"])
