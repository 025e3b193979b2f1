"""The yes to a page that says who will see what: it is to what that page showed and to no more."""

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

FIELD = "uncover"


def seal(shown: object) -> str:
    """What the page sends back with the yes; another where it would show something else."""
    return salted_hmac("clubs.uncovering", repr(shown)).hexdigest()


def agreed(request: HttpRequest, shown: object) -> bool:
    """Whether the yes came with the press. Should others be shown meanwhile, it did not."""
    return constant_time_compare(request.POST.get(FIELD, ""), seal(shown))
