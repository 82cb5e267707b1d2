// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// A physics server that simulates nothing: its bodies fall, and it calls their nodes. What a flush
// takes with it is what Godot takes, and the least that a flush can take with any server. All that
// nodes read of a body lies in one piece, and pieces lie in the order of the calls.
//
// Godot looks virtual methods up by name; those that a scene of rigid bodies needs are in the
// tables below, and all others do nothing.
#include <godot_api.h>

#include <string.h>

// Most bodies that there can be.
#define MK_EMPTY_BODIES 16384

typedef struct EmptyBody {
	GdTransform3D pose;
	GdVector3 linear_velocity;
	GdVector3 angular_velocity;
	GdBasis inverse_inertia;
	GdVariant state;    // the object through which its node reads
	GdVariant callback; // of the node; NIL: none
} EmptyBody;

typedef struct Method {
	const char *name;
	GDExtensionClassCallVirtual call;
	GdStringName interned;
} Method;

static struct {
	GDExtensionInterfaceStringNameNewWithLatin1Chars name;
	GDExtensionInterfaceStringNewWithUtf8Chars string;
	GDExtensionInterfaceClassdbConstructObject2 construct;
	GDExtensionInterfaceObjectSetInstance set_instance;
	GDExtensionInterfaceVariantCall call;
	GDExtensionInterfaceVariantDestroy destroy;
	GDExtensionVariantFromTypeConstructorFunc from_object;
	GDExtensionVariantFromTypeConstructorFunc from_callable;
} godot;

static GDExtensionInterfaceGetProcAddress get;
static GDExtensionClassLibraryPtr library;
static EmptyBody bodies[MK_EMPTY_BODIES];
static uint32_t body_count;
static uint64_t rid_count;
static GdStringName call_name;

// Puts one of Godot's C functions where it is called from, whatever its type.
static void find(void *place, const char *name) {
	GDExtensionInterfaceFunctionPtr function = get(name);
	memcpy(place, &function, sizeof function);
}

static GdStringName name_of(const char *text) {
	GdStringName name;
	godot.name(&name, text, true);
	return name;
}

static GDExtensionObjectPtr make_object(const char *parent, const char *type, void *instance) {
	GdStringName parent_name = name_of(parent);
	GdStringName type_name = name_of(type);
	GDExtensionObjectPtr object = godot.construct(&parent_name);
	godot.set_instance(object, &type_name, instance);
	return object;
}

#define METHOD(name) \
	static void name(GDExtensionClassInstancePtr self, const GDExtensionConstTypePtr *in, void *out)

// A method that only returns a field of its body.
#define GETTER(name, type, value)     \
	METHOD(name) {                    \
		(void)in;                     \
		const EmptyBody *body = self; \
		(void)body;                   \
		*(type *)out = value;         \
	}

GETTER(get_transform, GdTransform3D, body->pose)
GETTER(get_linear_velocity, GdVector3, body->linear_velocity)
GETTER(get_angular_velocity, GdVector3, body->angular_velocity)
GETTER(get_inverse_inertia_tensor, GdBasis, body->inverse_inertia)
GETTER(get_contact_count, int64_t, 0)
GETTER(is_sleeping, GDExtensionBool, false)

// Also answers with false where a truth is asked for; other answers Godot has made already.
METHOD(do_nothing) {
	(void)self, (void)in;
	if (out) *(GDExtensionBool *)out = false;
}

METHOD(make_rid) {
	(void)self, (void)in;
	*(uint64_t *)out = MK_EMPTY_BODIES + ++rid_count;
}

METHOD(make_body) {
	(void)self, (void)in;
	EmptyBody *body = &bodies[body_count++ % MK_EMPTY_BODIES];
	memset(body, 0, sizeof *body);
	for (int i = 0; i < 3; i++)
		(&body->pose.basis.rows[i].x)[i] = (&body->inverse_inertia.rows[i].x)[i] = 1;
	GDExtensionObjectPtr object = make_object(
			"PhysicsDirectBodyState3DExtension", "EmptyPhysicsDirectBodyState3D", body);
	godot.from_object(&body->state, &object);
	*(uint64_t *)out = body_count;
}

METHOD(set_callback) {
	(void)self, (void)out;
	uint64_t rid = *(const uint64_t *)in[0];
	if (rid == 0 || rid > body_count) return;
	EmptyBody *body = &bodies[rid - 1];
	godot.destroy(&body->callback);
	GdCallable callable;
	memcpy(&callable, in[1], sizeof callable);
	// an empty callable is 16 bytes of nothing
	static const GdCallable none;
	memset(&body->callback, 0, sizeof body->callback);
	if (memcmp(&callable, &none, sizeof none) != 0) godot.from_callable(&body->callback, &callable);
}

METHOD(step) {
	(void)self, (void)out;
	gd_real dt = (gd_real) * (const double *)in[0];
	for (uint32_t i = 0; i < body_count; i++) {
		EmptyBody *body = &bodies[i];
		body->linear_velocity.y -= (gd_real)9.8 * dt;
		body->pose.origin.y += body->linear_velocity.y * dt;
	}
}

METHOD(flush) {
	(void)self, (void)in, (void)out;
	for (uint32_t i = 0; i < body_count; i++) {
		EmptyBody *body = &bodies[i];
		if (body->callback.opaque[0] == 0) continue;
		GdVariant result;
		GDExtensionCallError error = { 0 };
		GDExtensionConstVariantPtr arguments[] = { &body->state };
		godot.call(&body->callback, &call_name, arguments, 1, &result, &error);
		godot.destroy(&result);
	}
}

