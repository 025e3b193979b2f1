"""Arbiters' pages of ladders, and the pages of instance admins."""

from django.urls import URLPattern, path

from ladder.views import arbiter

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
]
