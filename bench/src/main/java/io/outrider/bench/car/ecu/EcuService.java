package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;

/** One diagnostic service of an ECU. Only the vehicle's own thread calls it. */
@FunctionalInterface
interface EcuService {
    /** The positive or negative answer; null to say nothing. The request has at least its service id. */
    byte[] answer(byte[] request, DriveState state);
}
