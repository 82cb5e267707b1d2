#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Keeps out of the text what does not belong into a finished source.

Left-over marks, dead code, paths of one machine, notes about how the work was organised, and white space that only
makes noise in a diff. A line that must break a rule says so: it carries the words `words: allow`.
"""

import re

import tree

ALLOW = "words: allow"

# files that Godot writes are left as Godot writes them
GODOT_WRITES = {".tscn", ".tres", ".import", ".uid", ".godot"}
# texts that must carry the licence lines
LICENSED = {".c", ".h", ".py", ".gd", ".gdshader", ".sh"}
LICENCE_LINES = [
    "SPDX-FileCopyrightText: Minkowski Physics contributors",
    "SPDX-License-Identifier: MIT",
]
LICENCE_WITHIN = 6

COMMENTED_C = re.compile(
    r"^\s*//\s*(?:[\w.>\[\]-]+\([^()]*\);|[\w*.>\[\] -]+[ ]?[-+*/]?=[ ][^;]*;|return\b[^.]*;|"
    r"(?:if|for|while|switch)\s*\(.*\)\s*\{|\}(?:\s*else\b.*)?|#\s*(?:include|define)\b.*)\s*$"
)
COMMENTED_SCRIPT = re.compile(
    r"^\s*#\s*(?:print\(.*\)|(?:def|func)\s+\w+\(.*\).*:|var\s+\w+\s*:?=.*)\s*$"
)

EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b50\u2b55\ufe0f]")

# (pattern, sentence), for every line of every text
EVERYWHERE = [
    (re.compile(r"[ \t]+$"), "ends in white space"),
    (re.compile(r"\r"), "has a carriage return; lines end in LF alone"),
    (re.compile(r"^ +\t"), "is indented by spaces before a tab"),
    (re.compile(r"^(<{7}|>{7}|={7})( |$)"), "is the mark of an unresolved merge"),
    (EMOJI, "holds an emoji"),
    (
        # a mark may stay when it says what is missing and why, in at least five words
        re.compile(r"\b(TODO|FIXME|XXX|HACK)\b(?!:(\s+\S+){5})"),  # words: allow
        "has a left-over mark without a cause",
    ),
    (
        re.compile(r"(?<![\w.}~])/(root|home|work|usr/local)(/|\b)"),  # words: allow
        "names a path that exists on one machine only",
    ),
    (
        re.compile(
            r"\b(deb|ftp|snapshot|security|archive|ports|mirrors?)\.([\w-]+\.)?(debian|ubuntu)\.|"
            r"\b(pypi\.org|pythonhosted\.org)\b"  # words: allow
        ),
        "names a host of a package archive; the machine's own configuration knows it",
    ),
    (
        re.compile(
            r"\bsessions?\b|\b(helper|sub-?|coding) ?agents?\b", re.IGNORECASE
        ),  # words: allow
        "speaks of how the work was organised",
    ),
    (
        re.compile(
            r"\b(issue|ticket|pull request|PR|bug) ?#?\d+\b|\(#\d+\)", re.IGNORECASE
        ),  # words: allow
        "explains by an issue number; say the reason itself",
    ),
]

# the same, by suffix
BY_SUFFIX = {
    ".c": [
        (re.compile(r"^\s*#\s*if\s+[01]\b"), "switches code off for good; delete it"),
        (
            re.compile(r"\bNOLINT(NEXTLINE|BEGIN)?\b(?!\([\w.,*\s-]+\):\s*\S)"),
            "silences clang-tidy without `(name of the check): reason`",
        ),
        # clang-tidy 14 checks the names of typedefs but not of structs in C
        (re.compile(r"\b(struct|union)\s+[a-z]\w*\s*\{"), "names a type in lower case"),
    ],
    ".py": [(re.compile(r"^ *\t"), "is indented by a tab")],
    ".gd": [(re.compile(r"^ {2,}\S"), "is indented by spaces")],
}
BY_SUFFIX[".h"] = BY_SUFFIX[".c"]


def check(root):
    """All lines and files that break a rule."""
    findings = []
    for path in tree.owned_files(root):
        if path.suffix in GODOT_WRITES:
            continue
        text = read_text(path)
        if text is not None:
            findings += text_findings(tree.relative(root, path), kind_of(path), text)
    return findings


def read_text(path):
    """The text of a file, None when it is a picture or another binary."""
    data = path.read_bytes()
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def kind_of(path):
    """The suffix by which the rules know a file; commands have none but are Python or shell."""
    if tree.is_python(path):
        return ".py"
    if tree.is_shell(path):
        return ".sh"
    return path.suffix


def text_findings(name, kind, text):
    """Findings in one text."""
    findings = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if ALLOW not in line:
            findings += [tree.Finding(name, number, text) for text in line_sentences(kind, line)]
    if kind in LICENSED and text.strip():
        findings += licence_findings(name, lines)
    if text and not text.endswith("\n"):
        findings.append(tree.Finding(name, len(lines), "the file does not end in a newline"))
    elif text.endswith("\n\n"):
        findings.append(tree.Finding(name, len(lines) - 1, "the file ends in empty lines"))
    return findings


def line_sentences(kind, line):
    """What is wrong with one line."""
    sentences = []
    for pattern, sentence in EVERYWHERE + BY_SUFFIX.get(kind, []):
        if pattern.search(line):
            sentences.append(sentence)
    if is_commented_code(kind, line):
        sentences.append("is commented-out code; delete it")
    return sentences


def is_commented_code(kind, line):
    """A comment that a compiler would accept: prose hardly ever looks like a whole statement."""
    if kind in {".c", ".h"}:
        return bool(COMMENTED_C.match(line))
    if kind in {".py", ".gd"}:
        return bool(COMMENTED_SCRIPT.match(line))
    return False


def licence_findings(name, lines):
    """Two lines at the top say whose the file is; a longer wall is not wanted."""
    head = "\n".join(lines[:LICENCE_WITHIN])
    missing = [line for line in LICENCE_LINES if line not in head]
    return [tree.Finding(name, 1, f"lacks the line `{line}`") for line in missing]


if __name__ == "__main__":
    tree.run_check(check)
