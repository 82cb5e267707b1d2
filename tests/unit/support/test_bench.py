#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Tests of tests/bench/run: benches run without a window or a question, and what they printed is kept."""

import csv
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
KEPT = {name: ROOT / f"build/bench/{name}.single.csv" for name in ("detector", "measures")}


def run_bench(*names):
    command = ["tests/bench/run", *names]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


class BenchTest(unittest.TestCase):
    """Two benches with the protocols of published comparisons, from fixed seeds."""

    @classmethod
    def setUpClass(cls):
        for path in KEPT.values():
            path.unlink(missing_ok=True)
        cls.result = run_bench(*KEPT)
        cls.kept = {
            name: path.read_text(encoding="utf-8") if path.exists() else ""
            for name, path in KEPT.items()
        }

    def test_raw_output_is_kept_with_what_ran_where(self):
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        for name, text in self.kept.items():
            self.assertRegex(text, rf"\A# bench_{name}, single, gcc [\d.]+, ?\S+")
            self.assertIn(text, self.result.stdout)

    def test_table_of_the_octahedra_has_all_sizes_and_detectors(self):
        lines = self.kept["detector"].splitlines()
        start = next(i for i, line in enumerate(lines) if line.startswith("polygons,"))
        rows = list(csv.DictReader(lines[start : start + 11]))
        self.assertEqual([int(row["polygons"]) for row in rows], [8 * k for k in range(1, 11)])
        for row in rows:
            for detector in ("triangles s", "spheres s", "gjk s", "chung-wang s", "sat s"):
                self.assertGreater(float(row[detector]), 0)
        self.assertIn("colliding steps of all detectors: the same", self.kept["detector"])

    def test_all_measures_are_printed_and_kept(self):
        rows = list(csv.DictReader(self.kept["measures"].splitlines()[1:]))
        self.assertEqual([row["measure"] for row in rows], [f"M{i}" for i in range(1, 12)])
        self.assertTrue(all(float(row["ms"]) > 0 for row in rows))
        # what is counted does not depend on the machine: 5000 spheres have so many pairs
        self.assertEqual(rows[0]["tests"], "12497500")
        # three grids with other cells find the same
        self.assertEqual(len({(row["tests"], row["hits"]) for row in rows[1:4]}), 1)

    def test_an_unknown_bench_is_named(self):
        result = run_bench("nonsense")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("nonsense", result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
