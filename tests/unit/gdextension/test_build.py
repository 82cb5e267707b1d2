#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Tests of the build: the engine alone serves any C program, and no Godot is needed for it."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ADDON = "demo_project/addons/minkowski_physics"

PROGRAM = """
#include "dynamics/integrate.h"
#include <stdio.h>

int main(void) {
    Body body;
    BodySurroundings earth = { .gravity = { 0, -10, 0 } };
    mk_body_init(&body);
    for (int i = 0; i < 10; i++) mk_body_step(&body, &earth, (Real)0.125);
    printf("%.6f\\n", (double)body.pose.origin.y);
    return 0;
}
"""


class LibraryTest(unittest.TestCase):
    """`scons lib` and a program that uses what it builds."""

    def test_a_c_program_uses_the_library_without_godot(self):
        """y = -g dt^2 n (n + 1) / 2 = -10 / 64 * 55 = -8.59375, exact in binary."""
        environment = {**os.environ, "GODOT": "/nonexistent"}
        scons = subprocess.run(
            ["scons", "-Q", "lib"],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(scons.returncode, 0, scons.stdout + scons.stderr)
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "fall.c")
            source.write_text(PROGRAM, encoding="utf-8")
            library = ROOT / "build/release.single.gcc/libminkowski.a"
            command = ["gcc", "-std=c17", f"-I{ROOT}/src", str(source), str(library)]
            command += ["-lm", "-pthread", "-o", f"{folder}/fall"]
            subprocess.run(command, check=True)
            fall = subprocess.run([f"{folder}/fall"], capture_output=True, text=True, check=True)
        self.assertEqual(fall.stdout.strip(), "-8.593750")


class DryRunTest(unittest.TestCase):
    """What scons would do in a folder where nothing is built."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name in ("SConstruct", "src", "gdextension", "tests", "demo_project", "LICENSE"):
            Path(self.folder.name, name).symlink_to(ROOT / name)

    def scons(self, *words):
        """Exit code, output and complaints."""
        command = ["scons", "-Q", "-n", *words]
        result = subprocess.run(
            command, cwd=self.folder.name, capture_output=True, text=True, check=False
        )
        return result.returncode, result.stdout, result.stderr


class OptionsTest(DryRunTest):
    """The options of the README."""

    def dry_run(self, *options):
        """The command for a file of the library without lanes."""
        code, said, complaint = self.scons("verbose=1", "lib", *options)
        lines = [line for line in said.splitlines() if line.endswith("src/base/array.c")]
        return code, lines[0].split() if lines else [], complaint

    def test_each_option_chooses_its_flags(self):
        """Without options it is the release build in single precision by gcc."""
        chosen = {
            "target=debug": "-DMK_DEBUG",
            "precision=double": "-DMK_DOUBLE",
            "san=address": "-fsanitize=address,undefined",
            "san=thread": "-fsanitize=thread",
            "san=undefined": "-fsanitize=undefined",
            "validate=yes": "-DMK_VALIDATE_BUILD",
            "hostile=yes": "-DMK_HOSTILE",
            "cc=clang": "clang",
        }
        _, plain, _ = self.dry_run()
        self.assertEqual([plain[0], "-std=c17" in plain, "-Werror" in plain], ["gcc", True, True])
        self.assertEqual(set(plain) & set(chosen.values()), set())
        for option, flag in chosen.items():
            with self.subTest(option):
                code, words, complaint = self.dry_run(option)
                self.assertEqual((code, flag in words), (0, True), complaint)

    def test_wrong_options_are_refused(self):
        """A misspelt option would build something else than was asked for."""
        for option in ("nonsense=1", "san=nonsense", "precision=half"):
            with self.subTest(option):
                code, words, complaint = self.dry_run(option)
                self.assertTrue(code != 0 and not words, complaint)
                self.assertIn(option.split("=")[0 if option[0] == "n" else 1], complaint)


class PlatformTest(DryRunTest):
    """Libraries for other systems."""

    def test_libraries_for_windows_have_the_names_that_godot_looks_for(self):
        """Both slots are rows of the .gdextension file."""
        rows = (ROOT / ADDON / "minkowski_physics.gdextension").read_text(encoding="utf-8")
        options = ("platform=windows", "cc=gcc", "target=release")
        code, said, complaint = self.scons(*options, "plugin")
        self.assertEqual(code, 0, complaint)
        linked = [line.split()[1] for line in said.splitlines() if line[:7] == "linking"]
        self.assertEqual(len(linked), 2, said)
        for path in linked:
            self.assertIn(f'"{os.path.relpath(path, ADDON)}"', rows)

    def test_a_package_has_libraries_for_all_that_a_compiler_builds_for(self):
        """Linux, and Windows where Debian's MinGW is."""
        code, said, complaint = self.scons("package")
        self.assertEqual(code, 0, complaint)
        for slot in ("debug", "release"):
            self.assertIn(f"bin/libminkowski_physics.linux.{slot}.single.", said)
            self.assertIn(f"bin/minkowski_physics.windows.{slot}.single.x86_64.dll", said)

    def test_a_platform_without_a_compiler_is_named(self):
        """Nobody builds for macOS from elsewhere, unless told with what."""
        code, _, complaint = self.scons("platform=macos", "lib")
        self.assertNotEqual(code, 0)
        self.assertIn("no compiler for macos here", complaint)


if __name__ == "__main__":
    unittest.main()
