#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""The check of descriptions must miss what is missing and find what is not there."""

import sys
import unittest

sys.dont_write_bytecode = True

import docs
from small_tree import TreeCase

SOURCE = """static const Method ball_methods[] = {
\t{ .name = "bounce", .call = bounce },
\t{
\t\t.name = "roll",
\t\t.call = roll,
\t\t.arguments = { { "far", VALUE_REAL } },
\t},
};

static const Property ball_properties[] = {
\tMK_FIELD("radius", VALUE_REAL, radius),
};

static const Constant ball_constants[] = {
\t{ "MODE_A", 1, "Mode", false },
};

Class mk_ball_class = {
\t.name = "Ball",
\t.instance_size = sizeof(Ball),
\t.methods = MK_TABLE(ball_methods),
\t.properties = MK_TABLE(ball_properties),
\t.constants = MK_TABLE(ball_constants),
};

Class mk_hidden_class = {
\t.name = "Hidden",
};
"""

DESCRIPTION = """<class name="Ball">
<brief_description>A ball.</brief_description><description>It is round. [codeblock]bounce()[/codeblock]</description>
<methods><method name="bounce"><description>Bounces.</description></method>
<method name="roll"><description>Rolls.</description></method></methods>
<members><member name="radius" type="float">In m.</member></members>
<constants><constant name="MODE_A" value="1">A way.</constant></constants>
</class>
"""


class DocsTest(TreeCase):
    """Tables and descriptions say the same."""

    def setUp(self):
        super().setUp()
        self.write("gdextension/ball.c", SOURCE)
        self.write("gdextension/doc_classes/Ball.xml", DESCRIPTION)

    def change(self, old, new):
        """Writes the description with one part replaced."""
        self.assertIn(old, DESCRIPTION)
        self.write("gdextension/doc_classes/Ball.xml", DESCRIPTION.replace(old, new))

    def test_icons(self):
        """A class without an icon, an icon without a class, and one that is not there."""
        self.write(docs.EXTENSION, '[icons]\n\nOther = "icons/other.svg"\n')
        texts = sorted(finding.text for finding in docs.check(self.root))
        wanted = [
            "the class Ball has no icon",
            "there is no class Other",
            "there is no icons/other.svg",
        ]
        self.assertEqual(texts, wanted)

    def test_complete_descriptions_pass(self):
        self.assert_clean(docs.check(self.root))

    def test_missing_members_are_named(self):
        self.change('name="roll"', 'name="fly"')
        self.assert_finds(docs.check(self.root), "method roll is not", "method fly does not exist")

    def test_empty_descriptions_are_named(self):
        self.change("Bounces.", "")
        self.assert_finds(docs.check(self.root), "description of method bounce is empty")
        self.change("In m.", " ")
        self.assert_finds(docs.check(self.root), "description of member radius is empty")
        self.change("A ball.", "")
        self.assert_finds(docs.check(self.root), "<brief_description>")

    def test_a_class_has_an_example(self):
        self.change("[codeblock]bounce()[/codeblock]", "")
        self.assert_finds(docs.check(self.root), "no example")

    def test_constants_are_compared(self):
        self.change('"MODE_A"', '"MODE_B"')
        self.assert_finds(docs.check(self.root), "constant MODE_A", "constant MODE_B")

    def test_classes_and_files_belong_together(self):
        self.write("gdextension/doc_classes/Cube.xml", DESCRIPTION)
        self.assert_finds(docs.check(self.root), "there is no class Cube")
        self.write("gdextension/cube.c", SOURCE.replace('"Ball"', '"Cube"'))
        self.assert_clean(docs.check(self.root))
        (self.root / "gdextension/doc_classes/Ball.xml").unlink()
        self.assert_finds(docs.check(self.root), "the class Ball has no")

    def test_settings_are_described_in_the_singleton(self):
        self.write("gdextension/settings.c", 'x = { MK_SETTINGS_FOLDER "threads", 1 };')
        self.assert_finds(docs.check(self.root), "setting threads is not described")
        self.write("gdextension/cube.c", SOURCE.replace('"Ball"', '"MinkowskiPhysics"'))
        text = DESCRIPTION.replace("round.", "physics/minkowski_physics_3d/speed")
        self.write("gdextension/doc_classes/MinkowskiPhysics.xml", text)
        self.assert_finds(docs.check(self.root), "threads is not", "no project setting speed")

    def test_settings_and_their_defaults_are_in_the_readme(self):
        rows = (
            '{ MK_SETTINGS_FOLDER "speed", SETTING_REAL, 3, 0.01,\n\t1000, "0,9,1,suffix:m/s" },\n'
            '{ MK_SETTINGS_FOLDER "sleep", SETTING_SWITCH, 1, 0, 1, "" },\n'
            '{ MK_SETTINGS_FOLDER "side", SETTING_CHOICE, 1, 0, 2, "As B,As A,None" },\n'
        )
        table = (
            "| setting | default | meaning |\n| --- | --- | --- |\n| `speed` | 3 m/s | how fast |\n"
            "| `sleep` | on | whether |\n| `side` | as A | which |\n\nWords.\n"
        )
        self.write("gdextension/settings.c", rows)
        self.write(docs.README, table)
        self.assert_clean(docs.check_settings_table(self.root))
        for old, new, sentence in (
            ("3 m/s", "3", "default of speed is 3 m/s, not 3"),
            ("| on |", "| off |", "default of sleep is on, not off"),
            ("as A", "as B", "default of side is As A, not as B"),
            ("| `sleep` | on | whether |\n", "", "sleep is not in the table"),
            ("which |\n", "which |\n| `color` | 1 | x |\n", "no project setting color"),
        ):
            self.write(docs.README, table.replace(old, new))
            self.assert_finds(docs.check_settings_table(self.root), sentence)


if __name__ == "__main__":
    unittest.main()
