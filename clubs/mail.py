"""E-mails of our own (allauth sends those about accounts)."""

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from clubs.models import Invitation


def absolute(path: str) -> str:
    """The whole address: from BASE_URL, never from what a request claims to be its host."""
    return f"{settings.BASE_URL.rstrip('/')}{path}"


def goes_to_console() -> bool:
    """Whether e-mails are printed where the program runs instead of being sent."""
    return settings.EMAIL_BACKEND.endswith("console.EmailBackend")


def send_invitation(invitation: Invitation, token: str) -> None:
    """Tell the invited person, in the club's language. Raises OSError when mail cannot be sent."""
    context = {
        "club": invitation.club.name,
        "role": invitation.role,
        "inviter": invitation.by.email,
        "url": absolute(reverse("clubs:invitation", args=[token])),
    }
    with translation.override(invitation.club.language):
        subject = render_to_string("clubs/email/invitation_subject.txt", context)
        body = render_to_string("clubs/email/invitation.txt", context)
    send_mail(" ".join(subject.split()), body.strip() + "\n", None, [invitation.email])
