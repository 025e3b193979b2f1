"""Arbiters' pages about people, below /c/<club>/."""

from django.urls import URLPattern, path

from players.views import arbiter

app_name = "players"
urlpatterns: list[URLPattern] = [
    path("players/", arbiter.index, name="index"),
    path("players/search/", arbiter.find, name="search"),
    path("players/<slug:player>/", arbiter.show, name="player"),
    path("players/<slug:player>/status/", arbiter.status, name="status"),
    path("players/<slug:player>/junior/", arbiter.junior, name="junior"),
    path("players/<slug:player>/display/", arbiter.display, name="display"),
    path("players/<slug:player>/label/", arbiter.label, name="label"),
]
