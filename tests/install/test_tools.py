"""The tools of `make check` fail when they should, and never claim what they did not look at."""

from pathlib import Path

import pytest

from tools import audit, sizes

VULNERABLE = {
    "name": "b",
    "version": "1.0",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}],
}
SOUND = {"name": "a", "version": "1.0", "vulns": []}
UNKNOWN = {"name": "c", "skip_reason": "not found"}


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch):
    def set_answers(pypi, osv):
        monkeypatch.setattr(
            audit, "ask", lambda service, locks: {"pypi": pypi, "osv": osv}[service]
        )
        monkeypatch.delenv("AUDIT", raising=False)

    return set_answers


@pytest.mark.parametrize(
    ("pypi", "osv", "code", "said"),
    [
        ([SOUND], None, 0, "knows nothing against 1 of 1"),
        ([SOUND, VULNERABLE], None, 1, "VULNERABLE b 1.0: PYSEC-1, fixed in 1.1"),
        ([SOUND, UNKNOWN], None, 0, "NOT CHECKED for known vulnerabilities: c"),
        ([SOUND, UNKNOWN], [SOUND, VULNERABLE], 1, "VULNERABLE b"),
        (None, None, 0, "NOT CHECKED for known vulnerabilities: all packages"),
        ([], [], 0, "NOT CHECKED for known vulnerabilities: all packages"),
    ],
)
def test_what_was_not_audited_is_said(answers, capsys, pypi, osv, code, said) -> None:
    answers(pypi, osv)
    assert audit.main([]) == code
    assert said in capsys.readouterr().out


def test_a_strict_audit_fails_on_what_was_not_audited(answers, monkeypatch) -> None:
    answers(None, None)
    monkeypatch.setenv("AUDIT", "strict")
    assert audit.main([]) == 1


def run_sizes(monkeypatch: pytest.MonkeyPatch, folder: Path) -> int:
    monkeypatch.setattr(sizes, "sources", lambda: sorted(folder.rglob("*.*")))
    return sizes.main()


def function_of(lines: int) -> str:
    return "def f() -> None:\n" + "    pass\n" * (lines - 1)


@pytest.mark.parametrize(
    ("name", "text", "code", "said"),
    [
        ("a.py", function_of(30), 0, "0 long, 0 too long"),
        ("a.py", function_of(31), 0, "31 long"),
        ("a.py", function_of(61), 1, "61 TOO LONG"),
        ("a.py", "x = 1\n" * 500, 0, "500 long"),
        ("a.py", "x = 1\n" * 501, 1, "501 TOO LONG"),
        ("a.css", "p {}\n" * 501, 1, "501 TOO LONG"),
        ("a_tables.py", "x = 1\n" * 501, 0, "0 long"),
        ("migrations/a.py", "x = 1\n" * 501, 0, "0 long"),
        ("a.html", "<p>\n" * 900, 0, "900 long"),
    ],
)
def test_sizes_are_listed_and_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys,
    name: str,
    text: str,
    code: int,
    said: str,
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert run_sizes(monkeypatch, tmp_path) == code
    assert said in capsys.readouterr().out


def test_a_docstring_does_not_make_a_function_long(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text('def f() -> None:\n    """A\n    B\n    C"""\n    pass\n')
    assert [length for _, length in sizes.functions(path)] == [2]
