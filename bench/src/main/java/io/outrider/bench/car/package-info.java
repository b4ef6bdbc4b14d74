/**
 * A vehicle on a bus: one that is simulated ({@link io.outrider.bench.car.SimulatedCar}) and one that answers with
 * recorded frames ({@link io.outrider.bench.car.replay.ReplayCar}).
 */
package io.outrider.bench.car;
