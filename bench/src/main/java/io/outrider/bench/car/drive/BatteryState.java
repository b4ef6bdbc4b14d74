package io.outrider.bench.car.drive;

/**
 * State of the hybrid's high-voltage battery.
 *
 * @param socPercent state of charge, 0 to 100
 * @param amps above 0 while discharging, below 0 while charging
 * @param motorRpm of the drive motor
 * @param chargedKwh charged since the car was built
 * @param dischargedKwh discharged since the car was built
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
