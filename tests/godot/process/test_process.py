#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Tests of whole Godot processes: starts and stops, the editor, sanitizers, valgrind.

GODOT names the Godot to use; without it gdextension/get_godot finds one. The plugin must be built.
"""

import contextlib
import functools
import os
import platform
import re
import shutil
import socket
import struct
import subprocess
import sys
import threading
import unittest
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import godot_run  # noqa: E402 (the path is set above)

STARTS = 100
# lines of Godot's that speak of something wrong
COMPLAINT = re.compile(r"ERROR|WARNING|leaked|never freed|not freed|Sanitizer", re.IGNORECASE)

# what the harness is told to run the calls of chance
MISCHIEF = [f"--engine={godot_run.OURS}", "--file=res://tests/test_server_mischief.gd"]

# what it is told to run nodes that ask and push on threads of their own
IN_THREADS = [f"--engine={godot_run.OURS}", "--file=res://tests/test_worlds.gd"]
IN_THREADS += ["--tests=test_nodes_work_in_threads_of_their_own"]

# what a project may ask of Godot that has a bearing on when physics runs
OTHER_SETTINGS = """\
[physics]

3d/run_on_separate_thread=true
common/physics_interpolation=true
common/max_physics_steps_per_frame=1
common/physics_jitter_fix=0.0
"""

# a stack frame of ours: with its library, or by the prefix of its function
OURS = re.compile(r"libminkowski|\bmk_")


def real_binary(godot):
    """The program behind the launcher of a private copy: preloaded libraries must not meet the shell."""
    beside = Path(godot).resolve().parent / "usr/bin/godot"
    return str(beside if beside.is_file() else godot)


def read_picture(path):
    """Width, height and the number of different pixel codes of a PNG."""
    data, position, packed = path.read_bytes(), 8, b""
    width, height, _, kind = struct.unpack(">IIBB", data[16:26])
    while position < len(data):
        length, name = struct.unpack(">I4s", data[position : position + 8])
        if name == b"IDAT":
            packed += data[position + 8 : position + 8 + length]
        position += 12 + length
    pixel = 4 if kind == 6 else 3
    rows = zlib.decompress(packed)
    stride = 1 + width * pixel  # every row starts with a byte that names its filter
    codes = set()
    for row in range(0, len(rows), stride):
        codes.update(rows[i : i + pixel] for i in range(row + 1, row + stride, pixel))
    return width, height, len(codes)


class Debugger:
    """Godot's Debugger as far as it matters: turns the profiler of the servers on and hears what comes."""

    def __enter__(self):
        self.heard = b""
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp://127.0.0.1:{self.socket.getsockname()[1]}"
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.thread.join(60)
        self.socket.close()

    def listen(self):
        """Godot's way to write ["profiler:servers", 1, [true]]: type and value of each, 1 is its main thread."""
        name = b"profiler:servers"
        message = struct.pack("<III", 28, 3, 4) + struct.pack("<I", len(name)) + name
        message += struct.pack("<II", 2, 1) + struct.pack("<IIII", 28, 1, 1, 1)
        peer, _ = self.socket.accept()
        with peer:
            peer.sendall(struct.pack("<I", len(message)) + message)
            while part := peer.recv(65536):
                self.heard += part


class Display:
    """An X server that draws into memory, on a display number that is free."""

    def __enter__(self):
        end, told = os.pipe()
        command = ["Xvfb", "-displayfd", str(told), "-screen", "0", "1280x720x24"]
        self.server = subprocess.Popen(command + ["-nolisten", "tcp"], pass_fds=[told])
        os.close(told)
        with open(end, encoding="ascii") as number:
            self.name = ":" + number.readline().strip()
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


def scons(*options):
    """Builds; the output is shown only if it fails."""
    command = ["scons", "-Q", f"-j{os.cpu_count()}", *options]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode:
        raise AssertionError(result.stdout + result.stderr)


