# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""A Godot of five methods for test_bindgen.py: its description, its header, a list, a program.

The numbers that tests expect are here: hashes are 101, 102 ... in the order of the methods.
"""

REAL_BYTES = {"float_64": 4, "double_64": 8}
# members of the open types, each with its number of reals before it
OPEN_MEMBERS = {
    "Vector2": {"x": 0, "y": 1},
    "Vector3": {"x": 0, "y": 1, "z": 2},
    "Quaternion": {"x": 0, "y": 1, "z": 2, "w": 3},
    "Plane": {"normal": 0, "d": 3},
    "AABB": {"position": 0, "size": 3},
    "Basis": {"x": 0, "y": 3, "z": 6},
    "Transform3D": {"basis": 0, "origin": 9},
}
REALS = {"Vector2": 2, "Vector3": 3, "Quaternion": 4, "Plane": 4, "AABB": 6, "Basis": 9}
REALS.update(Transform2D=6, Transform3D=12)
NESTED = {"normal": "Vector3", "position": "Vector3", "size": "Vector3", "basis": "Basis"}
NESTED["origin"] = "Vector3"


def sizes(config):
    """Bytes of each builtin type."""
    real = REAL_BYTES[config]
    table = {name: count * real for name, count in REALS.items()}
    table.update(Vector2i=8, Color=16, Variant=24 if real == 4 else 40)
    table.update(StringName=8, RID=8, Array=8, Dictionary=8)
    return [{"name": name, "size": size} for name, size in table.items()]


def layouts(config):
    """Members of the open types; a nested type is named in `meta`, as Godot does it."""
    real, plain = REAL_BYTES[config], config.split("_")[0]
    classes = []
    for name, members in OPEN_MEMBERS.items():
        rows = [
            {"member": key, "offset": reals * real, "meta": NESTED.get(key, plain)}
            for key, reals in members.items()
        ]
        classes.append({"name": name, "members": rows})
    pair = [{"member": key, "offset": 4 * i, "meta": "int32"} for i, key in enumerate("xy")]
    classes.append({"name": "Vector2i", "members": pair})
    flat = [
        {"member": key, "offset": 2 * real * i, "meta": "Vector2"}
        for i, key in enumerate(("x", "y", "origin"))
    ]
    classes.append({"name": "Transform2D", "members": flat})
    color = [{"member": key, "offset": 4 * i, "meta": "float"} for i, key in enumerate("rgba")]
    classes.append({"name": "Color", "members": color})
    return classes


def method(name, number, arguments=(), result=None, **flags):
    """A method as extension_api.json describes it; a type may carry its meta after a space."""
    entry = {"name": name, "hash": number, "is_virtual": name.startswith("_"), **flags}
    entry["arguments"] = [{"name": key, **value(kind)} for key, kind in arguments]
    if result:
        entry["return_value"] = value(result)
    return entry


def value(kind):
    kind, _, meta = kind.partition(" ")
    return {"type": kind, **({"meta": meta} if meta else {})}


def data():
    """A fresh description, so that a test may spoil its copy."""
    server = [
        method("_get_all", 101, [("owner", "RID")], "typedarray::RID"),
        method(
            "_test_motion",
            102,
            [("from", "Transform3D"), ("margin", "float float"), ("result", "SampleServerResult*")],
            "bool",
        ),
        method("_reset", 103),
        method("notify", 104),
    ]
    manager = [
        method("add_server", 105, [("name", "StringName"), ("order", "int uint32")], "bool"),
        method("describe", 106, [], "typeddictionary::int;RID"),
        method("call_any", 107, is_vararg=True),
    ]
    size = {"name": "size", "return_type": "int", "is_const": True, "hash": 108}
    modes = [{"name": "MODE_OFF", "value": 0}, {"name": "MODE_ON", "value": 5}]
    builtins = [{"name": name} for name in ("bool", "int", "float", *OPEN_MEMBERS, "RID")]
    builtins += [{"name": "StringName"}, {"name": "Dictionary"}]
    builtins += [{"name": "Array", "methods": [size], "has_destructor": True}]
    layout = "Vector3 travel;real_t depth;Object *collider;ObjectID id;int counts[2]"
    return {
        "header": {"version_major": 4, "version_minor": 6, "version_patch": 9},
        "builtin_class_sizes": [
            {"build_configuration": config, "sizes": sizes(config)} for config in REAL_BYTES
        ],
        "builtin_class_member_offsets": [
            {"build_configuration": config, "classes": layouts(config)} for config in REAL_BYTES
        ],
        "builtin_classes": builtins,
        "classes": [
            {
                "name": "SampleServer",
                "methods": server,
                "enums": [{"name": "Mode", "values": modes}],
            },
            {"name": "SampleManager", "methods": manager},
        ],
        "native_structures": [
            {"name": "SampleServerResult", "format": layout},
            {"name": "OtherStruct", "format": "Glyph nothing"},
        ],
    }


USED = """interface print_line string_name_new_with_latin1_chars
interface classdb_get_method_bind object_method_bind_ptrcall
interface get_variant_from_type_constructor get_variant_to_type_constructor
interface variant_get_ptr_constructor variant_get_ptr_destructor variant_get_ptr_builtin_method
types bool Array RID Dictionary # a remark
enums SampleServer.Mode
methods SampleManager.add_server SampleManager.describe
builtins Array.size
virtuals SampleServer mk_sample_ Sample
guard SampleServer mk_sample_lock mk_sample_unlock
unguarded _reset
"""

HEADER = """#pragma once
#include <stddef.h>
#include <stdint.h>
typedef void *GDExtensionObjectPtr, *GDExtensionTypePtr, *GDExtensionVariantPtr;
typedef void *GDExtensionClassInstancePtr, *GDExtensionMethodBindPtr;
typedef const void *GDExtensionConstTypePtr;
typedef int64_t GDExtensionInt;
typedef enum {
    GDEXTENSION_VARIANT_TYPE_BOOL, GDEXTENSION_VARIANT_TYPE_ARRAY, GDEXTENSION_VARIANT_TYPE_RID,
    GDEXTENSION_VARIANT_TYPE_DICTIONARY
} GDExtensionVariantType;
typedef void (*Function)(void);
typedef Function (*GDExtensionInterfaceGetProcAddress)(const char *);
typedef void (*GDExtensionClassCallVirtual)(
    GDExtensionClassInstancePtr, const GDExtensionConstTypePtr *, GDExtensionTypePtr);
