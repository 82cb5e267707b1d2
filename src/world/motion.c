// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Tolerances. Margins of characters are about a millimetre.
//
//   least margin   0.1 mm   below it positions some hundred metres from the origin are noise
//   clearance      0.95     part of the margin that is kept: 5 % are left to see the contact in
//   worth moving   0.01 mm  smaller recoveries would only make a body tremble
//   near           0.5      part of the margin by which a body may move before its contacts are found anew: what
//                           was beyond the margin is still the other half away
//   beyond         0.2 mm   how far past the touch the unsafe pose is: it must overlap for certain
//   tilt           4 eps    by how much the level part of a motion goes away from a surface that it goes along: more
//                           than the error of a product of unit vectors, and nothing that anybody could see
//   wedge         -0.01     product of two normals below which the surfaces lean over each other
//   aside          0.02     of directions that go along a surface nearly: what is round has turned its normal a little
//                           by the unsafe pose; along a clearance of a millimetre that is 20 um
//   at once        0.1      part of the margin: a motion that is stopped before has not gone anywhere
#include "world/motion.h"

#include "shape/convex.h"
#include "world/parts.h"

#define MK_MOTION_LEAST_MARGIN ((Real)1e-4)
#define MK_MOTION_CLEARANCE    ((Real)0.95)
#define MK_MOTION_WORTH        ((Real)1e-5)
#define MK_MOTION_BEYOND       ((Real)2e-4)
#define MK_MOTION_NEAR         ((Real)0.5)
#define MK_MOTION_TILT         (4 * MK_EPSILON)
#define MK_MOTION_WEDGE        ((Real)-0.01)
#define MK_MOTION_ASIDE        ((Real)0.02)
#define MK_MOTION_AT_ONCE      ((Real)0.1)

// Lists that the tests of a world share, so that none of them allocates.
struct MotionMemory {
	WorldContactArray contacts;
	WorldContactArray touched;
};

// How many objects a test remembers its host's verdict about: all but in a crowd.
enum { VERDICTS = 8 };

// Whether an object is looked at, as the host has said.
typedef struct Verdict {
	const WorldObject *object;
	bool is_asked;
} Verdict;

typedef struct Run {
	World *world;
	const MotionInput *input;
	Real margin;
	Real clearance;
	Vec3 direction; // of the motion, unit; zero if there is none
	Affine pose;    // where the body is after recovery
	Vec3 recovery;  // m
	WorldContactArray contacts;
	WorldContactArray touched; // of recovery
	WorldCastHit hit;
	uint32_t own_shape; // that was hit
	Verdict verdicts[VERDICTS];
	uint32_t next_verdict;
} Run;

// The same objects come up in all parts of a test, and asking the host costs as
// much as a small shape does.
static bool ask_host(Run *run, const WorldObject *object) {
	for (uint32_t i = 0; i < VERDICTS; i++)
		if (run->verdicts[i].object == object) return run->verdicts[i].is_asked;
	bool is_asked = run->input->filter(run->input->user, object);
	run->verdicts[run->next_verdict] = (Verdict){ object, is_asked };
	run->next_verdict = (run->next_verdict + 1) % VERDICTS;
	return is_asked;
}

static bool is_candidate(void *user, const WorldObject *object) {
	Run *run = user;
	const MotionInput *input = run->input;
	const PairSet *exceptions = &run->world->exceptions;
	if (object == input->object) return false;
	if (exceptions->count > 0) {
		uint64_t key = pair_key(object->index, input->object->index);
		if (mk_pair_set_find(exceptions, key) != NULL) return false;
	}
	return input->filter == NULL || ask_host(run, object);
}

static WorldShape shape_at(Run *run, const ObjectShape *shape, Affine pose) {
	return (WorldShape){
		.shape = mk_instance(shape->shape, affine_multiply(pose, shape->local)),
		.mask = run->input->object->mask,
		.targets = QUERY_BODIES,
		.filter = is_candidate,
		.user = run,
	};
}

// All contacts of all shapes within the margin.
static void find_contacts(Run *run, Affine pose) {
	const ObjectShapeArray *shapes = &run->input->object->shapes;
	world_contact_array_clear(&run->contacts);
	for (uint32_t i = 0; i < shapes->count; i++) {
		const ObjectShape *own = &shapes->data[i];
		if (own->shape == NULL) continue;
		WorldShape query = shape_at(run, own, pose);
		uint32_t first = run->contacts.count;
		mk_world_contacts(run->world, &query, run->margin, &run->contacts);
		for (uint32_t k = first; k < run->contacts.count; k++)
			run->contacts.data[k].own_index = own->index;
	}
	mk_world_contacts_sort(&run->contacts);
}

