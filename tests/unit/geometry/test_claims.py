#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""What Ericson, Real-Time Collision Detection, chapter 5, says about costs and precision: each claim is measured or declined.

A measured claim names the lines of the benches that show both of its sides (or the one number it is about); a claim
about precision names the test that holds it. A declined one says why there is nothing to measure.
"""

import re
import unittest
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parents[2]
CLAIMS_BENCH = "bench/bench_claims.c"
CALLS = "bench/bench_geometry.c"
GROWTH = "bench/bench_geometry_build.c"
MOVING = "bench/bench_moving.c"
DETECTORS = "bench/bench_detector.c"


class Claim(NamedTuple):
    """A section, what it claims, where both sides are measured, and why not, if they are not."""

    section: str
    text: str
    sides: tuple = ()  # (file below tests/, a line of the table that it prints or the test that it has)
    declined: str = ""


def calls(*names):
    """Lines of the table of single calls."""
    return tuple((CALLS, f"{name})") for name in names)


def printed(path, *names):
    """Names that a bench prints."""
    return tuple((path, f'"{name}"') for name in names)


def tested(path, name):
    """A test that holds a claim about precision."""
    return ((path, f"cmocka_unit_test({name})"),)


CLAIMS = [
    Claim(
        "5.1.4.2",
        "a rectangle by three corners costs more",
        calls("on_rectangle", "on_rectangle_corners"),
    ),
    Claim(
        "5.1.4.1",
        "a distance costs less than the point",
        calls("distance_obb", "distance_obb_by_point"),
    ),
    Claim(
        "5.1.5",
        "sides and face cost more than regions",
        printed(CLAIMS_BENCH, "sides and face", "regions"),
    ),
    Claim(
        "5.1.5",
        "dot products cost less than cross products",
        declined="The form with cross products was never written: it needs the same seven regions, and loses more digits"
        " on thin triangles than the one there is.",
    ),
    Claim(
        "5.1.5",
        "minimising the square is more complex",
        declined="A second solver for the same seven regions would be kept for this comparison alone.",
    ),
    Claim(
        "5.1.6",
        "regions of a tetrahedron cost less than its faces",
        calls("on_tetrahedron", "on_tetrahedron_wound", "on_tetrahedron_regions"),
    ),
    Claim(
        "5.1.7",
        "faces cost linear time, a hierarchy less",
        printed(GROWTH, "nearest point by faces", "nearest point by supports"),
    ),
    Claim("5.1.9", "delayed division costs less", calls("pair_segments", "pair_segments_delayed")),
    Claim(
        "5.1.9",
        "clamping both on their own is wrong",
        ((CLAIMS_BENCH, "clamping both on their own,wrong pairs"),),
    ),
    Claim("5.1.9.1", "boxes first pay", printed(CLAIMS_BENCH, "without", "with")),
    Claim(
        "5.1.10",
        "regions save pairs of segment and triangle",
        declined="Which pairs may be left out follows from regions that rounding may put a point into wrongly; all five"
        " pairs are always looked at.",
    ),
    Claim(
        "5.1.11",
        "nine and six pairs cost less than six segment tests",
        declined="Each of the six segment tests is itself three of the nine pairs and two of the six: there is nothing"
        " that it could save.",
    ),
    Claim(
        "5.2",
        "plain tests cost less than informative ones",
        calls(
            "sphere_aabb",
            "contact_sphere_aabb",
            "triangles_meet",
            "triangles_apart",
            "sat_overlap",
            "sat_contact",
        ),
    ),
    Claim("5.2.1", "radii cost less than projected corners", calls("obb_obb", "sat_overlap")),
    Claim(
        "5.2.1",
        "2 F + E^2 axes are too many for large hulls",
        (
            (CLAIMS_BENCH, "axes,box and box,15"),
            (CLAIMS_BENCH, "axes,tetrahedron and tetrahedron,44"),
        )
        + ((DETECTORS, '"pair,n,detector,ns,steps"'),),
    ),
    Claim(
        "5.2.1",
        "the axis of the last step ends the search",
        printed(CLAIMS_BENCH, "afresh", "remembered"),
    ),
    Claim(
        "5.2.1.1",
        "a false hit is better than a miss",
        tested("property/geometry/test_overlap_box.c", "box_pairs_are_never_wrongly_apart"),
        declined="No time is claimed: how often it is wrong is a test with an oracle, and misses must be none at all.",
    ),
    Claim(
        "5.2.1.1",
        "long edges lose digits",
        tested("unit/geometry/test_sat.c", "axis_of_two_edges_does_not_depend_on_their_size"),
        declined="No time is claimed: digits are a test, over sixteen orders of magnitude.",
    ),
    Claim(
        "5.2.4",
        "a radius is better than a half angle",
        declined="A cone has a radius from the moment it is made; the tangent is taken once, outside of every test.",
    ),
    Claim("5.2.5", "squares cost less than roots", printed(CLAIMS_BENCH, "squared", "rooted")),
    Claim("5.2.8", "a fan of triangles costs more", printed(CLAIMS_BENCH, "at once", "fan")),
    Claim(
        "5.2.8",
        "projecting to two coordinates costs less",
        declined="It is wrong for oblique polygons: distances shrink. For the one step where it is right, the point in"
        " the polygon, it is the only form there is.",
    ),
    Claim(
        "5.2.9",
        "edges first, then box, then plane is fastest",
        declined="The order is part of the answer, the first axis that separates, and kept for all callers.",
    ),
    Claim("5.2.9", "axes of an aligned box cost less", calls("triangle_aabb", "triangle_obb")),
    Claim(
        "5.2.9",
        "largest and smallest suit vector units",
        declined="Triangles meet boxes in the leaves of trees, whose boxes are compared several at a time before; the"
        " thirteen axes of what is left are scalar.",
    ),
    Claim(
        "5.2.10",
        "intervals cost less than separating axes",
        calls("triangles_meet", "triangles_exact", "triangles_sat"),
        declined="Two more ways, by penetration and by signs alone, would be kept for the comparison only.",
    ),
    Claim(
        "5.3.1",
        "parallel segments need no branch",
        declined="Without it a segment in the plane divides zero by zero, and the answer depends on the compiler.",
    ),
    Claim(
        "5.3",
        "a ray costs less than a moving body",
        calls("ray_triangle", "ray_aabb") + printed(MOVING, "sphere_triangle", "sphere_aabb"),
    ),
    Claim(
        "5.5.7",
        "regions cost less than halving",
        printed(MOVING, "sphere_obb", "sphere_obb_interval_halving"),
    ),
    Claim(
        "5.5.7",
        "a ball at the vertex may pay",
        printed(MOVING, "sphere_aabb", "sphere_aabb_vertex_first"),
    ),
    Claim(
        "5.5.8",
        "one moving test replaces many static ones",
        calls("aabb_aabb") + printed(MOVING, "aabb_aabb"),
    ),
    Claim(
        "5.1.8",
        "lines that meet do not meet in numbers",
        tested("unit/geometry/test_closest_pair.c", "lines_meet_within_a_threshold"),
        declined="No time is claimed, and no function here asks whether a distance is exactly zero.",
    ),
]


class ClaimTest(unittest.TestCase):
    """Holds the list to the benches and the benches to the list."""

    def test_every_claim_is_measured_or_declined(self):
        self.assertEqual(len(CLAIMS), 32)
        self.assertEqual(len({(claim.section, claim.text) for claim in CLAIMS}), 32)
        for claim in CLAIMS:
            with self.subTest(claim.text):
                self.assertTrue(claim.sides or len(claim.declined.split()) >= 8)
                for path, line in claim.sides:
                    self.assertIn(line, (TESTS / path).read_text(encoding="utf-8"))

    def test_every_section_of_the_bench_is_on_the_list(self):
        listed = {claim.section for claim in CLAIMS}
        found = set(
            re.findall(r"\b5(?:\.\d+)+", (TESTS / CLAIMS_BENCH).read_text(encoding="utf-8"))
        )
        self.assertGreater(len(found), 10)
        self.assertEqual(found - listed, set())


if __name__ == "__main__":
    unittest.main()