typedef void (*GDExtensionVariantFromTypeConstructorFunc)(GDExtensionVariantPtr, GDExtensionTypePtr);
typedef void (*GDExtensionTypeFromVariantConstructorFunc)(GDExtensionTypePtr, GDExtensionVariantPtr);
typedef void (*GDExtensionPtrConstructor)(GDExtensionTypePtr, const GDExtensionConstTypePtr *);
typedef void (*GDExtensionPtrDestructor)(GDExtensionTypePtr);
typedef void (*GDExtensionPtrBuiltInMethod)(
    GDExtensionTypePtr, const GDExtensionConstTypePtr *, GDExtensionTypePtr, int);
/** @name print_line
 * Text between the name and the type does not matter; (*this) neither.
 */
typedef void (*GDExtensionInterfacePrintLine)(const char *);
/** @name string_name_new_with_latin1_chars
 */
typedef void (*GDExtensionInterfaceStringNameNew)(void *, const char *, uint8_t);
/** @name classdb_get_method_bind
 */
typedef GDExtensionMethodBindPtr (*GDExtensionInterfaceGetBind)(
    const void *, const void *, GDExtensionInt);
/** @name object_method_bind_ptrcall
 */
typedef void (*GDExtensionInterfacePtrcall)(
    GDExtensionMethodBindPtr, void *, const GDExtensionConstTypePtr *, void *);
