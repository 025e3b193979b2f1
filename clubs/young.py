"""The page for children: what is known about them, who sees it, and what they may ask for.

Short words on purpose. It can be read in Russian as well, also while no other page can: a child who
reads Russian better than the club's language is told in it what happens to the name.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from clubs.messages import gettext_noop


class Young(NamedTuple):
    """The page in one language; `parts` are questions with their answers."""

    language: str
    title: str
    opening: str
    parts: tuple[tuple[str, str], ...]


_TITLE = gettext_noop("For younger players")
_OPENING = gettext_noop("This part is for you, if you are a child or a teenager.")
_PARTS: Final = (
    (
        gettext_noop("What do we know about you?"),
        gettext_noop(
            "Your name, the games you played in the club, and who won. From that we work out your"
            " rating. Some kinds of rating need a birthday: if your club has one of those, your"
            " arbiter may write yours down, and nobody else sees it. We do not know where you live,"
            " your school or what you look like."
        ),
    ),
    (
        gettext_noop("Who can see it?"),
        gettext_noop(
            "The arbiters of your club see your name. Everybody else sees only the first letters of"
            " it, like N. J., unless your parents and you have said yes to more. If you see more"
            " and nobody asked you, tell your arbiter. People who know you may still guess that it"
            " is you."
        ),
    ),
    (
        gettext_noop("May the club show your whole name?"),
        gettext_noop(
            "Only if your parents say yes and you were asked too. You can change your mind at any"
            " time: tell your arbiter, and your name is gone from the pages the same minute."
        ),
    ),
    (
        gettext_noop("What if you do not want to be there?"),
        gettext_noop(
            "Tell your arbiter or your parents. The arbiter can hide you with one press, and"
            " whoever runs the club can take your name away for ever. It is fine to ask, and you"
            " can still play."
        ),
    ),
    (
        gettext_noop("A tip"),
        gettext_noop(
            "The link to the club's pages is for the club. Do not post it where strangers can read"
            " it."
        ),
    ),
)  # fmt: skip

_RUSSIAN: Final = Young(
    "ru",
    "Для младших игроков",
    "Эта страница для тебя, если ты ребёнок или подросток.",
    (
        (
            "Что мы о тебе знаем?",
            (
                "Как тебя зовут, какие партии ты играешь в клубе и чем они закончились. Из этого"
                " получается твой рейтинг. Для некоторых рейтингов нужна дата рождения: если такой"
                " есть в твоём клубе, судья может её записать, и больше её никто не увидит. Мы не"
                " знаем, где ты живёшь, в какую школу ходишь и как выглядишь."
            ),
        ),
        (
            "Кто это видит?",
            (
                "Судьи твоего клуба видят имя целиком. Все остальные видят только инициалы, то есть"
                " первые буквы, например: К. П., если только ты и твои родители не разрешили"
                " больше. Если видно больше, а тебя не спросили, скажи судье. Кто тебя знает, может"
                " и по инициалам догадаться, что это ты."
            ),
        ),
        (
            "Можно ли клубу показывать имя целиком?",
            (
                "Только если разрешили родители и если спросили тебя. Передумать можно когда"
                " угодно: скажи судье, и в ту же минуту имя со страниц исчезнет."
            ),
        ),
        (
            "А если ты не хочешь, чтобы тебя там было видно?",
            (
                "Скажи об этом судье или родителям. Судья может скрыть тебя одним нажатием, а"
                " администратор клуба может удалить твоё имя навсегда. Просить об этом можно, никто"
                " не обидится. И играть ты можешь дальше."
            ),
        ),
        (
            "Совет",
            (
                "Ссылка на страницы клуба только для клуба. Не показывай её там, где её прочитают"
                " чужие люди."
            ),
        ),
    ),
)

_ALONE: Final[Mapping[str, Young]] = {"ru": _RUSSIAN}
"""Languages in which this page can be read and others perhaps not."""


def languages() -> list[str]:
    """The languages of the page: those of the product, then the others."""
    offered = [code for code, _name in settings.LANGUAGES]
    return [*offered, *(code for code in _ALONE if code not in offered)]


def young(language: str) -> Young:
    """The page in one of its languages."""
    if language in _ALONE:
        return _ALONE[language]
    with translation.override(language):
        parts = tuple((gettext(question), gettext(answer)) for question, answer in _PARTS)
        return Young(language, gettext(_TITLE), gettext(_OPENING), parts)
