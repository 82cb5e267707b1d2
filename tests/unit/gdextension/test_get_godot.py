#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Tests of gdextension/get_godot with stand-ins for Godot and apt: each way has its own sentence."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "gdextension/get_godot"
# programs that the script uses besides apt and Godot; nothing else is on the PATH of a test
TOOLS = "bash sh timeout grep realpath dirname basename mkdir rm mv cat id awk flock printf find ln chmod"


class GetGodotTest(unittest.TestCase):
    """Each test has a home, a cache and a PATH of its own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.top = Path(self.folder.name)
        self.bin = self.top / "bin"
        self.bin.mkdir()
        for tool in TOOLS.split():
            path = subprocess.run(
                ["which", tool], capture_output=True, text=True, check=False
            ).stdout
            if path:
                (self.bin / tool).symlink_to(path.strip())

    def write_program(self, path, text):
        """Makes an executable script."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def fake_godot(self, version, path=None):
        return self.write_program(path or self.top / "godot", f"echo {version}.stable.test")

    def run_script(self, **variables):
        """Runs get_godot; returns exit code, standard output and the sentences on standard error."""
        environment = {"PATH": str(self.bin), "HOME": str(self.top), **variables}
        result = subprocess.run(
            [str(SCRIPT)], env=environment, capture_output=True, text=True, check=False
        )
        return result.returncode, result.stdout.strip(), result.stderr.strip()

    def check_refused(self, words, **variables):
        """It must fail with one sentence that contains the words, and print no path."""
        code, output, sentence = self.run_script(**variables)
        self.assertEqual((code, output), (1, ""), sentence)
        self.assertIn(words, sentence.splitlines()[-1])
        self.assertTrue(sentence.endswith("."), sentence)
        return sentence

    def test_a_good_godot_is_used(self):
        godot = self.fake_godot("4.6.1")
        code, output, sentence = self.run_script(GODOT=str(godot))
        self.assertEqual((code, output), (0, str(godot.resolve())))
        self.assertIn("using Godot 4.6.1 from GODOT", sentence)

    def test_a_newer_major_version_is_used(self):
        self.assertEqual(self.run_script(GODOT=str(self.fake_godot("5.0")))[0], 0)

    def test_an_old_godot_is_refused_with_its_version(self):
        godot = self.fake_godot("4.5.2")
        sentence = self.check_refused("needs 4.6 or newer", GODOT=str(godot))
        self.assertIn("is Godot 4.5.2", sentence)
        self.assertEqual(len(sentence.splitlines()), 1)

    def test_a_broken_godot_is_refused(self):
        godot = self.write_program(self.top / "broken", "exit 127")
        self.check_refused("does not run as Godot", GODOT=str(godot))

    def test_a_program_that_is_not_godot_is_refused(self):
        self.check_refused("does not run as Godot", GODOT=str(self.bin / "id"))

    def test_a_missing_file_and_a_folder_are_refused(self):
        self.check_refused("is not an executable file", GODOT=str(self.top / "nothing"))
        self.check_refused("is not an executable file", GODOT=str(self.top))

    def test_godot_on_the_path_is_found(self):
        godot = self.fake_godot("4.7", self.bin / "godot4")
        code, output, _ = self.run_script()
        self.assertEqual((code, output), (0, str(godot.resolve())))

    def test_an_old_godot_on_the_path_is_passed_over(self):
        self.fake_godot("4.2", self.bin / "godot")
        good = self.fake_godot("4.6.3", self.bin / "godot4")
        code, output, sentence = self.run_script()
        self.assertEqual((code, output), (0, str(good.resolve())))
        self.assertIn("is Godot 4.2, too old; looking further", sentence)

    def test_a_filled_cache_is_used_without_apt(self):
        cache = self.top / "cache"
        godot = self.fake_godot("4.6.3", cache / "minkowski_physics/godot/godot")
        code, output, sentence = self.run_script(XDG_CACHE_HOME=str(cache))
        self.assertEqual((code, output), (0, str(godot)))
        self.assertIn("using the private copy of Godot 4.6.3", sentence)

    def test_without_apt_it_says_what_to_install(self):
        self.check_refused("no apt-get to fetch one; install Godot 4.6 or newer and set GODOT")

    def fake_apt(self, update="exit 100", candidate="(none)", download="exit 100"):
        """apt and dpkg whose answers are given."""
        address = "echo 'Debian Debian http://archive.test/debian/'"
        self.write_program(
            self.bin / "apt-get",
            f'case "$*" in indextargets*) {address} ;; update*) {update} ;; *) {download} ;; esac',
        )
        self.write_program(self.bin / "apt-cache", f"echo '  Candidate: {candidate}'")
        self.write_program(self.bin / "dpkg-deb", "exit 1")

    def test_without_a_network_it_says_so(self):
        self.fake_apt()
        self.check_refused("is there a network?")

    def test_suites_with_an_old_godot_are_passed_over(self):
        self.fake_apt(update="exit 0", candidate="4.4.1+ds-1")
        self.check_refused("no Godot 4.6 can be had")

    def test_a_download_that_breaks_off_is_reported(self):
        self.fake_apt(
            update="exit 0",
            candidate="4.6.3+ds-2",
            download="echo 'E: connection lost'; exit 100",
        )
        sentence = self.check_refused("broke off (E: connection lost)")
        self.assertFalse((self.top / ".cache/minkowski_physics/godot").exists(), sentence)

    def test_a_machine_without_debian_archives_is_told_so(self):
        self.fake_apt()
        self.write_program(self.bin / "apt-get", "exit 0")
        self.check_refused("names no Debian archive")


if __name__ == "__main__":
    unittest.main()