/** @name get_variant_from_type_constructor
 */
typedef GDExtensionVariantFromTypeConstructorFunc (*GDExtensionInterfaceFrom)(GDExtensionVariantType);
/** @name get_variant_to_type_constructor
 */
typedef GDExtensionTypeFromVariantConstructorFunc (*GDExtensionInterfaceTo)(GDExtensionVariantType);
/** @name variant_get_ptr_constructor
 */
typedef GDExtensionPtrConstructor (*GDExtensionInterfaceNew)(GDExtensionVariantType, int32_t);
/** @name variant_get_ptr_destructor
 */
typedef GDExtensionPtrDestructor (*GDExtensionInterfaceEnd)(GDExtensionVariantType);
/** @name variant_get_ptr_builtin_method
 */
typedef GDExtensionPtrBuiltInMethod (*GDExtensionInterfaceBuiltin)(
    GDExtensionVariantType, const void *, GDExtensionInt);
"""

VIRTUALS = """#include "godot_api.h"
#include <stdio.h>
#include <string.h>
struct Sample { int number; };
void mk_sample_lock(Sample *self) { printf("lock%d ", self->number); }
void mk_sample_unlock(Sample *self) { printf("unlock%d ", self->number); }
void mk_sample_get_all(Sample *self, GdRID owner, GdArray *ret) {
    printf("get_all%d ", self->number);
    ret->opaque[0] = owner.id + 1;
}
bool mk_sample_test_motion(
        Sample *self, const GdTransform3D *from, double margin, GdSampleServerResult *result) {
    printf("test_motion%d ", self->number);
    result->depth = (gd_real)margin;
    result->travel = from->origin;
    return true;
}
void mk_sample_reset(Sample *self) { printf("reset%d ", self->number); }
"""

# Calls everything once. argv[1] names the function, argv[2] the method that this Godot lacks.
DRIVER = (
    VIRTUALS
    + """
