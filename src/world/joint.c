// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// The life of joints: in a list of the solver while one of their bodies is awake, outside while all
// sleep.
#include "world/joint.h"

#include "world/parts.h"

static void link_edge(WorldJoint *joint, int side) {
	WorldObject *object = joint->objects[side];
	if (object == NULL) return;
	JointEdge *edge = joint->edges + side;
	*edge = (JointEdge){ joint, NULL, object->first_joint, 0 };
	if (edge->next != NULL) edge->next->previous = edge;
	object->first_joint = edge;
}

static void unlink_edge(WorldJoint *joint, int side) {
	WorldObject *object = joint->objects[side];
	if (object == NULL) return;
	JointEdge *edge = joint->edges + side;
	if (edge->next != NULL) edge->next->previous = edge->previous;
	if (edge->previous != NULL) {
		edge->previous->next = edge->next;
	} else {
		object->first_joint = edge->next;
	}
}

static bool is_rigid(const WorldObject *object) {
	return object != NULL && body_is_rigid(object->body);
}

// Only bodies that move, or move by themselves, have a row; static ones are where the world is,
// also if their surface moves.
static uint32_t row_of(const WorldObject *object) {
	return object == NULL || object->body->mode == BODY_STATIC ? 0 : object->row;
}

static GraphPair pair_of(const WorldJoint *joint) {
	const WorldObject *a = joint->objects[0];
	const WorldObject *b = joint->objects[1];
	return (GraphPair){ row_of(a), row_of(b), is_rigid(a), is_rigid(b) };
}

// Lists that are solved one by one are in the order of priorities, then of entry.
static void enter_serial_list(WorldJoints *joints, WorldJoint *joint, JointEntry entry) {
	JointEntryArray *list = joint_list(joints, joint);
	uint32_t i = list->count;
	joint_entry_array_push(list, entry);
	for (; i > 0; i--) {
		JointEntry before = list->data[i - 1];
		if (before.joint->settings.priority <= joint->settings.priority) break;
		list->data[i] = before;
		before.joint->list_index = i;
	}
	list->data[i] = entry;
	joint->list_index = i;
}

static void enter_color(WorldJoints *joints, WorldJoint *joint, JointEntry entry) {
	JointEntryArray *list = joint_list(joints, joint);
	joint->list_index = list->count;
	joint_entry_array_push(list, entry);
}

static void leave_color(WorldJoints *joints, const WorldJoint *joint) {
	JointEntryArray *list = joint_list(joints, joint);
	joint_entry_array_swap_remove(list, joint->list_index);
	if (joint->list_index < list->count) {
		list->data[joint->list_index].joint->list_index = joint->list_index;
	}
}

static JointEntry entry_of(WorldJoint *joint) {
	return (JointEntry){ joint, mk_joint_ops(joint->settings.kind)->plan(&joint->settings) };
}

static void enter_list(World *world, WorldJoint *joint) {
	WorldJoints *joints = &world->joints;
	JointEntry entry = entry_of(joint);
	int32_t priority = joint->settings.priority;
	joint->list = priority > 1 ? MK_JOINT_LATE : MK_JOINT_EARLY;
	joint->pair = pair_of(joint);
	joint->part = mk_world_part_of(world, joint->pair, joint->objects);
	if (priority == 1) joint->list = mk_graph_color(&world->graph, joint->pair);
	if (joint->list >= MK_GRAPH_OVERFLOW) {
		world->parts.is_due |= joint->part != 0;
		joint->part = 0;
		enter_serial_list(joints, joint, entry);
		return;
	}
	enter_color(joints, joint, entry);
}

void mk_joint_restore(World *world, WorldJoint *joint) {
	joint->pair = pair_of(joint);
	joint->part = 0;
	world->joints.lists[joint->list].data[joint->list_index] = entry_of(joint);
	if (joint->list < MK_GRAPH_OVERFLOW) mk_graph_mark(&world->graph, joint->pair, joint->list);
}

static void leave_list(World *world, const WorldJoint *joint) {
	if (joint->list < MK_GRAPH_OVERFLOW) {
		mk_graph_uncolor(&world->graph, joint->pair, joint->list);
		leave_color(&world->joints, joint);
		return;
	}
	JointEntryArray *list = joint_list(&world->joints, joint);
	list->count--;
	for (uint32_t i = joint->list_index; i < list->count; i++) {
		list->data[i] = list->data[i + 1];
		list->data[i].joint->list_index = i;
	}
}

void mk_joint_set_part(World *world, WorldJoint *joint, uint32_t part) {
	JointEntry entry = joint_list(&world->joints, joint)->data[joint->list_index];
	leave_color(&world->joints, joint);
	joint->part = part;
	enter_color(&world->joints, joint, entry);
	world->joints.is_changed = true;
}

static void set_active(World *world, WorldJoint *joint, bool is_active) {
	if (joint->is_active == is_active) return;
	joint->is_active = is_active;
	world->joints.is_changed = true;
	world->joints.is_put |= is_active;
	if (is_active) {
		enter_list(world, joint);
	} else {
		leave_list(world, joint);
	}
}

