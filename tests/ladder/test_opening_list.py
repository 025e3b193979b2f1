"""Opening lists through the services: the ladder recomputed, everything taken back in one press."""

from datetime import date

import pytest
from django.db import connection

from clubs.models import AuditEntry, Club, User
from events.models import IdentityDecision
from events.services import drafts as event_drafts
from events.services.people import typed_names
from ladder.models import OpeningDraft, OpeningList, StartingRating
from ladder.opening import drafts, planning, saving, undoing
from ladder.opening.planning import NEW, SKIP, Guess, Plan
from ladder.opening.saving import ListNotSaved, Saved
from ladder.rulebook import Filters
from ladder.services import change_rules, give_starting_rating
from ladder.verify import verify
from players.models import Player, Status, TypedName
from players.privacy import is_erased_name
from tests import builders

LIST = """\
name;rating;games;reason;guest;junior;group;label
Alfa Ada;1650;30;paper list;;;Tuesday;
Bravo Bo;1400;;;;yes;beginners;Bo
Charlie Cyril;;;;yes;;;
"""


def plan(club: Club, text: str) -> Plan:
    return planning.plan(club, saving.first_ladder(club), text)


def save(club: Club, text: str, by: User | None = None, **said: str) -> Saved:
    """Save a list with what is chosen beforehand, but for lines said otherwise: l2="new"."""
    planned = plan(club, text)
    answers = planned.answers({int(line[1:]): answer for line, answer in said.items()})
    return saving.save(club, planned, answers, by=by, why="Opening list")


def made(club: Club, text: str, by: User | None = None, **said: str) -> OpeningList:
    saved = save(club, text, by, **said)
    assert saved.list is not None
    return saved.list


def undo(opening: OpeningList, by: User | None = None) -> OpeningList:
    return undoing.undo(opening, by=by, why="taken back")


def ratings(club: Club) -> dict[str, tuple[float, int]]:
    """By name, the rating and the counted games of everybody on the first ladder."""
    ladder = builders.rebuild(club)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT ON (r.player_id) n.text, r.rating, r.games"
            " FROM ladder_ratingrow r JOIN players_player p ON p.id = r.player_id"
            " JOIN players_typedname n ON n.id = p.name_id"
            " WHERE r.ladder_id = %s ORDER BY r.player_id, r.place DESC",
            [ladder.pk],
        )
        return {name: (rating, games) for name, rating, games in cursor.fetchall()}


def fingerprint(club: Club) -> bytes:
    """The ladder's fingerprint, after a rebuild that a full comparison agrees with."""
    ladder = builders.rebuild(club)
    assert not verify(ladder.pk).drift
    return bytes(ladder.fingerprint)


# -- Saving ---------------------------------------------------------------------------------------


def test_a_list_makes_people_and_their_ratings(club: Club, arbiter: User) -> None:
    saved = save(club, LIST, arbiter)
    assert (saved.created, saved.existing, saved.starts) == (3, 0, 2)
    people = {one.name.text: one for one in club.players.select_related("name")}
    assert {name: (one.status, one.junior, one.group, one.label) for name, one in people.items()} == {
        "Alfa Ada": (Status.MEMBER, False, "Tuesday", ""),
        "Bravo Bo": (Status.MEMBER, True, "beginners", "Bo"),
        "Charlie Cyril": (Status.GUEST, False, "", ""),
    }  # fmt: skip
    rows = StartingRating.objects.order_by("pk").values_list(
        "player__name__text", "rating", "games", "why", "valid_from", "by__email"
    )
    assert [(*row[:4], str(row[4]), row[5]) for row in rows] == [
        ("Alfa Ada", 1650, 30, "paper list", "1850-01-01", arbiter.email),
        ("Bravo Bo", 1400, None, "Opening list", "1850-01-01", arbiter.email),
    ]
    builders.make_event(club, "2026-03-03", ["Alfa Ada 1-0 Bravo Bo"])
    after = ratings(club)
    # With 30 games taken over Ada is established, and a provisional opponent moves her nothing; for
    # Bo it is a first game, expected 1 / (1 + 10 ** (250 / 400)) = 0.19166, at K 40.
    assert after["Alfa Ada"] == (1650, 30)
    assert after["Bravo Bo"] == (pytest.approx(1400 - 40 * 0.19166, abs=0.01), 1)


def test_a_label_is_written_down_and_not_shown(club: Club) -> None:
    made(club, LIST)
    bo = builders.player(club, "Bravo Bo")
    assert (bo.label, bo.display, bo.consent) == ("Bo", "club", False)


