#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Tests of tests/bench/run: benches run without a window or a question, and what they printed is kept."""

import csv
import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
EVALUATION = ROOT / "tests/bench/EVALUATION.md"
KEPT = ROOT / "build/bench/measures.single.csv"
DETECTOR = "build/release.single.gcc/tests/bench/bench_detector"


def run_in_root(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


class BenchTest(unittest.TestCase):
    """Two benches with the protocols of published comparisons, from fixed seeds."""

    @classmethod
    def setUpClass(cls):
        KEPT.unlink(missing_ok=True)
        cls.result = run_in_root("tests/bench/run", "measures")
        cls.kept = KEPT.read_text(encoding="utf-8") if KEPT.exists() else ""

    def test_raw_output_is_kept_with_what_ran_where(self):
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        self.assertRegex(self.kept, r"\A# bench_measures, single, gcc [\d.]+, ?\S+")
        self.assertIn(self.kept, self.result.stdout)

    def test_table_of_the_octahedra_has_a_row_per_size(self):
        built = run_in_root("scons", "-Q", f"-j{os.cpu_count()}", DETECTOR)
        self.assertEqual(built.returncode, 0, built.stderr)
        lines = run_in_root(DETECTOR, "2").stdout.splitlines()
        rows = list(csv.DictReader(lines[:3]))
        self.assertEqual([int(row["polygons"]) for row in rows], [8, 16])
        for row in rows:
            for detector in ("triangles s", "spheres s", "gjk s", "chung-wang s", "sat s"):
                self.assertGreaterEqual(float(row[detector]), 0)
        self.assertEqual(lines[3], "colliding steps of all detectors: the same")

    def test_all_measures_are_printed_and_kept(self):
        rows = list(csv.DictReader(self.kept.splitlines()[1:]))
        self.assertEqual([row["measure"] for row in rows], [f"M{i}" for i in range(1, 12)])
        # how long it took is the machine's affair, down to a clock that does not move in one run
        self.assertTrue(all(float(row["ms"]) >= 0 for row in rows))
        # what is counted does not depend on the machine: 5000 spheres have so many pairs
        self.assertEqual(rows[0]["tests"], "12497500")
        # three grids with other cells find the same
        self.assertEqual(len({(row["tests"], row["hits"]) for row in rows[1:4]}), 1)

    def test_the_evaluation_has_the_counts_of_a_fresh_run(self):
        text = EVALUATION.read_text(encoding="utf-8")
        table = [line.split(" | ") for line in re.findall(r"^\| (M\d.*) \|$", text, re.M)]
        written = [[cells[0], *cells[3:]] for cells in table]
        rows = csv.DictReader(self.kept.splitlines()[1:])
        counted = [[row[name] for name in ("measure", "tests", "hits", "bytes")] for row in rows]
        self.assertEqual(written, counted)
        self.assertIn("## What could come next", text)

    def test_an_unknown_bench_is_named(self):
        result = run_in_root("tests/bench/run", "nonsense")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("nonsense", result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
