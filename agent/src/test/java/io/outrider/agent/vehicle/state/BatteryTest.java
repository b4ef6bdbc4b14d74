package io.outrider.agent.vehicle.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatteryTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private final WatchedVehicle car = new WatchedVehicle();

    @ParameterizedTest
    @CsvSource({
        "12.31, discharging, 70", "12.8, discharging, 100", "12.81, charging_slow, 100", "13.6, charging_slow, 100",
        "13.61, charging, 100", "14.9, charging, 100", "15, overcharging, 100", "12.3, critical_level, 70",
        "11.95, critical_level, 40", "11.2, critical_level, 0", "24.7, discharging, 70", "28, charging, 100",
        "24.6, critical_level, 70"
    })
    void voltageMapsToStateAndLevel(double volts, String state, int level) {
        car.battery(volts, MINUTE.multipliedBy(4));
        assertThat(car.events).hasSize(2);
        assertThat(car.events.get(0).data()).containsEntry("nominal", volts > 18 ? 24 : 12);
        assertThat(car.events.get(1).tag()).isEqualTo("vehicle/battery/" + state);
        assertThat(car.events.get(1).data()).containsEntry("level", level).containsEntry("voltage", volts);
    }

    @Test
    void eventsAgreeWithReadings() {
        Random random = new Random(11);
        for (int i = 0; i < 200; i++) {
            Integer nominal = i % 3 == 0 ? null : i % 3 * 12;
            VehicleSettings settings = new VehicleSettings(6 + 6.7 * random.nextDouble(), 180, nominal, null, null);
            WatchedVehicle owners = new WatchedVehicle(settings);
            double volts = Math.round((6 + 26 * random.nextDouble()) * 100) / 100.0;
            owners.battery(volts, MINUTE.multipliedBy(4));
            BatteryScale scale = owners.vehicle.battery();
            assertThat(owners.events.get(1).tag())
                    .as("%s V, %s", volts, settings)
                    .isEqualTo("vehicle/battery/" + scale.state(volts));
            assertThat(owners.events.get(1).data()).containsEntry("level", scale.level(volts));
        }
    }

    @Test
    void aStateCountsWhenItWasReadTwiceOverThreeSeconds() {
        car.battery(14);
        car.pass(60);
        assertThat(car.tags()).as("once").isEmpty();
        car.battery(12.5);
        car.pass(2);
        car.battery(12.5);
        assertThat(car.tags()).as("over 2 s").isEmpty();
        car.pass(1);
        car.battery(12.5);
        assertThat(car.tags()).containsExactly("vehicle/battery/discharging");
        car.battery(14);
        car.battery(12.5);
        car.pass(5);
        car.battery(14);
        assertThat(car.tags()).as("a spike").isEmpty();
    }

    @Test
    void itIsCriticalOnlyAfterThreeMinutes() {
        car.battery(12.5, MINUTE);
        car.tags();
        car.battery(11.9, Duration.ofSeconds(180)); // the last of them at 175 s
        assertThat(car.tags()).isEmpty();
        car.battery(11.9);
        assertThat(car.tags()).containsExactly("vehicle/battery/critical_level");
    }

    @Test
    void twoReadingsOfDifferentDaysConfirmNoState() {
        car.battery(12.1);
        car.pass(86_400);
        car.battery(12.1);
        car.pass(179);
        car.battery(12.1);
        assertThat(car.tags()).isEmpty();
        car.pass(1);
        car.battery(12.1);
        assertThat(car.tags()).containsExactly("vehicle/battery/critical_level");
    }

    /** A load that comes and goes must not toggle the state. */
    @Test
    void aBatteryAroundTheLimitIsCriticalOnce() {
        car.battery(12.7, MINUTE);
        car.tags();
        for (int i = 0; i < 100; i++) {
            car.battery(i % 2 == 0 ? 12.2 : 12.6, Duration.ofSeconds(30));
        }
        assertThat(car.tags()).containsExactly("vehicle/battery/critical_level");
        car.battery(12.75, MINUTE);
        assertThat(car.tags()).containsExactly("vehicle/battery/discharging");
    }

    @Test
    void noiseOfATenthOfAVoltCausesAtMostOneChange() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (double limit : List.of(12.3, 12.8, 13.6, 14.9)) {
            WatchedVehicle noisy = new WatchedVehicle();
            for (int i = 0; i < 2_000; i++) {
                noisy.battery(limit - 0.1 + random.nextDouble() / 5);
                noisy.pass(1 + random.nextInt(10));
            }
            assertThat(noisy.tags()).as("seed %d, %s V", seed, limit).hasSizeBetween(1, 2);
        }
    }

    @Test
    void implausibleVoltagesAreUnknown() {
        car.battery(12.5, MINUTE);
        car.battery(0);
        assertThat(car.tags()).as("once may be a glitch").containsExactly("vehicle/battery/discharging");
        car.battery(0);
        car.battery(300);
        assertThat(car.events.get(0).data().get("reason")).isEqualTo("0.0 V is no battery's voltage");
        assertThat(car.tags()).containsExactly("vehicle/battery/unknown");
        car.battery(12.5, MINUTE);
        assertThat(car.tags()).containsExactly("vehicle/battery/discharging");
        car.silence("CONTROL_MODULE_VOLTAGE");
        assertThat(car.tags()).as("one answer may be lost").doesNotContain("vehicle/battery/unknown");
        car.silence("CONTROL_MODULE_VOLTAGE");
        assertThat(car.tags()).contains("vehicle/battery/unknown");
    }

    @Test
    void theNominalVoltageIsReportedOnceAndCorrectedAfterAWrongFirstReading() {
        car.battery(24.9);
        car.battery(12.6, MINUTE);
        assertThat(car.events.stream().map(each -> each.tag() + each.data().get("nominal")))
                .containsExactly(
                        "vehicle/battery/nominal_voltage/autodetected24",
                        "vehicle/battery/nominal_voltage/autodetected12",
                        "vehicle/battery/dischargingnull");
    }

    @Test
    void aConfiguredNominalVoltageWins() {
        WatchedVehicle truck = new WatchedVehicle(new VehicleSettings(11.5, 10, 24, null, null));
        truck.battery(17, Duration.ofSeconds(20)); // a dead battery of 24 V
        assertThat(truck.events.get(0).tag()).isEqualTo("vehicle/battery/nominal_voltage/predefined");
        assertThat(truck.tags()).containsExactly("vehicle/battery/critical_level");
        truck.battery(23.9, MINUTE);
        assertThat(truck.tags()).containsExactly("vehicle/battery/discharging");
    }
}
