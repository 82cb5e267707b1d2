// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Clusters are found greedily in the order of the contacts, which is that of the tree or the grid,
// and are looked at by depth. Nothing depends on memory or on time.
#include "collide/mesh_cluster.h"

#include "collide/pair.h"
#include "collide/tangent.h"
#include "geometry/triangle_triangle.h"

// Cosine between normals of one cluster, of 5 degrees. Larger angles: normals that differ by what a
// player sees are one; smaller: a curved floor makes a manifold of every triangle.
#define MK_CLUSTER_COSINE ((Real)0.996)

// How much less deep the contact must be that makes another needless. Near 1 two contacts in a
// corner would take turns; below it both stay, neither deeper than the way out. A contact whose
// deepest point is over its own triangle cannot be needless because of one with a similar normal:
// the depths differ by the cosine between them only.
#define MK_CLUSTER_SHALLOWER ((Real)0.9)

// How many clusters a contact is compared with: the last ones, when it looks for its own, since
// contacts of a plane come one after the other, and those with the shortest ways when it looks for
// a way out. More: rough surfaces, where each contact is a cluster, take the square of the time;
// less: a plane that comes in pieces is several clusters, which have one normal and become one.
#define MK_CLUSTER_COMPARED 64

typedef struct Cluster {
	Vec3 normal;    // of its first contact
	Vec3 point;     // on the surface, of its first contact
	uint32_t first; // contact
	uint32_t last;
	uint32_t best; // the contact with the best direction
	Real deepest;  // m; least separation of all points
} Cluster;

typedef struct Clusters {
	const ClusterInput *input;
	ContactList *list;
	Cluster *data;
	uint32_t count;
	uint32_t *order;  // by depth, shallowest first; then those with contacts that are not needless
	uint32_t kept;    // number of those
	uint32_t *groups; // by place in `order`: clusters of one manifold
} Clusters;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void *grow(
		Arena *arena, const void *old, uint32_t count, uint32_t *capacity, size_t stride) {
	uint32_t wanted = *capacity > 0 ? 2 * *capacity : 4 * MK_FIRST_CAPACITY;
	void *data = mk_arena_alloc(arena, wanted, stride);
	if (count > 0) memcpy(data, old, count * stride);
	*capacity = wanted;
	return data;
}

SurfaceContact *mk_contact_add(ContactList *list) {
	if (list->count == list->capacity) {
		list->contacts = grow(
				list->arena, list->contacts, list->count, &list->capacity, sizeof(*list->contacts));
	}
	SurfaceContact *contact = &list->contacts[list->count++];
	*contact = (SurfaceContact){ .first = list->point_count, .deepest = MK_INFINITY };
	return contact;
}

void mk_contact_add_point(ContactList *list, const ContactPoint *point) {
	SurfaceContact *contact = &list->contacts[list->count - 1];
	if (list->point_count == list->point_capacity) {
		list->points = grow(list->arena, list->points, list->point_count, &list->point_capacity,
				sizeof(*list->points));
	}
	list->points[list->point_count++] = *point;
	contact->count++;
	contact->deepest = real_min(point->separation, contact->deepest);
}

void mk_contact_drop(ContactList *list) {
	list->count--;
	list->point_count = list->contacts[list->count].first;
}

void mk_contact_drop_doubtful(ContactList *list) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < list->count; i++) {
		if (list->contacts[i].is_proven) list->contacts[count++] = list->contacts[i];
	}
	list->count = count;
}

// Where the deepest point of a contact is on the surface of B.
static Vec3 surface_point(const ContactList *list, const SurfaceContact *contact) {
	const ContactPoint *p = &list->points[contact->first];
	for (uint32_t i = 0; i < contact->count && p->separation > contact->deepest; i++)
		p = &list->points[contact->first + i];
	return vec3_add_scaled(p->position, contact->normal, -p->separation / 2);
}

