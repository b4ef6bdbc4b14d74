package io.outrider.agent.vehicle.state;

/** Kind of a reading, as far as it affects the vehicle's state. */
enum ReadingKind {
    ENGINE,
    MOTOR,
    SPEED,
    BATTERY,
    POSITION,
    OTHER
}