def test_the_log_has_counts_and_no_names(club: Club, arbiter: User) -> None:
    opening = made(club, LIST, arbiter)
    undo(opening, arbiter)
    entries = AuditEntry.objects.filter(action__startswith="opening.").order_by("pk")
    assert [(e.action, e.by, e.object_uid, e.details) for e in entries] == [
        ("opening.save", arbiter, opening.uid, {"made": 3, "existing": 0, "ratings": 2}),
        ("opening.undo", arbiter, opening.uid, {"removed": 3, "kept": 0, "ratings": 2}),
    ]


def test_the_same_press_once_more_saves_nothing(club: Club) -> None:
    draft = drafts.keep_pasted(club, LIST, by=None)
    planned = plan(club, LIST)
    answers = planned.answers({})
    first = saving.save_draft(draft, planned, answers, by=None, why="list")
    second = saving.save_draft(draft, planned, answers, by=None, why="list")
    assert first.list == second.list and not OpeningDraft.objects.exists()
    assert club.players.count() == 3 and StartingRating.objects.count() == 2


def test_the_same_list_again_changes_nothing(club: Club) -> None:
    made(club, LIST)
    history = Club.objects.get(pk=club.pk).history_version
    again = save(club, LIST)
    assert (again.list, again.created, again.existing, again.starts) == (None, 0, 3, 0)
    assert Club.objects.get(pk=club.pk).history_version == history
    assert club.players.count() == 3 and club.opening_lists.count() == 1


def test_whatever_is_wrong_keeps_the_whole_list_out(club: Club) -> None:
    for text in ("name;rating\nAlfa Ada;1500\nBravo Bo;much\n", "Alfa Ada;1500\nAlfa Ada;1400\n"):
        with pytest.raises(ListNotSaved) as refused:
            save(club, text)
        assert refused.value.problems[0].line is not None
    assert not club.players.exists() and not TypedName.objects.exists()
    assert not StartingRating.objects.exists() and not OpeningList.objects.exists()


# -- Who is who -----------------------------------------------------------------------------------


def guesses(club: Club, text: str) -> list[Guess]:
    return [row.guess for row in plan(club, text).rows]


def test_the_name_of_a_member_as_a_whole_is_that_member(season: Club) -> None:
    petr = builders.player(season, "Kanárek Petr")
    row = plan(season, "petr KANÁREK;1500").rows[0]
    assert (row.guess, row.answer) == (Guess.EXISTING, petr.uid)
    before = season.players.count()
    saved = save(season, "petr KANÁREK;1500")
    assert (saved.created, saved.existing, saved.starts) == (0, 1, 1)
    assert season.players.count() == before
    assert StartingRating.objects.get().player == petr
    assert ratings(season)["Kanárek Petr"][0] > 1500


@pytest.mark.parametrize("name", ["Kanarek Petr", "Kanárek P.", "Kanárek Pert", "Kanárek"])
def test_a_similar_name_asks_and_says_why(season: Club, name: str) -> None:
    row = plan(season, name).rows[0]
    assert (row.guess, row.answer) == (Guess.ASK, "")
    assert row.hits[0].person.name == "Kanárek Petr"
    assert row.hits[0].reasons
    with pytest.raises(ListNotSaved):
        save(season, name)
    assert save(season, name, l1=NEW).created == 1


def test_a_confirmed_spelling_is_the_member(season: Club) -> None:
    petr = builders.player(season, "Kanárek Petr")
    alias = typed_names(season, ["Žlutý Pták"])["Žlutý Pták"]
    IdentityDecision.objects.create(club=season, kind="confirm", player=petr, typed_name=alias)
    assert plan(season, "Pták, Žlutý").rows[0].answer == petr.uid


def test_two_members_of_one_name_ask(season: Club) -> None:
    builders.make_player(season, "Kanárek Petr")
    row = plan(season, "Kanárek Petr;1500").rows[0]
    assert row.guess is Guess.ASK
    assert [hit.person.name for hit in row.hits[:2]] == ["Kanárek Petr"] * 2


def test_a_name_twice_in_the_list_asks_the_second_time(club: Club) -> None:
    text = "Alfa Ada;1500\nBravo Bo\nADA, Alfa;1500\nAlfa A.\n"
    assert guesses(club, text) == [Guess.NEW, Guess.NEW, Guess.ASK, Guess.ASK]
    twin = plan(club, text).rows[2].twins[0]
    assert (twin.line, twin.same) == (1, True)
    assert save(club, text, l3=SKIP, l4=NEW).created == 3