class ProcessTest(unittest.TestCase):
    """Each test starts Godot in one way and reads what it prints until it has ended."""

    godot = godot_run.find_godot()

    @staticmethod
    @functools.cache  # processes that run at the same time must not write it anew
    def project(libs=None):
        """A configuration and its project, imported and ready to run."""
        build = ROOT / "build" / ("process" if libs is None else f"process-{libs.name}")
        config = godot_run.Config(ProcessTest.godot, godot_run.OURS, libs, build=build)
        folder = godot_run.make_project(config)
        godot_run.import_project(config, folder)
        return config, folder

    def run_script(self, script, libs=None, wrapper=(), timeout=300, options=(), arguments=()):
        """Runs a script of this folder headless, behind a wrapper such as valgrind, with arguments of its own."""
        config, folder = self.project(libs)
        program = real_binary(self.godot) if wrapper else self.godot
        fonts = Path(program).parents[2] / "etc/fonts"  # what the launcher would say
        wrapper = ["env", f"FONTCONFIG_PATH={fonts}", *wrapper] if fonts.is_dir() else wrapper
        command = [*wrapper, program, "--headless", "--path", str(folder), "--fixed-fps", "60"]
        command += [*options, "-s", f"res://tests/process/{script}.gd", "--", *arguments]
        output = godot_run.run_process(command, config, timeout)
        self.assertEqual(output.code, 0, "\n".join(output.lines[-40:]))
        return output.lines

    @contextlib.contextmanager
    def override(self, text):
        """Settings of the project that count for a while."""
        path = self.project()[1] / "override.cfg"
        path.write_text(text, encoding="utf-8")
        try:
            yield
        finally:
            path.unlink()

    def check_quiet(self, lines):
        """No line complains about anything."""
        self.assertEqual([line for line in lines if COMPLAINT.search(line)], [])

    def test_a_hundred_starts_leave_nothing_behind(self):
        """Neither Godot nor our leak report finds anything after building and quitting a world."""
        self.project()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for lines in pool.map(lambda _: self.run_script("lifetime"), range(STARTS)):
                self.check_quiet(lines)

    def test_descriptions_have_the_signatures_that_godot_sees(self):
        """Godot's own writer of class descriptions would not change a letter of ours."""
        config, folder = self.project()
        ours, written = ROOT / "gdextension/doc_classes", config.build / "tests/docs/doc_classes"
        shutil.rmtree(written, ignore_errors=True)
        shutil.copytree(ours, written)
        command = [self.godot, "--headless", "--path", str(folder)]
        command += ["--doctool", str(written.parent.resolve()), "--gdextension-docs"]
        output = godot_run.run_process(command, config, 120)
        self.assertEqual(output.code, 0, output.lines)
        names = sorted(path.name for path in ours.glob("*.xml"))
        self.assertEqual(sorted(path.name for path in written.glob("*.xml")), names)
        for name in names:
            self.assertEqual((written / name).read_text(), (ours / name).read_text(), name)

    def test_leaks_are_reported_at_shutdown(self):
        """What a script never freed is counted by kind, and is given back all the same."""
        lines = self.run_script("leaking")
        complaints = [line for line in lines if COMPLAINT.search(line)]
        expected = [
            "2 bodies were never freed with free_rid.",
            "1 shape was never freed with free_rid.",
        ]
        expected = [f"ERROR: Minkowski Physics: finish: {text}" for text in expected]
        self.assertEqual(complaints, expected)

    def test_the_debugger_gets_times_and_contacts(self):
        """A debugger that asks gets the times of our stages; contacts are drawn, no more than Godot has room for."""
        with self.override(
            "[debug]\n\nshapes/collision/max_contacts_displayed=3\n"
        ), Debugger() as debugger:
            options = ["--remote-debug", debugger.address, "--debug-collisions"]
            self.check_quiet(self.run_script("debugging", options=options))
        for name in (
            b"servers:profile_frame",
            b"physics_3d",
            b"broad phase",
            b"narrow phase",
            b"solve",
        ):
            self.assertIn(name, debugger.heard)

    def test_threads_do_not_change_a_bit(self):
        """The same heap ends in the same digits whether a step runs on one thread or on four, which are there."""
        tasks, hashes = [], []
        for threads in (1, 4):
            with self.override(f"[physics]\n\nminkowski_physics_3d/threads={threads}\n"):
                lines = self.run_script("bits")
            self.check_quiet(lines)
            told = [line.split() for line in lines if line.startswith("bits ")]
            self.assertEqual([words[1] for words in told], [str(threads)], lines)
            tasks.append(int(told[0][2]))
            hashes.append(told[0][3])
        self.assertEqual(hashes[0], hashes[1])
        if sys.platform == "linux":
            self.assertEqual(tasks[1] - tasks[0], 3, tasks)

    def test_settings_of_other_projects_change_no_result(self):
        """Interpolation, one step per frame, and Godot's own servers on threads of their own."""
        config, folder = self.project()
        for name in ("area_signals", "flush", "game_scripts", "node_sync", "run_time", "worlds"):
            with self.override(OTHER_SETTINGS):
                verdicts = godot_run.run_file(config, folder, godot_run.TESTS / f"test_{name}.gd")
            self.assertEqual([v for v in verdicts if v.word == "failed"], [])
            self.assertGreater(sum(v.word == "passed" for v in verdicts), 2, name)

    def test_wrong_settings_of_a_whole_run_are_refused(self):
        """What is read once, when the game starts, is refused with a sentence, and the default used."""
        for setting, value in (("threads", "-1"), ("threads", "65"), ("debug_view", '"yes"')):
            with self.override(f"[physics]\n\nminkowski_physics_3d/{setting}={value}\n"):
                lines = self.run_script("bits")
            complaints = [line for line in lines if COMPLAINT.search(line)]
            self.assertEqual(len(complaints), 1, complaints)
            self.assertRegex(complaints[0], f"minkowski_physics_3d/{setting} must be .*default")

    def test_a_setting_gives_the_debug_view_its_key(self):
        """With it F9 opens one view wherever the game is; without it there is none."""
        for setting, expected in (("false", "viewing 0 0"), ("true", "viewing 1 155")):
            with self.override(f"[physics]\n\nminkowski_physics_3d/debug_view={setting}\n"):
                lines = self.run_script("viewing")
            self.check_quiet(lines)
            self.assertIn(expected, lines)

    def check_reports(self, lines):
        """No sanitizer's report has a frame or an access of ours in it.

        What Godot's loader races on or leaves behind at exit is its own: it does so with any engine.
        """
        reports = "\n".join(lines).split("==================")
        ours = [text for text in reports if "Sanitizer" in text and OURS.search(text)]
        self.assertEqual(ours, [])

    def check_loading(self, lines):
        """The scenes were loaded, and no report is about us."""
        self.assertTrue(any("loaded 30 scenes" in line for line in lines), lines)
        self.check_reports(lines)

    def watched_for_races(self):
        """The plugin for the thread sanitizer, and what a program runs behind for it."""
        libs = ROOT / "build/plugin-thread"
        scons("san=thread", "target=debug", f"bin={libs}", "plugin", "preload")
        return libs, self.preloaded("gcc", "libtsan.so", TSAN_OPTIONS="exitcode=0")

    def test_threaded_loading_has_no_races(self):
        """The thread sanitizer sees every access of ours while scenes load on other threads."""
        self.check_loading(self.run_script("loading", *self.watched_for_races()))

    def test_nodes_in_threads_of_their_own_have_no_races(self):
        """They ask the space and turn and push bodies through the direct state at the same time."""
        script = "../harness/main"
        lines = self.run_script(script, *self.watched_for_races(), arguments=IN_THREADS)
        self.assertIn("#mk passed test_nodes_work_in_threads_of_their_own", lines)
        self.check_reports(lines)

    def check_calls(self, lines):
        """Each of 30 bodies was told of each of 60 ticks and asked for forces in it, and nothing of ours raced."""
        called = [line.split()[1:] for line in lines if line.startswith("called ")]
        self.assertEqual(called, [["1800", "1800", "1"]], lines)
        self.check_reports(lines)

    def test_callbacks_that_are_replaced_while_they_run_have_no_races(self):
        """A thread replaces all callbacks without end while the main thread makes the calls."""
        self.check_calls(self.run_script("calling", *self.watched_for_races()))

    def test_address_sanitizer_finds_nothing(self):
        """Building, stepping and freeing every kind of item touches no memory that is not ours."""
        libs = ROOT / "build/plugin-address"
        # as the C tests have it, so that nothing need be compiled
        checked = ["san=address", "hostile=yes", "validate=yes", "cc=clang"]
        scons(*checked, "target=debug", f"bin={libs}", "plugin", "preload")
        # leaks are counted by our own report; the sanitizer would also list Godot's
        options = "detect_leaks=0:verify_asan_link_order=0"
        library = f"libclang_rt.asan-{platform.machine()}.so"
        wrapper = self.preloaded("clang", library, ASAN_OPTIONS=options)
        self.check_quiet(self.run_script("lifetime", libs, wrapper))
        self.check_loading(self.run_script("loading", libs, wrapper))
        self.check_calls(self.run_script("calling", libs, wrapper))
        lines = self.run_script("../harness/main", libs, wrapper, arguments=MISCHIEF)
        self.assertIn("#mk passed test_any_call_at_any_time", lines)
        self.assertEqual([line for line in lines if line.startswith("#mk failed")], [])

    def preloaded(self, compiler, library, **options):
        """Runs a program with the run-time of a compiler's sanitizer in front of its libraries."""
        path = subprocess.run(
            [compiler, f"-print-file-name={library}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        libraries = f"{ROOT}/build/preload/libno_deepbind.so {os.path.realpath(path)}"
        words = [f"{name}={value}" for name, value in options.items()]
        return ["setarch", "-R", "env", f"LD_PRELOAD={libraries}", *words]

    def test_valgrind_sees_no_error_of_ours(self):
        """No invalid access, no use of undefined values and no lost memory in a stack with our frames."""
        log = ROOT / "build/valgrind.log"
        wrapper = ["valgrind", "--leak-check=full", "--keep-debuginfo=yes", "--num-callers=30"]
        wrapper += ["--show-leak-kinds=definite,indirect", f"--log-file={log}"]
        self.run_script("lifetime", None, wrapper, timeout=600)
        text = re.sub(r"^==\d+== ?", "", log.read_text(), flags=re.M)
        self.assertIn("LEAK SUMMARY", text)
        reports = [part for part in text.split("\n\n") if " at 0x" in part and OURS.search(part)]
        self.assertEqual(reports, [])

    def test_the_demo_draws_a_picture(self):
        """The first command of the README, off screen: a whole picture with many colours."""
        picture = ROOT / "build/process/falling.png"
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.unlink(missing_ok=True)
        result = self.run_hidden("--shot", str(picture), "falling")
        self.assertEqual(result.returncode, 0, result.stderr)
        width, height, colours = read_picture(picture)
        self.assertEqual((width, height), (1280, 720))
        self.assertGreater(colours, 1000)

    def test_the_scenes_of_the_demo_find_nothing_wrong_with_themselves(self):
        """All scenes, a few seconds each, in one process; errors in the log count too."""
        result = subprocess.run(
            [str(ROOT / "demo_project/run"), "--check", "4"],
            env={**os.environ, "GODOT": self.godot},
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        scenes = [path.parent.name for path in (ROOT / "demo_project/scenes").glob("*/scene.cfg")]
        checked = [f"demo: {name}: check passed" in result.stdout for name in scenes]
        self.assertEqual((len(scenes) > 3, checked), (True, [True] * len(scenes)))

    def run_hidden(self, *arguments):
        """Runs the demo's command as on a machine without a display."""
        hidden = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "GODOT": self.godot}
        return subprocess.run(
            [str(ROOT / "demo_project/run"), *arguments],
            env={**os.environ, **hidden},
            capture_output=True,
            text=True,
            check=False,
        )

    def test_a_laptop_can_draw_every_scene_of_the_demo(self):
        """Draw calls, triangles and what is made anew in a tick stay within the budget of the bench."""
        result = self.run_hidden("--bench", "6")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        head, *rows = [line.split() for line in result.stdout.splitlines() if "engine" not in line]
        scenes = {path.parent.name for path in (ROOT / "demo_project/scenes").glob("*/scene.cfg")}
        self.assertEqual({row[0] for row in rows}, scenes)
        # the times are a matter of the machine, the counts are not: nothing is so cheap as an empty picture
        for row in rows:
            self.assertGreater(int(row[head.index("calls") - 1]), 50, row)

    def test_the_game_of_the_demo_is_won_by_who_looks_and_lost_by_who_does_not(self):
        """Each level can be won, none by luck alone, and no marble stays in the machine."""
        script = str(ROOT / "tests/godot/process/playing.gd")
        lines = self.run_demo(ROOT / "demo_project", "--fixed-fps", "60", "-s", script)
        self.check_quiet(lines)
        words = [line.split()[1:4] for line in lines if line.startswith("play: ")]
        results = {(way, int(level)): result for way, level, result in words}
        self.assertEqual(results["slow", 1], "won", words)
        for level in (1, 2, 3):
            self.assertEqual(results["good", level], "won", words)
            self.assertEqual(results["blind", level], "lost", words)
        stuck = [line for line in lines if line.startswith("play: peg") and "0 left" not in line]
        self.assertEqual((("peg", 1) in results, stuck), (True, []))
        self.assertIn("sounds: 4 of 4", lines)

    def test_the_menu_shows_every_scene_at_once(self):
        """In windows of all sizes nothing is cut or covered; keys reach every card, and a click opens one."""
        script = str(ROOT / "tests/godot/process/launching.gd")
        lines = self.run_demo(ROOT / "demo_project", "--fixed-fps", "60", "-s", script)
        self.check_quiet(lines)
        scenes = len(list((ROOT / "demo_project/scenes").glob("*/scene.cfg")))
        told = [line for line in lines if line.startswith("menu")]
        self.assertEqual(told, [f"menu {scenes} stacks"])

    def test_a_picture_has_the_size_that_is_asked_for(self):
        """The window of a small laptop, and sentences about what is no size."""
        picture = ROOT / "build/process/small.png"
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.unlink(missing_ok=True)
        result = self.run_hidden("--size", "1024x600", "--shot", str(picture), "falling")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(read_picture(picture)[:2], (1024, 600))
        for words in (
            ["--size", "large", "--shot", "a.png"],
            ["--size", "1024x600", "--check", "1"],
        ):
            result = self.run_hidden(*words)
            self.assertEqual(
                (result.returncode, "--size" in result.stderr), (1, True), result.stderr
            )

    def test_the_demo_starts_once_with_the_engine_that_the_race_asks_for(self):
        """A key in the race starts the demo again with the next engine; from there the menu is ours again."""
        home = ROOT / "build/process/home"
        shutil.rmtree(home, ignore_errors=True)
        script = str(ROOT / "tests/godot/process/restarting.gd")
        with Display() as display:
            # who is started again is a child of nobody, but holds the end of the pipe
            result = subprocess.run(
                [self.godot, "--path", str(ROOT / "demo_project"), "-s", script],
                env={**os.environ, "XDG_DATA_HOME": str(home), "DISPLAY": display.name},
                capture_output=True,
                text=True,
                check=False,
                timeout=120,
            )
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        engines = re.findall(r"demo: physics engine: (.*)", result.stdout)
        self.assertEqual(engines, ["Minkowski Physics", "Jolt Physics", "Minkowski Physics"])
        self.assertEqual(list(home.rglob("engine.cfg")), [])

    def demo_copy(self):
        """A fresh copy of the demo project, as a user would clone it, with the built libraries."""
        copy = ROOT / "build/process/demo_project"
        shutil.rmtree(copy, ignore_errors=True)
        copy.parent.mkdir(parents=True, exist_ok=True)
        skip = shutil.ignore_patterns(".godot")
        shutil.copytree(ROOT / "demo_project", copy, ignore=skip)
        return copy

    def run_demo(self, folder, *arguments):
        """Runs Godot on a copy of the demo project."""
        config = godot_run.Config(self.godot, godot_run.OURS, build=ROOT / "build/process")
        command = [self.godot, "--headless", "--path", str(folder), *arguments]
        output = godot_run.run_process(command, config, 300)
        self.assertEqual(output.code, 0, "\n".join(output.lines[-40:]))
        return output.lines

    def test_import_editor_and_game_are_quiet(self):
        """A fresh clone imports, opens a scene with the plugin's nodes in the editor, and runs: no complaint."""
        copy = self.demo_copy()
        self.check_quiet(self.run_demo(copy, "--import"))
        scene = "res://scenes/workbench/workbench.tscn"
        self.check_quiet(self.run_demo(copy, "--editor", scene, "--quit-after", "60"))
        self.check_quiet(self.run_demo(copy, "--fixed-fps", "60", "--quit-after", "120"))


if __name__ == "__main__":
    unittest.main()
