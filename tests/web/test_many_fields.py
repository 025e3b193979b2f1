"""How many fields a form may have: set on purpose, and refused in words beyond it (I9)."""

import pytest
from django.conf import settings
from django.test import Client

from clubs.models import Club


@pytest.mark.parametrize(("more", "status"), [(0, 422), (1, 400)])
def test_as_many_as_is_said_and_not_one_more(
    club: Club, arbiter_client: Client, more: int, status: int
) -> None:
    most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    assert most >= 60 * 9 * 3, "an evening of sixty boards and nine rounds, in one form"
    body = "&".join(f"field{number}=1" for number in range(most + more))
    answer = arbiter_client.post(
        f"/c/{club.slug}/opening/paste/",
        body,
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == status
    assert ("too large" in answer.content.decode()) == bool(more)
