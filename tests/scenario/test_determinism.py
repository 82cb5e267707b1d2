#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Worlds are the same bits whatever compiled them: test_determinism_threads prints a hash per scene, and every
build of it must print the same ones.

The usual builds are gcc -O2 and clang -O1 with all checks. One more is made for this, of gcc without
optimisation; with MK_ALL_LEVELS=1, which `tests/campaign levels` sets, also clang -O0 and -O2, which take some
minutes to compile.
"""

import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "tests/scenario/test_determinism_threads"

# scons options -> the folder that they build into
GCC_O2 = ([], "debug.single.gcc")
GCC_O0 = (["level=-O0"], "debug.single.gcc.O0")
CLANG_CHECKED = (
    ["cc=clang", "san=address", "hostile=yes", "validate=yes"],
    "debug.single.clang.address.validate.hostile",
)
CLANG_O0 = (["cc=clang", "level=-O0"], "debug.single.clang.O0")
CLANG_O2 = (["cc=clang"], "debug.single.clang")


def hashes_of(options, folder):
    """{scene: hash} as one build of the program prints them."""
    target = f"build/{folder}/{PROGRAM}"
    command = ["scons", "-Q", f"-j{os.cpu_count()}", *options, target]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    result = subprocess.run([target], cwd=ROOT, check=True, capture_output=True, text=True)
    return dict(re.findall(r"^# hash (\w+) ([0-9a-f]{16})$", result.stdout, re.M))


class DeterminismTest(unittest.TestCase):
    """One build is what all others are compared with."""

    expected = None

    @classmethod
    def setUpClass(cls):
        cls.expected = hashes_of(*GCC_O2)

    def check_build(self, build):
        self.assertGreaterEqual(len(self.expected), 7)
        self.assertEqual(hashes_of(*build), self.expected)

    def test_gcc_without_optimisation_gives_the_same_bits(self):
        self.check_build(GCC_O0)

    def test_clang_with_all_checks_gives_the_same_bits(self):
        self.check_build(CLANG_CHECKED)

    if os.environ.get("MK_ALL_LEVELS"):  # takes minutes

        def test_clang_at_both_levels_gives_the_same_bits(self):
            self.check_build(CLANG_O0)
            self.check_build(CLANG_O2)


if __name__ == "__main__":
    unittest.main()
