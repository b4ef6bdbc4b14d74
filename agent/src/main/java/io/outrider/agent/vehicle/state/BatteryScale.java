package io.outrider.agent.vehicle.state;

/**
 * What one reading of the starter battery's voltage says, so that records and events say the same of it. Levels and
 * limits are the incumbent's.
 *
 * @param critical volts at and below which a battery of 12 V is critical
 * @param nominal 12 or 24; null if the owner has not said: then it is told from the reading
 */
public record BatteryScale(double critical, Integer nominal) {
    static BatteryScale of(VehicleSettings settings) {
        return new BatteryScale(settings.criticalVolts(), settings.nominal());
    }

    /** In percent. */
    public int level(double volts) {
        return BatteryLevel.level(twelve(volts));
    }

    /** The word of the event {@code vehicle/battery/…} that follows if it stays so. */
    public String state(double volts) {
        return BatteryLevel.of(twelve(volts), critical, null).word();
    }

    private double twelve(double volts) {
        return volts / ((nominal == null ? NominalVoltage.of(volts) : nominal) / 12.0);
    }
}