def test_strangers_and_relatives_do_not_ask(club: Club) -> None:
    assert guesses(club, "Novák Jan\nNovák Petr\nNováková Eva\nDvořák Jan") == [Guess.NEW] * 4


def test_one_member_enters_once(season: Club) -> None:
    petr = builders.player(season, "Kanárek Petr").uid
    with pytest.raises(ListNotSaved) as refused:
        save(season, "Kanárek Petr;1500\nKanarek Petr;1600", l1=petr, l2=petr)
    assert [problem.line for problem in refused.value.problems] == [2]


def test_nobody_of_another_club_can_be_chosen(season: Club, other_club: Club) -> None:
    foreign = builders.make_player(other_club, "Xaver")
    for uid in (foreign.uid, "222222222222"):
        with pytest.raises(ListNotSaved):
            save(season, "Kanarek Petr;1500", l1=uid)
    assert not StartingRating.objects.exists()


def test_a_person_who_was_merged_stands_as_the_other(season: Club) -> None:
    petr = builders.player(season, "Kanárek Petr")
    twin = builders.make_player(season, "Vrabec Karel")
    IdentityDecision.objects.create(club=season, kind="merge", player=twin, other=petr)
    assert plan(season, "Vrabec Karel").rows[0].answer == petr.uid


def test_a_label_of_somebody_else_keeps_the_list_out(season: Club) -> None:
    Player.objects.filter(name__text="Kanárek Petr").update(label="Peta")
    for label in ("peta", "S. E.", "Ivo Skřivánek", "Bravo Bo"):
        text = f"name;label\nAlfa Ada;{label}\nBravo Bo;\n"
        assert [problem.line for problem in plan(season, text).problems] == [2], label
    assert not plan(season, "name;label\nAlfa Ada;Adinka\nBravo Bo;Bo\n").problems


# -- Taking it back -------------------------------------------------------------------------------


def test_undo_leaves_nothing_but_withdrawn_ratings(club: Club, arbiter: User) -> None:
    before = fingerprint(club)
    opening = made(club, LIST, arbiter)
    assert fingerprint(club) != before
    undone = undo(opening, arbiter)
    assert undone.undone_by == arbiter and undone.kept == []
    assert fingerprint(club) == before and ratings(club) == {}
    assert not club.players.filter(erased=None).exists()
    # Who had no rating is gone; who had one is a row without a name, for the history needs it.
    assert club.players.count() == 2
    names = TypedName.objects.filter(club=club).values_list("text", flat=True)
    assert all(is_erased_name(name) for name in names)
    assert [row.rating for row in StartingRating.objects.order_by("pk")] == [1650, 1400, None, None]


def test_undo_twice_is_undo_once(club: Club) -> None:
    opening = made(club, LIST)
    first = undo(opening)
    assert undo(opening).undone_at == first.undone_at
    assert StartingRating.objects.count() == 4


def test_redo_is_pasting_again(club: Club) -> None:
    undo(made(club, LIST))
    assert guesses(club, LIST) == [Guess.NEW] * 3
    made(club, LIST)
    assert club.players.filter(erased=None).count() == 3
    builders.make_event(club, "2026-03-03", ["Alfa Ada 1-0 Bravo Bo"])
    assert ratings(club)["Alfa Ada"] == (1650, 30)


def test_who_has_played_since_stays_without_the_rating(club: Club) -> None:
    opening = made(club, LIST)
    builders.make_event(club, "2026-03-03", ["Alfa Ada 1-0 Zulu Zoe"])
    with_start = ratings(club)["Alfa Ada"][0]
    undone = undo(opening)
    ada = builders.player(club, "Alfa Ada")
    assert undone.kept == [ada.uid] and ada.erased is None
    assert [one.name.text for one in club.players.filter(erased=None).order_by("pk")] == [
        "Alfa Ada", "Zulu Zoe",
    ]  # fmt: skip
    assert ratings(club)["Alfa Ada"][0] < with_start - 300
    assert fingerprint(club)


def test_a_deleted_event_and_an_open_draft_keep_their_people(club: Club) -> None:
    opening = made(club, "Alfa Ada\nBravo Bo\nCharlie Cyril\nDelta Dana\n")
    event = builders.make_event(club, "2026-03-03", ["Alfa Ada 1-0 Bravo Bo"])
    event_drafts.start(club, builders.make_draft(club, ["Charlie Cyril 1-0 Zulu Zoe"]), by=None)
    event.entries.all().delete()  # as where a later revision took the line out
    assert undo(opening).kept == [
        builders.player(club, name).uid for name in ("Alfa Ada", "Bravo Bo", "Charlie Cyril")
    ]


