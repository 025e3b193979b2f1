"""Arbiters' pages of ladders, and the pages of instance admins."""

from django.urls import URLPattern, path

from ladder.views import arbiter, staff

app_name = "ladder"
urlpatterns: list[URLPattern] = [
    path("c/<slug:club>/ladder/", arbiter.show, name="ladder"),
    path("c/<slug:club>/ladder/<slug:ladder>/", arbiter.show, name="named"),
    path("c/<slug:club>/players/<slug:player>/start/", arbiter.start, name="start"),
    path("c/<slug:club>/players/<slug:player>/start/save/", arbiter.start_save, name="start_save"),
    path(
        "c/<slug:club>/players/<slug:player>/start/back/",
        arbiter.start_take_back,
        name="start_take_back",
    ),
    path("staff/", staff.home, name="staff"),
    path("staff/ladders/", staff.index, name="staff_ladders"),
    path("staff/ladders/<slug:club>/<slug:ladder>/rebuild/", staff.rebuild, name="rebuild"),
    path("staff/ladders/<slug:club>/<slug:ladder>/full/", staff.rebuild_full, name="rebuild_full"),
    path("staff/ladders/<slug:club>/<slug:ladder>/verify/", staff.verify, name="verify"),
]
