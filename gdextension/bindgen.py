#!/usr/bin/env python3
# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""Writes typed C bindings for the part of Godot that used_api.txt names.

    bindgen.py extension_api.json gdextension_interface.h used_api.txt precision out_dir

Both inputs are dumped by the installed Godot; the result is `godot_api.h` and `godot_api.c`:

- the builtin types with their layout (asserted), the native structures, the enumerations;
- `gd`, a struct of typed pointers to Godot's C functions;
- one wrapper per method, builtin method and type listed;
- for every virtual method of a listed class a prototype that the extension must define, so that a
  forgotten one is a link error that carries its name, and a table {name, hash, function} through
  which Godot calls it.

How values cross the border (Godot's "ptrcall" convention): integers, enumerations and bit fields
are 64 bits wide, floats are double in either precision, bool is a byte, builtin types lie in memory
as themselves, objects and native structures are pointers to pointers.
"""
import json
import re
import sys
from pathlib import Path

from bindgen_api import PLAIN_TYPES, Api, Signature, UsedApi

# builtin types whose members lie open in memory; every other builtin is opaque bytes
OPEN_TYPES = ["Vector2", "Vector2i", "Vector3", "Quaternion", "Plane", "AABB", "Basis"]
OPEN_TYPES += ["Transform2D", "Transform3D", "Color"]


def snake(name):
    """PhysicsServer3DManager -> physics_server3d_manager, StringName -> string_name, RID -> rid."""
    name = name.replace("3D", "3d").replace("2D", "2d")
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return re.sub(r"(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def open_struct(api, name):
    """A builtin type with named members. Basis is stored by rows whatever the members are called."""
    if name == "Basis":
        return "typedef struct GdBasis {\n\tGdVector3 rows[3];\n} GdBasis;"
    types = {"float": "float" if name == "Color" else "gd_real", "double": "gd_real"}
    types["int32"] = "int32_t"
    fields = [
        f"\t{types.get(member['meta'], 'Gd' + member['meta'])} {member['member']};"
        for member in api.layouts[name]
    ]
    return "\n".join([f"typedef struct Gd{name} {{", *fields, f"}} Gd{name};"])


def offset_asserts(name, layout):
    for index, member in enumerate(layout):
        field = f"rows[{index}]" if name == "Basis" else member["member"]
        place = f"offsetof(Gd{name}, {field}) == {member['offset']}"
        yield f'_Static_assert({place}, "place of {name}.{member["member"]}");'


def opaque_struct(api, name):
    size = api.size(name)
    field = "uint64_t id" if name == "RID" else f"uint64_t opaque[{size // 8}]"
    return f"typedef struct Gd{name} {{\n\t{field};\n}} Gd{name};"


def native_struct(name, layout):
    """A structure that the engine fills or reads, from its one-line description."""
    plain = {"int": "int", "real_t": "gd_real", "ObjectID": "uint64_t", "Object": "void"}
    fields = []
    for field in layout.split(";"):
        kind, rest = field.strip().split(" ", 1)
        fields.append(f"\t{plain.get(kind, 'Gd' + kind)} {rest.split(' = ')[0]};")
    return "\n".join([f"typedef struct Gd{name} {{", *fields, f"}} Gd{name};"])


def write_types(api, used, out):
    out.append(f"typedef {api.real} gd_real;\n")
    opaque = [name for name in used.types if name not in OPEN_TYPES and name not in PLAIN_TYPES]
    opaque = list(dict.fromkeys(["Variant", "StringName", *opaque]))
    out.extend(open_struct(api, name) for name in OPEN_TYPES)
    out.extend(opaque_struct(api, name) for name in opaque)
    for name in [*OPEN_TYPES, *opaque]:
        out.append(f'_Static_assert(sizeof(Gd{name}) == {api.size(name)}, "size of {name}");')
    for name in OPEN_TYPES:
        out.extend(offset_asserts(name, api.layouts[name]))
    listed = [name for name in api.structs if is_used_struct(name, used)]
    out.extend(native_struct(name, api.structs[name]) for name in listed)


def is_used_struct(name, used):
    return any(name.startswith(owner) for owner, _, _ in used.virtuals)


def write_enums(api, used, out):
    for path in used.enums:
        entry = api.enum(path)
        values = [f"\tGD_{value['name']} = {value['value']}," for value in entry["values"]]
        out.append("\n".join([f"enum Gd{entry['name']} {{", *values, "};"]))


def interface_types(header):
    """Godot's header names each function in a comment just above its type."""
    pattern = r"@name (\w+)\n(?:(?!@name).)*?typedef [^;]*?\(\*(GDExtensionInterface\w+)\)"
    return dict(re.findall(pattern, header, re.S))


def write_interface(used, types, header, source):
    missing = [name for name in used.interface if name not in types]
    if missing:
        raise SystemExit(f"bindgen: the interface header has no function {missing[0]}")
    fields = [f"\t{types[name]} {name};" for name in used.interface]
    header.append("\n".join(["typedef struct GdInterface {", *fields, "} GdInterface;"]))
    header.append("extern GdInterface gd;")
    header.append(
        "// Fetches Godot's functions; returns the name of the first one missing, or NULL."
    )
    header.append("const char *gd_load_interface(GDExtensionInterfaceGetProcAddress get);")
    source.append("GdInterface gd;")
    lines = ["const char *gd_load_interface(GDExtensionInterfaceGetProcAddress get) {"]
    for name in used.interface:
        cast = f"({types[name]})(void (*)(void))get"
        lines.append(f'\tif (!(gd.{name} = {cast}("{name}"))) return "{name}";')
    source.append("\n".join([*lines, "\treturn NULL;", "}"]))


def call_body(signature, call, indent="\t"):
    """Packs arguments as ptrcall wants them, calls, unpacks the result."""
    lines, pointers = [], []
    for name, value in signature.arguments:
        if value.by_reference or value.c == value.wire:
            pointers.append(f"{'' if value.by_reference else '&'}{name}")
        else:
            lines.append(f"{indent}{value.wire} wire_{name} = ({value.wire}){name};")
            pointers.append(f"&wire_{name}")
    result, argument = signature.result, "NULL"
    if result:
        argument = "ret" if not result.returned else "&wire_result"
        if result.returned:
            lines.append(f"{indent}{result.wire} wire_result = {{0}};")
    if pointers:
        lines.append(f"{indent}GDExtensionConstTypePtr wire_args[] = {{{', '.join(pointers)}}};")
    lines.append(f"{indent}{call('wire_args' if pointers else 'NULL', argument, len(pointers))};")
    if result and result.returned:
        cast = "" if result.c in (result.wire, "bool") else f"({result.c})"
        test = " != 0" if result.kind == "bool" else ""
        lines.append(f"{indent}return {cast}wire_result{test};")
    return lines


def write_methods(api, paths, header, source, loads):
    """Wrappers of class methods: `gd_class_method(object, ...)`."""
    for path in paths:
        owner, _, name = path.partition(".")
        method = api.method(path)
        signature = Signature(api, method)
        bind, wrapper = f"bind_{snake(owner)}_{name}", f"gd_{snake(owner)}_{name}"
        prototype = signature.prototype(wrapper, "GDExtensionObjectPtr self")
        header.append(f"{prototype};")
        source.append(f"static GDExtensionMethodBindPtr {bind};")

        def call(args, ret, _count, bind=bind):
            return f"gd.object_method_bind_ptrcall({bind}, self, {args}, {ret})"

        source.append("\n".join([f"{prototype} {{", *call_body(signature, call), "}"]))
        loads.append(
            f'\tif (!({bind} = find_bind("{owner}", "{name}", {method["hash"]}))) return "{path}";'
        )


def write_builtins(api, used, header, source, loads):
    """Wrappers of methods of builtin types: `gd_dictionary_has(dictionary, ...)`."""
    for path in used.builtins:
        owner, _, name = path.partition(".")
        method = api.method(path)
        signature = Signature(api, method)
        pointer, wrapper = f"builtin_{snake(owner)}_{name}", f"gd_{snake(owner)}_{name}"
        const = "const " if method.get("is_const") else ""
        prototype = signature.prototype(wrapper, f"{const}Gd{owner} *self")
        header.append(f"{prototype};")
        source.append(f"static GDExtensionPtrBuiltInMethod {pointer};")
        base = "(GDExtensionTypePtr)(uintptr_t)self" if const else "self"

        def call(args, ret, count, pointer=pointer, base=base):
            return f"{pointer}({base}, {args}, {ret}, {count})"

        source.append("\n".join([f"{prototype} {{", *call_body(signature, call), "}"]))
        kind = f"GDEXTENSION_VARIANT_TYPE_{variant_name(owner)}"
        find = f'find_builtin({kind}, "{name}", {method["hash"]})'
        loads.append(f'\tif (!({pointer} = {find})) return "{path}";')


def variant_name(kind):
    """The name of a type in GDEXTENSION_VARIANT_TYPE_*, e.g. PACKED_VECTOR3_ARRAY, TRANSFORM3D."""
    return snake(kind).upper()


def write_variants(api, used, header, source, loads):
    """For each used type: to and from Variant, and life cycle where the type owns memory."""
    for kind in used.types:
        c = PLAIN_TYPES.get(kind, f"Gd{kind}")
        name, tag = snake(kind), f"GDEXTENSION_VARIANT_TYPE_{variant_name(kind)}"
        header.append(f"void gd_variant_from_{name}(GdVariant *ret, const {c} *value);")
        header.append(f"{c} gd_variant_to_{name}(const GdVariant *variant);")
        source.append(f"static GDExtensionVariantFromTypeConstructorFunc from_{name};")
        source.append(f"static GDExtensionTypeFromVariantConstructorFunc to_{name};")
        source.append(
            f"void gd_variant_from_{name}(GdVariant *ret, const {c} *value) {{\n"
            f"\tfrom_{name}(ret, (GDExtensionTypePtr)(uintptr_t)value);\n}}"
        )
        source.append(
            f"{c} gd_variant_to_{name}(const GdVariant *variant) {{\n\t{c} value;\n"
            f"\tto_{name}(&value, (GDExtensionVariantPtr)(uintptr_t)variant);\n\treturn value;\n}}"
        )
        for way in ("from", "to"):
            get = f"gd.get_variant_{way}_type_constructor({tag})"
            loads.append(f'\tif (!({way}_{name} = {get})) return "Variant {way} {kind}";')
        if api.builtins.get(kind, {}).get("has_destructor"):
            write_life_cycle(kind, name, tag, (header, source, loads))


def write_life_cycle(kind, name, tag, sinks):
    """Constructors 0 and 1 of every builtin type are the default and the copy."""
    header, source, loads = sinks
    header.append(f"void gd_{name}_create(Gd{kind} *ret);")
    header.append(f"void gd_{name}_copy(Gd{kind} *ret, const Gd{kind} *from);")
    header.append(f"void gd_{name}_destroy(Gd{kind} *self);")
    source.append(f"static GDExtensionPtrConstructor create_{name}, copy_{name};")
    source.append(f"static GDExtensionPtrDestructor destroy_{name};")
    source.append(f"void gd_{name}_create(Gd{kind} *ret) {{ create_{name}(ret, NULL); }}")
    source.append(
        f"void gd_{name}_copy(Gd{kind} *ret, const Gd{kind} *from) {{\n"
        f"\tGDExtensionConstTypePtr args[] = {{from}};\n\tcopy_{name}(ret, args);\n}}"
    )
    source.append(f"void gd_{name}_destroy(Gd{kind} *self) {{ destroy_{name}(self); }}")
    for variable, get in (
        (f"create_{name}", f"gd.variant_get_ptr_constructor({tag}, 0)"),
        (f"copy_{name}", f"gd.variant_get_ptr_constructor({tag}, 1)"),
        (f"destroy_{name}", f"gd.variant_get_ptr_destructor({tag})"),
    ):
        loads.append(f'\tif (!({variable} = {get})) return "{kind} {variable.split("_")[0]}";')


LOAD_HELPERS = """static GDExtensionMethodBindPtr find_bind(const char *owner, const char *name, int64_t hash) {
\tGdStringName names[2];
\tgd.string_name_new_with_latin1_chars(&names[0], owner, true);
\tgd.string_name_new_with_latin1_chars(&names[1], name, true);
\treturn gd.classdb_get_method_bind(&names[0], &names[1], hash);
}"""
FIND_BUILTIN = """static GDExtensionPtrBuiltInMethod find_builtin(
\t\tGDExtensionVariantType type, const char *name, int64_t hash) {
\tGdStringName string_name;
\tgd.string_name_new_with_latin1_chars(&string_name, name, true);
\treturn gd.variant_get_ptr_builtin_method(type, &string_name, hash);
}"""


def write_overrides(api, used, header, source):
    """Some virtuals of classes that scripts make objects of, in one table per class of ours."""
    for instance, prefix, paths in used.overrides:
        header.append(f"typedef struct {instance} {instance};")
        rows = []
        for path in paths:
            method = api.method(path)
            if not method["is_virtual"]:
                raise SystemExit(f"used_api.txt: overrides {instance}: {path} is not virtual")
            name = method["name"].lstrip("_")
            signature = Signature(api, method)
            header.append(f"{signature.prototype(prefix + name, f'{instance} *self')};")
            trampoline = f"call_{snake(instance)}_{name}"
            source.append(write_trampoline(signature, (trampoline, prefix + name), instance, None))
            rows.append(f'\t{{"{method["name"]}", {method["hash"]}u, {trampoline}}},')
        write_table(
            f"overrides_{snake(instance)}",
            f"OVERRIDE_COUNT_{snake(instance).upper()}",
            rows,
            (header, source),
        )


def write_table(name, count, rows, sinks):
    header, source = sinks
    header.append(f"enum {{ GD_{count} = {len(rows)} }};")
    header.append(f"extern const GdVirtual gd_{name}[{len(rows)}];")
    source.append("\n".join([f"const GdVirtual gd_{name}[{len(rows)}] = {{", *rows, "};"]))


def write_virtuals(api, used, header, source):
    header.append(
        "typedef struct GdVirtual {\n\tconst char *name;\n\tuint32_t hash; // of the signature\n"
        "\tGDExtensionClassCallVirtual call;\n} GdVirtual;"
    )
    for owner, prefix, instance in used.virtuals:
        methods = api.virtuals(owner)
        header.append(f"typedef struct {instance} {instance};")
        lock, unlock = used.guards.get(owner, (None, None))
        if lock:
            header.append(f"void {lock}({instance} *self);\nvoid {unlock}({instance} *self);")
        rows = []
        for method in methods:
            name = method["name"].lstrip("_")
            signature = Signature(api, method)
            prototype = signature.prototype(prefix + name, f"{instance} *self")
            header.append(f"{prototype};")
            guard = None if method["name"] in used.unguarded else (lock, unlock)
            trampoline = f"call_{snake(owner)}_{name}"
            source.append(write_trampoline(signature, (trampoline, prefix + name), instance, guard))
            rows.append(f'\t{{"{method["name"]}", {method["hash"]}u, {trampoline}}},')
        count = f"VIRTUAL_COUNT_{snake(owner).upper()}"
        write_table(f"virtuals_{snake(owner)}", count, rows, (header, source))


def write_trampoline(signature, names, instance, guard):
    """The function Godot calls: unpacks, takes the lock if the class has one, calls ours."""
    trampoline, target = names
    reads = [f"({instance} *)self"]
    reads += [value.read(index) for index, (_, value) in enumerate(signature.arguments)]
    result = signature.result
    if result and not result.returned:
        reads.append(f"({result.wire} *)ret")
    call = f"{target}({', '.join(reads)});"
    if result and result.returned:
        cast = f"({result.wire})" if result.c != result.wire else ""
        call = f"*({result.wire} *)ret = {cast}{call}"
    body = [f"\t{call}"]
    if guard and guard[0]:
        body = [f"\t{guard[0]}(({instance} *)self);", *body, f"\t{guard[1]}(({instance} *)self);"]
    unused = [] if signature.arguments else ["\t(void)args;"]
    unused += [] if result else ["\t(void)ret;"]
    head = (
        f"static void {trampoline}(GDExtensionClassInstancePtr self,\n"
        "\t\tconst GDExtensionConstTypePtr *args, GDExtensionTypePtr ret) {"
    )
    return "\n".join([head, *unused, *body, "}"])


def write_loader(name, what, loads, sinks):
    header, source = sinks
    header.append(f"// Finds {what}; returns the name of the first one missing, or NULL.")
    header.append(f"const char *{name}(void);")
    source.append("\n".join([f"const char *{name}(void) {{", *loads, "\treturn NULL;", "}"]))


def generate(data, interface_header, used_text, precision):
    """Returns the text of godot_api.h and godot_api.c."""
    api, used = Api(data, precision), UsedApi(used_text)
    used.check_guards(api)
    banner = f"// Generated by bindgen.py from Godot {api.version()}, {precision} precision. Do not edit."
    header = [banner, "#pragma once", "#include <gdextension_interface.h>", "#include <stdbool.h>"]
    source, loads, scene_loads = [banner, '#include "godot_api.h"'], [], []
    write_types(api, used, header)
    write_enums(api, used, header)
    write_interface(used, interface_types(interface_header), header, source)
    if used.methods or used.scene_methods:
        source.append(LOAD_HELPERS)
    if used.builtins:
        source.append(FIND_BUILTIN)
    write_variants(api, used, header, source, loads)
    write_builtins(api, used, header, source, loads)
    write_methods(api, used.methods, header, source, loads)
    write_methods(api, used.scene_methods, header, source, scene_loads)
    write_loader("gd_load_methods", "every method listed", loads, (header, source))
    write_loader("gd_load_scene_methods", "those of scene classes", scene_loads, (header, source))
    write_virtuals(api, used, header, source)
    write_overrides(api, used, header, source)
    return "\n".join(header) + "\n", "\n".join(source) + "\n"


def main(arguments):
    api, interface, used, precision, out = arguments
    texts = generate(
        json.loads(Path(api).read_text()),
        Path(interface).read_text(),
        Path(used).read_text(),
        precision,
    )
    for name, text in zip(("godot_api.h", "godot_api.c"), texts):
        Path(out, name).write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
