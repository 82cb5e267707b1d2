#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Tests inside Godot's editor: mouse and keys on the gizmos, the inspector and the scenes of a project.

The editor runs once, without a screen, with the plugin and with tests/godot/editor as a second plugin; each
test here asks what became of one file of it. GODOT names the Godot to use.
"""

import functools
import re
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import godot_run  # noqa: E402 (the path is set above)

FILES = (
    "edit_handles",
    "edit_drawing",
    "edit_joints",
    "edit_inspector",
    "edit_signs",
    "edit_doctor",
    "edit_scene",
    "edit_toggle",
)
# s; it takes 40 of one core's time, of which a machine that is shared by many gives a tenth
LIMIT = 600
# what is looked at again where the project has another engine
ELSEWHERE = ("edit_handles", "edit_drawing", "edit_joints", "edit_signs")
ENABLED = """
[editor_plugins]

enabled=PackedStringArray("res://addons/minkowski_physics/plugin.cfg", "res://addons/tests/plugin.cfg")
"""
PLUGIN = """\
[plugin]

name="Tests"
description="Runs tests inside the editor."
author="Minkowski Physics contributors"
version="0"
script="../../tests/editor/plugin.gd"
"""
COMPLAINT = re.compile(r"ERROR|WARNING|leaked|never freed|not freed", re.IGNORECASE)


@functools.cache
def configuration(engine=godot_run.OURS):
    """The Godot, and the folder in which its project is made."""
    build = ROOT / "build/process-editor"
    return godot_run.Config(godot_run.find_godot(), engine, build=build)


@functools.cache
def edit(engine=godot_run.OURS, files=FILES):
    """What the editor printed while it ran files, all of them unless it is said otherwise."""
    config = configuration(engine)
    project = godot_run.make_project(config)
    with open(project / "project.godot", "a", encoding="utf-8") as file:
        file.write(ENABLED)
    folder = project / "addons/tests"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plugin.cfg").write_text(PLUGIN, encoding="utf-8")
    godot_run.import_project(config, project)
    command = [config.godot, "--headless", "--path", str(project), "--editor"]
    return godot_run.run_process([*command, "--", f"--edit={','.join(files)}"], config, LIMIT)


def run_on(engine):
    """What the scene that was made in the editor prints when it runs on an engine."""
    config = configuration()
    project = config.build / "tests/godot" / godot_run.slug(config.engine)
    override = project / "override.cfg"
    override.write_text(f'[physics]\n\n3d/physics_engine="{engine}"\n', encoding="utf-8")
    command = [config.godot, "--headless", "--path", str(project), "--fixed-fps", "60"]
    try:
        return godot_run.run_process(
            [*command, "-s", "res://tests/process/resting.gd"], config, 120
        )
    finally:
        override.unlink()


class EditorTest(unittest.TestCase):
    """Each test is one file of tests/godot/editor."""

    def check_file(self, name, count, output=None):
        """All tests of a file were run and passed."""
        text = "\n".join((output or edit()).lines)
        passed = re.findall(rf"^edit: passed {name}:(test_\w+)", text, re.M)
        failed = re.findall(rf"^edit: failed {name}:.*(?:\nedit:   .*)*", text, re.M)
        self.assertEqual((failed, len(passed)), ([], count), text[-4000:])

    def test_handles_are_dragged_undone_and_saved(self):
        """The handles of the shapes that a few numbers describe."""
        self.check_file("edit_handles", 16)

    def test_lines_and_colours_are_those_of_the_shapes(self):
        """What the gizmos draw, in numbers."""
        self.check_file("edit_drawing", 4)

    def test_joints_are_drawn_dragged_and_warned_of(self):
        """The joint nodes, and the warnings of the scene tree."""
        self.check_file("edit_joints", 7)

    def test_the_inspector_offers_shapes_and_says_what_is_wrong(self):
        """The list of new shapes, notes, and figures."""
        self.check_file("edit_inspector", 13)

    def test_the_scene_tree_warns_of_shapes(self):
        """A triangle beside the node comes and goes, whatever is done to the node, and is in no scene."""
        self.check_file("edit_signs", 7)

    def test_the_doctor_finds_selects_and_cures(self):
        """The dock that inspects the open scene."""
        self.check_file("edit_doctor", 8)

    def test_the_plugin_is_switched_off_and_on_while_a_shape_is_edited(self):
        """Gizmos, notes, triangles and the dock go and come, once each."""
        self.check_file("edit_toggle", 1)

    def test_a_scene_made_in_the_editor_rests_on_every_engine(self):
        """Each added shape is chosen, undone, saved, loaded, run, and comes to rest; also elsewhere."""
        self.check_file("edit_scene", 3)
        for engine in (godot_run.OURS, "Jolt Physics"):
            output = run_on(engine)
            self.assertEqual([line for line in output.lines if COMPLAINT.search(line)], [])
            self.assertIn(f"resting on {engine}", output.lines)
            rows = re.findall(r"^resting (\w+) ([\d.-]+) ([\d.]+)$", "\n".join(output.lines), re.M)
            bodies = {name: (float(height), float(speed)) for name, height, speed in rows}
            self.assertEqual(len(bodies), 12, output.lines)
            for name, (height, speed) in bodies.items():
                self.assertTrue(
                    0.2 < height < 1.2 and speed < 0.3, f"{engine}: {name} {height} {speed}"
                )

    def test_shapes_and_joints_are_edited_as_well_under_another_engine(self):
        """They are drawn as they are, dragged and warned of, also where a hull will stand for them in the game."""
        output = edit("Jolt Physics", ELSEWHERE)
        for name, count in zip(ELSEWHERE, (16, 4, 7, 7)):
            self.check_file(name, count, output)
        self.check_quiet(output)

    def test_editing_leaves_no_complaint_in_the_log(self):
        """Neither an error nor a warning at any moment, from the start to the end of the editor."""
        self.check_quiet(edit())

    def check_quiet(self, output):
        """The editor ended well and said nothing that it should not."""
        self.assertEqual(output.code, 0)
        self.assertEqual([line for line in output.lines if COMPLAINT.search(line)], [])


if __name__ == "__main__":
    unittest.main()
