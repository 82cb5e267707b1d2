#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Keeps the arrows between the folders of the engine pointing one way.

A folder of src/ is a layer and includes only itself and lower layers; gdextension/ stands on top and is the only code
that knows Godot. Without such a check layers vanish one convenient include at a time. Headers must also stand on
their own: each is compiled alone, in both precisions, so that the order of includes never matters.
"""

import platform
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import tree

LAYERS = ["base", "math", "geometry", "spatial", "shape", "collide", "dynamics", "world"]

# what the extension may see: not how the engine is built inside
EXTENSION_MAY_INCLUDE = ["world", "shape", "collide", "geometry", "math", "dynamics", "base"]

PRECISIONS = {"single": [], "double": ["-DMK_DOUBLE"]}
# a header about lanes is compiled for each width, as SConstruct compiles the kernels
LANES = [["-DMK_WIDE_SCALAR"], ["-DMK_LANES=4"]]
if platform.machine() == "x86_64":
    LANES.append(["-DMK_LANES=8", "-mavx2", "-mno-fma"])

# libraries of the benches, which need not be installed; a header about one compiles in their language
RIVALS = ("btBullet", "ccd/", "fcl/", "ode/")

COMPILE_ALONE = ["gcc", "-fsyntax-only", "-x", "c", "-std=c17", "-Wall", "-Wextra", "-Werror"]
INCLUDE_ROOTS = ["-Isrc", "-Igdextension", "-Itests", "-I."]


def check(root):
    """All includes that point the wrong way and all headers that do not stand alone."""
    findings = []
    headers = []
    for path in tree.owned_c_files(root):
        name = tree.relative(root, path)
        text = path.read_text(encoding="utf-8")
        findings += include_findings(root, name, text)
        if path.suffix == ".h":
            findings += pragma_findings(name, text)
            if not is_about_rival(name, text):
                headers.append(name)
    return findings + compile_findings(root, headers)


def includes(text):
    """(line number, opening mark, path) of each include that is not in a comment."""
    pattern = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]')
    for number, line in enumerate(tree.without_comments(text).splitlines(), 1):
        match = pattern.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def is_about_rival(name, text):
    """Whether a header is part of how a bench asks another library."""
    targets = [target for _, _, target in includes(text)]
    return name.startswith("tests/bench/") and any(t.startswith(RIVALS) for t in targets)


def include_findings(root, name, text):
    """Findings in the includes of one file; tests may include everything."""
    findings = []
    for number, mark, target in includes(text):
        sentence = None
        if name.startswith("src/"):
            sentence = engine_include(root, name, mark, target)
        elif name.startswith("gdextension/"):
            sentence = extension_include(root, name, target)
        if sentence:
            findings.append(tree.Finding(name, number, sentence))
    if name.startswith("src/") and layer_of(name) is None:
        findings.append(
            tree.Finding(name, 1, f"lies in no layer; the layers are {', '.join(LAYERS)}")
        )
    return findings


def layer_of(name):
    """The layer of a file of the engine, None when it lies outside of all."""
    parts = name.split("/")
    return parts[1] if len(parts) > 2 and parts[1] in LAYERS else None


def engine_include(root, name, mark, target):
    """What is wrong with an include in src/, None when it is right."""
    if re.search(r"godot|gdextension", target, re.IGNORECASE):
        return f'includes "{target}": the engine knows nothing of Godot'
    if mark == "<":
        return system_include(root, target)
    first = target.split("/")[0]
    if first not in LAYERS or "/" not in target:
        return f'includes "{target}": write it from the src folder, with the layer in front'
    if not (root / "src" / target).is_file():
        return f'includes "{target}", which does not exist'
    own = layer_of(name)
    if own and LAYERS.index(first) > LAYERS.index(own):
        return f'includes "{target}": {own} is below {first} and must not know it'
    return None


def system_include(root, target):
    """Our own headers are included with quotes; angle brackets would slip past the layers."""
    if (root / "src" / target).is_file():
        return f"includes <{target}>: headers of the project are written with quotes"
    return None


def extension_include(root, name, target):
    """What is wrong with an include in gdextension/, None when it is right."""
    first = target.split("/")[0]
    # a folder of gdextension/ may bear the name of a layer: a neighbour is no layer
    beside = (root / name).parent / target
    if first == "src" or target.startswith("../src"):
        return f'includes "{target}": write it from the src folder, with the layer in front'
    if first not in LAYERS or beside.is_file():
        return None
    if first not in EXTENSION_MAY_INCLUDE:
        return f'includes "{target}": the extension sees only {", ".join(EXTENSION_MAY_INCLUDE)}'
    return None


def pragma_findings(name, text):
    """Headers are guarded by `#pragma once`, the first line that is no comment."""
    code = tree.without_comments(text).strip()
    if re.match(r"#[ \t]*pragma[ \t]+once\b", code):
        return []
    return [tree.Finding(name, 1, "has no `#pragma once` before its first line of code")]


def compile_findings(root, headers):
    """Compiles each header alone; the work is done by gcc, so threads suffice."""
    jobs = [(root, *job) for header in headers for job in compile_jobs(root, header)]
    findings = []
    with ThreadPoolExecutor() as pool:
        for found in pool.map(lambda job: compile_alone(*job), jobs):
            findings += found
    return findings


def compile_jobs(root, header):
    """(header, name of the variant, flags) of each way in which a header must compile."""
    jobs = []
    text = (root / header).read_text(encoding="utf-8")
    wide = "MK_LANES" in text
    for precision, defines in PRECISIONS.items():
        bindings = generated_folders(root, precision)
        # headers of the extension need the bindings, which exist only after a build
        if (header.startswith("gdextension/") or "godot_api.h" in text) and not bindings:
            continue
        flags = defines + INCLUDE_ROOTS + bindings
        jobs.append((header, f"{precision} precision", flags))
        if wide:
            for lanes in LANES:
                jobs.append((header, f"{precision} precision, {lanes[0]}", flags + lanes))
    return jobs


def generated_folders(root, precision):
    """Flags for the newest bindings that a build has generated, none before the first build."""
    generated = sorted(root.glob(f"build/gen-*-{precision}"), key=lambda path: path.stat().st_mtime)
    dumped = sorted(root.glob("build/godot-*"), key=lambda path: path.stat().st_mtime)
    if not generated or not dumped:
        return []
    return ["-isystem", str(generated[-1]), "-isystem", str(dumped[-1])]


def compile_alone(root, header, variant, flags):
    """Compiles a source that holds nothing but one include; gives what gcc said about the header."""
    command = COMPILE_ALONE + flags + ["-"]
    source = f'#include "{header}"\nextern int mk_not_empty;\n'
    result = subprocess.run(
        command, input=source, cwd=root, capture_output=True, text=True, check=False
    )
    if result.returncode == 0:
        return []
    for line in result.stderr.splitlines():
        match = re.match(r"(?:\./)?([^:]+):(\d+):(?:\d+:)? (?:fatal )?error: (.*)", line)
        if match:
            where = "" if match.group(1) == header else f" (in {match.group(1)})"
            number = int(match.group(2)) if not where else 1
            sentence = f"does not compile alone ({variant}): {match.group(3)}{where}"
            return [tree.Finding(header, number, sentence)]
    return [tree.Finding(header, 1, f"does not compile alone: {result.stderr.strip()}")]


if __name__ == "__main__":
    tree.run_check(check)
