"""Every setting is in .env.example and in docs/operations.md, and nothing else is."""

import ast
import re

import pytest

from tests import services

# Read by tools around the product, or not for people to set.
NOT_A_SETTING = {"DJANGO_SETTINGS_MODULE"}


def settings_read() -> set[str]:
    """The names that config/ and manage.py read: env.str("X"), os.environ.get("X"), environ["X"]."""
    names: set[str] = set()
    for path in [*(services.ROOT / "config").glob("*.py"), services.ROOT / "manage.py"]:
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="env")),
                    args=[ast.Constant(value=str(name)), *_],
                ):
                    names.add(name)
                case ast.Call(
                    func=ast.Attribute(value=ast.Attribute(attr="environ")),
                    args=[ast.Constant(value=str(name)), *_],
                ):
                    names.add(name)
                case ast.Subscript(
                    value=ast.Attribute(attr="environ"), slice=ast.Constant(value=str(name))
                ):
                    names.add(name)
    return names - NOT_A_SETTING


def in_env_example() -> set[str]:
    text = (services.ROOT / ".env.example").read_text()
    return set(re.findall(r"^#? ?([A-Z][A-Z_]+)=", text, re.MULTILINE))


def in_operations() -> set[str]:
    """The first cells of the tables' rows: | `NAME` | ..."""
    text = (services.ROOT / "docs" / "operations.md").read_text()
    return set(re.findall(r"^\| `([A-Z][A-Z_]+)`", text, re.MULTILINE))


def test_the_reader_of_settings_finds_them() -> None:
    assert {"DATABASE_URL", "SECRET_KEY", "BASE_URL", "DATA_DIR", "PORT"} <= settings_read()


@pytest.mark.parametrize("documented", [in_env_example, in_operations])
def test_every_setting_is_documented_and_every_documented_setting_is_read(documented) -> None:
    assert documented() == settings_read()
