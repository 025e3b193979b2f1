"""What pages read of ladders. Reads only."""

from ladder.charts import whole
from ladder.queries.announcements import (
    Announced,
    ListDay,
    announced_list,
    entering,
    list_days,
    list_place,
    may_announce,
)
from ladder.queries.choosing import SLUG, Shown, ladder_asked, list_context, shown_ladders
from ladder.queries.courses import Course, Standing, course, ratings_now
from ladder.queries.deciding import preview_decision
from ladder.queries.differing import Difference, differences, event_in, put_right
from ladder.queries.effect import Effect, publish_effect
from ladder.queries.entered import Held, Start, lists_to_undo, starts, starts_held
from ladder.queries.events import Changed, Explained, belongs, event_changes, explain, parts_of
from ladder.queries.everybody import Figures, figures
from ladder.queries.facts import (
    asks_for_lists,
    facts_in_words,
    facts_staying,
    needed_facts,
)
from ladder.queries.issued import ListExplained, explain_list
from ladder.queries.later import Correction, corrections
from ladder.queries.lists import (
    Kind,
    Row,
    Standings,
    Table,
    Unrated,
    kind,
    standings,
    table,
)
from ladder.queries.moves import Done, Moved, Preview, Summary, done, effects, previews
from ladder.queries.norms import ClassNow, class_now, norms_asked
from ladder.queries.offered import offer_in_words
from ladder.queries.performance import EventFigures, event_figures, rating_classes
from ladder.queries.person import everything_about
from ladder.queries.sheet import ListLine, headings, list_lines, list_sheet, rounded_change
from ladder.queries.stamps import Stamp, ladder_names, ladders, stamp, stamp_or_404, stopped_at
from ladder.queries.starting import start_preview
from ladder.queries.units import Gave, Part, title_of

__all__ = [
    "SLUG",
    "Announced",
    "Changed",
    "ClassNow",
    "Correction",
    "Course",
    "Difference",
    "Done",
    "Effect",
    "EventFigures",
    "Explained",
    "Figures",
    "Held",
    "Kind",
    "ListDay",
    "ListExplained",
    "ListLine",
    "Moved",
    "Gave",
    "Part",
    "Preview",
    "Row",
    "Shown",
    "Stamp",
    "Standing",
    "Standings",
    "Start",
    "Summary",
    "Table",
    "Unrated",
    "announced_list",
    "asks_for_lists",
    "belongs",
    "class_now",
    "corrections",
    "course",
    "differences",
    "done",
    "effects",
    "entering",
    "event_changes",
    "event_figures",
    "event_in",
    "everything_about",
    "explain",
    "explain_list",
    "facts_in_words",
    "facts_staying",
    "figures",
    "headings",
    "kind",
    "ladder_asked",
    "ladder_names",
    "ladders",
    "list_context",
    "list_days",
    "rounded_change",
    "list_lines",
    "list_place",
    "list_sheet",
    "lists_to_undo",
    "needed_facts",
    "norms_asked",
    "parts_of",
    "may_announce",
    "offer_in_words",
    "preview_decision",
    "previews",
    "publish_effect",
    "put_right",
    "rating_classes",
    "ratings_now",
    "shown_ladders",
    "stamp",
    "stamp_or_404",
    "standings",
    "start_preview",
    "starts",
    "starts_held",
    "stopped_at",
    "table",
    "title_of",
    "whole",
]
