#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""The sweeps over cell sizes and over nested meshes are timed by benches; their counts are tested in test_sweep.c."""

import re
import unittest
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"


def numbers_of(source, name):
    """The numbers of a constant array of reals."""
    values = re.search(rf"{name}\[\] = \{{([^}}]*)\}}", source).group(1)
    return [float(value.replace("(Real)", "")) for value in values.split(",")]


class SweepBenchTest(unittest.TestCase):
    """What is swept and what is printed for each step."""

    def test_cell_sizes_are_swept_with_memory(self):
        source = (BENCH / "bench_spatial.c").read_text(encoding="utf-8")
        sizes = numbers_of(source, "cell_sizes")
        self.assertGreaterEqual(len(sizes), 5)
        self.assertGreaterEqual(max(sizes) / min(sizes), 16)
        self.assertIn("candidates %.2f hits %.2f bytes %.0f each", source)
        self.assertIn("mk_hash_grid_memory(&world->grid)", source)
        for second in ("false", "true"):
            self.assertRegex(source, rf"bench_grid\(\d+, cell_sizes\[i\], {second}\)")

    def test_nested_meshes_are_swept(self):
        source = (BENCH / "bench_mesh_pairs.c").read_text(encoding="utf-8")
        radii = numbers_of(source, "radii")
        distances = numbers_of(source, "distances")
        # apart, crossing, and one inside the other
        self.assertGreater(max(distances), 1 + max(radii))
        self.assertTrue(any(radius + distance < 1 for radius in radii for distance in distances))
        self.assertTrue(
            any(
                radius + distance > 1 > abs(radius - distance)
                for radius in radii
                for distance in distances
            )
        )
        self.assertIn("way,inner,distance,us,candidates,hits", source)
        for way in ("all pairs", "trees"):
            self.assertIn(f'"{way}"', source)


if __name__ == "__main__":
    unittest.main()
