"""The members' pages: the same views under /m/<token>/ ("link:") and /p/<club>/ ("public:")."""

from django.urls import URLPattern, path

urlpatterns: list[URLPattern] = [
    # path("", clubs.views.reader.home, name="home"),
]
