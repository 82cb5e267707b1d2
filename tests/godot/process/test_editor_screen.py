#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""A new user's first minutes in the editor, on a screen: what is drawn is looked at.

An X server that draws into memory holds the real editor, in a new project into which the add-on was copied. The
plugin is enabled, the editor restarted by its button, and tests/godot/editor/edit_first_minutes.gd does what the user
does and looks at the pixels; its pictures stay in build/process-screen/pictures.
`python3 tests/godot/process/test_editor_screen.py --readme` puts two of them into the readme.
"""

import functools
import os
import re
import shutil
import subprocess
import sys
import threading
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import godot_run  # noqa: E402 (the path is set above)
import test_editor  # noqa: E402 (a neighbour)

BUILD = ROOT / "build/process-screen"
PICTURES = BUILD / "pictures"
README_PICTURES = ROOT / "demo_project/editor_pictures"
ADDON = "addons/minkowski_physics"
SCREEN = "1280x800x24"
# s; it takes 20 on two cores
TIMEOUT = 500
PROJECT = """\
config_version=5

[application]

config/name="Empty"
config/features=PackedStringArray("4.6")

[audio]

driver/driver="Dummy"

[editor_plugins]

enabled=PackedStringArray("res://addons/tests/plugin.cfg")

[rendering]

renderer/rendering_method="gl_compatibility"
"""
# what an X server without a window manager and without a graphics card makes Godot say
OF_THE_SCREEN = re.compile(r"XServer|V-Sync|default_window_error_handler")


class Screen:
    """An X server that draws into memory. It goes after a while, and with it whatever hangs before it: an editor
    that restarted itself is no child of ours. It does not reset between an editor that leaves and the one that comes,
    which would be cut off."""

    def __enter__(self):
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN]
        command += ["-nolisten", "tcp", "-noreset"]
        self.server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading, encoding="ascii") as pipe:
            self.name = f":{pipe.readline().strip()}"
        self.end = threading.Timer(TIMEOUT, self.server.terminate)
        self.end.start()
        return self

    def __exit__(self, *_):
        self.end.cancel()
        self.server.terminate()
        self.server.wait()


def make_project():
    """A new project: the add-on copied, the tests beside it, and what the add-on's readme says to write."""
    project = BUILD / "project"
    for folder in (project, PICTURES):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    (project / "project.godot").write_text(PROJECT, encoding="utf-8")
    libraries = Path(os.environ.get("MK_LIBS") or godot_run.ADDON / "bin")
    shutil.copytree(godot_run.ADDON, project / ADDON, ignore=shutil.ignore_patterns("bin"))
    (project / ADDON / "bin").mkdir()
    for library in libraries.glob("*.debug.*"):
        shutil.copy2(library, project / ADDON / "bin")
    godot_run.link(project / "tests", godot_run.TESTS)
    (project / "addons/tests").mkdir()
    (project / "addons/tests/plugin.cfg").write_text(test_editor.PLUGIN, encoding="utf-8")
    (project / ".godot").mkdir()
    (project / ".godot/extension_list.cfg").write_text(
        f"res://{ADDON}/minkowski_physics.gdextension\n"
    )
    return project


@functools.cache
def edit():
    """What the editor printed before and after its restart, and the game that it ran."""
    config = godot_run.Config(godot_run.find_godot(), "empty", build=BUILD)
    command = [config.godot, "--path", str(make_project()), "--editor", "--", "--edit=edit_restart"]
    with Screen() as screen:
        os.environ.update(
            DISPLAY=screen.name,
            MK_PICTURES=str(PICTURES),
            MK_EDIT_AFTER_RESTART="edit_first_minutes",
        )
        return godot_run.run_process(command, config, TIMEOUT)


class ScreenTest(unittest.TestCase):
    """One run of the editor, looked at from several sides."""

    def check_passed(self, name):
        """A test of edit_restart.gd or edit_first_minutes.gd."""
        self.assertIn(f"edit: passed {name}", edit().lines, "\n".join(edit().lines)[-4000:])

    def test_the_button_of_the_plugin_restarts_the_editor_with_the_engine(self):
        """The second editor begins with a check that the engine runs."""
        self.check_passed("edit_restart:test_the_button_restarts_the_editor")

    def test_each_shape_is_chosen_from_the_list_and_drawn_as_it_is(self):
        """All of its lines in its colour, its handles, and none of the hull that Godot would draw."""
        self.check_passed("edit_first_minutes:test_each_shape_is_chosen_and_drawn_as_it_is")
        self.assertEqual(len(list(PICTURES.glob("*Shape3D.png"))), 12)

    def test_each_shape_is_drawn_and_filled_as_it_is_under_a_scale_that_differs(self):
        """The same, and what is inside of the lines has its colour unless the node says otherwise."""
        self.check_passed("edit_first_minutes:test_scaled_shapes_are_drawn_and_filled_as_they_are")

    def test_a_handle_is_dragged_and_the_scene_falls_and_rests(self):
        """Also undone, saved and loaded before the button that runs it."""
        self.check_passed("edit_first_minutes:test_a_handle_is_dragged_and_the_scene_saved_and_run")
        (line,) = [line for line in edit().lines if line.startswith("game: ")]
        _, server, height, speed = line.split()
        self.assertEqual(server, "MinkowskiPhysicsServer3D")
        # half a metre above a ground that is one metre below the origin
        self.assertAlmostEqual(float(height), -0.5, delta=0.01)
        self.assertLess(float(speed), 0.05)

    def test_joints_are_drawn_from_anchor_to_anchor_and_to_their_bodies(self):
        """A rope, a rod, a spring and a fixed joint: all of their lines, and nothing else."""
        self.check_passed(
            "edit_first_minutes:test_joints_are_drawn_from_anchor_to_anchor_and_to_their_bodies"
        )

    def test_the_doctor_is_seen_with_its_findings(self):
        """The pictures of the readme are those of this run."""
        self.check_passed("edit_first_minutes:test_the_pictures_of_the_readme")
        for picture in README_PICTURES.glob("*.jpg"):
            self.assertTrue((PICTURES / picture.name).is_file(), picture.name)

    def test_nothing_is_complained_of(self):
        """Neither by the editor nor by the game."""
        complaints = [line for line in edit().lines if test_editor.COMPLAINT.search(line)]
        self.assertEqual([line for line in complaints if not OF_THE_SCREEN.search(line)], [])


def update_readme():
    """Replaces the pictures of the readme by those of a new run."""
    edit()
    README_PICTURES.mkdir(exist_ok=True)
    for picture in PICTURES.glob("*.jpg"):
        shutil.copy(picture, README_PICTURES)
        print(README_PICTURES / picture.name)


if __name__ == "__main__":
    if sys.argv[1:] == ["--readme"]:
        update_readme()
    else:
        unittest.main()
