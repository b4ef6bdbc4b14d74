package io.outrider.bench.car.drive;

/**
 * State of the engine and its gearbox.
 *
 * @param rpm revolutions a minute; above 0 exactly while it runs
 * @param gear 1 to 6, 0 for none
 * @param loadPercent calculated load, 0 to 100
 * @param throttlePercent throttle position, 0 to 100
 * @param mapKpa intake manifold absolute pressure
 * @param mafGramsPerSecond air mass flow
 * @param runSeconds since its start, 0 while it is off
 */
public record EngineState(
        boolean running,
        double rpm,
        int gear,
        double loadPercent,
        double throttlePercent,
        double coolantC,
        double oilC,
        double intakeC,
        double mapKpa,
        double mafGramsPerSecond,
        double runSeconds) {

    EngineState towards(EngineState next, double part) {
        return new EngineState(
                running,
                DriveState.mix(rpm, next.rpm, part),
                gear,
                DriveState.mix(loadPercent, next.loadPercent, part),
                DriveState.mix(throttlePercent, next.throttlePercent, part),
                DriveState.mix(coolantC, next.coolantC, part),
                DriveState.mix(oilC, next.oilC, part),
                DriveState.mix(intakeC, next.intakeC, part),
                DriveState.mix(mapKpa, next.mapKpa, part),
                DriveState.mix(mafGramsPerSecond, next.mafGramsPerSecond, part),
                DriveState.mix(runSeconds, next.runSeconds, part));
    }
}
