#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Each check must fail on a bad sample and pass on a good one: a lint that finds nothing proves nothing."""

import sys
import unittest

sys.dont_write_bytecode = True

import draws
import layers
import rows
import size
import tree
import words
from small_tree import TreeCase

LICENCE = "// " + "\n// ".join(words.LICENCE_LINES) + "\n"


class TreeTest(TreeCase):
    """The parts that all checks share."""

    def test_foreign_folders_are_not_ours(self):
        self.write("build/gen/a.c", "")
        self.write("src/base/a.c", "")
        self.write("src/base/a.o", "")
        self.write("compile_commands.json", "[]")
        self.write("demo_project/.godot/b.gd", "")
        names = [tree.relative(self.root, path) for path in tree.owned_files(self.root)]
        self.assertEqual(names, ["src/base/a.c"])

    def test_blanking_keeps_lines_and_strings(self):
        text = 'a /* x\ny */ "// no comment" // c\nb'
        self.assertEqual(tree.without_comments(text), 'a     \n     "// no comment"     \nb')

    def test_scripts_are_known_by_their_first_line(self):
        self.write("run", "#!/usr/bin/env bash\n")
        self.write("build_it", "#!/usr/bin/env python3\n")
        self.assertTrue(tree.is_shell(self.root / "run"))
        self.assertFalse(tree.is_python(self.root / "run"))
        self.assertTrue(tree.is_python(self.root / "build_it"))


class LayersTest(TreeCase):
    """Includes point downwards, headers stand alone."""

    def setUp(self):
        super().setUp()
        self.write("src/base/assert.h", "#pragma once\n#include <assert.h>\n")
        self.write(
            "src/math/vec3.h", '#pragma once\n#include "base/assert.h"\nstruct V { float x; };\n'
        )
        self.write("src/world/world.h", '#pragma once\n#include "math/vec3.h"\n')

    def test_downward_includes_pass(self):
        self.write("src/math/vec3.c", '#include "math/vec3.h"\n\n#include <math.h>\n')
        self.write("gdextension/entry.c", '#include "world/world.h"\n')
        self.write("tests/unit/test_a.c", '#include "world/world.h"\n')
        self.assert_clean(layers.check(self.root))

    def test_upward_include_is_found(self):
        self.write("src/math/vec3.c", '// hello\n#include "world/world.h"\n')
        self.assert_finds(layers.check(self.root), "src/math/vec3.c:2: includes")

    def test_commented_include_is_none(self):
        self.write("src/math/vec3.c", '/*\n#include "world/world.h"\n*/\n')
        self.assert_clean(layers.check(self.root))

    def test_layer_must_be_visible(self):
        self.write(
            "src/math/vec3.c",
            '#include "vec3.h"\n#include "../base/assert.h"\n#include <math/vec3.h>\n',
        )
        findings = layers.check(self.root)
        self.assert_finds(findings, ":1: includes", ":2: includes", "written with quotes")

    def test_engine_does_not_know_godot(self):
        self.write("src/world/a.c", "#include <gdextension_interface.h>\n")
        self.write("src/world/b.c", '#include "godot_api.h"\n')
        self.assert_finds(layers.check(self.root), "a.c:1: includes", "b.c:1: includes")

    def test_missing_header_and_unknown_layer_are_found(self):
        self.write("src/math/a.c", '#include "math/gone.h"\n')
        self.write("src/util/b.c", "\n")
        self.assert_finds(layers.check(self.root), "does not exist", "lies in no layer")

    def test_extension_does_not_see_inner_layers(self):
        self.write("src/spatial/bvh.h", "#pragma once\n")
        self.write("gdextension/entry.c", '#include "spatial/bvh.h"\n')
        self.assert_finds(layers.check(self.root), "the extension sees only")

    def test_header_needs_pragma_once(self):
        self.write("src/base/a.h", "// why\nstruct A;\n")
        self.assert_finds(layers.check(self.root), "src/base/a.h:1: has no `#pragma once`")

    def test_header_must_compile_alone_in_both_precisions(self):
        self.write("src/math/a.h", "#pragma once\n\nsize_t mk_size(void);\n")
        findings = layers.check(self.root)
        self.assert_finds(
            findings,
            "a.h:3: does not compile alone (single",
            "a.h:3: does not compile alone (double",
        )

    def test_header_about_a_library_of_benches_need_not_compile(self):
        text = "#pragma once\n#include <fcl/none.h>\n\nsize_t mk_size(void);\n"
        self.write("tests/bench/a.h", text)
        self.assertEqual(layers.check(self.root), [])
        self.write("src/math/a.h", text)
        self.assert_finds(layers.check(self.root), "a.h:2: does not", "a.h:2: does not")

    def test_header_of_another_precision_is_compiled_too(self):
        flag = layers.PRECISIONS["double"][0][2:].split("=")[0]
        self.write("src/math/a.h", f"#pragma once\n#ifdef {flag}\nbroken\n#endif\n")
        self.assert_finds(layers.check(self.root), "does not compile alone (double")

    def test_headers_about_lanes_are_compiled_for_each_width(self):
        self.write("src/math/wide.h", "#pragma once\n#if MK_LANES == 4\nbroken\n#endif\n")
        findings = layers.check(self.root)
        self.assert_finds(findings, "(single precision, -DMK_LANES=4)", "(double precision, -DMK")

    def test_extension_headers_are_compiled_with_the_bindings(self):
        self.write(
            "gdextension/convert.h", '#pragma once\n#include "godot_api.h"\nGdReal mk_x(void);\n'
        )
        self.assert_clean(layers.check(self.root))
        self.write("build/godot-4.6/gdextension_interface.h", "")
        self.write("build/gen-4.6-single/godot_api.h", "typedef float GdReal;\n")
        self.assert_clean(layers.check(self.root))
        self.write("build/gen-4.6-single/godot_api.h", "")
        self.assert_finds(layers.check(self.root), "convert.h:3: does not compile alone (single")


