#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Builds and runs the tests; `tests/run` calls it once everything needed is installed.

Every test becomes one line `passed<TAB>group:name` or `failed<TAB>group:name` in
build/tests/results.tsv; the group is the test file's path below tests/, so that tests/rows.tsv can
name tests and the lint can see whether they ran.
"""

import functools
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "build/tests/results.tsv"
PLUGIN = ROOT / "demo_project/addons/minkowski_physics/bin"
# seconds after which a test program counts as hanging; the slowest takes a tenth of it
TIMEOUT = 300
FUZZ_RUNS = 8000

# Builds in which the C tests run: a name for the results, scons options, and which tests. The first
# one has no name: its results are what tests/rows.tsv refers to.
BUILDS = [
    ("", [], r"."),
    ("double", ["precision=double"], r"."),
    ("hostile", ["san=address", "hostile=yes", "validate=yes", "cc=clang"], r"."),
    ("thread", ["san=thread"], r"test_job|test_mutex|test_alloc|test_report|threads"),
]


def say(text):
    print(text, flush=True)


def record(passed, group, name):
    """One line per test, for the count at the end and for tests/lint/rows.py."""
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(f"{'passed' if passed else 'failed'}\t{group}:{name}\n")


def run(command, **options):
    """A command's exit code and everything it printed; a hang counts as a failure."""
    defaults = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "cwd": ROOT}
    defaults.update(errors="replace", timeout=TIMEOUT)
    try:
        result = subprocess.run(command, check=False, **{**defaults, **options})
        return result.returncode, result.stdout
    except subprocess.TimeoutExpired as expired:
        return -1, f"{expired.stdout or ''}\nno end after {expired.timeout} s"


@functools.cache
def build(group, options, targets):
    """Runs scons; a build that fails is a failed test of its own. What this run has built is not looked
    at again, which takes seconds each time."""
    shown = [word for word in (*options, *targets) if "/" not in word]
    say(f"building {group} {' '.join(shown)} ...")
    command = ["scons", "-Q", f"-j{os.cpu_count()}", *options, *targets]
    code, output = run(command, timeout=3600)
    if code:
        say(output)
        record(False, "build", group.removeprefix("the "))
    return code == 0


def build_plugin():
    """The plugin, and the compile commands of everything."""
    is_built = build("the plugin", (), ("plugin", "compile_commands.json"))
    if is_built and is_chosen("lint"):
        start_tidy()
    return is_built


def run_test_program(program, group):
    """Runs one cmocka program; its tests are counted by their own names."""
    environment = {**os.environ, "CMOCKA_MESSAGE_OUTPUT": "tap", "MK_PLUGIN": str(plugin_library())}
    environment.update(ASAN_OPTIONS="detect_leaks=1", TSAN_OPTIONS="halt_on_error=1")
    environment.update(UBSAN_OPTIONS="print_stacktrace=1")
    code, output = run([str(program)], env=environment)
    verdicts = re.findall(r"^(ok|not ok) \d+ - (\S+)", output, re.M)
    for verdict, name in verdicts:
        record(verdict == "ok", group, name)
    all_passed = bool(verdicts) and all(verdict == "ok" for verdict, _ in verdicts)
    if code == 0 and all_passed:
        return
    say(f"FAILED {group}\n{output}")
    if all_passed or not verdicts:
        record(False, group, "exit")


def plugin_library():
    return next(iter(sorted(PLUGIN.glob("*.debug.single.*"))), PLUGIN / "missing")


def build_folder(options):
    """The folder that SConstruct chooses for these options."""
    values = dict(option.split("=") for option in options)
    names = ["debug", values.get("precision", "single"), values.get("cc", "gcc")]
    names += [values["san"]] if "san" in values else []
    names += [name for name in ("validate", "hostile") if values.get(name) == "yes"]
    return ROOT / "build" / ".".join(names)


def sources_of(part):
    return sorted((ROOT / "tests" / part).rglob("test_*.c"))


def run_c_part(part):
    """All C tests of a part, in every build."""
    for name, options, pattern in BUILDS:
        chosen = [source for source in sources_of(part) if re.search(pattern, source.stem)]
        inner = [source.relative_to(ROOT).with_suffix("") for source in chosen]
        programs = [build_folder(options) / path for path in inner]
        targets = ("tests",) if pattern == r"." else tuple(map(str, programs))
        if not chosen or not build(name or "the tests", tuple(options), targets):
            continue
        groups = ["/".join(filter(None, [name, *path.parts[1:]])) for path in inner]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(run_test_program, programs, groups))


def run_python_tests(path, **environment):
    """A unittest file; its tests are counted by their own names."""
    group = str(path.relative_to(ROOT / "tests").with_suffix(""))
    command = [sys.executable, "-B", "-m", "unittest", "-v", str(path.relative_to(ROOT))]
    # a test may have a neighbour that it imports
    environment = {**os.environ, "PYTHONPATH": str(path.parent), **environment}
    code, output = run(command, timeout=900, env=environment)
    verdicts = re.findall(
        r"^(test_\w+) \(.*?\)(?:\n.*?)? \.\.\. (?:.*\n)??(ok|FAIL|ERROR|skipped)", output, re.M
    )
    for name, verdict in verdicts:
        record(verdict == "ok", group, name)
    if code or not verdicts:
        say(f"FAILED {group}\n{output}")
        if all(verdict == "ok" for _, verdict in verdicts):
            record(False, group, "exit")


