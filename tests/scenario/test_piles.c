// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Many bodies that lean and lie on each other: unequal loads, dominoes, a house of cards, bowls.
#include "math/trig.h"
#include "shape/convex.h"
#include "support/budget.h"
#include "support/contact_scene.h"
#include "support/scene_world.h"
#include "support/world_make.h"
#include "world/snapshot.h"

static const Real half = (Real)0.5;

static void keep_all_awake(WorldMake *make) {
	for (uint32_t i = 0; i < make->count; i++)
		make->bodies[i].body.can_sleep = false;
}

// 100 t on two boxes of 1 t each, that may not sleep.
static void heavy_slab_on_light_boxes_holds(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	make_box(make, vec3_splat(half), vec3(-1, half, 0));
	make_box(make, vec3_splat(half), vec3(1, half, 0));
	Shape *slab = mk_box_create(vec3(2, half, half), NULL);
	make_body(make, BODY_RIGID, slab, (Transform){ quat_identity(), vec3(0, (Real)1.5, 0) }, 25000);
	keep_all_awake(make);
	world_make_run(make, 600);
	// each contact gives a little: no more than the slop
	check_vec3(make->bodies[1].body.pose.origin, vec3(-1, half, 0), 0.005);
	check_vec3(make->bodies[2].body.pose.origin, vec3(1, half, 0), 0.005);
	check_vec3(make->bodies[3].body.pose.origin, vec3(0, (Real)1.5, 0), 0.01);
	world_make_free(make);
}

// A cube of 100 t on one of 1 t, neither of which may sleep: too few or too long sub-steps would
// wind up the load from step to step (MK_SOLVER_SUB_STEPS), until it falls.
static void heavy_cube_on_a_light_one_does_not_creep(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	make_box(make, vec3_splat(half), vec3(0, half, 0));
	Shape *cube = mk_box_create(vec3_splat(1), NULL);
	make_body(make, BODY_RIGID, cube, (Transform){ quat_identity(), vec3(0, 2, 0) }, 12500);
	keep_all_awake(make);
	world_make_run(make, 600);
	Vec3 at[2] = { make->bodies[1].body.pose.origin, make->bodies[2].body.pose.origin };
	// 1 MN on a contact of two movable bodies, whose stiffness is 1 t at 60 Hz, and one four times
	// as stiff: 6.9 + 1.7 mm, of which the first makes up for 3 mm (contact_prepare_wide.c)
	check_vec3(at[1], vec3(0, (Real)(2 - 0.0056), 0), 0.0005);
	world_make_run(make, 1200);
	for (int i = 0; i < 2; i++) {
		check_vec3(make->bodies[1 + i].body.pose.origin, at[i], 0.0002);
		assert_true(vec3_length(make->bodies[1 + i].body.linear_velocity) < (Real)0.001);
	}
	world_make_free(make);
}

static void pyramid_that_may_not_sleep_is_still(void **state) {
	(void)state;
	enum { ROWS = 15 };
	WorldMake *make = world_make(1);
	make_floor(make);
	for (int row = 0; row < ROWS; row++)
		for (int i = 0; i < ROWS - row; i++)
			make_box(make, vec3_splat(half),
					vec3((Real)i + half * (Real)(row - ROWS), (Real)row + half, 0));
	keep_all_awake(make);
	Vec3 start[ROWS * (ROWS + 1) / 2 + 1];
	for (uint32_t i = 1; i < make->count; i++)
		start[i] = make->bodies[i].body.pose.origin;
	world_make_run(make, 600);
	for (uint32_t i = 1; i < make->count; i++) {
		const Body *body = &make->bodies[i].body;
		check_vec3(body->pose.origin, start[i], 0.005);
		assert_true(vec3_length(body->linear_velocity) < (Real)0.001);
	}
	world_make_free(make);
}

