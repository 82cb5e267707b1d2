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


class OptionsTest(unittest.TestCase):
    """The options of the README, in a folder where nothing is built: what scons would do."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name in ("SConstruct", "src", "gdextension", "tests"):
            Path(self.folder.name, name).symlink_to(ROOT / name)

    def dry_run(self, *options):
        """The commands for the library, one of a file without lanes among them."""
        command = ["scons", "-Q", "-n", "verbose=1", "lib", *options]
        result = subprocess.run(
            command, cwd=self.folder.name, capture_output=True, text=True, check=False
        )
        lines = [line for line in result.stdout.splitlines() if line.endswith("src/base/array.c")]
        return result.returncode, lines[0].split() if lines else [], result.stderr

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


if __name__ == "__main__":
    unittest.main()