def run_scenario():
    """The C tests, and the comparison of what other builds make of them."""
    run_c_part("scenario")
    for path in sorted((ROOT / "tests/scenario").rglob("test_*.py")):
        run_python_tests(path)


def run_unit():
    """The C tests, one of which looks at the built plugin, and the tests of our Python and shell."""
    if build_plugin():
        run_c_part("unit")
    for path in sorted((ROOT / "tests/unit").rglob("test_*.py")):
        run_python_tests(path)


def copy_plugin():
    """A folder with the libraries as they are now. What runs beside the scripts builds the demo and the
    package, which links the add-on's own anew, and a Godot that starts meanwhile would find none.
    """
    copy = ROOT / "build/tests/plugin"
    shutil.rmtree(copy, ignore_errors=True)
    return str(shutil.copytree(PLUGIN, copy))


def run_godot_scripts(python_tests, libraries):
    """GDScript tests in the real engine, and in those that it is compared with."""
    for path in python_tests:
        run_python_tests(path, MK_LIBS=libraries)
    for engine in ("Minkowski Physics", "Jolt Physics", "GodotPhysics3D"):
        say(f"tests/godot on {engine} ...")
        command = [sys.executable, "-B", "tests/support/godot_run.py", "--engine", engine]
        command += ["--godot", os.environ["GODOT"], "--results", str(RESULTS)]
        code, output = run(command, timeout=1800, env={**os.environ, "MK_LIBS": libraries})
        if code or "\n  NOTED " in output:
            say(output)


def run_godot():
    """The scripts, and beside them the starts, stops and sanitizers of whole Godot processes."""
    if not build_plugin():
        return
    paths = sorted((ROOT / "tests/godot").rglob("test_*.py"))
    processes = [path for path in paths if path.parent.name == "process"]
    scripts = [path for path in paths if path not in processes]
    with ThreadPoolExecutor(2) as pool:  # each of them leaves a core idle most of the time
        beside = pool.submit(run_godot_scripts, scripts, copy_plugin())
        for path in processes:
            run_python_tests(path)
        beside.result()


@functools.cache
def start_tidy():
    """Starts the slowest check of the sources on cores that the tests leave idle; it remembers what was
    clean, so that the lint has little left to do."""
    command = ["nice", "-n", "19", "tests/lint/run", "tidy"]
    environment = {name: value for name, value in os.environ.items() if name != "MK_RESULTS"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, cwd=ROOT, env=environment, **quiet)


def run_lint():
    """The checks of the sources; they need the compile commands of everything."""
    if build_plugin():
        start_tidy().wait()
        environment = {**os.environ, "MK_RESULTS": str(RESULTS)}
        code, output = run(["tests/lint/run"], timeout=900, env=environment)
        say(output.rstrip())
        if code and not any(line.startswith("failed") for line in results()):
            record(False, "lint", "run")


def run_fuzz_target(source):
    """A bounded number of inputs from a fixed seed, on top of kept cases."""
    name = source.stem
    kept = ROOT / "tests/fuzz/corpus" / name.removeprefix("fuzz_")
    found = ROOT / "build/fuzz/corpus" / name  # libFuzzer adds to the first folder it is given
    found.mkdir(parents=True, exist_ok=True)
    command = [str(ROOT / "build/fuzz" / name), f"-runs={FUZZ_RUNS}", "-seed=1", "-max_len=512"]
    command += [f"-artifact_prefix={ROOT}/build/fuzz/", "-timeout=20", "-len_control=0"]
    code, output = run([*command, str(found)] + ([str(kept)] if kept.is_dir() else []))
    record(code == 0, "fuzz", name)
    if code:
        say(f"FAILED fuzz:{name}\n{output[-4000:]}")


def run_fuzz_smoke():
    """Every fuzz target."""
    if build("the fuzzers", (), ("fuzz",)):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(run_fuzz_target, sorted((ROOT / "tests/fuzz").glob("fuzz_*.c"))))


PARTS = {
    "unit": run_unit,
    "property": lambda: run_c_part("property"),
    "scenario": run_scenario,
    "godot": run_godot,
    "fuzz-smoke": run_fuzz_smoke,
    "lint": run_lint,
}


def is_chosen(part):
    return part in (sys.argv[1:] or PARTS)


def results():
    return RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []


def check_rows():
    """After a whole run: every test that tests/rows.tsv names must have run and passed."""
    code, output = run(["tests/lint/rows.py", "--ran", str(RESULTS)])
    say(output.rstrip())
    record(code == 0, "lint", "rows_ran")


def main(parts):
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        say(f"tests/run: there is no part '{unknown[0]}'; the parts are {', '.join(PARTS)}.")
        return 2
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text("", encoding="utf-8")
    for part in parts or PARTS:
        start = time.monotonic()
        say(f"== {part}")
        PARTS[part]()
        say(f"== {part}: {time.monotonic() - start:.0f} s")
    if not parts:
        check_rows()
    failed = [line.split("\t")[1] for line in results() if line.startswith("failed")]
    for name in failed:
        say(f"FAILED {name}")
    say(f"{len(results()) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or not results() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
