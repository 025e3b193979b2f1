"""Events as JSON: what revisions and drafts store, and their exact inverse."""

from collections.abc import Mapping
from datetime import date
from typing import Any, TypeVar

import cattrs
from cattrs.gen import make_dict_unstructure_fn

from events.drafts import DraftEntry, DraftEvent, Source
from events.revisions import EntryContent, EventContent, GameContent

T = TypeVar("T")

_converter = cattrs.Converter(forbid_extra_keys=True)
_converter.register_unstructure_hook(date, date.isoformat)
_converter.register_structure_hook(date, lambda text, _type: date.fromisoformat(text))
for _kind in (GameContent, EntryContent, EventContent, DraftEntry, Source, DraftEvent):
    # Defaults are left out, so that a field added later leaves old revisions as they are.
    _converter.register_unstructure_hook(
        _kind, make_dict_unstructure_fn(_kind, _converter, _cattrs_omit_if_default=True)
    )


def to_json(value: object) -> dict[str, Any]:
    """Plain data for a JSON column."""
    data: dict[str, Any] = _converter.unstructure(value)
    return data


def from_json(kind: type[T], data: Mapping[str, Any]) -> T:
    """What `to_json` wrote, again. Raises `cattrs.BaseValidationError` on anything else."""
    return _converter.structure(data, kind)