// A joint works while one of its bodies is awake and one of them can be moved.
static void update_active(World *world, WorldJoint *joint) {
	const WorldObject *a = joint->objects[0];
	const WorldObject *b = joint->objects[1];
	bool is_awake = (a != NULL && a->is_awake) || (b != NULL && b->is_awake);
	bool is_working = joint->is_in_world && !joint->is_paused;
	set_active(world, joint, is_working && is_awake && (is_rigid(a) || is_rigid(b)));
}

void mk_world_update_joints(World *world, const WorldObject *object) {
	for (JointEdge *edge = object->first_joint; edge != NULL; edge = edge->next)
		update_active(world, edge->joint);
}

void mk_world_pause_joints(World *world, const WorldObject *object, bool is_paused) {
	for (JointEdge *edge = object->first_joint; edge != NULL; edge = edge->next) {
		edge->joint->is_paused = is_paused;
		update_active(world, edge->joint);
	}
}

WorldObject *mk_joint_other(const JointEdge *edge) {
	const WorldJoint *joint = edge->joint;
	return joint->objects[edge == joint->edges ? 1 : 0];
}

bool mk_object_is_joined(const WorldObject *a, const WorldObject *b) {
	for (const JointEdge *edge = a->first_joint; edge != NULL; edge = edge->next)
		if (edge->joint->is_ignoring && mk_joint_other(edge) == b) return true;
	return false;
}

bool mk_object_is_held(const WorldObject *object) {
	for (const JointEdge *edge = object->first_joint; edge != NULL; edge = edge->next)
		if (edge->joint->is_active) return true;
	return false;
}

static void wake_ends(World *world, const WorldJoint *joint) {
	for (int i = 0; i < 2; i++)
		if (is_rigid(joint->objects[i])) mk_world_wake(world, joint->objects[i]);
}

// If it has changed, whether its objects collide is looked at anew.
static void update_filter(World *world, WorldJoint *joint) {
	bool is_ignoring = joint->is_in_world && joint->settings.ignores_contacts;
	if (joint->is_ignoring == is_ignoring) return;
	joint->is_ignoring = is_ignoring;
	if (joint->objects[0] == NULL || joint->objects[1] == NULL) return;
	mk_world_filter_pair(world, joint->objects[0], joint->objects[1]);
}

static const char *find_problem(const World *world, const WorldJoint *joint) {
	if (joint->objects[0] == joint->objects[1]) return "joins an object with itself";
	for (int i = 0; i < 2; i++) {
		const WorldObject *object = joint->objects[i];
		if (object == NULL) continue;
		bool is_here = object->index < world->objects.count &&
				world->objects.data[object->index] == object;
		if (!is_here) return "joins an object that is not in the world";
	}
	return mk_joint_find_problem(&joint->settings);
}

void mk_joint_forget(World *world, WorldJoint *joint) {
	joint->is_direct = joint->is_lost = false;
	joint->impulse = joint->angular_impulse = vec3_zero();
	joint->reaction_force = joint->reaction_torque = vec3_zero();
	joint->edges[0].load = joint->edges[1].load = 0;
	memset(joint->axes, 0, sizeof(joint->axes));
	// lanes that are laid out anew know nothing else
	world->joints.is_changed |= joint->is_active;
}

const char *mk_world_add_joint(World *world, WorldJoint *joint) {
	MK_ASSERT(!joint->is_in_world);
	const char *problem = find_problem(world, joint);
	if (problem != NULL) return problem;
	joint->is_in_world = true;
	joint->is_active = joint->is_broken = joint->is_paused = joint->is_ignoring = false;
	mk_joint_forget(world, joint);
	link_edge(joint, 0);
	link_edge(joint, 1);
	world->joints.count++;
	update_filter(world, joint);
	update_active(world, joint);
	wake_ends(world, joint);
	return NULL;
}

void mk_world_remove_joint(World *world, WorldJoint *joint) {
	if (!joint->is_in_world) return;
	wake_ends(world, joint);
	joint->is_in_world = false;
	update_active(world, joint);
	unlink_edge(joint, 0);
	unlink_edge(joint, 1);
	world->joints.count--;
	update_filter(world, joint);
}

void mk_world_drop_joints(World *world, const WorldObject *object) {
	while (object->first_joint != NULL)
		mk_world_remove_joint(world, object->first_joint->joint);
}

const char *mk_world_change_joint(World *world, WorldJoint *joint) {
	if (!joint->is_in_world) return mk_world_add_joint(world, joint);
	const char *problem = mk_joint_find_problem(&joint->settings);
	if (problem != NULL) {
		mk_world_remove_joint(world, joint);
		return problem;
	}
	set_active(world, joint, false);
	update_filter(world, joint);
	update_active(world, joint);
	wake_ends(world, joint);
	return NULL;
}

void mk_world_free_joints(World *world) {
	WorldJoints *joints = &world->joints;
	for (uint32_t i = 0; i < MK_GRAPH_PARTS * MK_JOINT_LISTS; i++)
		joint_entry_array_free(joints->lists + i);
	ordered_joint_array_free(&joints->order);
	joint_bundle_array_free(&joints->bundles);
	joint_turning_array_free(&joints->turnings);
	joint_row_array_free(&joints->rows);
	joint_tree_array_free(&joints->trees);
	tree_node_array_free(&joints->tree_nodes);
	tree_link_array_free(&joints->tree_links);
	tree_state_array_free(&joints->tree_states);
	precise33_array_free(&joints->tree_couplings);
	tree_visit_array_free(&joints->tree_visits);
}