// Soft contacts bend: a tower is a column of hinges, as stiff as the springs under both sides of a
// box, and buckles under its own weight above (7.84 c / (m g))^(1/3) boxes of 1 m (Greenhill 1881).
// With c = (m / 2) (2 pi f)^2 / 4 for the four corners of a contact of two boxes, these are 24 at
// 60 Hz and 42 at 140 Hz. One of 26 falls after some 20 s at 60 Hz, if it may not sleep.
static void tower_stands_below_the_height_at_which_contacts_buckle(void **state) {
	(void)state;
	const struct {
		int boxes;
		float frequency;
		uint32_t sub_steps;
	} towers[] = { { 22, 60, MK_SOLVER_SUB_STEPS }, { 40, 140, 14 } };
	for (int t = 0; t < 2; t++) {
		WorldMake *make = world_make(1);
		make->world.settings.solver.contact_frequency = towers[t].frequency;
		make->world.settings.solver.sub_steps = towers[t].sub_steps;
		make_floor(make);
		for (int i = 0; i < towers[t].boxes; i++)
			make_box(make, vec3_splat(half), vec3(0, half + (Real)i, 0));
		keep_all_awake(make);
		world_make_run(make, pick_count(1800, 300));
		for (int i = 0; i < towers[t].boxes; i++)
			check_vec3(make->bodies[1 + i].body.pose.origin, vec3(0, half + (Real)i, 0), 0.005);
		world_make_free(make);
	}
}

// What all points of contacts have in common.
typedef struct Overlaps {
	uint32_t count;
	uint32_t deep_count; // by more than half of the slop
	Real deepest;        // m
} Overlaps;

static void add_overlaps(Overlaps *sum, const Manifold *manifold) {
	for (uint32_t i = 0; i < manifold->count; i++) {
		Real depth = -manifold->points[i].separation;
		sum->count++;
		sum->deep_count += depth > MK_CONTACT_SLOP / 2;
		sum->deepest = real_max(sum->deepest, depth);
	}
}

static Overlaps find_overlaps(const World *world) {
	Overlaps sum = { 0 };
	for (uint32_t i = 0; i < world->contacts.count; i++) {
		const Contact *contact = world->contacts.data + i;
		if (contact->colliders[0] == MK_WORLD_NONE) continue;
		for (uint32_t p = contact->first_patch; p != MK_WORLD_NONE; p = world->patches.data[p].next)
			add_overlaps(&sum, &world->patches.data[p].manifold);
	}
	return sum;
}

// How far the fastest body goes in a step, m.
static Real longest_way(const SceneWorld *made) {
	Real speed = 0;
	for (int i = 0; i < made->body_count; i++)
		speed = real_max(speed, vec3_length(made->bodies[i].body.linear_velocity));
	return speed * (Real)LIST_DT;
}

// Contacts begin at 2 cm and bodies are not swept against bodies: where one lands it is in the
// other by as much of its way as was left of the step, by chance nothing or all of it, and never
// more. At rest only what carries the others gives way: one point in eight thousand by more than
// half of the slop, as seen of 160 000, and none by all of it.
static void hulls_that_fell_into_a_pit_lie_on_each_other(void **state) {
	(void)state;
	SceneList list;
	list_hulls(&list, pick_count(640, 64));
	list.can_sleep = true;
	SceneWorld made;
	scene_world_init(&made, &list, 1);
	Real deepest = 0;
	Real way = 0;
	for (int i = 0; i < 900; i++) {
		scene_world_step(&made);
		deepest = real_max(deepest, find_overlaps(&made.world).deepest);
		way = real_max(way, longest_way(&made));
	}
	assert_true(deepest < way);
	assert_int_equal(made.world.counters.awake_count, 0);
	Overlaps left = find_overlaps(&made.world);
	assert_true(left.count > 0 && left.deep_count <= left.count / 1000);
	assert_true(left.deepest < MK_CONTACT_SLOP);
	for (int i = 0; i < made.body_count; i++)
		assert_true(
				made.bodies[i].body.mode == BODY_STATIC || made.bodies[i].body.pose.origin.y > 0);
	scene_world_free(&made);
	scene_list_free(&list);
}

