package io.outrider.bench.car.drive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GearboxTest {
    @Test
    void noGearIsEngagedWhileStanding() {
        assertThat(Gearbox.gear(3, 0, false)).isZero();
        assertThat(Gearbox.gear(0, 0, true)).isEqualTo(1);
    }

    @Test
    void accelerationShiftsUpOneByOne() {
        int gear = 1;
        for (double speed = 1; speed < 140; speed += 0.1) {
            int next = Gearbox.gear(gear, speed, true);
            assertThat(next - gear).as("at %.1f km/h", speed).isBetween(0, 1);
            gear = next;
        }
        assertThat(gear).isEqualTo(6);
    }

    @Test
    void decelerationShiftsDownOneByOne() {
        int gear = 6;
        for (double speed = 140; speed > 1; speed -= 0.1) {
            int next = Gearbox.gear(gear, speed, false);
            assertThat(next - gear).as("at %.1f km/h", speed).isBetween(-1, 0);
            gear = next;
        }
        assertThat(gear).isEqualTo(1);
    }

    @Test
    void gearIsStableAtEverySpeed() {
        for (int gear = 1; gear <= 6; gear++) {
            for (double speed = 1; speed < 140; speed += 0.5) {
                int once = Gearbox.gear(gear, speed, true);
                int twice = Gearbox.gear(once, speed, true);
                assertThat(twice == gear && once != gear)
                        .as("gear %d at %.1f km/h", gear, speed)
                        .isFalse();
            }
        }
    }

    @Test
    void aColdEngineIdlesFaster() {
        assertThat(Gearbox.rpm(0, 0, 90)).isEqualTo(Gearbox.IDLE_RPM);
        assertThat(Gearbox.rpm(0, 0, 10)).isBetween(1_100.0, 1_200.0);
        assertThat(Gearbox.rpm(6, 120, 90)).isBetween(2_700.0, 2_800.0);
    }
}
