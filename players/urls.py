"""Arbiters' pages about people, below /c/<club>/."""

from django.urls import URLPattern, path

from players.views import arbiter, away, door, files, requests

app_name = "players"
urlpatterns: list[URLPattern] = [
    path("players/", arbiter.index, name="index"),
    path("players/search/", arbiter.find, name="search"),
    path("players/away/", away.index, name="away"),
    path("players/export/", files.export, name="export"),
    path("players/requests/", requests.index, name="requests"),
    path("players/requests/<slug:asked>/close/", requests.close, name="close_request"),
    path("players/<slug:player>/request/", requests.note, name="note_request"),
    path("players/<slug:player>/", arbiter.show, name="player"),
    path("players/<slug:player>/hide/", door.hide, name="hide"),
    path("players/<slug:player>/show/", door.show_again, name="show_again"),
    path("players/<slug:player>/member/", door.make_member, name="make_member"),
    path("players/<slug:player>/former/", door.make_former, name="make_former"),
    path("players/<slug:player>/file/", door.everything, name="file"),
    path("players/<slug:player>/status/", arbiter.status, name="status"),
    path("players/<slug:player>/junior/", door.junior, name="junior"),
    path("players/<slug:player>/consent/", arbiter.consent, name="consent"),
    path("players/<slug:player>/consent/withdraw/", arbiter.withdraw, name="withdraw"),
    path("players/<slug:player>/group/", arbiter.group, name="group"),
    path("players/<slug:player>/display/", arbiter.display, name="display"),
    path("players/<slug:player>/label/", arbiter.label, name="label"),
]
