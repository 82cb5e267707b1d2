#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Keeps random cases the same for every compiler.

The order in which C evaluates the arguments of a call, the entries of an initialiser and the operands of most operators
is the compiler's choice. Two draws from one random generator in such places make other cases with gcc than with clang,
and a seed that fails with one passes with the other. A draw is a call that is given a generator.
"""

import re
from typing import NamedTuple

import tree

# what is drawn from, as an argument of a call: a generator of tests/support/rng.h, or the bytes of a fuzzer
SOURCE = re.compile(r"&?(\w+(->|\.))*(rng|seeds|input)")
TOKEN = re.compile(r"\w+|&&|\|\||->|\S")
CLOSING = {"(": ")", "[": "]", "{": "}"}
STATEMENTS = {"if", "for", "while", "switch", "do", "else", "return", "case", "default", "goto"}
# where the order is fixed: what stands before is evaluated before
ORDERED = {"&&", "||", "?", ":"}


class Group(NamedTuple):
    """What stands in a pair of brackets: tokens and inner groups."""

    bracket: str
    items: list
    line: int


def check(root):
    """All pairs of draws whose order is open."""
    findings = []
    for path in tree.owned_files(root, ("tests",)):
        if path.suffix in tree.C_SUFFIXES:
            text = path.read_text(encoding="utf-8")
            lines = sorted(set(unordered_lines(tree.only_code(text))))
            name = tree.relative(root, path)
            sentence = "draws twice where C leaves the order open: draw into locals first"
            findings += [tree.Finding(name, line, sentence) for line in lines]
    return findings


def unordered_lines(code):
    """The lines of a text in which two draws have no order."""
    found = []
    draws_in_block(read_group(code).items, found)
    return found


def read_group(code):
    """The text as a tree of brackets."""
    stack = [Group("", [], 1)]
    line = 1
    position = 0
    for match in TOKEN.finditer(code):
        line += code.count("\n", position, match.start())
        position = match.start()
        word = match.group()
        if word in CLOSING:
            stack.append(Group(word, [], line))
            stack[-2].items.append(stack[-1])
        elif word in CLOSING.values():
            if len(stack) > 1:
                stack.pop()
        else:
            stack[-1].items.append(word)
    return stack[0]


def split(items, separators):
    """The runs of items between separators."""
    runs = [[]]
    for item in items:
        if isinstance(item, str) and item in separators:
            runs.append([])
        else:
            runs[-1].append(item)
    return runs


def draws_in_block(items, found):
    """Looks at statements, which follow one another."""
    statement = []
    for item in items:
        ends = item == ";" or (isinstance(item, str) and item in STATEMENTS)
        is_head = statement and statement[-1] == "(head)"
        if isinstance(item, Group) and (is_block(item) or is_head):
            draws_in_statement(statement, found)
            for part in split(item.items, {";"}) if is_head else [item.items]:
                (draws_in_statement if is_head else draws_in_block)(part, found)
            statement = []
        elif ends:
            draws_in_statement(statement, found)
            statement = ["(head)"] if item in {"if", "for", "while", "switch"} else []
        else:
            statement.append(item)
    draws_in_statement(statement, found)


def is_block(item):
    """Braces with statements in them; others hold an initialiser or a type."""
    return item.bracket == "{" and any(
        isinstance(inner, str) and (inner == ";" or inner in STATEMENTS) for inner in item.items
    )


def draws_in_statement(items, found):
    """Declarators follow one another."""
    for part in split(items, {","}):
        draws(part, found)


def draws(items, found):
    """Whether an expression draws; notes the lines of draws that nothing orders."""
    any_draw = False
    for run in split(items, ORDERED):
        drawing = []
        for before, item in zip([None, *run], run):
            # table[draw(rng)](rng): what is called is known before it is called
            is_call_of_result = isinstance(before, Group) and before in drawing
            if isinstance(item, Group) and draws_in_group(item, found) and not is_call_of_result:
                drawing.append(item)
        if len(drawing) > 1:
            found.append(drawing[1].line)
        any_draw = any_draw or bool(drawing)
    return any_draw


def draws_in_group(group, found):
    """Whether anything in brackets draws; entries between commas have no order among themselves."""
    if is_block(group):
        draws_in_block(group.items, found)
        return False
    entries = split(group.items, {","})
    drawing = [entry for entry in entries if draws(entry, found)]
    if len(drawing) > 1:
        found.append(group.line)
    is_call = group.bracket == "(" and any(is_source(entry) for entry in entries)
    return is_call or bool(drawing)


def is_source(entry):
    """An argument that is a generator and nothing else."""
    return all(isinstance(item, str) for item in entry) and bool(SOURCE.fullmatch("".join(entry)))


if __name__ == "__main__":
    tree.run_check(check)