// Throws all bodies up, each at its own speed.
static void stir(SceneWorld *made, Real speed) {
	for (int i = 0; i < made->body_count; i++) {
		MadeBody *body = made->bodies + i;
		if (body->body.mode == BODY_STATIC) continue;
		Vec3 aside = vec3((Real)(i % 5) - 2, 0, (Real)(i % 3) - 1);
		Vec3 velocity = vec3_scale(vec3_add(vec3(0, 4, 0), aside), speed / 4);
		mk_body_set_linear_velocity(&body->body, velocity);
		mk_world_wake(&made->world, &body->object);
	}
}

// All kinds of convex shapes on a mesh, which are thrown about again and again in the same way:
// once everything has its memory, steps take no more.
static void stirred_pile_allocates_nothing(void **state) {
	(void)state;
	SceneList list;
	list_mixed(&list, pick_count(120, 40));
	SceneWorld made;
	scene_world_init(&made, &list, 1);
	for (int i = 0; i < 120; i++)
		scene_world_step(&made);
	size_t size = mk_world_save(&made.world, NULL, 0);
	void *saved = mk_alloc(size);
	mk_world_save(&made.world, saved, size);
	uint64_t before = 0;
	for (int round = 0; round < 6; round++) {
		// a world and its shadow change places with every restoring: both must have been through it
		if (round == 4) before = mk_alloc_stats().total;
		stir(&made, 8);
		for (int i = 0; i < 60; i++)
			scene_world_step(&made);
		assert_int_equal(mk_world_restore(&made.world, saved, size).status, SNAPSHOT_OK);
	}
	// the hostile build grows by one element at a time
	if (pick_count(true, false)) assert_int_equal(mk_alloc_stats().total, before);
	mk_free(saved, size);
	scene_world_free(&made);
	scene_list_free(&list);
}

// How far a body leans, cos of the angle between its y and up.
static Real uprightness(const MadeBody *made) {
	return quat_rotate(made->body.rotation, vec3(0, 1, 0)).y;
}

static void dominoes_fall_one_after_the_other(void **state) {
	(void)state;
	enum { COUNT = 30 };
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *tiles[COUNT];
	int fallen[COUNT] = { 0 };
	for (int i = 0; i < COUNT; i++)
		tiles[i] = make_box(
				make, vec3((Real)0.05, half, (Real)0.25), vec3((Real)0.45 * (Real)i, half, 0));
	world_make_run(make, 60);
	mk_body_apply_impulse(&tiles[0]->body, vec3(60, 0, 0), vec3(0, half, 0));
	for (int step = 1; step <= 600; step++) {
		world_make_run(make, 1);
		for (int i = 0; i < COUNT; i++)
			if (fallen[i] == 0 && uprightness(tiles[i]) < (Real)0.9) fallen[i] = step;
	}
	for (int i = 0; i < COUNT; i++) {
		assert_true(fallen[i] > (i == 0 ? 0 : fallen[i - 1]));
		// it lies on the next one, 0.1 m thick, whose lower end is less than a tile
		// away: asin(0.3) is ample
		assert_true(uprightness(tiles[i]) < (Real)0.3);
		check_near(tiles[i]->body.pose.origin.z, 0, 0.02);
	}
	// nothing holds the last one
	check_near(uprightness(tiles[COUNT - 1]), 0, 0.01);
	assert_int_equal(make->world.counters.awake_count, 0);
	world_make_free(make);
}

