"""Print what has grown long, and fail where it has grown too long. Part of `make check`.

A long file or function usually holds a second idea; find that, do not cut for the number's sake.
Tables (published numbers, in files named tables.py or *_tables.py) and migrations may be long.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

FILE_LISTED, FILE_REFUSED = 300, 500
FUNCTION_LISTED, FUNCTION_REFUSED = 30, 60
TEMPLATE_LISTED = 200
CODE = {".py", ".css", ".js"}


def sources() -> list[Path]:
    """Every file of the project, also those not yet committed, but none that a tool made."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    return [path for path in map(Path, listed.stdout.splitlines()) if path.is_file()]


def exempt(path: Path) -> bool:
    return "migrations" in path.parts or path.stem == "tables" or path.stem.endswith("_tables")


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Name and length of each function, from `def` to its last line, docstring not counted."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            first = node.body[0]
            if ast.get_docstring(node) is not None:
                length -= (first.end_lineno or first.lineno) - first.lineno + 1
            yield f"{path}:{node.lineno} {node.name}", length


def measure() -> Iterator[tuple[str, int, int, int]]:
    """Each thing measured: what it is, its lines, the limit to be listed, the limit to fail."""
    never = sys.maxsize
    for path in sources():
        if exempt(path):
            continue
        if path.suffix == ".html":
            lines = len(path.read_text(encoding="utf-8").splitlines())
            yield str(path), lines, TEMPLATE_LISTED, never
        elif path.suffix in CODE:
            lines = len(path.read_text(encoding="utf-8").splitlines())
            yield str(path), lines, FILE_LISTED, FILE_REFUSED
        if path.suffix == ".py":
            for name, length in functions(path):
                yield name, length, FUNCTION_LISTED, FUNCTION_REFUSED


def main() -> int:
    listed = refused = 0
    for what, lines, list_over, refuse_over in sorted(measure(), key=lambda found: -found[1]):
        if lines > list_over:
            listed += 1
            refused += lines > refuse_over
            print(f"{lines:5} {'TOO LONG' if lines > refuse_over else 'long':8} {what}")
    print(f"Sizes: {listed} long, {refused} too long.")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
