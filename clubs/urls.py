"""Addresses of clubs and of pages that belong to none."""

from django.urls import URLPattern, path

from clubs.views import arbiters, closing, clubs, links, log, officers, sessions, site, visibility

app_name = "clubs"
urlpatterns: list[URLPattern] = [
    path("", site.landing, name="landing"),
    path("privacy/", site.privacy, name="privacy"),
    path("privacy/young/", site.for_young, name="young"),
    path("robots.txt", site.robots, name="robots"),
    path("healthz", site.healthz, name="healthz"),
    path("readyz", site.readyz, name="readyz"),
    path("home/", clubs.home, name="home"),
    path("home/confirm/", clubs.confirm_address, name="confirm_address"),
    path("accounts/sessions/", sessions.index, name="sessions"),
    path("accounts/sessions/end/", sessions.end, name="end_session"),
    path("accounts/sessions/end-others/", sessions.end_others, name="end_other_sessions"),
    path("clubs/new/", clubs.new, name="new"),
    path("invitation/<str:token>/", officers.invitation, name="invitation"),
    path("invitation/<str:token>/accept/", officers.accept, name="accept"),
    path("c/<slug:club>/", arbiters.home, name="club"),
    path("c/<slug:club>/state/", arbiters.state, name="state"),
    path("c/<slug:club>/settings/", clubs.settings, name="settings"),
    path("c/<slug:club>/settings/change/", clubs.change_settings, name="change_settings"),
    path("c/<slug:club>/delete/", closing.close, name="close"),
    path("c/<slug:club>/delete/undo/", closing.keep, name="keep"),
    path("c/<slug:club>/visibility/", visibility.index, name="visibility"),
    path("c/<slug:club>/visibility/change/", visibility.change, name="change_visibility"),
    path("c/<slug:club>/names/full/", visibility.full_names, name="full_names"),
    path("c/<slug:club>/names/initials/", visibility.initials, name="initials"),
    path("c/<slug:club>/links/", links.index, name="links"),
    path("c/<slug:club>/links/new/", links.create, name="create_link"),
    path("c/<slug:club>/links/<slug:link>/", links.change, name="change_link"),
    path("c/<slug:club>/links/<slug:link>/wall/", links.wall, name="wall"),
    path("c/<slug:club>/links/<slug:link>/replace/", links.replace, name="replace_link"),
    path("c/<slug:club>/links/<slug:link>/revoke/", links.revoke, name="revoke_link"),
    path("c/<slug:club>/officers/", officers.index, name="officers"),
    path("c/<slug:club>/officers/invite/", officers.invite, name="invite"),
    path("c/<slug:club>/officers/cancel/", officers.cancel, name="cancel_invitation"),
    path("c/<slug:club>/officers/role/", officers.role, name="change_role"),
    path("c/<slug:club>/officers/remove/", officers.remove, name="remove_officer"),
    path("c/<slug:club>/officers/leave/", officers.leave, name="leave"),
    path("c/<slug:club>/log/", log.index, name="log"),
]