static void standing_cylinders_and_cones_rest(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	Shape *shapes[] = { mk_cylinder_create((Real)0.3, 2, NULL), mk_cone_create(half, 1, NULL),
		mk_cone_create((Real)0.3, 2, NULL), mk_tapered_cylinder_create((Real)0.2, half, 1, NULL) };
	const Real heights[] = { 2, 1, 2, 1 };
	for (int i = 0; i < 4; i++) {
		Transform pose = { quat_identity(), vec3((Real)(3 * i), heights[i] / 2, 0) };
		make_body(make, BODY_RIGID, shapes[i], pose, 1000);
	}
	keep_all_awake(make);
	world_make_run(make, 600);
	for (int i = 0; i < 4; i++) {
		const MadeBody *made = make->bodies + 1 + i;
		check_vec3(made->body.pose.origin, vec3((Real)(3 * i), heights[i] / 2, 0), 0.001);
		check_near(uprightness(made), 1, 1e-6);
	}
	world_make_free(make);
}

static const Real card_length = 1;         // m
static const Real card_thick = (Real)0.02; // m

// Two cards that lean against each other over (x, y); returns the height
// of their upper ends over y.
static Real lean_two_cards(WorldMake *make, Real x, Real y, Real lean) {
	Vec3 size = vec3(card_thick / 2, card_length / 2, (Real)0.35);
	Real out = size.x * real_cos(lean) + size.y * real_sin(lean);
	Real up = size.x * real_sin(lean) + size.y * real_cos(lean);
	for (int side = -1; side <= 1; side += 2) {
		Quat turn = quat_from_axis_angle(vec3(0, 0, 1), lean * (Real)side);
		Transform pose = { turn, vec3(x + out * (Real)side, y + up, 0) };
		make_body(make, BODY_RIGID, mk_box_create(size, NULL), pose, 300);
	}
	return 2 * up;
}

// Three pairs, two cards across, two pairs, one card across, one pair.
static void build_house(WorldMake *make) {
	const Real lean = (Real)0.25;
	Real apart = 2 * (card_thick * real_cos(lean) + card_length * real_sin(lean)) + (Real)0.02;
	Real y = 0;
	for (int storey = 3; storey > 0; storey--) {
		Real height = 0;
		for (int i = 0; i < storey; i++)
			height = lean_two_cards(make, apart * ((Real)i - half * (Real)(storey - 1)), y, lean);
		y += height + card_thick;
		for (int i = 0; i + 1 < storey; i++) {
			// two of them end over the middle pair
			Real longer = storey == 2 ? (Real)0.1 : (Real)-0.001;
			Vec3 size = vec3(apart / 2 + longer, card_thick / 2, (Real)0.35);
			Real x = apart * ((Real)i - half * (Real)(storey - 2));
			make_box(make, size, vec3(x, y - card_thick / 2, 0));
		}
	}
}

static void house_of_cards_stands(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	build_house(make);
	keep_all_awake(make);
	Vec3 start[16];
	assert_true(make->count == 16);
	for (uint32_t i = 0; i < make->count; i++)
		start[i] = make->bodies[i].body.pose.origin;
	world_make_run(make, 600);
	// it gives a little when the load comes on, and stays
	for (uint32_t i = 0; i < make->count; i++)
		check_vec3(make->bodies[i].body.pose.origin, start[i], 0.005);
	world_make_free(make);
}

// A bowl of radius 1 with a wall: a ball whose upper half is folded inward.
static TestMesh make_bowl(Real inner, uint32_t rings) {
	TestMesh mesh = mesh_make_ball(rings, 2 * rings);
	for (uint32_t i = 0; i < mesh.points.count; i++) {
		Vec3 p = mesh.points.data[i];
		bool is_inner = p.z > (Real)0.001;
		// z becomes y, with x and y swapped so that nothing is mirrored
		Vec3 q = vec3(p.y, is_inner ? -p.z : p.z, p.x);
		mesh.points.data[i] = is_inner ? vec3_scale(q, inner) : q;
	}
	return mesh;
}

