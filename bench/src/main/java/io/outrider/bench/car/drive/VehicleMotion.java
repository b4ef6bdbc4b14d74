package io.outrider.bench.car.drive;

/** Motion of the vehicle: a pure function of the time since the start. Any thread. */
@FunctionalInterface
public interface VehicleMotion {
    /** @param seconds since the beginning, 0 or more */
    DriveState at(double seconds);

    /** The repeated drive of {@link ScriptedDrive}. */
    static VehicleMotion standard(long seed) {
        return new ScriptedDrive(seed);
    }

    /** Constant state. */
    static VehicleMotion always(DriveState state) {
        return seconds -> state;
    }

    /** The same drive, begun so many seconds ago. */
    default VehicleMotion from(double seconds) {
        return later -> at(seconds + later);
    }

    /** The same drive, faster by this factor. */
    default VehicleMotion faster(double factor) {
        if (!(factor > 0)) {
            throw new IllegalArgumentException("a drive can be any number above 0 times as fast, not " + factor);
        }
        return seconds -> at(seconds * factor);
    }
}
