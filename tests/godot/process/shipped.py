#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Tests of the zip as it ships: with the optimised libraries of every system that can be built for here, which takes
minutes. `tests/campaign package` runs it.
"""

import os
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import test_package  # noqa: E402 (a neighbour)

NAMES = {
    "linux": "libminkowski_physics.linux.{}.single.x86_64.so",
    "windows": "minkowski_physics.windows.{}.single.x86_64.dll",
}


class ShippedTest(unittest.TestCase):
    """The zip of `scons package`, without a platform named."""

    @classmethod
    def setUpClass(cls):
        test_package.run("scons", "-Q", f"-j{os.cpu_count()}", "package")
        (path,) = (ROOT / "build/package").glob("*.zip")
        cls.archive = zipfile.ZipFile(path)
        cls.addClassCleanup(cls.archive.close)

    def test_both_libraries_of_both_systems_are_in_the_zip(self):
        """Each is a row of the extension, and small enough to download."""
        rows = self.archive.read(f"{test_package.ADDON}/minkowski_physics.gdextension").decode()
        for name in NAMES.values():
            for slot in test_package.SLOTS:
                inside = f"bin/{name.format(slot)}"
                info = self.archive.getinfo(f"{test_package.ADDON}/{inside}")
                self.assertIn(f'"{inside}"', rows)
                self.assertLess(info.compress_size, 4_000_000)

    def test_the_libraries_for_windows_need_nothing_else(self):
        """Those of the zip, optimised and stripped."""
        with tempfile.TemporaryDirectory() as folder:
            for slot in test_package.SLOTS:
                inside = f"{test_package.ADDON}/bin/{NAMES['windows'].format(slot)}"
                test_package.check_dll(self, self.archive.extract(inside, folder))


if __name__ == "__main__":
    unittest.main()
