#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Tests of the harness itself: samples that pass, fail, crash, hang and leak must be judged so.

GODOT names the Godot to use; without it gdextension/get_godot finds one.
"""

import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import godot_run  # noqa: E402 (the path is set above)

SAMPLES = ROOT / "tests" / "godot" / "harness" / "samples"
ENGINE = "GodotPhysics3D"


class HarnessTest(unittest.TestCase):
    """Each test runs one sample and looks at the verdicts."""

    godot = godot_run.find_godot()

    def judge(self, sample, engine=ENGINE, libs=None, **timeouts):
        """The verdicts on a sample, by test name."""
        config = godot_run.Config(self.godot, engine, libs, **timeouts)
        verdicts = godot_run.run_files(config, [SAMPLES / f"{sample}.gd"], quiet=True)
        names = [verdict.name for verdict in verdicts]
        self.assertEqual(len(names), len(set(names)), "a test was judged twice")
        return {verdict.name: verdict for verdict in verdicts}

    def check_names(self, verdicts, count):
        """The verdict of each sample is part of its name: test_failed_..., test_passed_..."""
        tests = {name: v for name, v in verdicts.items() if name.startswith("test_")}
        self.assertEqual(len(tests), count)
        for name, verdict in tests.items():
            with self.subTest(name):
                self.assertEqual(verdict.word, name.split("_")[1], verdict.reasons)
                self.assertEqual(bool(verdict.reasons), verdict.word == "failed")

    def test_verdicts(self):
        """Checks, errors, orphans and skips within one file."""
        verdicts = self.judge("sample_verdicts")
        self.check_names(verdicts, 21)
        self.assertEqual(verdicts["leaves_nothing_behind"].word, "passed")
        self.assertIn("sample_verdicts.gd:", verdicts["test_failed_check"].reasons[0])
        self.assertIn("the reason", verdicts["test_failed_check"].reasons[0])

    def test_stuck_coroutine(self):
        """A test that waits for ever fails after its tick limit and the next one still runs."""
        verdicts = self.judge("sample_stuck")
        self.check_names(verdicts, 3)
        self.assertIn("within 20 ticks", verdicts["test_failed_stuck"].reasons[0])

    def test_crash(self):
        """A crash fails the test that was running, with the last lines of the output."""
        verdicts = self.judge("sample_crash")
        self.check_names(verdicts, 4)
        self.assertIn("crashed on purpose", " ".join(verdicts["test_failed_crash"].reasons))

    def test_hang(self):
        """A process that does not answer is ended, and the rest of the file gets a new one."""
        verdicts = self.judge("sample_hang", timeout=8)
        self.check_names(verdicts, 2)
        self.assertIn("hung", verdicts["test_failed_hang"].reasons[0])

    def test_hang_at_exit(self):
        """All tests have passed, and Godot does not end: of our engine a failure, of another's a note."""
        for engine, word in ((godot_run.OURS, "failed"), (ENGINE, "noted")):
            with self.subTest(engine):
                verdicts = self.judge("sample_hang_at_exit", engine=engine, exit_timeout=3)
                self.check_names(verdicts, 1)
                self.assertEqual(verdicts["exit"].word, word)
                self.assertIn("hung and was ended after 3 s", verdicts["exit"].reasons[0])

    def test_parse_error(self):
        """A file that does not compile is a failure, not silence."""
        verdicts = self.judge("sample_parse_error")
        self.assertEqual(verdicts["load"].word, "failed")
        self.assertIn("undeclared", " ".join(verdicts["load"].reasons))

    def test_no_tests(self):
        """A file without tests is a failure."""
        verdicts = self.judge("sample_no_tests")
        self.assertEqual(verdicts["load"].word, "failed")

    def test_leak(self):
        """A node that is left fails its test; a RID that is left at exit fails the file."""
        verdicts = self.judge("sample_leak")
        self.check_names(verdicts, 2)
        self.assertEqual(verdicts["leaves_nothing_behind"].word, "failed")

    def test_wrong_engine(self):
        """Godot's silent fallback to another engine fails the file."""
        with tempfile.TemporaryDirectory() as empty:
            verdicts = self.judge("sample_leak", engine="No Such Engine", libs=Path(empty))
        self.assertEqual(verdicts["engine"].word, "failed")
        self.assertIn("GodotPhysics3D runs", verdicts["engine"].reasons[0])

    def test_libraries_of_their_own(self):
        """The plugin is taken from the folder that MK_LIBS names, whoever builds another meanwhile."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "libminkowski_physics.x.so").touch()
            config = godot_run.Config(self.godot, godot_run.OURS, build=Path(folder) / "build")
            with mock.patch.dict(os.environ, MK_LIBS=folder):
                project = godot_run.make_project(config)
            found = project / "addons/minkowski_physics/bin/libminkowski_physics.x.so"
            self.assertEqual(found.resolve().parent, Path(folder).resolve())

    def test_results_file(self):
        """Passed and failed tests are written, skipped ones and notes are not."""
        verdicts = [
            godot_run.Verdict("godot/test_x", "test_a", "passed", []),
            godot_run.Verdict("godot/test_x", "test_b", "skipped", []),
            godot_run.Verdict("godot/test_x", "test_c", "failed", ["because"]),
            godot_run.Verdict("godot/test_x", "exit", "noted", ["because"]),
        ]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "results"
            godot_run.write_results(verdicts, file)
            lines = file.read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines, ["passed\tgodot/test_x:test_a", "failed\tgodot/test_x:test_c"])


class RecordingResult(unittest.TextTestResult):
    """Appends a line per test to the file that MK_RESULTS names, if it is set."""

    def stopTest(self, test):
        """Called after each test, whatever came out."""
        super().stopTest(test)
        results = os.environ.get("MK_RESULTS")
        if results:
            bad = {item[0].id().partition(" ")[0] for item in self.failures + self.errors}
            word = "failed" if test.id() in bad else "passed"
            name = test.id().rpartition(".")[2]
            with open(results, "a", encoding="utf-8") as file:
                file.write(f"{word}\tgodot/harness/test_harness:{name}\n")


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(resultclass=RecordingResult))
