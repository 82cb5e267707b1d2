// SPDX-FileCopyrightText: Minkowski Physics contributors
// SPDX-License-Identifier: MIT
//
// Pairs on which answers were once wrong, found by long runs of property/collide/test_agreement,
// with their exact numbers. What is asked of each is what is asked of every pair: no direction is
// better than the normal (support/brute_depth.h), the points are on the surfaces and as far apart
// as told, it is the same the other way round, and the bounds of a step hold it.
#include "collide/penetration.h"
#include "shape/convex.h"
#include "support/brute_depth.h"
#include "support/check.h"
#include "support/shape_make.h"

typedef struct RecordedShape {
	ShapeKind kind;
	double sizes[9]; // as in its struct: half heights, cores without rounding
	double rounding;
	bool is_rigid;
	double pose[12]; // columns of the map, and the place
} RecordedShape;

typedef struct RecordedPair {
	const char *name;
	RecordedShape a;
	RecordedShape b;
} RecordedPair;

static const RecordedPair pairs[] = {
	{
			// A cap under a map was not known as a face, and the point of contact was 5
			// mm outside of the box.
			"a corner in the cap of a scaled cylinder",
			{ SHAPE_BOX, { 2.61026239, 0.397287309, 0.459930629 }, 0, false,
					{ 0.24287051, 1.4472487, -0.804664135, 1.64091206, -0.319530845, -0.0794255733,
							-0.222310662, -0.777412653, -1.46533525, 0.63244307, -1.83066201,
							-2.97911501 } },
			{ SHAPE_CYLINDER, { 2.97408438, 0.248873278 }, 0, false,
					{ 0.209497899, 2.75848794, 0.451044023, 0.0676400661, -0.457180321, 2.76459742,
							-2.79430199, 0.195746779, 0.100737453, -6.81399775, -2.13863492,
							-6.875175 } },
	},
	{
			// Deep all round: EPA ended in another minimum with the shapes swapped. Stretched
			// roundings have derivatives, too.
			"a stretched rounding against a ball of its size",
			{ SHAPE_ROUNDED_CYLINDER, { 0.703156888, 0.594477773 }, 0.880461752, false,
					{ -1.07194734, -2.10315943, 0.919896305, -2.36049032, 0.921309233, -0.453784823,
							0.0899589062, -0.826714993, -2.14845324, -1.40445113, -1.17075086,
							1.11223257 } },
			{ SHAPE_TAPERED_CAPSULE, { 0.0355099738, 26.7268658, -0.0355099738 }, 0.232371077, true,
					{ 0.165427685, 0.975611448, 0.144277245, 0.34643355, 0.0794849396, -0.934700966,
							-0.923372865, 0.204607934, -0.324835539, -1.43560815, -1.1404953,
							1.17563021 } },
	},
	{
			// Minima of a flat cone are nearer to each other than the directions that were tried.
			"a needle in a flat cone",
			{ SHAPE_CONE, { 0.596333563, 0, 1.36433077 }, 0, true,
					{ -0.463410735, -0.859658599, -0.215028852, 0.281215519, -0.372780681,
							0.884280682, -0.840338111, 0.349315763, 0.414499998, -1.80588305,
							-2.540797, -1.19417512 } },
			{ SHAPE_CONE, { 9.16924191, 0, 0.0607458428 }, 0, true,
					{ 0.84033829, -0.349315703, -0.414500028, -0.281215578, 0.37278077, -0.88428092,
							0.463410884, 0.859658659, 0.215028837, -1.67230272, -2.71787167,
							-0.774132371 } },
	},
	{
			// A ring of minima: the direction was right, the point somewhere else on
			// the side that touches.
			"a cone on the axis of a rounded cylinder",
			{ SHAPE_ROUNDED_CYLINDER, { 0.87263675998458579, 1.3374837186675463 },
					0.96814978791536588, true,
					{ 0.38521816000338638, -0.90981642086735415, 0.15440547115864467,
							0.78036388335497453, 0.23184701043461498, -0.58075741347629417,
							0.4925841844383041, 0.3442107553122784, 0.79929955409008058,
							-0.89474577517401466, -2.4123168731949494, -1.9169843542760769 } },
			{ SHAPE_CONE, { 0.36251402053978604, 0, 0.79069108217403783 }, 0, true,
					{ -0.18304017063400127, 0.97274038341555746, 0.14238132745142598,
							-0.78036388335497442, -0.23184701043461492, 0.58075741347629406,
							0.59793687416768304, -0.0048073095475689442, 0.80152877944930612,
							-1.059774136621126, -2.461346989855322, -1.7941680036112952 } },
	},
	{
			// Both ends of a segment of 5 cm in 26 m are as high but for the tolerance of heights:
			// the normal was wrong by two thousandths.
			"a short capsule beside a cylinder",
			{ SHAPE_CAPSULE, { 0.0250835419 }, 26.1969528, true,
					{ 0.898929536, 0.436555862, 0.0366693884, 0.149361327, -0.384088397,
							0.911135077, 0.411845684, -0.813569307, -0.410472989, 2.27607083,
							-2.87379742, 2.8933208 } },
			{ SHAPE_CYLINDER, { 0.699928939, 1.05909812 }, 0, true,
					{ -0.414458841, 0.812402904, 0.410153449, -0.147857636, 0.384586245,
							-0.911170959, -0.897977173, -0.438286543, -0.0392749757, 26.3392448,
							9.28364468, 2.93997574 } },
	},
	{
			// The normal of a face was taken for a point 11 mm beside the face.
			"a box beside a triangle of a large radius",
			{ SHAPE_BOX, { 1.61940515, 0.565734088, 0.745197117 }, 0, true,
					{ -0.825329423, 0.211295158, 0.523627341, -0.561674356, -0.402315021,
							-0.722955406, 0.0579061508, -0.890784442, 0.450721502, 2.30691075,
							0.295535296, 1.10640931 } },
			{ SHAPE_TRIANGLE,
					{ 0.0401752032, -0.000270984834, 0.0422182642, -0.000948634523, 0.0833830535,
							-0.0510108806, -2.49069285, 9.82391548, 8.35946083 },
					15.8721209, true,
					{ 0.139979452, -0.606070876, 0.782996714, 0.261040419, -0.740217805,
							-0.619625211, 0.955124974, 0.291128665, 0.0545936227, 16.4087257,
							-2.88797283, -8.74191093 } },
	},
	{
			// A corner was taken to be above a face by sides that lean.
			"a box in a sheared one",
			{ SHAPE_BOX, { 1.7684459992994961, 1.6156588760573733, 1.122607254005016 }, 0, true,
					{ -0.94894926717584771, -0.31238894969155129, 0.043685609038113679,
							0.30431216568370012, -0.94312699794207533, -0.13381170191603217,
							0.08300237432337558, -0.11368645417717191, 0.99004343136718198,
							2.1990287845600243, -0.30613128729145656, -0.38095880701025564 } },
			{ SHAPE_BOX, { 0.61270884538992054, 1.0548404135821692, 0.49926912636316378 }, 0, false,
					{ -0.70138080589808949, 1.8410254600763518, -2.0706771390235277,
							0.69678668342040906, -2.5277619134431513, -2.9398623351931721,
							-3.1431829184749995, 0.20769445091601579, -0.93566206622610093,
							2.0007493639648528, -0.3714037966738753, -0.37183086145189814 } },
	},
	{
			// Pieces that carried the minimum had made room for others: nothing carried it,
			// 1 cm from the distance.
			"a long box and a tapered capsule",
			{ SHAPE_ROUNDED_BOX, { 2.8580139090098067, 0.6196000445319173, 0.35095683052118298 },
					0.36103926134867431, true,
					{ -0.28097232269237327, -0.84063693054056898, -0.46301631169126589,
							0.32660383683748373, -0.53740943916135375, 0.77750950377684358,
							-0.90243253910964849, 0.067235747274866642, 0.42555242525980641,
							1.1523340083709694, 1.8286808105925711, -0.54939284770194075 } },
			{ SHAPE_TAPERED_CAPSULE,
					{ 0.6399994206672317, 0.18913641782018487, -0.6399994206672317 },
					0.50607965066191263, true,
					{ 0.28097232269237332, 0.84063693054056887, 0.463016311691266,
							-0.32660383683748367, 0.53740943916135386, -0.77750950377684347,
							-0.90243253910964849, 0.067235747274866642, 0.42555242525980641,
							0.37522720075272248, -1.4984011867886156, -2.4963784752306566 } },
	},
	{
			// Beside a rim a second minimum is nearly as low.
			"a thin ellipsoid at the rim of a tapered cylinder",
			{ SHAPE_TAPERED_CYLINDER,
					{ 0.096844207125686366, 8.8422956022985257, 9.7671253843146246 }, 0, true,
					{ -0.52481913165347915, -0.84863283416751867, -0.066235880180552043,
							-0.1537360127726955, 0.17103295329153156, -0.97319729102845853,
							0.83721569349077618, -0.50056971708362608, -0.22022679426349789,
							2.1743874836065435, -0.41537969208147363, 1.0690656659506095 } },
			{ SHAPE_ELLIPSOID, { 0.032661234996523486, 0.67456928657322746, 5.0558399727220955 }, 0,
					true,
					{ 0.26825143096489756, -0.73683597428562686, 0.62057547227056575,
							-0.86164016517865505, 0.10458065306573083, 0.49662774062193221,
							-0.43083337328506105, -0.66793385451172937, -0.60683356075691686,
							1.5838104507063162, -5.5395702559400437, 7.4673791356816013 } },
	},
	{
			// Nearly as deep all round: more steps than Newton's method was given.
			"two tapered capsules deep in each other",
			{ SHAPE_TAPERED_CAPSULE, { 0.186115399, 28.1246452, -0.186115399 }, 0.184163272, true,
					{ 0.189205587, -0.189208865, -0.963535666, 0.327139795, 0.937347829,
							-0.119827263, 0.925840497, -0.292538941, 0.239249229, 1.9648695,
							1.35273135, -1.20306957 } },
			{ SHAPE_TAPERED_CAPSULE, { 1.56513262, 1.11036801, -1.56513262 }, 0.458369881, true,
					{ -0.326117784, -0.93776536, 0.119345844, -0.926046193, 0.291540086,
							-0.239672527, 0.189962402, -0.188681185, -0.963490248, 2.68627,
							1.31907296, -1.05448008 } },
	},
	{
			// The capped search of a step had proven them apart by 9.8 um; the polytope after it
			// did not see that, and was believed.
			"a cone leans on a tapered cylinder",
			{ SHAPE_CONE, { 1.2099502899499324, 0, 0.90039246932123318 }, 0, true,
					{ -0.52568430505397834, -0.81714495196285142, -0.23649553674761997,
							-0.81848505733299526, 0.56160922879732045, -0.12114984544885844,
							0.23181506064645352, 0.12988149064169319, -0.96405009000890218,
							2.2156430083765635, 2.9263062902823949, -2.9756431096637384 } },
			{ SHAPE_TAPERED_CYLINDER,
					{ 2.3270051238053848, 0.44808731920336436, 0.24286708681736743 }, 0, true,
					{ -0.61103122754321415, -0.57005647052749786, -0.54925081645525609,
							-0.67102426940249049, 0.74108904385933982, -0.02265963248827535,
							0.41996103252550393, 0.35471488477562063, -0.83535027484207536,
							2.8021880259778507, 1.5439242734049821, -3.0478333483710793 } },
	},
	{
			// A polytope that does not hold the origin proves no overlap.
			"a cylinder over the rim of a disc",
			{ SHAPE_CYLINDER, { 0.514819004756501, 1.3768211189898021 }, 0, true,
					{ 0.57336609222920321, -0.013431261820544257, -0.81918918784839967,
							0.16028601727360475, 0.98238331318549843, 0.096080271862898387,
							0.80346730919706899, -0.18639374233216841, 0.56541812481652087,
							-1.3347540938072471, 1.4255817058535243, 1.1422205229966371 } },
			{ SHAPE_TAPERED_CYLINDER,
					{ 1.0841093081417499, 0.084194610548641885, 0.016096944218867353 }, 0, true,
					{ 0.16028601727360464, 0.98238331318549865, 0.096080271862898595,
							0.57336609222920343, -0.013431261820544502, -0.81918918784839978,
							-0.80346730919706921, 0.18639374233216849, -0.56541812481652121,
							-1.7635842539837776, -0.82526567684241248, 0.23087488159215463 } },
	},
	{
			// The nearest face was passed over, since its corners do not touch, and
			// forgotten in the bounds.
			"edges of leaning boxes touch",
			{ SHAPE_BOX, { 0.70401902814352701, 1.0903569693035366, 0.89970555969424726 }, 0, false,
					{ -0.38958882451103349, -0.41022680656026234, 0.31383390797207733,
							-0.26651729722999556, 0.9404357813153198, -0.048833627009250147,
							0.067031443419342931, -1.4631187932325851, -0.44474970688856352,
							2.8676879263895252, -1.1641841552788126, 0.2743713187836283 } },
			{ SHAPE_BOX, { 0.18588598446563209, 0.7203029051959543, 0.057292900235335321 }, 0,
					false,
					{ 0.067031502808296284, -1.4631168107614427, -0.44475016908140325,
							-0.26651738940464587, 0.94043809574790205, -0.048832938363884533,
							0.38958875123615283, 0.41022857146045771, -0.31383336012951268,
							2.6089587363045612, 2.4392398938448281, 0.42984428818993881 } },
	},
	{
			// What was passed over for its foot was nearer than the face that a step ended with, a
			// quarter of a metre too deep.
			"a cylinder wholly inside a rounded one",
			{ SHAPE_CYLINDER, { 0.606125116, 0.789258182 }, 0, true,
					{ -0.32995224, 0.885374606, -0.327480257, -0.894792736, -0.18279314,
							0.407348335, 0.300794721, 0.427432477, 0.852539778, 0.752838969,
							-2.91626835, 1.0831213 } },
			{ SHAPE_ROUNDED_CYLINDER, { 0.476488888, 1.03201115 }, 2.1909554, true,
					{ 0.895244181, 0.181762502, -0.406817019, 0.300800413, 0.427032501, 0.852738142,
							0.328719735, -0.88577956, 0.327624261, 0.710515738, -2.80270076,
							1.04111516 } },
	},
};

