package io.outrider.bench.car.drive;

/**
 * The high-voltage battery of the hybrid.
 *
 * @param socPercent state of charge, 0 to 100
 * @param amps above 0 while it gives, below 0 while it is charged
 * @param motorRpm of the drive motor
 * @param chargedKwh put in since the car was built
 * @param dischargedKwh taken out since the car was built
 */
public record BatteryState(
        double socPercent,
        double volts,
        double amps,
        double motorRpm,
        double temperatureC,
        double chargedKwh,
        double dischargedKwh) {

    BatteryState towards(BatteryState next, double part) {
        return new BatteryState(
                DriveState.mix(socPercent, next.socPercent, part),
                DriveState.mix(volts, next.volts, part),
                DriveState.mix(amps, next.amps, part),
                DriveState.mix(motorRpm, next.motorRpm, part),
                DriveState.mix(temperatureC, next.temperatureC, part),
                DriveState.mix(chargedKwh, next.chargedKwh, part),
                DriveState.mix(dischargedKwh, next.dischargedKwh, part));
    }

    BatteryState plus(double charged, double discharged) {
        return new BatteryState(
                socPercent, volts, amps, motorRpm, temperatureC, chargedKwh + charged, dischargedKwh + discharged);
    }
}