static Shape *mixed_shape(uint32_t i) {
	const Real r = (Real)0.2;
	switch (i % 6) {
		case 0: return mk_sphere_create(r, NULL);
		case 1: return mk_box_create(vec3(r, r / 2, r), NULL);
		case 2: return mk_cylinder_create(r, 2 * r, NULL);
		case 3: return mk_capsule_create(r / 2, 2 * r, NULL);
		case 4: return mk_cone_create(r, 2 * r, NULL);
		default: return mk_box_create(vec3_splat((Real)0.15), NULL);
	}
}

// `shift`: m, of every third layer.
static WorldMake *fill_bowl(uint32_t workers, uint32_t count, Real shift) {
	WorldMake *make = world_make(workers);
	TestMesh bowl = make_bowl((Real)0.9, 23);
	mesh_map(&bowl, (Affine){ mat3_diagonal(vec3_splat(4)), vec3_zero() });
	make_body(make, BODY_STATIC, scene_mesh(bowl, false), transform_identity(), 0);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t layer = i / 49;
		Vec3 place = vec3((Real)(i % 7) - 3, (Real)0.45 * (Real)layer - 2, (Real)(i / 7 % 7) - 3);
		place.x += (Real)(layer % 3) * (Real)0.1;
		place.z += layer % 3 == 0 ? shift : 0;
		place = vec3_multiply(place, vec3((Real)0.6, 1, (Real)0.6));
		Transform pose = { quat_identity(), place };
		make_body(make, BODY_RIGID, mixed_shape(i), pose, 1000);
	}
	return make;
}

// As Godot's spaces do by default; else nothing would keep a ball from rolling at the bottom.
static void add_gravity_and_damping(void *user, const WorldObject *object, BodySurroundings *out) {
	(void)user, (void)object;
	out->gravity = vec3(0, (Real)-9.8, 0);
	out->linear_damp = out->angular_damp = (Real)0.1;
}

static void settle_in_a_bowl(Real shift) {
	WorldMake *make = fill_bowl(2, pick_count(1000, 60), shift);
	make->world.surroundings = add_gravity_and_damping;
	// when the last is still is chance: of 27 fillings 24 slept after 12 s, one did not after 40
	world_make_run(make, 60);
	for (int second = 1; second < 22 && make->world.counters.awake_count > 0; second++)
		world_make_run(make, 60);
	assert_int_equal(make->world.counters.awake_count, 0);
	for (uint32_t i = 1; i < make->count; i++) {
		Vec3 p = make->bodies[i].body.pose.origin;
		// none is over the rim, nor nearer to the wall than its smallest radius lets its middle
		assert_true(p.y < 0);
		assert_true(vec3_length(p) < (Real)(3.6 - 0.09));
	}
	world_make_free(make);
}

static void bowl_of_mixed_shapes_comes_to_rest(void **state) {
	(void)state;
	for (int i = 0; i < 2; i++)
		settle_in_a_bowl((Real)0.01 * (Real)i);
}

// What no number describes is stopped, and nothing else is.
static void lost_bodies_spoil_no_other(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	make_floor(make);
	MadeBody *boxes[6];
	for (int i = 0; i < 6; i++) {
		int pile = i / 3;
		Vec3 place = vec3((Real)(3 * pile), half + (Real)(i % 3), 0);
		boxes[i] = make_box(make, vec3_splat(half), place);
	}
	world_make_run(make, 30);
	// the middle one of the first pile, and all forces that floats have
	mk_body_set_linear_velocity(&boxes[1]->body, vec3(MK_REAL_MAX, 0, MK_REAL_MAX));
	mk_body_set_angular_velocity(&boxes[1]->body, vec3(0, MK_REAL_MAX, 0));
	world_make_run(make, 1);
	assert_true(boxes[1]->object.is_lost);
	assert_true(boxes[1]->body.is_sleeping);
	world_make_run(make, 120);
	for (int i = 0; i < 6; i++) {
		assert_true(affine_is_finite(boxes[i]->body.pose));
		assert_true(vec3_is_finite(boxes[i]->body.linear_velocity));
	}
	for (int i = 0; i < 6; i++) {
		assert_true(i == 1 || !boxes[i]->object.is_lost);
		int stack = i / 3;
		Vec3 place = vec3((Real)(3 * stack), half + (Real)(i % 3), 0);
		check_vec3(boxes[i]->body.pose.origin, place, 0.005);
	}
	world_make_free(make);
}

