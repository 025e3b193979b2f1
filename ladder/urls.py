"""Arbiters' pages of ladders, and the pages of instance admins."""

from django.urls import URLPattern, path

from ladder.views import (
    arbiter,
    compare,
    facts,
    facts_file,
    facts_table,
    files,
    ladders,
    lists,
    norms,
    opening,
    printed,
    rules,
    staff,
    start,
)

app_name = "ladder"
urlpatterns: list[URLPattern] = [
    path("c/<slug:club>/ladder/", arbiter.show, name="ladder"),
    path("c/<slug:club>/ladder/<slug:ladder>/", arbiter.show, name="named"),
    path("c/<slug:club>/ladder/<slug:ladder>/export/", files.export, name="export"),
    path("c/<slug:club>/ladder/<slug:ladder>/announce/", lists.announce, name="announce"),
    path("c/<slug:club>/players/<slug:player>/start/", start.show, name="start"),
    path("c/<slug:club>/players/<slug:player>/start/preview/", start.preview, name="start_preview"),
    path("c/<slug:club>/players/<slug:player>/start/save/", start.save, name="start_save"),
    path(
        "c/<slug:club>/players/<slug:player>/start/back/", start.take_back, name="start_take_back"
    ),
    path("c/<slug:club>/players/<slug:player>/facts/", facts.show, name="facts"),
    path("c/<slug:club>/players/<slug:player>/facts/preview/", facts.preview, name="facts_preview"),
    path("c/<slug:club>/players/<slug:player>/facts/save/", facts.save, name="facts_save"),
    path(
        "c/<slug:club>/players/<slug:player>/facts/back/",
        facts.take_back,
        name="facts_take_back",
    ),
    path("c/<slug:club>/events/<slug:event>/facts/", facts_file.show, name="facts_file"),
    path("c/<slug:club>/events/<slug:event>/facts/save/", facts_file.save, name="facts_file_save"),
    path("c/<slug:club>/facts/", facts_table.show, name="facts_table"),
    path("c/<slug:club>/facts/preview/", facts_table.preview, name="facts_table_preview"),
    path("c/<slug:club>/facts/save/", facts_table.save, name="facts_table_save"),
    path("c/<slug:club>/facts/undo/", facts_table.undo, name="facts_table_undo"),
    path("c/<slug:club>/ladders/", ladders.index, name="ladders"),
    path("c/<slug:club>/ladders/new/", ladders.new, name="new"),
    path("c/<slug:club>/ladders/make/", ladders.make, name="make"),
    path("c/<slug:club>/ladders/<slug:ladder>/name/", ladders.rename, name="rename"),
    path("c/<slug:club>/ladders/<slug:ladder>/up/", ladders.up, name="up"),
    path("c/<slug:club>/ladders/<slug:ladder>/hide/", ladders.hide, name="hide"),
    path("c/<slug:club>/ladders/<slug:ladder>/show/", ladders.show, name="unhide"),
    path("c/<slug:club>/ladders/<slug:ladder>/rules/", rules.show, name="rules"),
    path("c/<slug:club>/ladders/<slug:ladder>/rules/preview/", rules.preview, name="rules_preview"),
    path("c/<slug:club>/ladders/<slug:ladder>/rules/save/", rules.save, name="rules_save"),
    path(
        "c/<slug:club>/ladders/<slug:ladder>/rules/undo/<int:number>/",
        rules.undo,
        name="rules_undo",
    ),
    path("c/<slug:club>/ladders/<slug:ladder>/compare/", compare.show, name="compare"),
    path("c/<slug:club>/ladders/<slug:ladder>/compare/result/", compare.result, name="compared"),
    path("c/<slug:club>/events/<slug:event>/norms/", norms.event, name="event_norms"),
    path(
        "c/<slug:club>/events/<slug:event>/norms/<slug:player>/<slug:norm>/",
        norms.sheet,
        name="norm_sheet",
    ),
    path("c/<slug:club>/norms/", norms.report, name="norms"),
    path("c/<slug:club>/norms/export/", norms.export, name="norms_export"),
    path(
        "c/<slug:club>/ladders/<slug:ladder>/lists/<slug:day>/print/",
        printed.show,
        name="list_print",
    ),
    path(
        "c/<slug:club>/ladders/<slug:ladder>/lists/<slug:day>/export/",
        printed.export,
        name="list_export",
    ),
    path("c/<slug:club>/opening/", opening.index, name="opening"),
    path("c/<slug:club>/opening/paste/", opening.paste, name="opening_paste"),
    path("c/<slug:club>/opening/file/", opening.file, name="opening_file"),
    path("c/<slug:club>/opening/new/<slug:paste>/", opening.draft, name="opening_draft"),
    path(
        "c/<slug:club>/opening/new/<slug:paste>/correct/", opening.correct, name="opening_correct"
    ),
    path(
        "c/<slug:club>/opening/new/<slug:paste>/encoding/",
        opening.encoding,
        name="opening_encoding",
    ),
    path("c/<slug:club>/opening/new/<slug:paste>/drop/", opening.drop, name="opening_drop"),
    path("c/<slug:club>/opening/new/<slug:paste>/save/", opening.save, name="opening_save"),
    path("c/<slug:club>/opening/<slug:opening>/", opening.show, name="opening_list"),
    path("c/<slug:club>/opening/<slug:opening>/undo/", opening.undo, name="opening_undo"),
    path("staff/", staff.home, name="staff"),
    path("staff/ladders/", staff.index, name="staff_ladders"),
    path("staff/ladders/<slug:club>/<slug:ladder>/rebuild/", staff.rebuild, name="rebuild"),
    path("staff/ladders/<slug:club>/<slug:ladder>/full/", staff.rebuild_full, name="rebuild_full"),
    path("staff/ladders/<slug:club>/<slug:ladder>/verify/", staff.verify, name="verify"),
]
