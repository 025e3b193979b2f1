"""Arbiters' pages about events and drafts, below /c/<club>/."""

from django.urls import URLPattern, path

from events.views import correct, draft, edit, event, grid, new, players, publish, resolve, review

app_name = "events"
urlpatterns: list[URLPattern] = [
    path("events/", new.index, name="index"),
    path("events/new/", new.new, name="new"),
    path("events/new/file/", new.upload, name="upload"),
    path("events/new/typed/", new.typed, name="typed"),
    path("events/<slug:event>/", event.show, name="event"),
    path("events/<slug:event>/effect/", event.effect, name="effect"),
    path("events/<slug:event>/history/", event.revisions, name="history"),
    path("events/<slug:event>/continue/", event.go_on, name="continue"),
    path("events/<slug:event>/delete/", event.remove, name="delete"),
    path("events/<slug:event>/restore/", event.bring_back, name="restore"),
    path("events/<slug:event>/games/<int:number>/", correct.show, name="correct"),
    path("events/<slug:event>/games/<int:number>/save/", correct.save, name="correct_save"),
    path("events/<slug:event>/edit/<slug:edit>/<int:number>/", edit.show, name="edit"),
    path(
        "events/<slug:event>/edit/<slug:edit>/<int:number>/preview/",
        edit.preview,
        name="edit_preview",
    ),
    path("events/<slug:event>/edit/<slug:edit>/<int:number>/save/", edit.save, name="edit_save"),
    path(
        "events/<slug:event>/games/<int:number>/preview/",
        correct.preview,
        name="correct_preview",
    ),
    path("events/<slug:event>/names/", resolve.show, name="resolve"),
    path("events/<slug:event>/names/answer/", resolve.answer, name="resolve_answer"),
    path("events/<slug:event>/names/search/", resolve.find, name="resolve_search"),
    path("drafts/<slug:draft>/", draft.show, name="draft"),
    path("drafts/<slug:draft>/save/", draft.save, name="draft_save"),
    path("drafts/<slug:draft>/encoding/", draft.encoding, name="encoding"),
    path("drafts/<slug:draft>/file/", draft.newer_file, name="newer_file"),
    path("drafts/<slug:draft>/delete/", draft.drop, name="draft_drop"),
    path("drafts/<slug:draft>/players/", players.show, name="players"),
    path("drafts/<slug:draft>/players/save/", players.save, name="players_save"),
    path("drafts/<slug:draft>/rounds/<int:number>/", grid.show, name="round"),
    path("drafts/<slug:draft>/rounds/<int:number>/save/", grid.save, name="round_save"),
    path("drafts/<slug:draft>/games/<int:number>/", grid.game, name="game"),
    path("drafts/<slug:draft>/games/<int:number>/save/", grid.save_game, name="game_save"),
    path("drafts/<slug:draft>/review/", review.show, name="review"),
    path("drafts/<slug:draft>/review/answer/", review.answer, name="answer"),
    path("drafts/<slug:draft>/review/search/", review.find, name="search"),
    path("drafts/<slug:draft>/review/whole/", review.confirm_whole, name="confirm_whole"),
    path("drafts/<slug:draft>/review/new/", review.all_new, name="all_new"),
    path("drafts/<slug:draft>/review/join/", review.join, name="join"),
    path("drafts/<slug:draft>/publish/", publish.show, name="publish"),
    path("drafts/<slug:draft>/publish/now/", publish.publish, name="publish_now"),
    path("drafts/<slug:draft>/publish/over/", publish.publish_over, name="publish_over"),
]