static void bowl_is_the_same_for_any_number_of_workers(void **state) {
	(void)state;
	uint64_t hashes[3];
	for (uint32_t i = 0; i < 3; i++) {
		WorldMake *make = fill_bowl(1u << i, 100, 0);
		world_make_run(make, 120);
		hashes[i] = world_make_hash(make);
		world_make_free(make);
	}
	assert_true(hashes[0] == hashes[1]);
	assert_true(hashes[0] == hashes[2]);
}

static MadeBody *make_moving_bowl(WorldMake *make) {
	TestMesh mesh = make_bowl((Real)0.8, 15);
	MeshInput input = { .mesh = mesh_view(&mesh), .is_moving = true };
	Shape *shape = mk_mesh_create(&input, NULL);
	mesh_free(&mesh);
	return make_body(make, BODY_KINEMATIC, shape, transform_identity(), 0);
}

static void moving_bowl_carries_balls(void **state) {
	(void)state;
	WorldMake *make = world_make(1);
	MadeBody *bowl = make_moving_bowl(make);
	for (int i = 0; i < 12; i++) {
		int layer = i / 4;
		Vec3 place = vec3((Real)(i % 2) - half, (Real)layer, (Real)(i / 2 % 2) - half);
		place = vec3_scale(place, (Real)0.3);
		make_ball(make, (Real)0.12, vec3_sub(place, vec3(0, (Real)0.4, 0)));
	}
	world_make_run(make, 60);
	Real at = 0;
	Real speed = 0;
	for (int i = 1; i <= 240; i++) {
		// up to 2 m/s and back to rest in a second each; it turns and rises on its way
		speed += (Real)(i <= 60 ? 2 : i > 180 ? -2 : 0) / 60;
		at += speed / 60;
		Quat turn = quat_from_axis_angle(vec3(0, 1, 0), at / 4);
		Affine target = affine_from_transform((Transform){ turn, vec3(at, at / 4, 0) });
		mk_body_set_target(&bowl->body, target);
		world_make_run(make, 1);
		for (uint32_t k = 1; k < make->count; k++) {
			Vec3 p = vec3_sub(make->bodies[k].body.pose.origin, target.origin);
			// inside, but for the slop, and below the rim
			assert_true(vec3_length(p) < (Real)(0.8 - 0.12 + 0.005));
			assert_true(p.y < 0);
		}
	}
	check_near(at, 6, 1e-3);
	world_make_free(make);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heavy_slab_on_light_boxes_holds),
		cmocka_unit_test(heavy_cube_on_a_light_one_does_not_creep),
		cmocka_unit_test(pyramid_that_may_not_sleep_is_still),
		cmocka_unit_test(tower_stands_below_the_height_at_which_contacts_buckle),
		cmocka_unit_test(hulls_that_fell_into_a_pit_lie_on_each_other),
		cmocka_unit_test(stirred_pile_allocates_nothing),
		cmocka_unit_test(dominoes_fall_one_after_the_other),
		cmocka_unit_test(standing_cylinders_and_cones_rest),
		cmocka_unit_test(house_of_cards_stands),
		cmocka_unit_test(bowl_of_mixed_shapes_comes_to_rest),
		cmocka_unit_test(lost_bodies_spoil_no_other),
		cmocka_unit_test(bowl_is_the_same_for_any_number_of_workers),
		cmocka_unit_test(moving_bowl_carries_balls),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
