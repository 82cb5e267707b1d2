#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""The same for the checks that ask other programs, and for the runner of all checks."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True

import tidy
import tools
import tree
from small_tree import TreeCase

# written backwards, for this file is checked too
MISSPELT = "eveicer"[::-1]


class ToolsTest(TreeCase):
    """Other programs are asked rightly and their answers understood."""

    def test_missing_program_is_a_failure(self):
        with mock.patch("shutil.which", return_value=None):
            self.assert_finds(tools.check_format(self.root), "comes with the package clang-format")
            self.assert_finds(tools.check_black(self.root), "comes with the package black")
            self.assert_finds(tools.check_codespell(self.root), "the package codespell")
            self.assert_finds(tools.check_shell(self.root), "package bash", "package shellcheck")
            self.assert_finds(tidy.check(self.root), "comes with the package clang-tidy")

    def test_format(self):
        shutil.copy(tree.repository_root() / ".clang-format", self.root)
        self.write("src/base/a.c", "static Vec3 a = { 1, 2 };\n")
        self.assert_clean(tools.check_format(self.root))
        self.write("src/base/a.c", "\nint  a;\n")
        self.assert_finds(tools.check_format(self.root), "src/base/a.c:2: is not formatted")

    def test_black(self):
        self.write("a.py", "a = 1\n")
        self.assert_clean(tools.check_black(self.root))
        self.write("SConstruct", "a  =  1\n")
        self.write("b.py", "a = (\n")
        findings = tools.check_black(self.root)
        self.assert_finds(findings, "SConstruct:1: is not formatted", "b.py:1: is not formatted")

    def test_codespell(self):
        self.write("a.md", "The nearest point.\n")
        self.assert_clean(tools.check_codespell(self.root))
        self.write("a.md", "ok\n" + MISSPELT + " point\n")
        self.assert_finds(
            tools.check_codespell(self.root), f"a.md:2: {MISSPELT} ==> "
        )  # codespell:ignore

    def test_shell(self):
        self.write("run", '#!/usr/bin/env bash\nset -e\necho "$1"\n')
        self.assert_clean(tools.check_shell(self.root))
        self.write("run", "#!/usr/bin/env bash\nif true\n")
        self.assert_finds(tools.check_shell(self.root), "run:1: ")
        self.write("run", "#!/usr/bin/env bash\ncd $(dirname x) || exit\nunused=1\n")
        self.assert_finds(tools.check_shell(self.root), "run:2: ", "run:3: ")


