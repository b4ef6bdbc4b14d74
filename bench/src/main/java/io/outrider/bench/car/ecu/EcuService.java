package io.outrider.bench.car.ecu;

import io.outrider.bench.car.drive.DriveState;

/** Diagnostic service of an ECU. Called by the vehicle's own thread only. */
@FunctionalInterface
interface EcuService {
    /** The positive or negative response; null for none. The request has at least its service id. */
    byte[] answer(byte[] request, DriveState state);
}
