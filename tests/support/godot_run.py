#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Runs the tests of tests/godot inside a real Godot, on the physics engine that is asked for.

A project is made below build/tests/godot/ for each engine; it holds links to the plugin and to the
tests. Each test file runs in a process of its own. A file that crashes or hangs costs only the test
that was running: the process is ended and the remaining tests of the file get a new one.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
ADDON = ROOT / "demo_project" / "addons" / "minkowski_physics"
TESTS = ROOT / "tests" / "godot"
OURS = "Minkowski Physics"

# seconds for one process that runs one test file
FILE_TIMEOUT = 120
# seconds for a process to end after its last test
EXIT_TIMEOUT = 20
IMPORT_TIMEOUT = 300
# lines of output shown of a process that broke down: before Godot's crash report, its start, its end
BEFORE, START, END = 12, 12, 8
# what Godot and our server print at exit when something was not given back
LEAKS = re.compile(r"leaked|still in use|never freed|Orphan StringName", re.IGNORECASE)

PROJECT = """\
; made by godot_run.py for tests, not meant to be edited
config_version=5

[application]

config/name="Minkowski Physics tests"
config/features=PackedStringArray("4.6")

[audio]

driver/driver="Dummy"

[debug]

file_logging/enable_file_logging.pc=false

[physics]

3d/physics_engine="{engine}"
"""


class Config(NamedTuple):
    """What a run needs to know; libs None means the libraries in MK_LIBS, or in the add-on's own folder."""

    godot: str
    engine: str
    libs: Path | None = None
    build: Path = ROOT / "build"
    timeout: float = FILE_TIMEOUT
    exit_timeout: float = EXIT_TIMEOUT


class Verdict(NamedTuple):
    """The outcome of one test: passed, failed, skipped or, where it is not our fault, noted; the reasons."""

    group: str
    name: str
    word: str
    reasons: list

    @property
    def full_name(self):
        """group:name, as the results name it."""
        return f"{self.group}:{self.name}"


class Output(NamedTuple):
    """What one process printed and how it ended; code None means that it was killed for hanging."""

    lines: list
    code: int | None


def find_godot():
    """The path of a Godot; what get_godot has to say is shown only if it fails."""
    command = [str(ROOT / "gdextension" / "get_godot")]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode:
        sys.exit(found.stderr.strip())
    return found.stdout.strip()


def slug(engine):
    """The folder name of an engine."""
    return re.sub(r"\W+", "_", engine).lower()


def link(place, target):
    """Makes a symbolic link, replacing whatever link or file of Godot's is there."""
    if place.is_symlink() and os.readlink(place) == str(target):
        return
    place.unlink(missing_ok=True)
    place.symlink_to(target)


def has_library(folder):
    """Whether a folder holds a library of the plugin."""
    return folder.is_dir() and any(folder.glob("libminkowski_physics.*"))


def make_project(config):
    """Writes the project of an engine and links the plugin and the tests into it; returns its folder."""
    project = config.build / "tests" / "godot" / slug(config.engine)
    addon = project / "addons" / "minkowski_physics"
    project.mkdir(parents=True, exist_ok=True)
    (project / "project.godot").write_text(PROJECT.format(engine=config.engine), encoding="utf-8")
    link(project / "tests", TESTS)
    libs = Path(config.libs or os.environ.get("MK_LIBS") or ADDON / "bin").resolve()
    if has_library(libs):
        addon.mkdir(parents=True, exist_ok=True)
        for entry in ADDON.iterdir():
            if entry.name != "bin":
                link(addon / entry.name, entry)
        link(addon / "bin", libs)
    return project


def environment(config):
    """The user's settings and caches stay out of the tests, and the tests out of them."""
    home = config.build / "tests" / "godot" / "home"
    folders = {"XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache"}
    return dict(os.environ, **{name: str(home / folder) for name, folder in folders.items()})


def import_project(config, project):
    """Lets Godot find the plugin: without its list of extensions it would load none, silently."""
    extensions = project / ".godot" / "extension_list.cfg"
    wanted = (project / "addons" / "minkowski_physics").is_dir()
    if (project / ".godot").is_dir() and extensions.is_file() == wanted:
        return
    command = [config.godot, "--headless", "--path", str(project), "--import"]
    run_process(command, config, IMPORT_TIMEOUT)


def run_process(command, config, timeout):
    """Runs a program with all its children and ends it when it takes too long; returns its output."""
    process = subprocess.Popen(
        command,
        env=environment(config),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,  # words: allow
    )
    text = wait_for(process, timeout, config.exit_timeout)
    if text is not None:
        return Output(text.splitlines(), process.returncode)
    os.killpg(process.pid, signal.SIGKILL)
    text, _ = process.communicate()
    return Output(text.splitlines(), None)


def wait_for(process, timeout, exit_timeout):
    """All that a process prints until it ends, or None: it takes too long, or hangs after its last test."""
    end = time.monotonic() + timeout
    is_done = False
    while (left := end - time.monotonic()) > 0:
        try:
            return process.communicate(timeout=min(left, 1))[0]
        except subprocess.TimeoutExpired as expired:
            if not is_done and b"#mk done" in (expired.output or b""):
                is_done = True
                end = min(end, time.monotonic() + exit_timeout)
    return None


def group_of(path):
    """The group of a test file: its path below tests/ without the suffix."""
    return path.relative_to(ROOT / "tests").with_suffix("").as_posix()