class DrawsTest(TreeCase):
    """Random cases do not depend on the order in which a compiler evaluates."""

    def check(self, *statements):
        """The findings in a function of these statements, which starts in line 2."""
        body = "\n".join(statements)
        self.write("tests/unit/test_a.c", f"static void make(Rng *rng) {{\n{body}\n}}\n")
        return draws.check(self.root)

    def test_ordered_draws_pass(self):
        self.assert_clean(
            self.check(
                "Vec3 a = random_unit(rng);",
                "Vec3 b = vec3_scale(a, random_real(rng, 0, rng_below(rng, 2) ? 1 : 2));",
                "if (rng_below(rng, 2) == 0) b = random_unit(rng); else b = random_unit(rng);",
                "for (int i = 0; i < 3; i++) { points[i] = random_unit(rng); }",
                "Vec3 c = rng_below(rng, 3) ? random_unit(rng) : random_vec3(rng, 2);",
                "bool both = rng_below(rng, 2) && rng_below(rng, 3);",
                "makers[rng_below(rng, 4)](rng);",
                "if (both) { return (Box){ random_unit(rng), a }; }",
            )
        )

    def test_open_order_is_found(self):
        findings = self.check(
            "Vec3 a = vec3_scale(random_unit(rng), random_real(rng, 0, 1));",
            "Ball b = { random_unit(rng),",
            "2 * random_real(rng, 0, 1) };",
            "Real c = random_real(rng, 0, 1) *",
            "(rng_below(rng, 2) ? 1 : -1);",
            "numbers[rng_below(rng, 3)] = random_real(rng, 0, 1);",
            "use(flag ? random_unit(&scene->rng) : zero, make_point(&scene->rng));",
        )
        self.assert_finds(findings, *(f":{line}: draws twice" for line in (2, 3, 6, 7, 8)))

    def test_macros_and_comments_draw_nothing(self):
        self.assert_clean(
            self.check("// f(random_unit(rng), random_unit(rng))", '"g(rng, h(rng))";')
        )


