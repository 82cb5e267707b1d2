#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""What stages ask memory for ahead is in the programs: gcc takes functions that do nothing else for functions
without effect, and drops their calls if nothing keeps it from that. No result shows it, only time.
"""

import platform
import shutil
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

# stage -> how many lines it asks for at least; what gcc leaves of them otherwise is none, and 4
STAGES = {"narrowphase": 10, "joint_step": 8}


@unittest.skipUnless(platform.machine() in ("x86_64", "AMD64"), "reads code of x86")
@unittest.skipUnless(shutil.which("objdump"), "needs objdump")
class FetchTest(unittest.TestCase):
    def test_stages_ask_for_what_they_read_next(self):
        objects = {stage: f"build/release.single.gcc/src/world/{stage}.os" for stage in STAGES}
        subprocess.run(
            ["scons", "-Q", *objects.values()],
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        for stage, least in STAGES.items():
            code = subprocess.run(
                ["objdump", "-d", objects[stage]],
                cwd=ROOT,
                check=True,
                capture_output=True,
                text=True,
            ).stdout
            with self.subTest(stage=stage):
                self.assertGreaterEqual(code.count("\tprefetch"), least)


if __name__ == "__main__":
    unittest.main()