def test_a_decision_keeps_its_people(club: Club) -> None:
    opening = made(club, "Alfa Ada\nBravo Bo\nCharlie Cyril\n")
    ada, bo = builders.player(club, "Alfa Ada"), builders.player(club, "Bravo Bo")
    IdentityDecision.objects.create(club=club, kind="never-same", player=ada, other=bo)
    assert undo(opening).kept == [ada.uid, bo.uid]


def test_undo_gives_a_member_the_earlier_rating_back(season: Club) -> None:
    petr = builders.player(season, "Kanárek Petr")
    give_starting_rating(season.ladders.get(), petr, 1300, by=None, why="old", games=7)
    before = fingerprint(season)
    opening = made(season, "Kanárek Petr;1500")
    assert fingerprint(season) != before
    undo(opening)
    assert fingerprint(season) == before
    last = StartingRating.objects.latest("pk")
    assert (last.rating, last.games, last.why) == (1300, 7, "taken back")


def test_a_rating_entered_by_hand_since_is_not_touched(season: Club) -> None:
    petr = builders.player(season, "Kanárek Petr")
    opening = made(season, "Kanárek Petr;1500\nAlfa Ada;1500")
    ada = builders.player(season, "Alfa Ada")
    for player in (petr, ada):
        give_starting_rating(season.ladders.get(), player, 1750, by=None, why="by hand")
    undone = undo(opening)
    assert undone.kept == [ada.uid]
    assert StartingRating.objects.filter(player=petr).latest("pk").rating == 1750
    assert StartingRating.objects.filter(player=ada).latest("pk").rating == 1750


def test_names_that_others_use_stay(season: Club) -> None:
    opening = made(season, "Kanárek Petr;1500\nAlfa Ada\n", l1=NEW)
    assert season.players.filter(name__text="Kanárek Petr").count() == 2
    undo(opening)
    assert season.players.filter(name__text="Kanárek Petr").count() == 1
    assert not TypedName.objects.filter(text="Alfa Ada").exists()


# -- Drafts ---------------------------------------------------------------------------------------


def test_lists_that_are_not_saved_are_cleared_after_30_days(club: Club) -> None:
    old = drafts.keep_pasted(club, LIST, by=None)
    new = drafts.keep_pasted(club, LIST, by=None)
    OpeningDraft.objects.filter(pk=old.pk).update(changed="2026-01-01T00:00Z")
    assert drafts.expire() == 1
    assert list(OpeningDraft.objects.all()) == [new]


def test_a_file_is_read_in_the_encoding_in_which_its_first_line_makes_sense(club: Club) -> None:
    data = "фамилия;имя;рейтинг\nЧайка;Яна;1500\n".encode("cp1251")
    assert club.code_page == "cp1250"
    draft = drafts.keep_file(club, data, "list.csv", by=None)
    assert draft.encoding == "cp1251"
    assert drafts.read_text(draft.text).lines[0].name == "Чайка Яна"
    drafts.read_again(draft, "koi8-r")
    assert draft.encoding == "koi8-r" and bytes(draft.data or b"") == data


def test_a_list_of_many_is_written_in_a_few_queries(
    club: Club, django_assert_max_num_queries: object
) -> None:
    text = "".join(
        f"Player {chr(97 + n // 26)}{chr(97 + n % 26)};15{n % 90 + 10}\n" for n in range(200)
    )
    planned = plan(club, text)
    with django_assert_max_num_queries(25):  # type: ignore[operator]
        saving.save(
            club, planned, planned.answers({}) | dict.fromkeys(range(1, 201), NEW), by=None, why="x"
        )
    assert club.players.count() == 200


def test_a_list_is_of_the_numbers_of_the_system_that_its_page_named(club: Club) -> None:
    def by(system: str) -> None:
        ladder = saving.first_ladder(club)
        change_rules(
            ladder, by=None, system=system, parameters={}, filters=Filters(),
            valid_from=date(2025, 2, 1),
        )  # fmt: skip

    by("ecf")
    planned = plan(club, "Novak Adam; 130")
    assert planned.system == "ecf"
    by("ingo")
    assert plan(club, "Novak Adam; 130").digest != planned.digest, "the page is shown again"
    saving.save(club, planned, planned.answers({}), by=None, why="list")
    assert StartingRating.objects.values_list("rating", "system").get() == (130.0, "ecf")