static Real priority_of(const Run *run, const WorldObject *object) {
	const MotionInput *input = run->input;
	return input->priority == NULL ? 1 : input->priority(input->user, object);
}

static bool is_same_pair(const WorldContact *a, const WorldContact *b) {
	return a->object == b->object && a->shape_index == b->shape_index &&
			a->own_index == b->own_index;
}

// Leaves the deepest point of every patch: a face that rests on four points is one obstacle.
static void keep_deepest(WorldContactArray *contacts) {
	uint32_t kept = 0;
	for (uint32_t i = 0; i < contacts->count; i++) {
		const WorldContact *c = &contacts->data[i];
		bool is_new = true;
		for (uint32_t k = 0; k < kept && is_new; k++)
			is_new = !is_same_pair(c, &contacts->data[k]) || c->patch != contacts->data[k].patch;
		if (is_new) contacts->data[kept++] = *c;
	}
	contacts->count = kept;
}

// One pass, `since` being the way since the contacts were found: along it planes stay planes, and
// all points of a patch come nearer or go away alike. Returns how far the body is pushed.
static Vec3 recover_once(const Run *run, Vec3 since) {
	const WorldContactArray *contacts = &run->contacts;
	Real sum = 0;
	for (uint32_t i = 0; i < contacts->count; i++)
		sum += priority_of(run, contacts->data[i].object);
	Real part = run->world->settings.recovery_part;
	Vec3 way = vec3_zero();
	for (uint32_t i = 0; i < contacts->count; i++) {
		const WorldContact *c = &contacts->data[i];
		Real gap = c->separation + vec3_dot(c->normal, vec3_add(since, way));
		Real missing = run->clearance - gap;
		if (!(missing > MK_MOTION_WORTH)) continue;
		Real weight = priority_of(run, c->object) * (Real)contacts->count / sum;
		way = vec3_add_scaled(way, c->normal, missing * part * weight);
	}
	return way;
}

static void remember(Run *run) {
	for (uint32_t i = 0; i < run->contacts.count; i++)
		world_contact_array_push(&run->touched, run->contacts.data[i]);
}

static void recover(Run *run) {
	Real near = MK_MOTION_NEAR * run->margin;
	Vec3 since = vec3_zero();
	for (uint32_t pass = 0; pass < run->world->settings.recovery_passes; pass++) {
		if (pass == 0 || vec3_length(since) > near) {
			find_contacts(run, run->pose);
			keep_deepest(&run->contacts);
			remember(run);
			since = vec3_zero();
		}
		Vec3 way = recover_once(run, since);
		if (vec3_equals(way, vec3_zero()) || !vec3_is_finite(way)) return;
		since = vec3_add(since, way);
		run->recovery = vec3_add(run->recovery, way);
		run->pose.origin = vec3_add(run->pose.origin, way);
	}
}

static bool may_cast(const Run *run, const Shape *shape) {
	if (shape->kind != SHAPE_SEPARATION_RAY) return true;
	return run->input->casts_rays || ((const SegmentShape *)shape)->slides_on_slope;
}

static void cast(Run *run) {
	const ObjectShapeArray *shapes = &run->input->object->shapes;
	for (uint32_t i = 0; i < shapes->count; i++) {
		const ObjectShape *own = &shapes->data[i];
		if (own->shape == NULL || !may_cast(run, own->shape)) continue;
		WorldCast way = { shape_at(run, own, run->pose), run->input->motion, true };
		WorldCastHit hit = mk_world_cast(run->world, &way);
		bool is_first = hit.object != NULL &&
				(run->hit.object == NULL || hit.touch.time < run->hit.touch.time);
		if (!is_first) continue;
		run->hit = hit;
		run->own_shape = own->index;
	}
}

