#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Each family of primitive tests says where its algorithm is described: book, author and section."""

import re
import unittest
from pathlib import Path

GEOMETRY = Path(__file__).resolve().parents[3] / "src/geometry"
# header -> a section of Ericson, Real-Time Collision Detection (2005), that it implements
SECTIONS = {
    "closest.h": "5.1.1 to 5.1.4",
    "closest_pair.h": "5.1.8",
    "closest_pair_triangle.h": "5.1.10",
    "closest_polygon.h": "5.1.7",
    "closest_tetrahedron.h": "5.1.6",
    "closest_triangle.h": "5.1.5",
    "containment.h": "5.4.1 to 5.4.3",
    "distance.h": "5.1.4.1",
    "orientation.h": "5.1.9.1",
    "overlap_box.h": "5.2.9",
    "overlap_plane.h": "5.2.2 to 5.2.4",
    "overlap_sphere.h": "5.2.5",
    "plane_pair.h": "5.4.4",
    "ray.h": "5.3.1 to 5.3.8",
    "sat.h": "5.2.1",
    "tolerance.h": "11.3.1",
    "triangle_triangle.h": "5.2.10",
}


class CitationTest(unittest.TestCase):
    """The head of a header is the comment before its first line of code."""

    def test_every_family_cites_book_and_section(self):
        for name, section in SECTIONS.items():
            head = (GEOMETRY / name).read_text(encoding="utf-8").split("#pragma once")[0]
            words = re.sub(r"\s*\n//\s*", " ", head)
            with self.subTest(name):
                self.assertIn("Ericson, Real-Time Collision Detection", words)
                self.assertIn(section, words)


if __name__ == "__main__":
    unittest.main()
