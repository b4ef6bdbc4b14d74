package io.outrider.bench.car.drive;

import java.util.Locale;

/**
 * State of the vehicle at one time.
 *
 * @param odometerKm never decreases
 * @param fuelPercent of the tank
 * @param volts of the 12 V battery
 */
public record DriveState(
        Phase phase,
        double speedKmh,
        double odometerKm,
        double ambientC,
        double fuelPercent,
        double volts,
        EngineState engine,
        BatteryState battery) {

    public boolean isAwake() {
        return phase.isAwake();
    }

    /** Interpolation towards the next state by a part from 0 to 1; only numbers change. */
    DriveState towards(DriveState next, double part) {
        if (phase != next.phase || engine.running() != next.engine.running()) {
            return this;
        }
        return new DriveState(
                phase,
                mix(speedKmh, next.speedKmh, part),
                mix(odometerKm, next.odometerKm, part),
                mix(ambientC, next.ambientC, part),
                mix(fuelPercent, next.fuelPercent, part),
                mix(volts, next.volts, part),
                engine.towards(next.engine, part),
                battery.towards(next.battery, part));
    }

    static double mix(double from, double to, double part) {
        return from + (to - from) * part;
    }

    /** One line for people. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-10s %5.1f km/h %5.0f rpm gear %d  coolant %5.1f °C  load %3.0f %%  fuel %4.1f %%  %5.2f V"
                        + "  soc %4.1f %% %6.1f A  %.1f km",
                phase,
                speedKmh,
                engine.rpm(),
                engine.gear(),
                engine.coolantC(),
                engine.loadPercent(),
                fuelPercent,
                volts,
                battery.socPercent(),
                battery.amps(),
                odometerKm);
    }
}
