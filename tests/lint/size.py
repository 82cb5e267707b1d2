#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Keeps functions and files small enough to be held in the head, and comments as narrow as the code.

clang-format breaks no comments, so their lines are counted here; tables in them may be wider. clang-tidy also limits functions, but only in files that a build knows; this check needs no build. Both count alike:
the lines after the one with the opening brace, up to the closing brace.
"""

import re

import tree

MAX_FUNCTION_LINES = 60
MAX_FILE_LINES = 500
MAX_SCENE_LINES = 200  # of what is to be read as an example
MAX_COMMENT_COLUMNS = 100
TAB_COLUMNS = 4
# text, which can be broken; what is indented further belongs to a table or a list
COMMENT_TEXT = re.compile(r"\t*// \S")
# the script of a scene of the demo: it has the name of its folder
SCENE_SCRIPT = re.compile(r"/scenes/(\w+)/\1\.gd$")
ALLOWED = re.compile(r"\bNOLINT(NEXTLINE|BEGIN)?\(.*readability-function-size")


def check(root):
    """All functions and files that are too long, and comments that are too wide."""
    findings = []
    for path in tree.owned_c_files(root):
        name, text = tree.relative(root, path), path.read_text(encoding="utf-8")
        findings += long_functions(name, text) + wide_comments(name, text)
    for path in limited_files(root):
        findings += long_file(tree.relative(root, path), path.read_text(encoding="utf-8"))
    return findings


def limited_files(root):
    """The files whose length is limited: C, Python, GDScript and shell, wherever they are."""
    for path in tree.owned_files(root):
        if path.suffix in {".c", ".h", ".gd"} or tree.is_python(path) or tree.is_shell(path):
            yield path


def long_file(name, text):
    """A finding when a file is over the limit."""
    count = len(text.splitlines())
    limit = MAX_SCENE_LINES if SCENE_SCRIPT.search(name) else MAX_FILE_LINES
    if count <= limit:
        return []
    return [tree.Finding(name, count, f"the file has {count} lines, the limit is {limit}")]


def wide_comments(name, text):
    """Findings for the lines of comments that are over the limit."""
    return [
        tree.Finding(name, number, f"the comment is wider than {MAX_COMMENT_COLUMNS} columns")
        for number, line in enumerate(text.splitlines(), 1)
        if COMMENT_TEXT.match(line) and len(line.expandtabs(TAB_COLUMNS)) > MAX_COMMENT_COLUMNS
    ]


def long_functions(name, text):
    """Findings for the functions of a C file that are over the limit and not excused in the code."""
    findings = []
    lines = text.splitlines()
    for start, end, function in functions(text):
        count = end - start
        excused = any(ALLOWED.search(line) for line in lines[max(0, start - 3) : start])
        if count > MAX_FUNCTION_LINES and not excused:
            sentence = f"{function} has {count} lines, the limit is {MAX_FUNCTION_LINES}"
            findings.append(tree.Finding(name, start, sentence))
    return findings


def functions(text):
    """(line of the opening brace, line of the closing brace, name) of each function in a C text.

    A brace at the outermost level that follows a closing parenthesis opens a function; after anything else it opens a
    type or an initialiser.
    """
    code = tree.only_code(text)
    depth = 0
    opened = None
    for match in re.finditer(r"[{}]", code):
        if match.group() == "{":
            if depth == 0 and code[: match.start()].rstrip().endswith(")"):
                opened = match.start()
            depth += 1
        else:
            depth -= 1
            if depth == 0 and opened is not None:
                yield line_of(code, opened), line_of(code, match.start()), name_before(code, opened)
                opened = None


def line_of(text, position):
    """The line number of a position."""
    return text.count("\n", 0, position) + 1


def name_before(code, position):
    """The name of the function whose body opens at the position: the word before its parameter list."""
    depth = 0
    for index in range(position - 1, -1, -1):
        if code[index] == ")":
            depth += 1
        elif code[index] == "(":
            depth -= 1
            if depth == 0:
                words = re.findall(r"\w+", code[:index][-200:])
                return words[-1] if words else "a function"
    return "a function"


if __name__ == "__main__":
    tree.run_check(check)