static Vec3 vec3_at(const double *x) { return vec3((Real)x[0], (Real)x[1], (Real)x[2]); }

static Shape *make_two_balls(const RecordedShape *r) {
	Real small = (Real)r->rounding;
	Real large = small + (Real)r->sizes[1];
	bool is_top = r->sizes[0] > 0;
	Real distance = 2 * real_abs((Real)r->sizes[0]);
	return mk_tapered_capsule_create(
			is_top ? small : large, is_top ? large : small, distance, NULL);
}

static Shape *make_recorded(const RecordedShape *r) {
	const double *x = r->sizes;
	Real radius = (Real)r->rounding;
	switch (r->kind) {
		case SHAPE_BOX:
		case SHAPE_ROUNDED_BOX: return mk_rounded_box_create(vec3_at(x), radius, NULL);
		case SHAPE_CAPSULE: {
			Vec3 end = vec3(0, (Real)x[0], 0);
			return mk_segment_create(vec3_negate(end), end, radius, NULL);
		}
		case SHAPE_CYLINDER: return mk_cylinder_create((Real)x[0], 2 * (Real)x[1], NULL);
		case SHAPE_ROUNDED_CYLINDER:
			return mk_rounded_cylinder_create((Real)x[0], 2 * (Real)x[1], radius, NULL);
		case SHAPE_CONE:
		case SHAPE_TAPERED_CYLINDER:
			return mk_tapered_cylinder_create((Real)x[0], (Real)x[1], 2 * (Real)x[2], NULL);
		case SHAPE_TAPERED_CAPSULE: return make_two_balls(r);
		case SHAPE_ELLIPSOID: return mk_ellipsoid_create(vec3_at(x), NULL);
		case SHAPE_TRIANGLE: {
			Triangle corners = { vec3_at(x), vec3_at(x + 3), vec3_at(x + 6) };
			return mk_triangle_create(corners, radius, NULL);
		}
		default: return NULL;
	}
}

