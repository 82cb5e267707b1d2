# SPDX-FileCopyrightText: Minkowski Physics contributors
# SPDX-License-Identifier: MIT
extends "res://tests/harness/test_case.gd"
## A car stands on its springs, drives, steers and brakes.


func make_floor() -> void:
	var floor_body := StaticBody3D.new()
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	shape.shape.size = Vector3(200, 1, 200)
	floor_body.add_child(shape)
	floor_body.position.y = -0.5
	add(floor_body)


func make_car() -> VehicleBody3D:
	var car := VehicleBody3D.new()
	car.mass = 200.0
	car.position = Vector3(0, 1, 0)
	car.can_sleep = false
	var shape := CollisionShape3D.new()
	shape.shape = BoxShape3D.new()
	shape.shape.size = Vector3(1.6, 0.5, 3)
	car.add_child(shape)
	for i in 4:
		var wheel := VehicleWheel3D.new()
		wheel.position = Vector3(-0.8 if i % 2 else 0.8, -0.1, 1.2 if i < 2 else -1.2)
		wheel.wheel_radius = 0.3
		wheel.use_as_steering = i < 2
		wheel.use_as_traction = i >= 2
		wheel.suspension_stiffness = 40.0
		wheel.damping_compression = 0.88
		wheel.damping_relaxation = 0.88
		car.add_child(wheel)
	add(car)
	return car


func test_car_stands_on_its_wheels() -> void:
	make_floor()
	var car := make_car()
	await steps(180)
	for wheel: VehicleWheel3D in car.find_children("*", "VehicleWheel3D", true, false):
		check(wheel.is_in_contact(), "a wheel is in the air")
	check(car.linear_velocity.length() < 0.1, "it moves with %s" % car.linear_velocity)
	check(car.position.y > 0.3 and car.position.y < 0.9, "it stands at %f" % car.position.y)
	check_near(car.basis.y, Vector3.UP, 0.02, "upright")


func test_car_drives_and_brakes() -> void:
	make_floor()
	var car := make_car()
	await steps(120)
	car.engine_force = 300.0
	await steps(120)
	check(car.linear_velocity.z > 1.5, "its speed is %s" % car.linear_velocity)
	check(absf(car.position.x) < 0.3, "it drives straight, to %f" % car.position.x)
	car.engine_force = 0.0
	car.brake = 20.0
	await steps(180)
	# a wheel's brake acts in whole ticks, so the car rocks a little on all engines
	check(car.linear_velocity.length() < 0.3, "it stopped, at %s" % car.linear_velocity)


func test_car_steers() -> void:
	make_floor()
	var car := make_car()
	await steps(60)
	car.engine_force = 200.0
	car.steering = 0.3
	await steps(180)
	check(absf(car.rotation.y) > 0.2, "it turned by %f" % car.rotation.y)
	check_near(car.basis.y, Vector3.UP, 0.1, "upright")


## Over hills of a height map, half a metre high: it gets on, stays upright and its wheels find the ground.
func test_car_drives_over_a_height_map() -> void:
	var ground := StaticBody3D.new()
	var collision := CollisionShape3D.new()
	var map := HeightMapShape3D.new()
	map.map_width = 21
	map.map_depth = 121
	var data := PackedFloat32Array()
	for z in 121:
		for x in 21:
			data.append(0.25 * (1 - cos(TAU * maxf(z - 60, 0) / 12.0)))
	map.map_data = data
	collision.shape = map
	ground.add_child(collision)
	add(ground)
	var car := make_car()
	await steps(40)
	car.engine_force = 500.0
	var contact_ticks := 0
	for i in 240:
		await steps(1)
		contact_ticks += int(car.get_child(1).is_in_contact() or car.get_child(4).is_in_contact())
		check(car.basis.y.y > 0.7, "upright at tick %d: %s" % [i, car.basis.y])
	check(car.position.z > 10.0, "it has come to %s" % car.position)
	check(car.position.y > 0.2 and car.position.y < 2.0, "on the ground: %s" % car.position.y)
	check(contact_ticks > 180, "wheels on the ground in %d ticks" % contact_ticks)