// The parts of the motion: up to the clearance, and beyond the touch.
static void set_fractions(const Run *run, MotionResult *result) {
	result->safe = result->unsafe = 1;
	if (run->hit.object == NULL) return;
	Real length = vec3_length(run->input->motion);
	Real time = run->hit.touch.time;
	// the normal is from the body to the other; a graze must not take back the whole way
	Real rate = vec3_dot(run->hit.touch.normal, run->input->motion) / length;
	Real most = 5 * run->margin;
	Real back = rate > 0 ? real_min(run->clearance / rate, most) : most;
	result->unsafe = real_min(1, time + MK_MOTION_BEYOND / length);
	result->safe = real_max(0, time - back / length);
}

static bool was_touched(const Run *run, const WorldContact *contact) {
	for (uint32_t i = 0; i < run->touched.count; i++)
		if (is_same_pair(&run->touched.data[i], contact)) return true;
	return false;
}

// Who asks for several collisions looks for the floor among what the body moves along. Who asks for
// one, as floating characters do, wants what is in the way: after a hit, the wall would be told
// once more for the slide along it.
static bool is_along_told(const Run *run, const WorldContact *contact) {
	if (!run->input->reports_recovery || !was_touched(run, contact)) return false;
	if (run->input->max_collisions > 1 || vec3_equals(run->direction, vec3_zero())) return true;
	return vec3_dot(run->recovery, contact->normal) > 0;
}

// What the body moves away from did not stop it, and what it moves along only
// counts if recovery met it.
static bool is_reported(const Run *run, const WorldContact *contact) {
	Real away = vec3_dot(contact->normal, run->direction);
	if (away > MK_CAST_ALONG) return false;
	if (away < -MK_CAST_ALONG) return true;
	return is_along_told(run, contact);
}

static Vec3 level_part(Vec3 v, Vec3 up) { return vec3_add_scaled(v, up, -vec3_dot(up, v)); }

// Whether a product is a sum of zeros, as among axes.
static bool is_across_axes(Vec3 a, Vec3 b) { return vec3_equals(vec3_multiply(a, b), vec3_zero()); }

// The normal as it is told. Hosts compare the level parts of a motion and of a normal to know
// whether a wall blocks. A motion that has been slid along that part must not be blocked by a
// rounding, for it would be again in every call. Normals of axes, which somebody may compare with,
// stay what they are.
static Vec3 told_normal(const Run *run, Vec3 normal) {
	Vec3 level = level_part(normal, run->input->up);
	Vec3 along = vec3_normalize(level_part(run->direction, run->input->up));
	Real away = vec3_dot(level, along);
	bool is_clear = away >= MK_MOTION_TILT || away < -MK_CAST_ALONG;
	if (is_clear || is_across_axes(level, along)) return normal;
	return vec3_normalize(vec3_add_scaled(normal, along, MK_MOTION_TILT - away));
}

static void add_collision(const Run *run, const WorldContact *contact, MotionResult *result) {
	uint32_t most = run->input->max_collisions;
	most = most < 1 ? 1 : most > MK_MOTION_COLLISIONS ? MK_MOTION_COLLISIONS : most;
	if (result->count >= most) return;
	const WorldObject *object = contact->object;
	result->collisions[result->count++] = (MotionCollision){
		.object = contact->object,
		.shape_index = contact->shape_index,
		.own_shape = contact->own_index,
		.position = contact->point,
		.normal = told_normal(run, contact->normal),
		.velocity = mk_world_velocity_at(object, contact->point),
		.angular_velocity = object->body->angular_velocity,
		.depth = run->margin - contact->separation,
	};
}

// Whatever contacts say, what stopped the motion is reported: or it would be carried out in full.
static void add_hit(const Run *run, MotionResult *result) {
	const CastResult *touch = &run->hit.touch;
	WorldContact contact = {
		.object = run->hit.object,
		.shape_index = run->hit.shape_index,
		.own_index = run->own_shape,
		.point = touch->point_b,
		.normal = vec3_negate(touch->normal),
		.separation = touch->distance,
	};
	add_collision(run, &contact, result);
}

static void report(Run *run, MotionResult *result) {
	bool is_hit = run->hit.object != NULL;
	if (!is_hit && !(run->input->reports_recovery && run->touched.count > 0)) return;
	Vec3 motion = run->input->motion;
	Affine pose = run->pose;
	pose.origin = vec3_add_scaled(pose.origin, motion, result->unsafe);
	find_contacts(run, pose);
	for (uint32_t i = 0; i < run->contacts.count; i++) {
		const WorldContact *contact = &run->contacts.data[i];
		if (is_reported(run, contact)) add_collision(run, contact, result);
	}
	if (is_hit && result->count == 0) add_hit(run, result);
}

