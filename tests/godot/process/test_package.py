#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Tests of what is given to users: the zip, its libraries, and an empty project into which it is unpacked.

The Windows library is linked from the same sources by the same SConstruct, not optimised, which takes a quarter of
the time; as it ships it is built by shipped.py, a part of tests/campaign.
"""

import configparser
import functools
import os
import re
import subprocess
import sys
import unittest
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import godot_run  # noqa: E402 (the path is set above)
import test_editor  # noqa: E402 (a neighbour)

ADDON = "addons/minkowski_physics"
SLOTS = ("debug", "release")
ENTRY = "minkowski_physics_init"
# what every Windows 10 has
SYSTEM_DLLS = re.compile(r"KERNEL32\.dll|msvcrt\.dll|api-ms-win-crt-[\w-]+\.dll", re.IGNORECASE)
PROJECT = """\
config_version=5

[application]

config/name="Empty"
config/features=PackedStringArray("4.6")

[audio]

driver/driver="Dummy"

[editor_plugins]

enabled=PackedStringArray("res://addons/tests/plugin.cfg")

[physics]

3d/physics_engine="Jolt Physics"
"""


def run(*command):
    """What a program prints; it must not fail."""
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode:
        raise AssertionError(result.stdout + result.stderr)
    return result.stdout


@functools.cache
def package():
    """The zip with the libraries of this system, which the other tests have built."""
    run("scons", "-Q", "platform=linux", "package")
    config = configparser.ConfigParser()
    config.read(ROOT / "demo_project" / ADDON / "plugin.cfg")
    version = config["plugin"]["version"].strip('"')
    return ROOT / f"build/package/minkowski_physics-{version}.zip"


def check_dll(test, library):
    """A library for Windows exports the entry that Godot calls, and imports from what every Windows has."""
    text = run("x86_64-w64-mingw32-objdump", "-p", str(library))
    test.assertRegex(text, rf"\] {ENTRY}\b")
    imported = re.findall(r"DLL Name: (\S+)", text)
    test.assertGreater(len(imported), 0)
    test.assertEqual([dll for dll in imported if not SYSTEM_DLLS.fullmatch(dll)], [])


class LayoutTest(unittest.TestCase):
    """What the Asset Library wants to find."""

    def test_everything_is_below_the_folder_of_the_add_on(self):
        """With the plugin, its licence, its readme and its icon; nothing that is only for developers."""
        with zipfile.ZipFile(package()) as archive:
            names = archive.namelist()
            licence = archive.read(f"{ADDON}/LICENSE").decode()
            config = archive.read(f"{ADDON}/plugin.cfg").decode()
            self.assertIsNone(archive.testzip())
        self.assertEqual([name for name in names if not name.startswith(f"{ADDON}/")], [])
        for name in ("plugin.cfg", "plugin.gd", "README.md", "icon.png"):
            self.assertIn(f"{ADDON}/{name}", names)
        self.assertIn(f"{ADDON}/minkowski_physics.gdextension", names)
        self.assertEqual(licence, (ROOT / "LICENSE").read_text(encoding="utf-8"))
        self.assertRegex(licence, r"MIT License\n\nCopyright \(c\) \d{4} \w+")
        for key in ("name", "description", "author", "version", "script"):
            self.assertRegex(config, rf'(?m)^{key}="[^"]+"$')
        left = [name for name in names if re.search(r"\.(o|os|a|dblite|pyc|log)$|/\.", name)]
        self.assertEqual(left, [])

    def test_the_icon_is_a_square_that_the_asset_library_takes(self):
        """A PNG, at least 128 pixels wide."""
        with zipfile.ZipFile(package()) as archive:
            data = archive.read(f"{ADDON}/icon.png")
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        width, height = (int.from_bytes(data[i : i + 4], "big") for i in (16, 20))
        self.assertEqual(width, height)
        self.assertGreaterEqual(width, 128)

    def test_the_libraries_are_rows_of_the_extension(self):
        """Godot finds each by its row; both slots are there and small enough to download."""
        rows = (ROOT / "demo_project" / ADDON / "minkowski_physics.gdextension").read_text()
        with zipfile.ZipFile(package()) as archive:
            found = [info for info in archive.infolist() if "/bin/" in info.filename]
        self.assertEqual(len(found), len(SLOTS))
        for info in found:
            self.assertIn(f'"{info.filename.removeprefix(ADDON + "/")}"', rows)
            self.assertLess(info.compress_size, 4_000_000)


class WindowsTest(unittest.TestCase):
    """The library for Windows, from Linux."""

    def test_the_library_for_windows_is_built_and_needs_nothing_else(self):
        """It exports the entry that Godot calls, and imports from what every Windows has."""
        folder = ROOT / "build/windows"
        options = ("platform=windows", "target=debug", "level=-O0", f"bin={folder}")
        run("scons", "-Q", f"-j{os.cpu_count()}", *options, "plugin")
        for slot in SLOTS:
            check_dll(self, folder / f"minkowski_physics.windows.{slot}.single.x86_64.dll")


class EnableTest(unittest.TestCase):
    """A new user's first minutes: unpack, enable, restart, and later disable."""

    def test_the_plugin_is_enabled_and_disabled_in_an_empty_project(self):
        """The engine is switched, after a restart it runs, and what was set before comes back."""
        config = godot_run.Config(
            godot_run.find_godot(), "empty", build=ROOT / "build/process-package"
        )
        project = self.make_project(config)
        self.import_as_the_readme_says(config, project)
        settings = project / "project.godot"
        for name, engine in (
            ("edit_enable", godot_run.OURS),
            ("edit_disable", "Jolt Physics"),
        ):
            lines = self.edit(config, project, "--editor", "--", f"--edit={name}")
            passed = [line for line in lines if line.startswith(f"edit: passed {name}:")]
            failed = [line for line in lines if line.startswith("edit:") and line not in passed]
            self.assertEqual((len(passed), failed), (1, []), lines)
            self.assertIn(f'3d/physics_engine="{engine}"', settings.read_text(encoding="utf-8"))
        self.assertNotIn("previous_physics_engine", settings.read_text(encoding="utf-8"))

    def make_project(self, config):
        """An empty project with the add-on from the zip, and the tests."""
        project = config.build / "tests/godot/empty"
        subprocess.run(["rm", "-rf", str(project)], check=True)
        project.mkdir(parents=True)
        (project / "project.godot").write_text(PROJECT, encoding="utf-8")
        with zipfile.ZipFile(package()) as archive:
            archive.extractall(project)
        godot_run.link(project / "tests", godot_run.TESTS)
        (project / "addons/tests").mkdir()
        (project / "addons/tests/plugin.cfg").write_text(test_editor.PLUGIN, encoding="utf-8")
        return project

    def import_as_the_readme_says(self, config, project):
        """Godot crashes at the end of an import in which it meets an extension with classes (godot#111048)."""
        readme = (project / ADDON / "README.md").read_text(encoding="utf-8")
        (line,) = re.findall(r"echo (res://\S+) > (\S+)", readme)
        (project / line[1]).parent.mkdir()
        (project / line[1]).write_text(line[0] + "\n", encoding="utf-8")
        self.edit(config, project, "--import")

    def edit(self, config, project, *options):
        """What Godot prints; neither it nor the plugin complains of anything."""
        command = [config.godot, "--headless", "--path", str(project), *options]
        output = godot_run.run_process(command, config, 120)
        self.assertEqual(output.code, 0, output.lines)
        self.assertEqual([line for line in output.lines if test_editor.COMPLAINT.search(line)], [])
        return output.lines


if __name__ == "__main__":
    unittest.main()
