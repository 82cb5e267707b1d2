#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""The bindings written for a Godot of five methods: their text, their errors, and what they do."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "gdextension"))

import bindgen  # noqa: E402 (the path is set above)
import bindgen_sample as sample  # noqa: E402

FLAGS = "-std=c17 -Wall -Wextra -Wpedantic -Wconversion -Werror -fPIC".split()
PRECISIONS = ("single", "double")


def generate(precision="single", used=sample.USED, data=None):
    return bindgen.generate(data or sample.data(), sample.HEADER, used, precision)


class BindgenCase(unittest.TestCase):
    """A folder to compile in."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, precision="single", data=None):
        """The generated files, and Godot's header as a system header would be found."""
        header, source = generate(precision, data=data)
        (self.folder / "godot_api.h").write_text(header)
        (self.folder / "godot_api.c").write_text(source)
        (self.folder / "gdextension_interface.h").write_text(sample.HEADER)

    def gcc(self, *arguments):
        command = ["gcc", *FLAGS, "-isystem", ".", *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)

    def drive(self, precision="single", *arguments):
        """The lines that the program of the sample prints."""
        self.write(precision)
        (self.folder / "driver.c").write_text(sample.DRIVER)
        built = self.gcc("-g", "-fsanitize=undefined", "driver.c", "godot_api.c", "-o", "driver")
        self.assertEqual(built.returncode, 0, built.stderr)
        command = [str(self.folder / "driver"), *arguments]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        return ran.stdout.splitlines()

    def assert_error(self, sentence, used=sample.USED, data=None, precision="single"):
        with self.assertRaises(SystemExit) as raised:
            generate(precision, used, data)
        self.assertEqual(str(raised.exception), sentence)


class TextTest(BindgenCase):
    """The parts of the text that other code relies on."""

    def test_virtual_that_returns_an_array_writes_through_its_last_parameter(self):
        header, source = generate()
        self.assertIn("void mk_sample_get_all(Sample *self, GdRID owner, GdArray *ret);", header)
        call = "mk_sample_get_all((Sample *)self, *(const GdRID *)args[0], (GdArray *)ret);"
        self.assertIn(call, source)

    def test_virtual_with_a_native_structure_takes_a_pointer_to_it(self):
        header, source = generate()
        prototype = "bool mk_sample_test_motion(Sample *self, const GdTransform3D *from,"
        self.assertIn(f"{prototype} double margin, GdSampleServerResult *result);", header)
        # an argument is a pointer to the value, and the value is a pointer itself
        self.assertIn("*(GdSampleServerResult *const *)args[2]", source)

    def test_native_structure_has_plain_c_members(self):
        header, _ = generate()
        members = ["GdVector3 travel;", "gd_real depth;", "void *collider;", "uint64_t id;"]
        members = "\n\t".join([*members, "int counts[2];"])
        self.assertIn(
            f"typedef struct GdSampleServerResult {{\n\t{members}\n}} GdSampleServerResult;", header
        )

    def test_structures_of_other_classes_are_left_out(self):
        self.assertNotIn("OtherStruct", "".join(generate()))

    def test_method_has_a_typed_wrapper(self):
        header, source = generate()
        prototype = "bool gd_sample_manager_add_server(GDExtensionObjectPtr self, "
        self.assertIn(f"{prototype}const GdStringName *name, uint32_t order);", header)
        self.assertIn("int64_t wire_order = (int64_t)order;", source)
        self.assertIn("uint8_t wire_result = {0};", source)
        self.assertIn("return wire_result != 0;", source)

    def test_typed_dictionary_is_a_dictionary(self):
        header, _ = generate()
        prototype = "void gd_sample_manager_describe(GDExtensionObjectPtr self, GdDictionary *ret);"
        self.assertIn(prototype, header)

    def test_builtin_method_has_a_typed_wrapper(self):
        header, _ = generate()
        self.assertIn("int64_t gd_array_size(const GdArray *self);", header)

    def test_enumeration_has_its_values(self):
        header, _ = generate()
        self.assertIn("enum GdMode {\n\tGD_MODE_OFF = 0,\n\tGD_MODE_ON = 5,\n};", header)

    def test_enumeration_without_a_class_has_its_values(self):
        data = sample.data()
        values = [{"name": "SIDE_LEFT", "value": 2}]
        data["global_enums"] = [{"name": "Side", "values": values}]
        header, _ = generate(used=sample.USED + "enums Side\n", data=data)
        self.assertIn("enum GdSide {\n\tGD_SIDE_LEFT = 2,\n};", header)

    def test_methods_of_scene_classes_are_loaded_apart(self):
        used = sample.USED.replace("SampleManager.describe", "")
        _, source = generate(used=used + "scene_methods SampleManager.describe\n")
        first, second = source.split("gd_load_scene_methods(void) {")
        self.assertIn("add_server", first.split("gd_load_methods(void) {")[1])
        self.assertNotIn("describe", first.split("gd_load_methods(void) {")[1])
        self.assertIn('find_bind("SampleManager", "describe", 106)', second)

    def test_overrides_are_the_listed_virtuals_only(self):
        used = sample.USED + "overrides Other mk_other_ SampleServer._reset\n"
        header, source = generate(used=used)
        self.assertIn("void mk_other_reset(Other *self);", header)
        self.assertIn("enum { GD_OVERRIDE_COUNT_OTHER = 1 };", header)
        table = 'gd_overrides_other[1] = {\n\t{"_reset", 103u, call_other_reset},\n};'
        self.assertIn(table, source)
        self.assertNotIn("mk_other_get_all", header)

    def test_table_has_every_virtual_with_its_hash(self):
        header, source = generate()
        self.assertIn("enum { GD_VIRTUAL_COUNT_SAMPLE_SERVER = 3 };", header)
        rows = re.findall(r'\{"(\w+)", (\d+)u, (\w+)\}', source)
        expected = [("_get_all", 101), ("_test_motion", 102), ("_reset", 103)]
        self.assertEqual(
            rows, [(name, str(hash), f"call_sample_server{name}") for name, hash in expected]
        )

    def test_reals_have_the_precision(self):
        self.assertIn("typedef float gd_real;", generate("single")[0])
        self.assertIn("typedef double gd_real;", generate("double")[0])
        self.assertIn("sizeof(GdTransform3D) == 48", generate("single")[0])
        self.assertIn("sizeof(GdTransform3D) == 96", generate("double")[0])
        # a Color is four floats in either precision
        self.assertIn("\tfloat r;", generate("double")[0])

    def test_names_become_snake_case(self):
        names = {"PhysicsServer3DManager": "physics_server3d_manager", "RID": "rid", "AABB": "aabb"}
        names.update(PackedFloat32Array="packed_float32_array", Vector2i="vector2i")
        names.update(Transform3D="transform3d", StringName="string_name")
        for name, expected in names.items():
            self.assertEqual(bindgen.snake(name), expected)