def run_file(config, project, path):
    """Runs one test file, in as many processes as crashes and hangs make necessary."""
    inside = "res://tests/" + path.relative_to(TESTS).as_posix()
    command = [config.godot, "--headless", "--path", str(project), "--fixed-fps", "60"]
    command += ["-s", "res://tests/harness/main.gd", "--", f"--engine={config.engine}"]
    command += [f"--file={inside}"]
    group, verdicts, remaining, leaks = group_of(path), [], None, []
    while remaining is None or remaining:
        more = [f"--tests={','.join(remaining)}"] if remaining else []
        output = run_process(command + more, config, config.timeout)
        announced, found, is_done = read_verdicts(group, output, config)
        verdicts += found
        if is_done:
            leaks = [line.strip() for line in output.lines if LEAKS.search(line)]
        known = {verdict.name for verdict in verdicts}
        left = [name for name in announced if name not in known]
        is_stuck = remaining is not None and len(left) >= len(remaining)
        remaining = left
        if is_stuck:
            break
    return verdicts + exit_verdict(group, verdicts, remaining, leaks)


def exit_verdict(group, verdicts, remaining, leaks):
    """One verdict about the end of a file's last process."""
    reasons = [f"at exit: {line}" for line in leaks]
    reasons += [f"{name} never ran" for name in remaining or []]
    nothing_ran = all(v.word == "skipped" or v.name in ("load", "engine") for v in verdicts)
    if nothing_ran and not reasons:
        return []
    return [Verdict(group, "leaves_nothing_behind", "failed" if reasons else "passed", reasons)]


def end_word(engine, output):
    """What is made of a process whose tests had all run: of a good end nothing. How long the others take
    to give back their memory is not ours to mend."""
    if output.code is None:
        return "failed" if engine == OURS else "noted"
    return "failed" if output.code else None


def read_verdicts(group, output, config):
    """Reads the harness's lines: (names announced, verdicts, whether the end was reached)."""
    announced, verdicts, running, is_done = [], [], None, False
    for line in output.lines:
        word, _, text = line.removeprefix("#mk ").partition(" ")
        if not line.startswith("#mk "):
            continue
        if word == "tests":
            announced = text.split()
        elif word == "begin":
            running = text
        elif word in ("passed", "failed", "skipped"):
            verdicts.append(Verdict(group, text, word, []))
            running = None
        elif word == "why":
            verdicts[-1].reasons.append(text)
        elif word == "done":
            is_done = True
    word = "failed" if running or not verdicts else is_done and end_word(config.engine, output)
    if word:
        name = running or ("exit" if is_done else "start")
        timeout = config.exit_timeout if is_done else config.timeout
        verdicts.append(Verdict(group, name, word, breakdown(output, timeout)))
    return announced, verdicts, is_done


def breakdown(output, timeout):
    """Why a process ended before its test did, with the last lines it printed."""
    if output.code is None:
        cause = f"Godot hung and was ended after {timeout:g} s"
    elif output.code < 0:
        cause = f"Godot crashed with {signal.Signals(-output.code).name}"
    else:
        cause = f"Godot ended with exit code {output.code}"
    lines = [line for line in output.lines if line.strip() and not line.startswith("#mk ")]
    crash = next((i for i, line in enumerate(lines) if "handle_crash" in line), len(lines))
    shown = lines[max(0, crash - BEFORE) : crash + START]
    return [cause] + shown + lines[max(crash + START, len(lines) - END) :]


def print_verdicts(verdicts, engine, seconds):
    """One line per file, and the reasons of each failure."""
    words = [verdict.word for verdict in verdicts]
    counts = ", ".join(
        f"{words.count(w)} {w}" for w in ("passed", "failed", "skipped", "noted") if w in words
    )
    print(f"{verdicts[0].group} on {engine}: {counts} ({seconds:.1f} s)", flush=True)
    for verdict in verdicts:
        if verdict.word in ("failed", "noted"):
            print(f"  {verdict.word.upper()} {verdict.name}")
            print("".join(f"    {reason}\n" for reason in verdict.reasons), end="", flush=True)


def write_results(verdicts, results):
    """Appends a line per test for whoever counts the tests of a whole run."""
    if results:
        with open(results, "a", encoding="utf-8") as file:
            for verdict in verdicts:
                if verdict.word in ("passed", "failed"):
                    file.write(f"{verdict.word}\t{verdict.full_name}\n")


def run_files(config, paths, results=None, quiet=False):
    """Runs test files on one engine; returns all verdicts."""
    project = make_project(config)
    import_project(config, project)
    everything = []
    for path in paths:
        start = time.monotonic()
        verdicts = run_file(config, project, path)
        if verdicts and not quiet:
            print_verdicts(verdicts, config.engine, time.monotonic() - start)
        write_results(verdicts, results)
        everything += verdicts
    return everything


def find_tests(words):
    """The test files whose name contains the filter words."""
    return [path for path in sorted(TESTS.glob("test_*.gd")) if words in path.stem]


def read_arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--godot", help="path of a Godot 4.6 or newer (found by get_godot)")
    parser.add_argument("--engine", default=OURS, help=f"physics engine to test ({OURS})")
    parser.add_argument("--libs", type=Path, help="folder of the plugin's libraries (MK_LIBS)")
    parser.add_argument("--filter", default="", help="only files whose name contains this")
    parser.add_argument("--results", default=os.environ.get("MK_RESULTS"), help="file to append to")
    parser.add_argument("--timeout", type=float, default=FILE_TIMEOUT, help="seconds per file")
    return parser.parse_args()


def main():
    """Runs the tests that the command line asks for."""
    arguments = read_arguments()
    paths = find_tests(arguments.filter)
    if not paths:
        sys.exit(f"no test file in tests/godot has '{arguments.filter}' in its name")
    config = Config(
        arguments.godot or find_godot(), arguments.engine, arguments.libs, timeout=arguments.timeout
    )
    verdicts = run_files(config, paths, arguments.results)
    sys.exit(1 if any(verdict.word == "failed" for verdict in verdicts) else 0)


if __name__ == "__main__":
    main()
