package io.outrider.bench.car.drive;

/** Phases of a drive, in order. */
public enum Phase {
    /** Ignition on and cranking; the engine starts at the end. */
    START,
    /** The engine warms up, the car does not move. */
    IDLE,
    TOWN,
    MOTORWAY,
    /** Deceleration after the motorway. */
    EXIT,
    /** Parked, the engine still runs. */
    STOP,
    /** Engine and ignition off; the ECUs still answer. */
    ENGINE_OFF,
    /** The bus is silent; ECUs do not answer. */
    ASLEEP;

    public boolean isAwake() {
        return this != ASLEEP;
    }
}