class ErrorTest(BindgenCase):
    """What is asked for and not there is named in one sentence."""

    def test_unknown_directive_is_named_with_its_line(self):
        self.assert_error(
            "used_api.txt:2: cannot read 'method A.b'", "# nothing\nmethod A.b\nenums C.d\n"
        )

    def test_virtuals_without_an_instance_are_refused(self):
        self.assert_error("used_api.txt:1: cannot read 'virtuals A mk_'", "virtuals A mk_\n")

    def test_missing_method_is_named(self):
        sentence = "bindgen: Godot 4.6.9 has no method SampleManager.rename"
        self.assert_error(sentence, "methods SampleManager.rename\n")
        self.assert_error(
            "bindgen: Godot 4.6.9 has no method Array.rename", "builtins Array.rename\n"
        )
        self.assert_error("bindgen: Godot 4.6.9 has no method Nobody.size", "methods Nobody.size\n")

    def test_method_with_any_number_of_arguments_is_refused(self):
        self.assert_error(
            "bindgen: SampleManager.call_any takes any number of arguments; ptrcall cannot",
            "methods SampleManager.call_any\n",
        )

    def test_missing_enumeration_is_named(self):
        sentence = "bindgen: Godot 4.6.9 has no enumeration "
        self.assert_error(sentence + "SampleServer.Color", "enums SampleServer.Color\n")
        self.assert_error(sentence + "Nobody.Mode", "enums Nobody.Mode\n")

    def test_override_of_what_is_not_virtual_is_refused(self):
        self.assert_error(
            "used_api.txt: overrides Other: SampleServer.notify is not virtual",
            sample.USED + "overrides Other mk_other_ SampleServer.notify\n",
        )

    def test_missing_interface_function_is_named(self):
        self.assert_error(
            "bindgen: the interface header has no function fly", "interface print_line fly\n"
        )

    def test_missing_class_is_named(self):
        self.assert_error("bindgen: Godot 4.6.9 has no class Nobody", "virtuals Nobody mk_ A\n")

    def test_missing_type_is_named(self):
        self.assert_error("bindgen: Godot 4.6.9 has no type Vector9", "types Vector9\n")

    def test_guard_of_a_class_without_virtuals_is_refused(self):
        self.assert_error(
            "used_api.txt: guard SampleManager: its virtuals are not listed",
            sample.USED + "guard SampleManager lock unlock\n",
        )

    def test_unguarded_method_that_does_not_exist_is_refused(self):
        self.assert_error(
            "used_api.txt: unguarded _rset: no guarded class has it",
            sample.USED + "unguarded _rset\n",
        )

    def test_unknown_precision_is_refused(self):
        self.assert_error("bindgen: the precision is single or double, not half", precision="half")