static Method server_methods[] = {
	{ .name = "_body_create", .call = make_body },
	{ .name = "_space_create", .call = make_rid },
	{ .name = "_area_create", .call = make_rid },
	{ .name = "_box_shape_create", .call = make_rid },
	{ .name = "_sphere_shape_create", .call = make_rid },
	{ .name = "_body_set_state_sync_callback", .call = set_callback },
	{ .name = "_step", .call = step },
	{ .name = "_flush_queries", .call = flush },
	{ 0 },
};

static Method state_methods[] = {
	{ .name = "_get_transform", .call = get_transform },
	{ .name = "_get_linear_velocity", .call = get_linear_velocity },
	{ .name = "_get_angular_velocity", .call = get_angular_velocity },
	{ .name = "_get_inverse_inertia_tensor", .call = get_inverse_inertia_tensor },
	{ .name = "_get_contact_count", .call = get_contact_count },
	{ .name = "_is_sleeping", .call = is_sleeping },
	{ 0 },
};

static GDExtensionClassCallVirtual find_method(
		void *methods, GDExtensionConstStringNamePtr name, uint32_t hash) {
	(void)hash;
	for (const Method *method = methods; method->name; method++)
		if (memcmp(&method->interned, name, sizeof method->interned) == 0) return method->call;
	return do_nothing;
}

static void forget(void *class_data, GDExtensionClassInstancePtr instance) {
	(void)class_data, (void)instance;
}

static void register_class(const char *type, const char *parent, Method *methods) {
	for (Method *method = methods; method->name; method++)
		method->interned = name_of(method->name);
	GdStringName type_name = name_of(type);
	GdStringName parent_name = name_of(parent);
	GDExtensionClassCreationInfo5 info = {
		.is_virtual = true,
		.free_instance_func = forget,
		.get_virtual_func = find_method,
		.class_userdata = methods,
	};
	GDExtensionInterfaceClassdbRegisterExtensionClass5 call;
	find(&call, "classdb_register_extension_class5");
	call(library, &type_name, &parent_name, &info);
}

static void make_server(void *userdata, const GDExtensionConstVariantPtr *args,
		GDExtensionInt count, GDExtensionVariantPtr ret, GDExtensionCallError *error) {
	(void)userdata, (void)args, (void)count;
	GDExtensionObjectPtr object = make_object(
			"PhysicsServer3DExtension", "EmptyPhysicsServer3D", bodies);
	godot.from_object(ret, &object);
	error->error = GDEXTENSION_CALL_OK;
}

static void offer_server(void) {
	GDExtensionInterfaceGlobalGetSingleton singleton;
	GDExtensionInterfaceClassdbGetMethodBind bind;
	GDExtensionInterfaceObjectMethodBindPtrcall call;
	GDExtensionInterfaceCallableCustomCreate2 create;
	find(&singleton, "global_get_singleton");
	find(&bind, "classdb_get_method_bind");
	find(&call, "object_method_bind_ptrcall");
	find(&create, "callable_custom_create2");
	GdStringName manager = name_of("PhysicsServer3DManager");
	GdStringName method = name_of("register_server");
	GdString name;
	GdCallable factory;
	godot.string(&name, "Empty");
	GDExtensionCallableCustomInfo2 info = { .token = library, .call_func = make_server };
	create(&factory, &info);
	const GDExtensionConstTypePtr arguments[] = { &name, &factory };
	call(bind(&manager, &method, 2137474292), singleton(&manager), arguments, NULL);
}

static void initialize(void *userdata, GDExtensionInitializationLevel level) {
	(void)userdata;
	if (level != GDEXTENSION_INITIALIZATION_SERVERS) return;
	call_name = name_of("call");
	register_class("EmptyPhysicsServer3D", "PhysicsServer3DExtension", server_methods);
	register_class(
			"EmptyPhysicsDirectBodyState3D", "PhysicsDirectBodyState3DExtension", state_methods);
	offer_server();
}

// Everything lasts as long as the process.
static void deinitialize(void *userdata, GDExtensionInitializationLevel level) {
	(void)userdata, (void)level;
}

// NOLINTNEXTLINE(readability-identifier-naming): Godot's way to name it
__attribute__((visibility("default"))) GDExtensionBool empty_server_init(
		GDExtensionInterfaceGetProcAddress get_function, GDExtensionClassLibraryPtr own_library,
		GDExtensionInitialization *initialization);

GDExtensionBool empty_server_init(GDExtensionInterfaceGetProcAddress get_function,
		GDExtensionClassLibraryPtr own_library, GDExtensionInitialization *initialization) {
	get = get_function;
	library = own_library;
	find(&godot.name, "string_name_new_with_latin1_chars");
	find(&godot.string, "string_new_with_utf8_chars");
	find(&godot.construct, "classdb_construct_object2");
	find(&godot.set_instance, "object_set_instance");
	find(&godot.call, "variant_call");
	find(&godot.destroy, "variant_destroy");
	GDExtensionInterfaceGetVariantFromTypeConstructor from;
	find(&from, "get_variant_from_type_constructor");
	godot.from_object = from(GDEXTENSION_VARIANT_TYPE_OBJECT);
	godot.from_callable = from(GDEXTENSION_VARIANT_TYPE_CALLABLE);
	initialization->minimum_initialization_level = GDEXTENSION_INITIALIZATION_SERVERS;
	initialization->initialize = initialize;
	initialization->deinitialize = deinitialize;
	return true;
}
