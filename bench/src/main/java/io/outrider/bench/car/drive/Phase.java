package io.outrider.bench.car.drive;

/** The parts of a drive, in their order. */
public enum Phase {
    /** Ignition on and cranking; the engine catches at the end of it. */
    START,
    /** The engine warms up, the car stands. */
    IDLE,
    TOWN,
    MOTORWAY,
    /** Off the motorway, slower and slower. */
    EXIT,
    /** Parked, the engine still runs. */
    STOP,
    /** Engine and ignition off; the ECUs still answer. */
    ENGINE_OFF,
    /** Nobody sends or answers anything. */
    ASLEEP;

    public boolean isAwake() {
        return this != ASLEEP;
    }
}