static const char *lacking, *lacking_method;
static const char *last_name;
static void print_line(const char *text) { puts(text); }
static void make_name(void *name, const char *text, uint8_t is_static) {
    (void)is_static;
    memcpy(name, &text, sizeof text);
    last_name = text;
}
static GDExtensionMethodBindPtr get_bind(const void *owner, const void *name, GDExtensionInt hash) {
    static int64_t hashes[2];
    const char *texts[2];
    memcpy(&texts[0], owner, sizeof *texts);
    memcpy(&texts[1], name, sizeof *texts);
    if (strcmp(texts[0], "SampleManager") != 0 || strcmp(texts[1], lacking_method) == 0) return NULL;
    int64_t *slot = &hashes[strcmp(texts[1], "add_server") == 0];
    *slot = hash;
    return slot;
}
static void ptrcall(GDExtensionMethodBindPtr bind, void *self, const GDExtensionConstTypePtr *args,
        void *ret) {
    const int64_t *hash = bind;
    printf("ptrcall %lld on %s", (long long)*hash, (const char *)self);
    if (*hash == 106) {
        memcpy(ret, &(uint64_t){ 77 }, 8);
        return;
    }
    const char *name;
    memcpy(&name, args[0], sizeof name);
    printf(" %s %lld", name, (long long)*(const int64_t *)args[1]);
    *(uint8_t *)ret = 1;
}
static void from_type(void *variant, void *type) { memcpy(variant, type, 8); }
static void to_type(void *type, void *variant) { memcpy(type, variant, 8); }
static void construct(void *type, const GDExtensionConstTypePtr *args) {
    uint64_t made = 5;
    if (args) memcpy(&made, args[0], sizeof made);
    memcpy(type, &made, sizeof made);
}
static void destruct(void *type) { printf("destroyed %lld\\n", (long long)*(int64_t *)type); }
static void array_size(void *self, const GDExtensionConstTypePtr *args, void *ret, int count) {
    *(int64_t *)ret = *(int64_t *)self + (args != NULL) + count;
}
static GDExtensionVariantFromTypeConstructorFunc get_from(GDExtensionVariantType type) {
    return (int)type < 0 ? NULL : from_type;
}
static GDExtensionTypeFromVariantConstructorFunc get_to(GDExtensionVariantType type) {
    return (int)type < 0 ? NULL : to_type;
}
static GDExtensionPtrConstructor get_new(GDExtensionVariantType type, int32_t index) {
    return type == GDEXTENSION_VARIANT_TYPE_ARRAY && index < 2 ? construct : NULL;
}
static GDExtensionPtrDestructor get_end(GDExtensionVariantType type) {
    return type == GDEXTENSION_VARIANT_TYPE_ARRAY ? destruct : NULL;
}
static GDExtensionPtrBuiltInMethod get_builtin(
        GDExtensionVariantType type, const void *name, GDExtensionInt hash) {
    (void)name;
    if (strcmp(last_name, lacking_method) == 0) return NULL;
    return type == GDEXTENSION_VARIANT_TYPE_ARRAY && hash == 108 ? array_size : NULL;
}
static const struct { const char *name; Function function; } functions[] = {
    { "print_line", (Function)print_line },
    { "string_name_new_with_latin1_chars", (Function)make_name },
    { "classdb_get_method_bind", (Function)get_bind },
    { "object_method_bind_ptrcall", (Function)ptrcall },
    { "get_variant_from_type_constructor", (Function)get_from },
    { "get_variant_to_type_constructor", (Function)get_to },
    { "variant_get_ptr_constructor", (Function)get_new },
    { "variant_get_ptr_destructor", (Function)get_end },
    { "variant_get_ptr_builtin_method", (Function)get_builtin },
};
static Function find(const char *name) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(name, functions[i].name) == 0 && strcmp(name, lacking) != 0)
            return functions[i].function;
    return NULL;
}
static void call_virtuals(void) {
    Sample sample = { 7 };
    GdRID owner = { 41 };
    GdArray all = { { 0 } };
    gd_virtuals_sample_server[0].call(&sample, (GDExtensionConstTypePtr[]){ &owner }, &all);
    printf("%llu\\n", (unsigned long long)all.opaque[0]);
    GdTransform3D from = { .origin = { 1, 2, 3 } };
    double margin = 0.5;
    GdSampleServerResult result, *pointer = &result;
    uint8_t answer = 0;
    GDExtensionConstTypePtr args[] = { &from, &margin, &pointer };
    gd_virtuals_sample_server[1].call(&sample, args, &answer);
    printf("%d %g %g\\n", answer, (double)result.depth, (double)result.travel.z);
    gd_virtuals_sample_server[2].call(&sample, NULL, NULL);
    puts("");
}
static void call_wrappers(void) {
    GdStringName name;
    GdDictionary described = { { 0 } };
    GdArray array, copy;
    gd.string_name_new_with_latin1_chars(&name, "name", 0);
    bool added = gd_sample_manager_add_server((void *)"object", &name, 4000000000u);
    printf(" = %d\\n", added);
    gd_sample_manager_describe((void *)"object", &described);
    printf(" = %d\\n", (int)described.opaque[0]);
    gd_array_create(&array);
    gd_array_copy(&copy, &array);
    printf("size %lld\\n", (long long)gd_array_size(&copy));
    gd_array_destroy(&copy);
}
int main(int count, char **arguments) {
    lacking = count > 1 ? arguments[1] : "";
    lacking_method = count > 2 ? arguments[2] : "";
    const char *missing = gd_load_interface(find);
    if (!missing) missing = gd_load_methods();
    printf("missing %s\\n", missing ? missing : "nothing");
    if (missing) return 0;
    gd.print_line("loaded");
    call_virtuals();
    call_wrappers();
    return 0;
}
"""
)
