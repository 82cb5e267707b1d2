#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Keeps the list of proven requirements honest.

tests/rows_all.tsv lists the requirements, tests/rows.tsv the tests that prove them. A row counts only when each test it
names exists in the sources and, given the results of a run (--ran FILE), has run and passed everywhere it ran.
"""

import argparse
import re
import sys
from typing import NamedTuple

import tree

# suffix of a test's source -> how a test of that name is declared there
DECLARATIONS = {
    ".c": r"\b\w*test\w*\s*\(\s*{name}\s*[,)]",
    ".gd": r"^\s*func\s+(?:test_)?{name}\s*\(",
    ".py": r"^\s*def\s+(?:test_)?{name}\s*\(",
}


class Row(NamedTuple):
    """One line of rows.tsv: its number there, the requirement and the tests that prove it."""

    line: int
    name: str
    tests: list


class Ran(NamedTuple):
    """The names of the tests that passed and of those that failed in a run."""

    passed: set
    failed: set


def read_table(path):
    """(line number, cells) of each line of a tab separated file that is not empty and no comment."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line.split("\t")


def read_rows(path):
    """The rows of rows.tsv."""
    rows = []
    for number, cells in read_table(path):
        rows.append(Row(number, cells[0].strip(), " ".join(cells[1:]).split()))
    return rows


def read_ran(path):
    """The results of a run. One test may have run several times, for example in both precisions."""
    ran = Ran(set(), set())
    for _, cells in read_table(path):
        if len(cells) >= 2:
            names = ran.passed if cells[0] == "passed" else ran.failed
            names.add(cells[1].strip())
    return ran


def declared(root, test):
    """None when the test exists in the sources, else a sentence that says what is missing."""
    group, colon, name = test.partition(":")
    if not colon or not re.fullmatch(r"\w+", name):
        return f"{test} is not written as group:name"
    if group == "lint":
        return declared_check(root, name)
    for suffix, declaration in DECLARATIONS.items():
        path = root / "tests" / (group + suffix)
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            code = tree.without_comments(text) if suffix == ".c" else text
            if re.search(declaration.format(name=name), code, re.MULTILINE):
                return None
            return f"{test} is not declared in {tree.relative(root, path)}"
    return (
        f"{test} has no source: tests/{group} does not exist with any of {', '.join(DECLARATIONS)}"
    )


def declared_check(root, name):
    """The same for a check of the sources: lint:name, listed in tests/lint/run."""
    if f'"{name}":' in (root / "tests/lint/run").read_text(encoding="utf-8"):
        return None
    return f"lint:{name} is no check of tests/lint/run"


def ran_well(ran, test):
    """None when the test ran and passed, else a sentence."""
    if test in ran.failed:
        return f"{test} failed"
    if test not in ran.passed:
        return f"{test} did not run"
    return None


def row_findings(root, row, known, ran):
    """What keeps one row from being proven."""
    sentences = []
    if row.name not in known:
        sentences.append(f"{row.name} is no row of rows_all.tsv")
    if not row.tests:
        sentences.append(f"{row.name} names no test")
    for test in row.tests:
        sentences.append(declared(root, test) or (ran_well(ran, test) if ran else None))
    return [tree.Finding("tests/rows.tsv", row.line, text) for text in sentences if text]


def examine(root, ran=None):
    """(findings, number of proven rows, number of all rows)."""
    known = [cells[0] for _, cells in read_table(root / "tests/rows_all.tsv")]
    findings = []
    proven = set()
    seen = set()
    for row in read_rows(root / "tests/rows.tsv"):
        found = row_findings(root, row, known, ran)
        if row.name in seen:
            found.append(tree.Finding("tests/rows.tsv", row.line, f"{row.name} is listed twice"))
        seen.add(row.name)
        findings += found
        if not found:
            proven.add(row.name)
    return findings, len(proven), len(known)


def check(root):
    """The findings alone, for the runner of all checks."""
    return examine(root)[0]


def main():
    """Prints the findings and how much is proven."""
    parser = argparse.ArgumentParser(description="Checks which requirements are proven by tests.")
    parser.add_argument("--ran", metavar="FILE", help="results: lines of passed<TAB>group:name")
    arguments = parser.parse_args()
    ran = read_ran(tree.Path(arguments.ran)) if arguments.ran else None
    findings, proven, total = examine(tree.repository_root(), ran)
    code = tree.report(findings)
    print(f"rows proven: {proven} of {total}")
    sys.exit(code)


if __name__ == "__main__":
    main()