class CompileTest(BindgenCase):
    """The C compiler is part of the check."""

    def test_sample_compiles_without_warnings_in_both_precisions(self):
        for precision in PRECISIONS:
            with self.subTest(precision):
                self.write(precision)
                built = self.gcc("-c", "godot_api.c")
                self.assertEqual((built.returncode, built.stderr), (0, ""))

    def test_complete_extension_links(self):
        self.assertEqual(self.link(sample.VIRTUALS), (0, ""))

    def test_forgotten_virtual_is_a_link_error_that_names_it(self):
        kept = sample.VIRTUALS.replace("void mk_sample_reset(", "static inline void other(")
        code, output = self.link(kept)
        self.assertNotEqual(code, 0)
        self.assertIn("mk_sample_reset", output)
        self.assertNotIn("mk_sample_get_all", output)

    def test_virtual_with_another_signature_does_not_compile(self):
        wrong = sample.VIRTUALS.replace("double margin", "float margin")
        code, output = self.link(wrong)
        self.assertNotEqual(code, 0)
        self.assertIn("conflicting types for", output)

    def link(self, virtuals):
        self.write()
        (self.folder / "virtuals.c").write_text(virtuals)
        linked = self.gcc("-shared", "-Wl,-z,defs", "virtuals.c", "godot_api.c", "-o", "sample.so")
        return linked.returncode, linked.stderr

    def test_wrong_size_does_not_compile(self):
        for name, size, said in (("Plane", 20, "size of Plane"), ("Array", 16, "")):
            data = sample.data()
            for entry in data["builtin_class_sizes"][0]["sizes"]:
                entry["size"] = size if entry["name"] == name else entry["size"]
            self.write(data=data)
            built = self.gcc("-c", "godot_api.c")
            # an opaque type just takes the size it is told
            self.assertEqual(built.returncode != 0, bool(said))
            self.assertIn(said, built.stderr)

    def test_wrong_offset_does_not_compile(self):
        data = sample.data()
        layouts = data["builtin_class_member_offsets"][0]["classes"]
        plane = next(entry for entry in layouts if entry["name"] == "Plane")
        # the same size, with the distance in front of the normal
        plane["members"].reverse()
        self.write(data=data)
        built = self.gcc("-c", "godot_api.c")
        self.assertNotEqual(built.returncode, 0)
        self.assertIn("place of Plane.normal", built.stderr)


class RunTest(BindgenCase):
    """A program that plays Godot's part calls everything once."""

    def test_guarded_virtual_runs_between_lock_and_unlock(self):
        for precision in PRECISIONS:
            lines = self.drive(precision)
            # 42 = the RID's 41 + 1, written into the array; 0.5 and 3 came through the pointers
            self.assertEqual(lines[2], "lock7 get_all7 unlock7 42")
            self.assertEqual(lines[3], "lock7 test_motion7 unlock7 1 0.5 3")

    def test_unguarded_virtual_runs_without_the_lock(self):
        self.assertEqual(self.drive()[4], "reset7 ")

    def test_arguments_and_results_cross_the_border(self):
        lines = self.drive()
        # an uint32 above 2^31 stays positive in its 64 bits
        self.assertEqual(lines[5], "ptrcall 105 on object name 4000000000 = 1")
        self.assertEqual(lines[6], "ptrcall 106 on object = 77")
        # the constructed array holds 5; its copy's size adds nothing for no arguments
        self.assertEqual(lines[7:], ["size 5", "destroyed 5"])

    def test_complete_interface_loads(self):
        self.assertEqual(self.drive()[:2], ["missing nothing", "loaded"])

    def test_first_missing_function_is_returned(self):
        lines = self.drive("single", "object_method_bind_ptrcall")
        self.assertEqual(lines, ["missing object_method_bind_ptrcall"])

    def test_missing_method_is_returned(self):
        self.assertEqual(self.drive("single", "", "describe"), ["missing SampleManager.describe"])
        self.assertEqual(self.drive("single", "", "size"), ["missing Array.size"])


if __name__ == "__main__":
    unittest.main()
