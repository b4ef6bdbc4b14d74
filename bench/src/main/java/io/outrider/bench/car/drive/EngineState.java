package io.outrider.bench.car.drive;

/**
 * The engine and what is fixed to it.
 *
 * @param rpm revolutions a minute; above 0 exactly while it runs
 * @param gear 1 to 6, 0 for none
 * @param loadPercent calculated load, 0 to 100
 * @param throttlePercent throttle position, 0 to 100
 * @param mapKpa intake manifold absolute pressure
 * @param mafGramsPerSecond air mass flow
 * @param runSeconds since it was started, 0 while it stands
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
                VehicleState.mix(rpm, next.rpm, part),
                gear,
                VehicleState.mix(loadPercent, next.loadPercent, part),
                VehicleState.mix(throttlePercent, next.throttlePercent, part),
                VehicleState.mix(coolantC, next.coolantC, part),
                VehicleState.mix(oilC, next.oilC, part),
                VehicleState.mix(intakeC, next.intakeC, part),
                VehicleState.mix(mapKpa, next.mapKpa, part),
                VehicleState.mix(mafGramsPerSecond, next.mafGramsPerSecond, part),
                VehicleState.mix(runSeconds, next.runSeconds, part));
    }
}
