package io.outrider.agent.vehicle.state;

/** What a reading is about, of what is told here. */
enum ReadingKind {
    ENGINE,
    MOTOR,
    SPEED,
    BATTERY,
    POSITION,
    OTHER
}
