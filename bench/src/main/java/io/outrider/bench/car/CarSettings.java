package io.outrider.bench.car;

/**
 * Settings of the simulated vehicle.
 *
 * @param vin 17 characters, without I, O and Q (ISO 3779)
 * @param broadcast true to send cyclic messages too
 */
public record CarSettings(String vin, boolean broadcast) {
    /** Example VIN with a valid check digit; no cyclic messages. */
    public static final CarSettings DEFAULT = new CarSettings("1M8GDM9AXKP042788", false);

    public CarSettings {
        if (!vin.matches("[A-HJ-NPR-Z0-9]{17}")) {
            throw new IllegalArgumentException(
                    "'" + vin + "' is not a VIN: 17 capital letters (no I, O, Q) and digits");
        }
    }

    public CarSettings withBroadcast() {
        return new CarSettings(vin, true);
    }
}