// A wedge: the motion goes along one surface and is stopped at once by another that leans over it.
// A slide along that one would be stopped by the first, and so on.
static const WorldContact *find_wedge(const Run *run, Vec3 stop) {
	for (uint32_t i = 0; i < run->contacts.count; i++) {
		const WorldContact *contact = &run->contacts.data[i];
		bool is_along = real_abs(vec3_dot(contact->normal, run->direction)) <= MK_MOTION_ASIDE;
		if (is_along && vec3_dot(contact->normal, stop) < MK_MOTION_WEDGE) return contact;
	}
	return NULL;
}

static bool is_free_along(const Run *run, Vec3 way) {
	for (uint32_t i = 0; i < run->contacts.count; i++)
		if (vec3_dot(run->contacts.data[i].normal, way) < -MK_MOTION_ASIDE) return false;
	return true;
}

// How far a body that slides comes in a wedge: along the edge, on which slides from side to side
// would only end after ever so many. No farther than its clearance, so that nothing can be in the
// way, and hosts take it for a recovery.
static Vec3 creep(const Run *run, const MotionResult *result) {
	Vec3 motion = run->input->motion;
	bool is_slide = run->input->reports_recovery && run->hit.object != NULL;
	if (!is_slide || result->safe * vec3_length(motion) > MK_MOTION_AT_ONCE * run->margin)
		return vec3_zero();
	Vec3 stop = vec3_negate(run->hit.touch.normal);
	const WorldContact *side = find_wedge(run, stop);
	if (side == NULL) return vec3_zero();
	Vec3 edge = vec3_normalize(vec3_cross(side->normal, stop));
	Real way = vec3_dot(edge, motion);
	if (!is_free_along(run, vec3_scale(edge, way < 0 ? -1 : 1))) return vec3_zero();
	return vec3_scale(edge, real_clamp(way, -run->clearance, run->clearance));
}

static void free_lists(MotionMemory *memory) {
	world_contact_array_free(&memory->contacts);
	world_contact_array_free(&memory->touched);
}

void mk_motion_memory_free(World *world) {
	if (world->motion_memory == NULL) return;
	free_lists(world->motion_memory);
	mk_free(world->motion_memory, sizeof(*world->motion_memory));
	world->motion_memory = NULL;
}

// A test that the host makes within a test gets lists of its own.
static MotionMemory take_memory(World *world) {
	if (world->motion_memory == NULL) {
		world->motion_memory = mk_alloc(sizeof(*world->motion_memory));
		*world->motion_memory = (MotionMemory){ 0 };
	}
	MotionMemory memory = *world->motion_memory;
	*world->motion_memory = (MotionMemory){ 0 };
	world_contact_array_clear(&memory.contacts);
	world_contact_array_clear(&memory.touched);
	return memory;
}

static void give_memory(World *world, MotionMemory memory) {
	free_lists(world->motion_memory);
	*world->motion_memory = memory;
}

bool mk_world_test_motion(World *world, const MotionInput *input, MotionResult *result) {
	Vec3 motion = input->motion;
	*result = (MotionResult){ .safe = 1, .unsafe = 1 };
	bool is_usable = vec3_is_finite(motion) && affine_is_finite(input->from);
	if (!is_usable) return false;
	Real margin = real_max(input->margin, MK_MOTION_LEAST_MARGIN);
	if (!real_is_finite(margin)) margin = MK_MOTION_LEAST_MARGIN;
	MotionMemory memory = take_memory(world);
	Run run = {
		.contacts = memory.contacts,
		.touched = memory.touched,
		.world = world,
		.input = input,
		.margin = margin,
		.clearance = MK_MOTION_CLEARANCE * margin,
		.direction = vec3_normalize(motion),
		.pose = input->from,
	};
	recover(&run);
	if (!vec3_equals(motion, vec3_zero())) cast(&run);
	set_fractions(&run, result);
	report(&run, result);
	// what ends at its last point without a contact is no stop
	if (result->count == 0) result->safe = result->unsafe = 1;
	Vec3 way = creep(&run, result);
	result->travel = vec3_add(vec3_add_scaled(run.recovery, motion, result->safe), way);
	result->remainder = vec3_sub(vec3_scale(motion, 1 - result->safe), way);
	give_memory(world, (MotionMemory){ run.contacts, run.touched });
	return result->count > 0;
}
