"""The commands other programs rely on: one JSON object, exit 2 with one clear line."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from clubs.models import Club, User
from clubs.queries import address_confirmed
from config.demo.season import PUBLISHED_TWICE, season_events
from events.models import Event
from ladder.models import Ladder, RatingRow
from tests.ladder import oracle

CSV = "round,white,black,result\n1,Ann,Bob,1-0\n1,Cy,Di,1/2\n2,Ann,Cy,0-1\n2,Bob,,bye\n"
TRF = Path(__file__).parent.parent / "data" / "trf"

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> dict[str, Any]:
    out = io.StringIO()
    call_command(*arguments, "--json", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def refused(*arguments: str) -> tuple[int, dict[str, Any]]:
    """(exit code, what was printed)."""
    out = io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command(*arguments, "--json", stdout=out)
    return error.value.returncode, json.loads(out.getvalue())


@pytest.fixture
def slug() -> str:
    return str(run("create_club", "rooks", "--name", "Rooks")["slug"])


@pytest.fixture
def evening(tmp_path) -> str:
    path = tmp_path / "evening.csv"
    path.write_text(CSV)
    return str(path)


def _publish(slug: str, path: str, *more: str) -> dict[str, Any]:
    return run("import_event", slug, path, "--confirm", "all-new", "--publish", *more)


def test_create_club_gives_the_link(client):
    made = run("create_club", "rooks", "--name", "Rooks")
    assert made["slug"] == "rooks"
    assert client.get(made["link"].removeprefix("http://localhost:8000")).status_code == 200


def test_create_club_refuses_a_slug_that_is_taken(slug):
    code, said = refused("create_club", slug, "--name", "Other")
    assert (code, "already" in said["error"]) == (2, True)


def printed(*arguments: str) -> str:
    """What a command says to people."""
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_a_club_of_nobody_is_claimed_by_running_it_again(client):
    command = ("create_club", "rooks", "--name", "Rooks")
    assert "again with --by" in printed(*command)
    said = printed(*command, "--by", "new@rooks.example")
    assert "now new@rooks.example" in said and "/accounts/password/reset/" in said
    officer = Club.objects.get().officers.get()
    assert (officer.user.email, officer.role) == ("new@rooks.example", "owner")
    code, _ = refused(*command, "--by", "second@rooks.example")
    assert code == 2 and not User.objects.filter(email="second@rooks.example").exists()
    client.post("/accounts/password/reset/", {"email": "new@rooks.example"})
    assert mail.outbox[-1].to == ["new@rooks.example"]
    assert "/accounts/password/reset/key/" in mail.outbox[-1].body


def test_createsuperuser_makes_an_instance_admin_who_can_log_in(client, monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "correct horse battery")
    call_command("createsuperuser", "--noinput", "--email", "Admin@example.org", verbosity=0)
    client.post(
        "/accounts/login/", {"login": "admin@example.org", "password": "correct horse battery"}
    )
    # Logged in, and to the one step that is left (tests/clubs/test_second_factor.py goes it).
    assert client.get("/staff/ladders/").headers["Location"] == "/accounts/2fa/"
    assert address_confirmed(User.objects.get())


def test_import_publishes_and_the_ladder_follows(slug, evening):
    said = _publish(slug, evening, "--date", "2026-03-03")
    assert {name: said[name] for name in ("start", "date", "sequence", "players", "rounds")} == {
        "start": "2026-03-03", "date": "2026-03-03", "sequence": 1, "players": 4, "rounds": 2,
    }  # fmt: skip
    assert (said["games"], said["rated"], said["unrated"]) == (3, 3, 1)
    run("rebuild_ladders", slug)
    ladder = run("show_ladder", slug)
    assert [row["name"] for row in ladder["rows"]][:1] == ["Cy"]
    assert [row["rank"] for row in ladder["rows"]] == [1, 2, 3, 4]
    assert not ladder["stale"]
    assert len(ladder["fingerprint"]) == 64
    assert run("verify_ladders", slug)["ladders"][0]["right"]


def test_undecided_names_are_not_published(slug, evening):
    code, said = refused(
        "import_event", slug, evening, "--date", "2026-03-03", "--confirm", "exact", "--publish"
    )
    assert code == 2
    assert len(said["problems"]) == 4
    assert not Event.objects.exists()


def test_exact_joins_equal_names_of_one_member(slug, evening, tmp_path):
    _publish(slug, evening, "--date", "2026-03-03")
    again = tmp_path / "second.csv"
    again.write_text(CSV.replace("Ann", "ANN").replace("1-0", "0-1"))
    said = run(
        "import_event", slug, str(again), "--date", "2026-03-10", "--confirm", "exact", "--publish"
    )
    assert said["undecided"] == []
    assert Club.objects.get(slug=slug).players.count() == 4


def test_the_same_file_again_changes_nothing(slug, evening):
    first = _publish(slug, evening, "--date", "2026-03-03")
    again = _publish(slug, evening, "--date", "2026-03-03")
    assert (again["event"], again["again"]) == (first["event"], True)
    assert Event.objects.count() == 1


def test_a_file_without_a_date_asks_for_one(slug, evening):
    code, said = refused("import_event", slug, evening, "--confirm", "all-new", "--publish")
    assert (code, "--date" in said["problems"][0]["text"]) == (2, True)


def test_a_refused_file_says_where(slug):
    path = next(TRF.glob("*/cz_both_won.trf"))
    code, said = refused("import_event", slug, str(path), "--publish")
    assert code == 2
    assert all(problem["line"] for problem in said["problems"])
    assert not Club.objects.get(slug=slug).drafts.exists()


@pytest.mark.parametrize("name", ["nothing.csv", "."])
def test_a_file_that_cannot_be_read(slug, tmp_path, name):
    code, said = refused("import_event", slug, str(tmp_path / name))
    assert (code, "Cannot read" in said["error"]) == (2, True)


def test_without_publish_it_stays_a_draft(slug, evening):
    said = run("import_event", slug, evening, "--date", "2026-03-03")
    assert said["event"] is None
    assert Club.objects.get(slug=slug).drafts.get().uid == said["draft"]


def test_unknown_clubs_and_ladders(slug):
    assert refused("show_ladder", "nobody")[0] == 2
    assert refused("show_ladder", slug, "--ladder", "nothing")[0] == 2


def test_match_names_gives_reasons(slug, evening, tmp_path):
    table = tmp_path / "names.csv"
    table.write_text("round,white,black,result\n1,Novák Jan,Malá Eva,1-0\n")
    _publish(slug, str(table), "--date", "2026-03-03")
    (found,) = run("match_names", slug, "Jan Novak")["names"]
    best = found["candidates"][0]
    assert best["name"] == "Novák Jan"
    assert best["reasons"]
    assert not best["warnings"]
    (found,) = run("match_names", slug, "NovÃ¡k Jan")["names"]
    best = found["candidates"][0]
    assert best["name"] == "Novák Jan"
    assert "wrong encoding, perhaps “Novák Jan” is meant" in best["warnings"][0]


def test_verify_exits_1_on_drift_and_names_the_event(slug, evening):
    event = _publish(slug, evening, "--date", "2026-03-03")["event"]
    run("rebuild_ladders", slug)
    ladder = Ladder.objects.get(club__slug=slug)
    row = RatingRow.objects.filter(ladder=ladder)[0]
    RatingRow.objects.filter(pk=row.pk).update(rating=row.rating + 0.000001)
    out = io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command("verify_ladders", slug, "--json", stdout=out)
    (verdict,) = json.loads(out.getvalue())["ladders"]
    assert (error.value.returncode, verdict["event_uid"]) == (1, event)


def test_the_whole_season_imports(slug, tmp_path):
    """All events of the club's two years, those published twice too; odd results never rated."""
    rated = 0
    for event in sorted(season_events(), key=lambda one: (one.end, one.start, one.key)):
        path = tmp_path / f"{event.key.replace('/', '-')}.csv"
        path.write_bytes(event.pairings_csv())
        days = ["--date", event.end.isoformat(), "--start", event.start.isoformat()]
        said = _publish(slug, str(path), *days)
        expected = sum(
            row[-1] in {"1 - 0", "0 - 1", "½ - ½"} and not row[3].startswith("( ")
            for row in event.rows
        )
        assert said["rated"] == expected, event.key
        twice = [w for w in said["warnings"] if "is it here twice?" in w["text"]]
        if event.key in {"www2025WesternJuniors", "wwwHarbour Chess Club"} & PUBLISHED_TWICE:
            assert twice or event.key == "www2025WesternJuniors"
        rated += expected
    assert rated == 2429 + 2242 + 420
    run("rebuild_ladders", slug)
    ladder = Ladder.objects.get(club__slug=slug)
    assert oracle.stored(ladder) == oracle.expected(ladder)
    assert run("verify_ladders", slug)["ladders"][0]["right"]