static ShapeInstance place(const RecordedShape *r, const Shape *shape) {
	const double *x = r->pose;
	Affine pose = { { vec3_at(x), vec3_at(x + 3), vec3_at(x + 6) }, vec3_at(x + 9) };
	if (!r->is_rigid) return mk_instance(shape, pose);
	ShapeInstance in = instance_local(shape);
	in.pose = pose;
	return in;
}

static Double3 wide_of(Vec3 v) { return double3((double)v.x, (double)v.y, (double)v.z); }

// How far a point is outside of an instance, m but for the stretch of its map.
static double excess_of(const ShapeInstance *in, Vec3 p) {
	Affine inverse;
	assert_true(affine_invert(in->pose, &inverse));
	return shape_excess(in->shape, mat3_apply(inverse.linear, vec3_sub(p, in->pose.origin)));
}

// What a step finds sooner is less exact, but true: its bounds hold the answer.
static void check_step(const Difference *d, const Separation *exact, double floor_size) {
	PenetrationInput input = { .difference = d, .limit = MK_INFINITY };
	Separation s = mk_penetration(&input).separation;
	assert_true((double)s.lower <= (double)exact->upper + 4 * floor_size);
	assert_true((double)s.upper >= (double)exact->lower - 4 * floor_size);
	// a thousandth of the depth of the cores, or a twentieth of a millimetre: epa.c
	double core = fabs((double)exact->distance) + (double)d->rounding;
	double allowed = 8 * floor_size + fmax(5e-5, 1e-3 * core);
	check_near((double)s.distance, (double)exact->distance, allowed);
}

