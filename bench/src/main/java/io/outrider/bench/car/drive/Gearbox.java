package io.outrider.bench.car.drive;

/** Gearbox with six gears and shift points of a small petrol car. */
final class Gearbox {
    static final double IDLE_RPM = 780;
    private static final double COLD_IDLE_EXTRA = 380;
    private static final double CHANGE_UP_RPM = 2_450;
    private static final double CHANGE_DOWN_RPM = 1_250;

    /** Revolutions a minute for each km/h, by gear. */
    private static final double[] RPM_PER_KMH = {0, 130, 74, 49, 36, 28.5, 23};

    private Gearbox() {}

    static int gear(int before, double speedKmh, boolean wantsToGo) {
        if (speedKmh < 1) {
            return wantsToGo ? 1 : 0;
        }
        int gear = Math.max(1, before);
        if (gear < 6 && speedKmh * RPM_PER_KMH[gear] > CHANGE_UP_RPM) {
            return gear + 1;
        }
        if (gear > 1 && speedKmh * RPM_PER_KMH[gear] < CHANGE_DOWN_RPM) {
            return gear - 1;
        }
        return gear;
    }

    /** Engine speed from the road speed, at least idle, as the clutch slips below. */
    static double rpm(int gear, double speedKmh, double coolantC) {
        double cold = Math.max(0, Math.min(1, (70 - coolantC) / 60));
        return Math.max(IDLE_RPM + COLD_IDLE_EXTRA * cold, speedKmh * RPM_PER_KMH[gear]);
    }
}