static uint32_t find_cluster(const Clusters *all, const SurfaceContact *contact, Vec3 point) {
	uint32_t end = all->count > MK_CLUSTER_COMPARED ? all->count - MK_CLUSTER_COMPARED : 0;
	for (uint32_t i = all->count; i-- > end;) {
		const Cluster *c = &all->data[i];
		if (vec3_dot(c->normal, contact->normal) < MK_CLUSTER_COSINE) continue;
		Real apart = vec3_dot(c->normal, vec3_sub(point, c->point));
		if (real_abs(apart) <= all->input->slop) return i;
	}
	return all->count;
}

static void assign_clusters(Clusters *all) {
	ContactList *list = all->list;
	for (uint32_t i = 0; i < list->count; i++) {
		SurfaceContact *contact = &list->contacts[i];
		Vec3 point = surface_point(list, contact);
		uint32_t found = find_cluster(all, contact, point);
		contact->cluster = found;
		contact->next = MK_NO_CONTACT;
		Cluster *c = &all->data[found];
		if (found < all->count) {
			list->contacts[c->last].next = i;
		} else {
			all->count++;
			*c = (Cluster){ .normal = contact->normal, .point = point, .deepest = MK_INFINITY };
			c->first = c->best = i;
		}
		c->last = i;
		c->deepest = real_min(contact->deepest, c->deepest);
	}
}

static Real gap_of(const SurfaceContact *contact) { return contact->support - contact->offset; }

// Of the contacts that are as deep as any, but for a tenth, the one whose normal parts the two most
// speaks for the cluster: normals of triangles in which only a part of the body is are worse.
static void choose_best(Clusters *all) {
	const ContactList *list = all->list;
	Real slack = all->input->slop / 50;
	for (uint32_t i = 0; i < list->count; i++) {
		const SurfaceContact *contact = &list->contacts[i];
		Cluster *c = &all->data[contact->cluster];
		if (contact->deepest > c->deepest + slack - real_min(c->deepest, 0) / 10) continue;
		const SurfaceContact *best = &list->contacts[c->best];
		bool is_first = best->deepest > c->deepest + slack - real_min(c->deepest, 0) / 10;
		// a ridge's end may be a little off its normal (mesh_normals.h): the
		// larger feature knows better
		Real gain = gap_of(contact) - gap_of(best);
		bool is_better = gain > slack || (gain > -slack && contact->degree > best->degree);
		if (is_first || is_better) c->best = i;
	}
}

static Real depth_of(const Clusters *all, uint32_t cluster) {
	return gap_of(&all->list->contacts[all->data[cluster].best]);
}

// Merges two sorted parts of the order; among equals the first stays the first.
static void merge_parts(
		const Clusters *all, const uint32_t *from, uint32_t *to, uint32_t count, uint32_t half) {
	uint32_t first = 0;
	uint32_t second = half;
	for (uint32_t i = 0; i < count; i++) {
		bool is_second = first == half ||
				(second < count && depth_of(all, from[first]) < depth_of(all, from[second]));
		to[i] = is_second ? from[second++] : from[first++];
	}
}

// By merging, since rough surfaces have thousands; groups are not known yet and lend their room.
static void sort_clusters(Clusters *all) {
	for (uint32_t i = 0; i < all->count; i++)
		all->order[i] = i;
	for (uint32_t width = 1; width < all->count; width *= 2) {
		for (uint32_t i = 0; i < all->count; i += 2 * width) {
			uint32_t count = smaller(2 * width, all->count - i);
			merge_parts(all, all->order + i, all->groups + i, count, smaller(width, count));
		}
		uint32_t *sorted = all->groups;
		all->groups = all->order;
		all->order = sorted;
	}
}

static Real highest(Vec3 normal, const Vec3 corners[3]) {
	Real a = vec3_dot(normal, corners[0]);
	return real_max(a, real_max(vec3_dot(normal, corners[1]), vec3_dot(normal, corners[2])));
}

// How far (m) neighbours in one plane may differ by the rounding of their normals.
static Real slack_of(const ClusterInput *input) { return input->rounding + input->slop / 50; }

static Triangle moved(const Vec3 corners[3], Vec3 way) {
	return (Triangle){ vec3_add(corners[0], way), vec3_add(corners[1], way),
		vec3_add(corners[2], way) };
}