class SizeTest(TreeCase):
    """Functions and files stay short."""

    @staticmethod
    def function(lines, note=""):
        """A function whose body has the given number of lines after its opening brace."""
        return f"int a;\n{note}int mk_f(int a) {{\n" + "\ta++;\n" * (lines - 1) + "}\n"

    def test_sixty_lines_pass(self):
        self.write("src/base/a.c", self.function(60))
        self.assert_clean(size.check(self.root))

    def test_sixty_one_lines_are_found(self):
        self.write("src/base/a.c", self.function(61))
        self.assert_finds(size.check(self.root), "src/base/a.c:2: mk_f has 61 lines")

    def test_excuse_is_accepted(self):
        note = "// NOLINTNEXTLINE(readability-function-size): one table\n"
        self.write("src/base/a.c", self.function(61, note))
        self.assert_clean(size.check(self.root))

    def test_tables_are_no_functions(self):
        self.write("src/base/a.c", "static const int a[] = {\n" + "\t1,\n" * 100 + "};\n")
        self.assert_clean(size.check(self.root))

    def test_braces_in_texts_and_macros_do_not_count(self):
        text = "static void f(void) {\n\tg(\"{{{\");\n\th('{'); // {\n}\n#define MK_A {\n"
        self.write("src/base/a.c", text + self.function(61))
        self.assert_finds(size.check(self.root), "mk_f has 61 lines")

    def test_wide_comments_are_found(self):
        text = "\t// " + "a" * 93 + "\n\t// " + "a" * 94 + "\n//   " + "a" * 100 + "\n"
        self.write("src/base/a.c", text)
        self.assert_finds(size.check(self.root), "src/base/a.c:2: the comment is wider")

    def test_long_files_are_found(self):
        self.write("src/base/a.c", "\n" * 500)
        self.write("src/base/b.c", "\n" * 501)
        self.write("tests/godot/c.gd", "\n" * 501)
        self.write("SConstruct", "\n" * 501)
        findings = size.check(self.root)
        self.assert_finds(findings, "b.c:501: ", "c.gd:501: ", "SConstruct:501: ")

    def test_long_scenes_are_found(self):
        self.write("demo_project/scenes/pile/pile.gd", "\n" * 201)
        self.write("demo_project/scenes/pile/pile_check.gd", "\n" * 201)
        self.write("demo_project/scenes/zoo/zoo.gd", "\n" * 200)
        self.assert_finds(size.check(self.root), "pile.gd:201: the file has 201 lines")


class WordsTest(TreeCase):
    """Text holds only what belongs there."""

    def lines(self, name, *lines):
        """Findings for a licensed file with the given lines."""
        head = LICENCE if name.endswith((".c", ".h")) else LICENCE.replace("//", "#")
        self.write(name, head + "".join(line + "\n" for line in lines))
        return words.check(self.root)

    def test_good_text_passes(self):
        good = [
            "// The clamped parameter t = dot(ap, ab) / dot(ab, ab); see Ericson 5.1.2.",
            "// returns the nearest point; NULL means none",
            "// in the order: first a, then b;",
            "static int a; // metres",
            "// TODO: merge coplanar faces, because the hull keeps slivers",  # words: allow
            "#if MK_DOUBLE",
        ]
        self.assert_clean(self.lines("src/base/a.c", *good))

    def test_marks_without_cause_are_found(self):
        for mark in ("TODO", "FIXME", "XXX", "HACK", "TODO: later"):  # words: allow
            self.assert_finds(self.lines("src/base/a.c", f"// {mark}"), ":3: has a left-over mark")

    def test_dead_code_is_found(self):
        dead = [
            "#if 0",
            "// x = y + 1;",
            "// foo(a, b);",
            "// if (a > b) {",
            "// return a * b;",
            "// }",
        ]
        for line in dead:
            self.assert_finds(self.lines("src/base/a.c", line), "delete it")
        self.assert_finds(self.lines("src/base/a.c", "", "# if 1 // on"), ":4: switches code off")

    def test_silenced_checks_need_a_name_and_a_reason(self):
        for mark in ("NOLINT", "NOLINT(bugprone-a)", "NOLINTNEXTLINE: because"):
            self.assert_finds(self.lines("src/base/a.c", f"int a; // {mark}"), "silences")
        good = ["int a; // NOLINT(bugprone-a,misc-b): it is true", "// NOLINTEND(bugprone-a)"]
        self.assert_clean(self.lines("src/base/a.c", *good))

    def test_lower_case_types_are_found(self):
        self.assert_finds(self.lines("src/base/a.h", "typedef struct vec3 {"), "lower case")
        self.assert_clean(self.lines("src/base/a.h", "struct Vec3 {", "struct timespec now;"))

    def test_dead_script_is_found(self):
        self.assert_finds(self.lines("tests/a.gd", "# print(a)"), "commented-out")
        self.assert_clean(self.lines("tests/a.gd", "# print the result, once"))

    def test_licence_is_asked_for(self):
        self.write("src/base/a.c", "int a;\n")
        self.write("run", "#!/usr/bin/env bash\n# " + words.LICENCE_LINES[0] + "\ntrue\n")
        findings = words.check(self.root)
        self.assert_finds(
            findings, "FileCopyrightText", "a.c:1: lacks the line `SPDX-L", "run:1: lacks the"
        )

    def test_paths_of_one_machine_are_found(self):
        for folder in ("root", "home/me", "work", "usr/local"):
            findings = self.lines("src/base/a.c", f'"/{folder}/a"')
            self.assert_finds(findings, "exists on one machine")
        self.assert_clean(self.lines("src/base/a.c", '"build/work/a"', '"https://a.org/home/b"'))

    def test_white_space_is_found(self):
        self.assert_finds(self.lines("src/base/a.c", "int a; "), ":3: ends in white space")
        self.assert_finds(self.lines("src/base/a.c", "int a;", ""), "ends in empty lines")
        self.assert_finds(self.lines("src/base/a.c", "  \tint a;"), "spaces before a tab")
        self.write("src/base/a.c", LICENCE + "int a;")
        self.assert_finds(words.check(self.root), "does not end in a newline")

    def test_emoji_is_found(self):
        self.assert_finds(self.lines("src/base/a.c", "// done \U0001f389"), "emoji")
        self.assert_clean(self.lines("src/base/a.c", "// a \u2192 b, \u2212 1 \u00d7 2"))

    def test_talk_about_the_work_is_found(self):
        talk = ["as agreed last session", "see issue #12", "fixes bug 7", "(#1088)"]  # words: allow
        for line in talk:
            self.assert_finds(self.lines("src/base/a.c", f"// {line}"), ":3: ")
        self.assert_clean(self.lines("src/base/a.c", "// this issue is rare, colour #123456"))

    def test_archive_hosts_are_found(self):
        host = "deb." + "debian.org"
        self.assert_finds(self.lines("get.sh", f"# {host}"), "package archive")

    def test_a_line_can_be_excused(self):
        self.assert_clean(self.lines("src/base/a.c", "// FIXME words: allow"))

    def test_pictures_are_no_text(self):
        (self.root / "icon.png").write_bytes(b"\x89PNG\0 \n")
        self.assert_clean(words.check(self.root))


