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


if __name__ == "__main__":
    unittest.main()