// Whether moving A out along the normal of `by` frees it from the triangle of a deeper contact; of
// a surface, whether it frees the triangle of A in question.
static bool is_freed(
		const ClusterInput *input, const SurfaceContact *by, const SurfaceContact *contact) {
	if (!(gap_of(by) > gap_of(contact))) return false;
	Real lowest = input->is_convex ? by->support
								   : -highest(vec3_negate(by->normal), contact->corners_a);
	return lowest - highest(by->normal, contact->corners) >= gap_of(by) - slack_of(input);
}

// Whether moving A out along the normal of a cluster parts two triangles of a contact that counts
// while they cross. The corners that cross are pressed in by depths of their own and tilted by as
// much; all of them get out.
static bool are_parted(const Clusters *all, const Cluster *out, const SurfaceContact *contact) {
	const SurfaceContact *by = &all->list->contacts[out->best];
	if (!contact->is_crossing || !(gap_of(by) > gap_of(contact))) return false;
	Real way = real_min(gap_of(by), out->deepest);
	Triangle of_a = moved(contact->corners_a, vec3_scale(by->normal, -way));
	Triangle of_b = moved(contact->corners, vec3_zero());
	return mk_triangles_separation(of_a, of_b, NULL) >= -slack_of(all->input);
}

// Whether the way out of a cluster is one for a contact, and shorter than its own.
static bool is_way_out(const Clusters *all, uint32_t cluster, const SurfaceContact *contact) {
	const Cluster *c = &all->data[cluster];
	const SurfaceContact *by = &all->list->contacts[c->best];
	return is_freed(all->input, by, contact) || are_parted(all, c, contact);
}

// Separation of the cluster that shows the shortest way out for a contact (m), of those that are
// kept so far and its own; minus infinity if there is none. Only what overlaps needs a way.
static Real way_out_of(const Clusters *all, const SurfaceContact *contact) {
	Real shortest = -MK_INFINITY;
	if (!(contact->deepest < -all->input->rounding)) return shortest;
	// corners of one face are pressed in by different depths: each of them carries its part
	Real own = depth_of(all, contact->cluster);
	bool is_deeper = own > gap_of(contact) + slack_of(all->input);
	if (is_deeper && is_way_out(all, contact->cluster, contact)) shortest = own;
	uint32_t count = smaller(all->kept, MK_CLUSTER_COMPARED);
	for (uint32_t i = 0; i < count; i++) {
		Real way = depth_of(all, all->order[i]);
		if (way > shortest && is_way_out(all, all->order[i], contact)) shortest = way;
	}
	return shortest;
}

// Finds the contacts of a cluster that others make needless. Returns the contact that speaks for
// the rest, the one that was chosen if it is among them; MK_NO_CONTACT if none is left.
static uint32_t settle(const Clusters *all, uint32_t cluster) {
	SurfaceContact *contacts = all->list->contacts;
	const Cluster *c = &all->data[cluster];
	uint32_t best = MK_NO_CONTACT;
	for (uint32_t i = c->first; i != MK_NO_CONTACT; i = contacts[i].next) {
		contacts[i].way_out = way_out_of(all, &contacts[i]);
		contacts[i].is_needless = contacts[i].way_out > MK_CLUSTER_SHALLOWER * gap_of(&contacts[i]);
		if (contacts[i].is_needless || best == c->best) continue;
		bool is_better = best == MK_NO_CONTACT || i == c->best ||
				contacts[i].deepest < contacts[best].deepest;
		if (is_better) best = i;
	}
	return best;
}

// From the shortest way out to the longest: keeps the clusters that hold the body.
static void settle_clusters(Clusters *all) {
	for (uint32_t i = 0; i < all->count; i++) {
		uint32_t cluster = all->order[i];
		uint32_t best = settle(all, cluster);
		if (best == MK_NO_CONTACT) continue;
		all->data[cluster].best = best;
		all->order[all->kept++] = cluster;
	}
}

