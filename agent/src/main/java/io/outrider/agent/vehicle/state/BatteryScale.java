package io.outrider.agent.vehicle.state;

/**
 * Level and state of one voltage reading of the starter battery, shared by records and events. Levels and limits are
 * AutoPi's.
 *
 * @param critical volts at and below which a battery of 12 V is critical
 * @param nominal 12 or 24; null if not configured, then derived from the reading
 */
public record BatteryScale(double critical, Integer nominal) {
    static BatteryScale of(VehicleSettings settings) {
        return new BatteryScale(settings.criticalVolts(), settings.nominal());
    }

    public int level(double volts) {
        return BatteryLevel.level(twelve(volts));
    }

    /** Last part of the event {@code vehicle/battery/…} that follows if the voltage holds. */
    public String state(double volts) {
        return BatteryLevel.of(twelve(volts), critical, null).word();
    }

    private double twelve(double volts) {
        return volts / ((nominal == null ? Battery.nominal(volts) : nominal) / 12.0);
    }
}
