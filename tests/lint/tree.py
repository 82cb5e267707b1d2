# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""What all checks share: which files are ours, how C looks without comments, how a finding is printed."""

import re
import sys
from pathlib import Path
from typing import NamedTuple

# what is built, downloaded or cached is not ours, as in .gitignore; a corpus holds a fuzzer's bytes
FOREIGN_FOLDERS = {".git", "build", ".godot", ".cache", "__pycache__", "bin", "corpus"}
FOREIGN_FILES = {".git", "compile_commands.json", ".sconsign.dblite"}
FOREIGN_SUFFIXES = {".o", ".os", ".a", ".so", ".pyc"}

C_SUFFIXES = {".c", ".h"}


class Finding(NamedTuple):
    """One thing that is wrong. A line of 0 means the file as a whole."""

    path: str
    line: int
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


def repository_root():
    """The checks work on the tree they lie in, from wherever they are started."""
    return Path(__file__).resolve().parents[2]


def owned_files(root, folders=(".",)):
    """All files that people write, sorted, below the given folders of the root."""
    found = set()
    for folder in folders:
        found.update(walk(root / folder))
    return sorted(found)


def walk(folder):
    """Files below a folder; does not enter foreign folders and does not follow links."""
    if not folder.is_dir():
        return
    for entry in sorted(folder.iterdir()):
        if entry.is_symlink():
            continue
        if entry.is_dir() and entry.name not in FOREIGN_FOLDERS:
            yield from walk(entry)
        elif entry.is_file() and not is_foreign(entry):
            yield entry


def is_foreign(path):
    """A file that a program wrote and that git does not keep."""
    return path.name in FOREIGN_FILES or path.suffix in FOREIGN_SUFFIXES


def owned_c_files(root):
    """The C sources and headers of the engine, the extension and the tests."""
    files = owned_files(root, ("src", "gdextension", "tests"))
    return [path for path in files if path.suffix in C_SUFFIXES]


def first_line(path):
    """The first line of a file, empty when it is not text; scripts are known by their `#!`."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline()
    except UnicodeDecodeError:
        return ""


def is_python(path):
    """Python by name or by interpreter line: SConstruct and commands such as tests/run carry no suffix."""
    if path.suffix == ".py" or path.name == "SConstruct":
        return True
    return not path.suffix and bool(re.match(r"#!.*\bpython", first_line(path)))


def is_shell(path):
    """Shell by name or by interpreter line."""
    if path.suffix == ".sh":
        return True
    return not path.suffix and bool(re.match(r"#!.*\b(ba)?sh\b", first_line(path)))


def relative(root, path):
    """The path as it is printed: from the root, with forward slashes."""
    return path.relative_to(root).as_posix()


# a comment, a string or a character constant, whichever starts first
_NOT_CODE = re.compile(
    r"//(?:\\\n|[^\n])*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL
)


def blank(match):
    """Replaces a match by spaces, so that line numbers stay true."""
    return re.sub(r"[^\n]", " ", match.group())


def without_comments(text):
    """C text whose comments are blanked; strings stay, because includes are strings."""
    return _NOT_CODE.sub(lambda m: blank(m) if m.group().startswith("/") else m.group(), text)


def only_code(text):
    """C text whose comments, strings and preprocessor lines are blanked: what is left has true braces."""
    text = _NOT_CODE.sub(blank, text)
    return re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", blank, text, flags=re.MULTILINE)


def report(findings):
    """Prints the findings and gives the exit code of a check."""
    for finding in findings:
        print(finding)
    return 1 if findings else 0


def run_check(check):
    """The main program of a check that needs nothing but the tree."""
    sys.exit(report(check(repository_root())))