class RowsTest(TreeCase):
    """Rows are proven only by tests that exist and ran."""

    NAME = "unit/math/test_vec3:cross_is_orthogonal"

    def setUp(self):
        super().setUp()
        self.write("tests/rows_all.tsv", "s0.c01\tfirst\ns0.c02\tsecond\n")
        self.write(
            "tests/unit/math/test_vec3.c",
            "\tcmocka_unit_test(cross_is_orthogonal),\n// test(gone)\n",
        )
        self.write("tests/godot/test_server.gd", "func test_gravity() -> void:\n\tpass\n")
        self.write("tests/lint/run", 'CHECKS = {\n    "layers": 1,\n}\n')

    def examine(self, table, results=None):
        """Result of a table, and of the lines of a run when given."""
        self.write("tests/rows.tsv", "# comment\n" + table)
        if results is None:
            return rows.examine(self.root)
        self.write("results", results)
        return rows.examine(self.root, rows.read_ran(self.root / "results"))

    def test_nothing_claimed_is_fine(self):
        self.assertEqual(self.examine(""), ([], 0, 2))

    def test_existing_tests_prove(self):
        table = f"s0.c01\t{self.NAME} lint:layers\ns0.c02\tgodot/test_server:test_gravity\n"
        self.assertEqual(self.examine(table), ([], 2, 2))

    def test_unknown_rows_and_tests_are_found(self):
        table = (
            f"s9.c01\t{self.NAME}\ns0.c01\tunit/math/test_vec3:gone lint:none\ns0.c02\tunit/no:a\n"
        )
        findings, proven, _ = self.examine(table)
        self.assert_finds(findings, "no row", "is not declared", "is no check", "has no source")
        self.assertEqual(proven, 0)

    def test_malformed_lines_are_found(self):
        findings = self.examine(f"s0.c01\nnonsense\ns0.c02\tno_colon\ns0.c02\t{self.NAME}\n")[0]
        self.assert_finds(
            findings,
            "s0.c01 names no",
            "nonsense is no row",
            "nonsense names no",
            "group:name",
            "twice",
        )

    def test_passed_tests_prove(self):
        table = f"s0.c01\t{self.NAME}\n"
        self.assertEqual(self.examine(table, f"passed\t{self.NAME}\n"), ([], 1, 2))

    def test_tests_that_did_not_run_prove_nothing(self):
        findings, proven, _ = self.examine(f"s0.c01\t{self.NAME}\n", "passed\tother:a\n")
        self.assert_finds(findings, "did not run")
        self.assertEqual(proven, 0)

    def test_one_failure_outweighs_a_pass(self):
        results = f"passed\t{self.NAME}\nfailed\t{self.NAME}\n"
        self.assert_finds(self.examine(f"s0.c01\t{self.NAME}\n", results)[0], "failed")


if __name__ == "__main__":
    unittest.main()