static void check_pair(const ShapeInstance *a, const ShapeInstance *b) {
	Difference d = mk_difference(a, b);
	Separation s = mk_separation(a, b);
	Separation swapped = mk_separation(b, a);
	double size = (double)d.error / (4 * (double)MK_EPSILON);
	// squares of lengths are known to the root of an epsilon of double
	double floor_size = fmax((double)d.error, 0x1p-26 * size);
	check_step(&d, &s, floor_size);
	double depth = -(double)s.distance;
	double allowed = 8 * floor_size + 2e-6 * (fabs(depth) + (double)d.rounding);
	check_near((double)swapped.distance, (double)s.distance, allowed);
	check_near(brute_height(a, b, wide_of(s.normal)), depth, allowed);
	BruteDepth least = brute_depth(&(BruteInput){ a, b, .directions = 2000, .starts = 8 });
	assert_true(least.height > depth - allowed);
	Vec3 way = vec3_sub(vec3_sub(s.point_b, s.point_a), vec3_scale(s.normal, s.distance));
	check_near((double)vec3_length(way), 0, allowed);
	assert_true(excess_of(a, s.point_a) < allowed + 1e-5 * size);
	assert_true(excess_of(b, s.point_b) < allowed + 1e-5 * size);
	// the normal is unique where the cores are apart
	double gap = (double)s.distance + (double)d.rounding;
	if (gap < 1e-2 * size) return;
	Double3 off = double3_sub(wide_of(s.normal), least.normal);
	assert_true(double3_length(off) < fmax(1e-3, sqrt(2 * floor_size / gap)));
}

static void recorded_pairs_are_answered_right_both_ways_round(void **state) {
	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		print_message("%s\n", pairs[i].name);
		Shape *first = make_recorded(&pairs[i].a);
		Shape *second = make_recorded(&pairs[i].b);
		ShapeInstance a = place(&pairs[i].a, first);
		ShapeInstance b = place(&pairs[i].b, second);
		check_pair(&a, &b);
		check_pair(&b, &a);
		mk_shape_release(first);
		mk_shape_release(second);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recorded_pairs_are_answered_right_both_ways_round),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