class TidyTest(TreeCase):
    """clang-tidy enforces the names and sizes, and clean files are analysed once."""

    def setUp(self):
        super().setUp()
        home = tree.repository_root()
        for name in (".clang-tidy", "tests/.clang-tidy", "gdextension/server/.clang-tidy"):
            self.write(name, (home / name).read_text(encoding="utf-8"))

    def analyse(self, *names):
        """Findings for a tree that builds the named sources."""
        command = "gcc -std=c17 -Wall -Wlogical-op -Isrc -c {0} -o {0}.o"
        directory = str(self.root)
        entries = [{"directory": directory, "file": n, "command": command.format(n)} for n in names]
        self.write("compile_commands.json", json.dumps(entries))
        return tidy.check(self.root)

    def test_good_names_pass(self):
        header = "#pragma once\ntypedef struct Vec3 {\n\tfloat x;\n} Vec3;\n"
        header += "static inline float vec3_x(Vec3 v) { return v.x; }\nfloat mk_vec3(Vec3 v);\n"
        self.write("src/math/vec3.h", header)
        self.write(
            "src/math/vec3.c",
            '#include "math/vec3.h"\nfloat mk_vec3(Vec3 v) { return vec3_x(v); }\n',
        )
        self.assert_clean(self.analyse("src/math/vec3.c"))

    def test_bad_names_are_found(self):
        text = (
            "enum Kind { kind_a };\n#define SIZE 3\nstruct Vec { int aB; };\ntypedef int vec_t;\n"
        )
        self.write("src/math/a.h", "#pragma once\n" + text + "int distance(int a);\n")
        source = '#include "math/a.h"\nstatic int helpMe(void) { return SIZE; }\n'
        self.write("src/math/a.c", source + "int distance(int a) { return a + helpMe(); }\n")
        self.assert_finds(
            self.analyse("src/math/a.c"),
            "'kind_a'",
            "'SIZE'",
            "'aB'",
            "'vec_t'",
            "'distance'",
            "'helpMe'",
        )

    def test_six_parameters_only_in_the_server(self):
        text = "int mk_f(int a, int b, int c, int d, int e, int f);\n"
        text += (
            "int mk_f(int a, int b, int c, int d, int e, int f) { return a + b + c + d + e + f; }\n"
        )
        self.write("gdextension/server/a.c", text)
        self.assert_clean(self.analyse("gdextension/server/a.c"))
        self.write("src/base/a.c", text)
        self.assert_finds(
            self.analyse("src/base/a.c", "gdextension/server/a.c"), "src/base/a.c:2: function"
        )

    def test_tests_need_no_prefix(self):
        text = "#define check_near(a, b) ((a) == (b))\nint scene(int a);\n"
        self.write("tests/unit/a.c", text + "int scene(int a) { return check_near(a, 1); }\n")
        self.assert_clean(self.analyse("tests/unit/a.c"))

    def test_clean_files_are_analysed_once(self):
        self.write("src/base/a.h", "#pragma once\nint mk_a(void);\n")
        self.write("src/base/a.c", '#include "base/a.h"\nint mk_a(void) { return 1; }\n')
        self.assert_clean(self.analyse("src/base/a.c"))
        with mock.patch("subprocess.run", side_effect=AssertionError("analysed again")):
            self.assert_clean(self.analyse("src/base/a.c"))
        self.write("src/base/a.h", "#pragma once\nint mk_a(void);\nint bad(void);\n")
        self.assert_finds(self.analyse("src/base/a.c"), "src/base/a.h:3: invalid case style")

    def test_debug_build_and_each_width_are_chosen(self):
        self.write("src/base/a.c", "int mk_a;\n")
        entries = []
        for flags in ("", "-DMK_DEBUG", "-DMK_LANES=4", "-DMK_LANES=4 -DMK_DEBUG"):
            entry = {"directory": str(self.root), "file": "src/base/a.c", "command": f"gcc {flags}"}
            entries.append(entry)
        chosen = tidy.chosen_commands(self.root, entries)
        self.assertEqual(chosen, {"src/base/a.c": [entries[1], entries[3]]})

    def test_unbuilt_sources_and_a_missing_database_are_found(self):
        self.assert_finds(tidy.check(self.root), "`scons` writes it")
        self.write("src/base/a.c", "int mk_a;\n")
        self.assert_finds(self.analyse(), "no SCons target builds it")


class RunTest(unittest.TestCase):
    """The runner speaks the language of the test counters."""

    def start(self, *names):
        """(exit code, output, recorded results) of a real run of some checks."""
        with tempfile.TemporaryDirectory() as folder:
            results = Path(folder) / "results"
            environment = dict(os.environ, MK_RESULTS=str(results))
            command = [sys.executable, str(Path(__file__).parent / "run"), *names]
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, env=environment
            )
            recorded = results.read_text(encoding="utf-8") if results.exists() else ""
            return done.returncode, done.stdout + done.stderr, recorded

    def test_results_are_printed_and_recorded(self):
        code, output, recorded = self.start("rows")
        word = "passed" if code == 0 else "failed"
        self.assertTrue(output.startswith("ok rows" if code == 0 else "FAILED rows"))
        self.assertEqual(recorded, f"{word}\tlint:rows\n")

    def test_unknown_check_is_refused(self):
        code, output, _ = self.start("nonsense")
        self.assertNotEqual(code, 0)
        self.assertIn("no check is called nonsense", output)


if __name__ == "__main__":
    unittest.main()
