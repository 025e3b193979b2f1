"""The members' pages: the same views under /m/<token>/ ("link:") and /p/<club>/ ("public:")."""

from django.urls import URLPattern, path

import clubs.views.reader
import events.views.files
import events.views.reader
import ladder.views.files
import ladder.views.lists
import ladder.views.performance
import ladder.views.reader
import players.views.files
import players.views.reader

urlpatterns: list[URLPattern] = [
    path("", clubs.views.reader.home, name="home"),
    path("l/<slug:ladder>/", ladder.views.reader.ladder_page, name="ladder"),
    path("l/<slug:ladder>/table.csv", ladder.views.files.ladder_file, name="ladder_file"),
    path("l/<slug:ladder>/list/<slug:day>/", ladder.views.lists.list_page, name="list"),
    path(
        "l/<slug:ladder>/list/<slug:day>/player/<slug:player>/",
        ladder.views.lists.list_explanation_page,
        name="list_explanation",
    ),
    path("players/", players.views.reader.player_list, name="players"),
    path("player/<slug:player>/", players.views.reader.player_page, name="player"),
    path("player/<slug:player>/table.csv", players.views.files.player_file, name="player_file"),
    path("events/", events.views.reader.event_list, name="events"),
    path("event/<slug:event>/", events.views.reader.event_page, name="event"),
    path("event/<slug:event>/table.csv", events.views.files.event_file, name="event_file"),
    path(
        "event/<slug:event>/performance/",
        ladder.views.performance.performance_page,
        name="performance",
    ),
    path(
        "event/<slug:event>/player/<slug:player>/",
        ladder.views.reader.explanation_page,
        name="explanation",
    ),
]