// Marks the outermost points in directions all round, of those that are no
// farther away than a limit (m).
static void keep_outermost(const ContactCandidates *candidates, Real limit, bool *is_kept) {
	enum { DIRECTIONS = 24 };
	Vec3 u = tangent_of(candidates->normal);
	Vec3 v = vec3_cross(candidates->normal, u);
	for (int k = 0; k < DIRECTIONS; k++) {
		// around a square: the angles need not be equal
		Real along = (Real)(k % 6) / 3 - 1;
		Real x = k < 6 ? along : k < 12 ? 1 : k < 18 ? -along : -1;
		Real y = k < 6 ? -1 : k < 12 ? along : k < 18 ? 1 : -along;
		Vec3 direction = vec3_add(vec3_scale(u, x), vec3_scale(v, y));
		uint32_t best = MK_CONTACT_CANDIDATES;
		Real farthest = -MK_INFINITY;
		for (uint32_t i = 0; i < candidates->count; i++) {
			Real reach = vec3_dot(candidates->points[i].position, direction);
			if (!(reach > farthest) || candidates->points[i].separation > limit) continue;
			farthest = reach;
			best = i;
		}
		if (best < MK_CONTACT_CANDIDATES) is_kept[best] = true;
	}
}

// Makes room when there are more points than the reduction takes: the deepest one stays, and the
// outermost ones of those that touch and of all. The four that are wanted are among those but for a
// part in a hundred of the area.
static void condense(ContactCandidates *candidates) {
	bool is_kept[MK_CONTACT_CANDIDATES] = { false };
	uint32_t deepest = 0;
	for (uint32_t i = 1; i < candidates->count; i++) {
		if (candidates->points[i].separation < candidates->points[deepest].separation) deepest = i;
	}
	is_kept[deepest] = true;
	Real lowest = real_max(candidates->points[deepest].separation, 0);
	keep_outermost(candidates, lowest + MK_CONTACT_SLOP / 5, is_kept);
	keep_outermost(candidates, MK_INFINITY, is_kept);
	uint32_t count = 0;
	for (uint32_t i = 0; i < candidates->count; i++) {
		if (is_kept[i]) candidates->points[count++] = candidates->points[i];
	}
	candidates->count = count;
}

void mk_candidates_add(ContactCandidates *candidates, const ContactPoint *point) {
	if (candidates->count == MK_CONTACT_CANDIDATES) condense(candidates);
	candidates->points[candidates->count++] = *point;
}

// Adds a point unless its feature is there, or another in the same place (a fifth of the slop); of
// two the deeper one stays, under the name that was there first: which of two is deeper is often a
// matter of rounding, and a point that changes its name on its way loses its impulse.
static void take_point(ContactCandidates *candidates, const ContactPoint *point, Real slop) {
	for (uint32_t i = 0; i < candidates->count; i++) {
		ContactPoint *other = &candidates->points[i];
		Real apart_squared = vec3_distance_squared(point->position, other->position);
		if (other->id != point->id && apart_squared > slop * slop / 25) continue;
		if (!(point->separation < other->separation)) return;
		other->position = point->position;
		other->separation = point->separation;
		return;
	}
	mk_candidates_add(candidates, point);
}

static void collect(const Clusters *all, uint32_t cluster, ContactCandidates *candidates) {
	const ContactList *list = all->list;
	uint32_t i = all->data[cluster].first;
	for (; i != MK_NO_CONTACT; i = list->contacts[i].next) {
		const SurfaceContact *contact = &list->contacts[i];
		for (uint32_t k = 0; !contact->is_needless && k < contact->count; k++) {
			ContactPoint point = list->points[contact->first + k];
			// the body is not deeper in than the way out is long, in whatever direction it is seen
			Real gain = real_max(contact->way_out - point.separation, 0);
			point.separation += gain;
			point.position = vec3_add_scaled(point.position, contact->normal, -gain / 2);
			take_point(candidates, &point, all->input->slop);
		}
	}
}

static uint32_t count_common(const ContactCandidates *candidates, const Manifold *last) {
	uint32_t count = 0;
	for (uint32_t i = 0; i < last->count; i++) {
		for (uint32_t k = 0; k < candidates->count; k++)
			count += last->points[i].id == candidates->points[k].id;
	}
	return count;
}

