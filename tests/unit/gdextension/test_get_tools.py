#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Tests of gdextension/get_tools: what is missing is installed as root, else named in one sentence."""

import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "gdextension/get_tools"


class GetToolsTest(unittest.TestCase):
    """Each test has a PATH of its own with stand-ins for apt and id."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bin = Path(folder.name)
        for tool in "bash sort uname grep head tail mktemp rm".split():
            path = subprocess.run(
                ["which", tool], capture_output=True, text=True, check=True
            ).stdout
            (self.bin / tool).symlink_to(path.strip())

    def write_program(self, name, text):
        path = self.bin / name
        path.write_text(f"#!/bin/bash\n{text}\n", encoding="utf-8")
        path.chmod(0o755)

    def run_script(self, *groups):
        return subprocess.run(
            [str(SCRIPT), *groups],
            env={"PATH": str(self.bin)},
            capture_output=True,
            text=True,
            check=False,
        )

    def test_nothing_is_said_when_everything_is_there(self):
        for tool in ("gcc", "scons", "python3"):
            self.write_program(tool, "exit 0")
        result = self.run_script("build")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_without_root_one_sentence_names_the_packages(self):
        self.write_program("id", "echo 1000")
        self.write_program("apt-get", "exit 1")
        for tool in ("gcc", "python3"):
            self.write_program(tool, "exit 0")
        result = self.run_script("build", "view")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(
            result.stderr,
            "get_tools: please run 'sudo apt-get install scons xauth xvfb', then run this again.\n",
        )

    def test_without_apt_one_sentence_names_the_packages(self):
        self.write_program("gcc", "exit 0")
        result = self.run_script("build")
        self.assertEqual(result.returncode, 1)
        self.assertIn("please install what these Debian packages hold", result.stderr)
        self.assertIn("python3 scons", result.stderr)

    def test_as_root_what_is_missing_is_installed(self):
        log = self.bin / "log"
        self.write_program("id", "echo 0")
        self.write_program("apt-get", f'echo "$@" >> {log}')
        for tool in ("gcc", "python3"):
            self.write_program(tool, "exit 0")
        result = self.run_script("build")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("install -y --no-install-recommends scons", log.read_text())
        self.assertIn("installing scons", result.stderr)

    def test_libraries_of_the_benches_are_found_by_their_headers(self):
        self.write_program("id", "echo 1000")
        self.write_program("apt-get", "exit 1")
        headers = {
            "libqhull_r/libqhull_r.h": "libqhull-dev",
            "ccd/ccd.h": "libccd-dev",
            "fcl/fcl.h": "libfcl-dev",
            "bullet/btBulletCollisionCommon.h": "libbullet-dev",
            "ode/ode.h": "libode-dev",
        }
        absent = [
            package
            for header, package in headers.items()
            if not (Path("/usr/include") / header).exists()
        ]
        result = self.run_script("bench")
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"apt-get install {' '.join(sorted([*absent, 'g++']))}'", result.stderr)

    def test_a_failed_installation_is_reported_with_its_reason(self):
        self.write_program("id", "echo 0")
        self.write_program("apt-get", "echo 'E: no space left'; exit 100")
        result = self.run_script("view")
        self.assertEqual(result.returncode, 1)
        self.assertIn("apt could not install xauth xvfb: E: no space left", result.stderr)


if __name__ == "__main__":
    unittest.main()
