#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Runs clang-tidy over every source of ours, on all cores, and never twice on the same text.

A clean result is remembered in build/lint under a hash of everything that could change it: the source, all project
headers it reaches, its compile command, the .clang-tidy files and clang-tidy itself. Sources come with the flags of
compile_commands.json, which SCons writes.
"""

import hashlib
import json
import os
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import layers
import tools
import tree

# an analysed source whose command was written for gcc: clang need not know each of its options
EXTRA = ["--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Qunused-arguments"]
LANES = re.compile(r"-DMK_(LANES|WIDE)")
MESSAGE = re.compile(r"(.*?):(\d+):\d+: (?:error|warning): (.*)")


def check(root):
    """All findings of clang-tidy, each once, although a header is seen from many sources."""
    missing = tools.missing("clang-tidy")
    if missing:
        return missing
    database = root / "compile_commands.json"
    if not database.is_file():
        return [tree.Finding("compile_commands.json", 0, "does not exist; `scons` writes it")]
    commands = chosen_commands(root, json.loads(database.read_text(encoding="utf-8")))
    findings = unbuilt_findings(root, commands)
    chosen = write_database(root, commands)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda item: analyse(root, chosen, *item), sorted(commands.items())):
            findings += found
    return sorted(set(findings))


def chosen_commands(root, entries):
    """Source -> its compile commands, one per width of lanes.

    Other variants of a build (release, sanitizers, precision) would only repeat the analysis. The debug build is
    preferred, because its asserts tell the analyser what cannot happen.
    """
    commands = {}
    owned = {tree.relative(root, path) for path in tree.owned_c_files(root)}
    for entry in sorted(entries, key=lambda entry: "-DMK_DEBUG" not in words_of(entry)):
        path = Path(os.path.normpath(Path(entry["directory"]) / entry["file"]))
        if not path.is_relative_to(root) or tree.relative(root, path) not in owned:
            continue
        lanes = " ".join(word for word in words_of(entry) if LANES.match(word))
        commands.setdefault(tree.relative(root, path), {}).setdefault(lanes, entry)
    return {name: list(variants.values()) for name, variants in commands.items()}


def words_of(entry):
    """The words of a compile command, which the format allows in two forms."""
    return entry.get("arguments") or shlex.split(entry["command"])


def unbuilt_findings(root, commands):
    """A source that no target builds is dead, and would escape the analysis.

    A bench is built only where the library that it is compared with is installed.
    """
    findings = []
    for path in tree.owned_c_files(root):
        name = tree.relative(root, path)
        is_bench = name.startswith("tests/bench/")
        if path.suffix == ".c" and name not in commands and not is_bench:
            sentence = "is not in compile_commands.json: no SCons target builds it"
            findings.append(tree.Finding(name, 1, sentence))
    return findings


def write_database(root, commands):
    """clang-tidy analyses a source once per command it finds, so it gets a database of the chosen."""
    folder = root / "build/lint"
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps([entry for name in sorted(commands) for entry in commands[name]], indent=1)
    (folder / "compile_commands.json").write_text(text, encoding="utf-8")
    return folder


def analyse(root, chosen, name, entries):
    """The findings of one source; a clean result is remembered."""
    stamp = chosen / "clean" / cache_key(root, name, entries)
    if stamp.exists():
        return []
    command = ["clang-tidy", "--quiet", "-p", str(chosen), *EXTRA, str(root / name)]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    findings = parse(root, result.stdout)
    if result.returncode != 0 and not findings:
        text = (result.stdout + result.stderr).strip()
        findings = [tree.Finding(name, 1, f"clang-tidy stopped: {text}")]
    if not findings:
        stamp.parent.mkdir(exist_ok=True)
        stamp.touch()
    return findings


def parse(root, output):
    """Findings from clang-tidy's output, with paths from the root."""
    findings = []
    for line in output.splitlines():
        match = MESSAGE.match(line)
        if match:
            path = Path(os.path.normpath(root / match.group(1)))
            name = tree.relative(root, path) if path.is_relative_to(root) else str(path)
            text = match.group(3).replace(",-warnings-as-errors", "")
            findings.append(tree.Finding(name, int(match.group(2)), text))
    return findings


def cache_key(root, name, entries):
    """A hash of all that clang-tidy's answer for one source depends on."""
    digest = hashlib.sha256(tool_version().encode())
    digest.update(json.dumps(entries, sort_keys=True).encode())
    for path in sorted(reached(root, name, entries[0])) + configurations(root, name):
        digest.update(path.encode())
        digest.update((root / path).read_bytes())
    return digest.hexdigest()


def tool_version():
    """What clang-tidy says of itself; asked once."""
    if not hasattr(tool_version, "text"):
        command = ["clang-tidy", "--version"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        tool_version.text = result.stdout
    return tool_version.text


def configurations(root, name):
    """The .clang-tidy files that hold for a source or for a header it may include."""
    names = [".clang-tidy", "tests/.clang-tidy", "gdextension/server/.clang-tidy"]
    names += [f"{parent.as_posix()}/.clang-tidy" for parent in Path(name).parents]
    return [path for path in sorted(set(names)) if (root / path).is_file()]


def reached(root, name, entry):
    """The source and all files of this repository that it includes, directly or not."""
    folders = include_folders(root, entry)
    found = set()
    todo = [name]
    while todo:
        current = todo.pop()
        if current in found:
            continue
        found.add(current)
        text = (root / current).read_text(encoding="utf-8")
        for _, _, target in layers.includes(text):
            todo += resolve(root, [(root / current).parent, *folders], target)
    return found


def resolve(root, folders, target):
    """Where an include leads inside this repository: a list of no or one name."""
    for folder in folders:
        path = Path(os.path.normpath(folder / target))
        if path.is_file() and path.is_relative_to(root):
            return [tree.relative(root, path)]
    return []


def include_folders(root, entry):
    """The folders that a compile command searches for includes."""
    words = words_of(entry)
    folders = []
    for index, word in enumerate(words):
        for option in ("-I", "-isystem", "-iquote"):
            if word == option and index + 1 < len(words):
                folders.append(words[index + 1])
            elif word.startswith(option) and word != option:
                folders.append(word[len(option) :])
    return [root / entry["directory"] / folder for folder in folders]


if __name__ == "__main__":
    tree.run_check(check)
