"""Every address, one line for each app."""

from django.urls import URLPattern, URLResolver, include, path

from clubs.views import site
from events.views import person

urlpatterns: list[URLPattern | URLResolver] = [
    # First, for most of those who come are members with the link.
    path("m/<str:token>/", include(("config.reader_urls", "reader"), namespace="link")),
    path("p/<slug:club>/", include(("config.reader_urls", "reader"), namespace="public")),
    path("", include("clubs.urls")),
    path("c/<slug:club>/", include("events.urls")),
    # Of a person, but it needs what events hold; owners only.
    path("c/<slug:club>/players/<slug:player>/erase/", person.erase, name="erase_player"),
    path("c/<slug:club>/", include("players.urls")),
    path("", include("ladder.urls")),
    # allauth's pages, but for its list of sessions: ours is clubs.views.sessions.
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("language/", site.set_language, name="set_language"),
]

handler404 = "clubs.views.site.not_found"
handler500 = "clubs.views.site.server_error"
