# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
"""What bindgen.py reads: the list of what is used, and Godot's description of itself.

Everything that is asked for and does not exist ends with a sentence that names it.
"""

# the C type of what lies behind a pointer to a plain value
PLAIN_TYPES = {"bool": "uint8_t", "int": "int64_t", "float": "double"}
PLAIN_TYPES["Object"] = "GDExtensionObjectPtr"
# passed by value in our prototypes because they are small and plain
BY_VALUE = {"RID", "Vector2", "Vector3", "Quaternion", "Color"}
# returned by value; all others are written through a last parameter: they own memory, or would be
# copied once more
RETURNED = BY_VALUE | {"Plane", "AABB"}
META_TYPES = {"int32": "int32_t", "uint32": "uint32_t", "uint64": "uint64_t", "int64": "int64_t"}

LISTS = ("interface", "types", "enums", "methods", "scene_methods", "builtins")


class UsedApi:
    """The parsed list of what is used; unknown directives are errors, not silence."""

    def __init__(self, text):
        self.interface, self.types, self.enums, self.methods = [], [], [], []
        self.builtins, self.virtuals, self.guards, self.unguarded = [], [], {}, set()
        self.scene_methods, self.overrides = [], []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split("#")[0].split()
            if words:
                self.read(number, words[0], words[1:])

    def read(self, number, directive, words):
        if directive in LISTS:
            getattr(self, directive).extend(words)
        elif directive == "virtuals" and len(words) == 3:
            self.virtuals.append(tuple(words))
        elif directive == "overrides" and len(words) > 2:
            self.overrides.append((words[0], words[1], words[2:]))
        elif directive == "guard" and len(words) == 3:
            self.guards[words[0]] = (words[1], words[2])
        elif directive == "unguarded":
            self.unguarded.update(words)
        else:
            raise SystemExit(f"used_api.txt:{number}: cannot read '{directive} {' '.join(words)}'")

    def check_guards(self, api):
        """A guard or exception that fits no virtual would leave a lock out, or take it twice."""
        owners = [owner for owner, _, _ in self.virtuals if owner in self.guards]
        stray = [owner for owner in self.guards if owner not in owners]
        if stray:
            raise SystemExit(f"used_api.txt: guard {stray[0]}: its virtuals are not listed")
        names = {method["name"] for owner in owners for method in api.virtuals(owner)}
        if self.unguarded - names:
            stray = min(self.unguarded - names)
            raise SystemExit(f"used_api.txt: unguarded {stray}: no guarded class has it")


class Api:
    """Look-ups in Godot's description of itself, for one precision."""

    def __init__(self, data, precision):
        if precision not in ("single", "double"):
            raise SystemExit(f"bindgen: the precision is single or double, not {precision}")
        self.header = data["header"]
        config = "double_64" if precision == "double" else "float_64"
        self.real = "double" if precision == "double" else "float"
        self.sizes = self.pick(data["builtin_class_sizes"], config, "sizes")
        self.sizes = {entry["name"]: entry["size"] for entry in self.sizes}
        layouts = self.pick(data["builtin_class_member_offsets"], config, "classes")
        self.layouts = {entry["name"]: entry["members"] for entry in layouts}
        self.builtins = {entry["name"]: entry for entry in data["builtin_classes"]}
        self.classes = {entry["name"]: entry for entry in data["classes"]}
        self.structs = {entry["name"]: entry["format"] for entry in data["native_structures"]}
        self.enums = data.get("global_enums", [])

    @staticmethod
    def pick(entries, config, key):
        return next(entry[key] for entry in entries if entry["build_configuration"] == config)

    def missing(self, what):
        return SystemExit(f"bindgen: Godot {self.version()} has no {what}")

    def method(self, path):
        """The description of `Class.method` or `Builtin.method`."""
        owner, _, name = path.partition(".")
        entry = self.classes.get(owner) or self.builtins.get(owner, {})
        for method in entry.get("methods", []):
            if method["name"] == name and method.get("is_vararg"):
                raise SystemExit(f"bindgen: {path} takes any number of arguments; ptrcall cannot")
            if method["name"] == name:
                return method
        raise self.missing(f"method {path}")

    def virtuals(self, owner):
        if owner not in self.classes:
            raise self.missing(f"class {owner}")
        methods = self.classes[owner].get("methods", [])
        return [method for method in methods if method["is_virtual"]]

    def enum(self, path):
        owner, _, name = path.rpartition(".")
        for entry in self.classes.get(owner, {}).get("enums", []) if owner else self.enums:
            if entry["name"] == name:
                return entry
        raise self.missing(f"enumeration {path}")

    def size(self, name):
        if name not in self.sizes:
            raise self.missing(f"type {name}")
        return self.sizes[name]

    def version(self):
        return "{version_major}.{version_minor}.{version_patch}".format(**self.header)


class Value:
    """One argument or result: its C type in our prototypes and how it is read from a pointer."""

    def __init__(self, api, description):
        kind = description["type"]
        typed = {"typedarray": "Array", "typeddictionary": "Dictionary"}
        self.kind = kind = typed.get(kind.split("::")[0], kind)
        self.is_builtin = kind in api.builtins and kind not in ("bool", "int", "float", "Nil")
        self.is_variant = kind == "Variant"
        self.wire = self.wire_type(api, kind)
        self.by_reference = (self.is_builtin or self.is_variant) and kind not in BY_VALUE
        self.returned = not self.by_reference or kind in RETURNED
        self.c = META_TYPES.get(description.get("meta"), self.wire)
        self.c = "bool" if kind == "bool" else self.c

    @staticmethod
    def wire_type(api, kind):
        """The C type that lies behind an argument pointer."""
        if kind.endswith("*"):
            target = kind.rstrip("*").replace("const ", "")
            plain = {"void": "void", "int32_t": "int32_t", "float": "gd_real"}
            return f"{plain.get(target, 'Gd' + target)} *"
        if kind.startswith(("enum::", "bitfield::")):
            return "int64_t"
        if kind in PLAIN_TYPES:
            return PLAIN_TYPES[kind]
        is_value = kind in api.builtins or kind == "Variant"
        return f"Gd{kind}" if is_value else "GDExtensionObjectPtr"

    def parameter(self, name):
        if self.by_reference:
            return f"const {self.wire} *{name}"
        return f"{self.c}{'' if self.c.endswith('*') else ' '}{name}"

    def read(self, index):
        """The expression that turns args[index] into what our prototype takes."""
        if self.by_reference:
            return f"(const {self.wire} *)args[{index}]"
        pointer = f"{self.wire}const *" if self.wire.endswith("*") else f"const {self.wire} *"
        value = f"*({pointer})args[{index}]"
        if self.kind == "bool":
            return f"{value} != 0"
        return f"({self.c}){value}" if self.c != self.wire else value


class Signature:
    """A method's parameters and result as C."""

    def __init__(self, api, method):
        # a few of Godot's names have a capital (body_A); ours never do
        self.arguments = [
            (argument["name"].lower(), Value(api, argument))
            for argument in method.get("arguments", [])
        ]
        result = method.get("return_value") or (
            {"type": method["return_type"]} if method.get("return_type") else None
        )
        self.result = Value(api, result) if result else None

    def prototype(self, name, first):
        """`first` is the leading parameter, or nothing."""
        parameters = [first] if first else []
        parameters += [value.parameter(name) for name, value in self.arguments]
        if self.result and not self.result.returned:
            parameters.append(f"{self.result.wire} *ret")
        result = self.result.c if self.result and self.result.returned else "void"
        space = "" if result.endswith("*") else " "
        return f"{result}{space}{name}({', '.join(parameters) or 'void'})"