const Manifold *mk_candidates_last(const ContactCandidates *candidates, const ManifoldArray *last) {
	const Manifold *best = NULL;
	uint32_t most = 0;
	for (uint32_t i = 0; last != NULL && i < last->count; i++) {
		uint32_t count = count_common(candidates, &last->data[i]);
		if (count <= most) continue;
		most = count;
		best = &last->data[i];
	}
	return best;
}

// The clusters of a group as one manifold, with the normal of the last, which is the deepest.
static void emit_group(const Clusters *all, uint32_t group) {
	ContactCandidates candidates;
	candidates.count = 0;
	const SurfaceContact *best = NULL;
	for (uint32_t i = all->kept; i-- > 0;) {
		if (all->groups[i] != group) continue;
		const Cluster *c = &all->data[all->order[i]];
		if (best == NULL) {
			best = &all->list->contacts[c->best];
			candidates.normal = c->normal;
		}
		collect(all, all->order[i], &candidates);
	}
	candidates.normal = vec3_negate(best->normal);
	candidates.kind = best->kind;
	Manifold manifold;
	const Manifold *last = mk_candidates_last(&candidates, all->input->pair->last);
	Real half_slops = all->input->is_convex ? MK_CONVEX_HALF_SLOPS : MK_SURFACE_HALF_SLOPS;
	mk_manifold_reduce_surface(&candidates, last, half_slops, &manifold);
	manifold.index_a = best->index_a;
	manifold.index_b = best->index_b;
	mk_pair_emit(all->input->pair, &all->input->axes, &manifold);
}

static Vec3 normal_of(const Clusters *all, uint32_t place) {
	return all->list->contacts[all->data[all->order[place]].best].normal;
}

// Puts clusters whose normals are within an angle of the deepest one's into one group, deepest
// first. Returns how many groups there are; more than MK_CLUSTER_MOST if that is not enough.
static uint32_t group_within(const Clusters *all, Real cosine) {
	Vec3 normals[MK_CLUSTER_MOST];
	uint32_t count = 0;
	for (uint32_t i = all->kept; i-- > 0;) {
		Vec3 normal = normal_of(all, i);
		uint32_t nearest = count;
		Real most = cosine;
		for (uint32_t g = 0; g < count; g++) {
			Real along = vec3_dot(normals[g], normal);
			if (along < most) continue;
			most = along;
			nearest = g;
		}
		if (nearest == MK_CLUSTER_MOST) return MK_CLUSTER_MOST + 1;
		if (nearest == count) normals[count++] = normal;
		all->groups[i] = nearest;
	}
	return count;
}

// Each cluster is a group if they are few; else those within 5, 10, 20, 40 or 55 degrees of each
// other are. Not more than 14 directions are 55 degrees apart (Tammes' problem); the last angle is
// for normals that are none.
static uint32_t group_clusters(const Clusters *all) {
	static const Real cosines[] = { (Real)0.996, (Real)0.985, (Real)0.94, (Real)0.766, (Real)0.574,
		-2 };
	for (uint32_t i = 0; i < all->kept; i++)
		all->groups[i] = i;
	uint32_t count = all->kept;
	for (uint32_t i = 0; count > MK_CLUSTER_MOST; i++)
		count = group_within(all, cosines[i]);
	return count;
}

void mk_cluster_emit(const ClusterInput *input, ContactList *list) {
	if (list->count == 0) return;
	Clusters all = { .input = input, .list = list };
	all.data = mk_arena_alloc(list->arena, list->count, sizeof(*all.data));
	all.order = mk_arena_alloc(list->arena, list->count, sizeof(*all.order));
	all.groups = mk_arena_alloc(list->arena, list->count, sizeof(*all.groups));
	assign_clusters(&all);
	choose_best(&all);
	sort_clusters(&all);
	settle_clusters(&all);
	uint32_t count = group_clusters(&all);
	for (uint32_t i = 0; i < count; i++)
		emit_group(&all, i);
}
