"""What pages read of ladders. Reads only."""

from ladder.charts import whole
from ladder.queries.courses import Course, Standing, course, ratings_now
from ladder.queries.deciding import preview_decision
from ladder.queries.differing import Difference, differences, event_in, put_right
from ladder.queries.effect import Effect, publish_effect
from ladder.queries.entered import Held, Start, lists_to_undo, starts, starts_held
from ladder.queries.events import Explained, event_changes, explain
from ladder.queries.everybody import Figures, figures
from ladder.queries.later import Correction, corrections
from ladder.queries.lists import Row, Table, standings, table, threshold
from ladder.queries.moves import Done, Moved, Preview, Summary, done, effects, previews
from ladder.queries.person import everything_about
from ladder.queries.sheet import ListLine, list_lines, list_sheet, rounded_change
from ladder.queries.stamps import Stamp, ladders, stamp, stamp_or_404, stopped_at
from ladder.queries.starting import start_preview

__all__ = [
    "Correction",
    "Course",
    "Difference",
    "Done",
    "Effect",
    "Explained",
    "Figures",
    "Held",
    "ListLine",
    "Moved",
    "Preview",
    "Row",
    "Stamp",
    "Standing",
    "Start",
    "Summary",
    "Table",
    "corrections",
    "course",
    "differences",
    "done",
    "effects",
    "event_changes",
    "event_in",
    "everything_about",
    "explain",
    "figures",
    "ladders",
    "rounded_change",
    "list_lines",
    "list_sheet",
    "lists_to_undo",
    "preview_decision",
    "previews",
    "publish_effect",
    "put_right",
    "ratings_now",
    "stamp",
    "stamp_or_404",
    "standings",
    "start_preview",
    "starts",
    "starts_held",
    "stopped_at",
    "table",
    "threshold",
    "whole",
]
