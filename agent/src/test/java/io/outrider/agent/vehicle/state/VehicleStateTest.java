package io.outrider.agent.vehicle.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.events.Event;
import io.outrider.api.Failure;
import io.outrider.api.Failure.Actor;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VehicleStateTest {
    private final WatchedVehicle car = new WatchedVehicle();

    private boolean holds(String... when) {
        return car.vehicle.hold(List.of(when));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DENIED", "CMD_DISABLED"})
    void forbiddenCallsDoNotAffectTheState(String code) {
        for (int i = 0; i < 5; i++) {
            car.fails("obd.query", "RPM", Actor.OPERATOR, code);
            car.fails("obd.query", "CONTROL_MODULE_VOLTAGE", Actor.OPERATOR, code);
            car.fails("gnss.location", "", Actor.OPERATOR, code);
            car.pass(20);
        }
        assertThat(car.tags()).isEmpty();
    }

    @Test
    void conditionsFollowTheEvents() {
        assertThat(holds()).isTrue();
        assertThat(holds("engine/running")).isFalse();
        assertThat(holds("not engine/running", "not engine/stopped"))
                .as("nothing is known")
                .isTrue();
        car.rpm(800);
        assertThat(holds("engine/running", "communication/established")).isTrue();
        assertThat(holds("engine/running", "position/moving")).isFalse();
        assertThat(holds("not engine/running")).isFalse();
        assertThat(holds("  not   engine/stopped ")).isTrue();
        assertThat(holds("nonsense")).isFalse();
        assertThat(car.vehicle.health().facts())
                .containsEntry("engine", "running")
                .containsEntry("communication", "established");
    }

    @Test
    void conditionsHoldAlreadyWhenListenersAreCalled() {
        List<Boolean> held = new ArrayList<>();
        car.bus.listen(each -> held.add(holds(each.tag().substring("vehicle/".length()))));
        car.rpm(800);
        car.rpm(0);
        car.position(50);
        assertThat(held).hasSize(4).doesNotContain(false);
    }

    @Test
    void aMistypedConditionIsReportedWithASuggestion() {
        assertThat(ConditionNames.problem("engine/running")).isNull();
        assertThat(ConditionNames.problem("not battery/critical_level")).isNull();
        assertThat(ConditionNames.problem("not engine/runing"))
                .startsWith("'not engine/runing' is no condition (did you mean engine/running?); there are, ");
        assertThat(ConditionNames.problem(" ")).contains("empty");
        assertThat(ConditionNames.problem(null)).contains("empty");
        assertThat(ConditionNames.problem("x".repeat(10_000))).hasSizeLessThan(600);
    }

    @Test
    void driftingPositionsAreNoMotion() {
        for (double kmh : List.of(0.0, 2.9, 0.4, 3.1, 2.0, 3.0, 1.4, 2.5)) {
            car.position(kmh);
        }
        assertThat(car.tags())
                .containsExactly(
                        "vehicle/position/standstill", "vehicle/position/moving", "vehicle/position/standstill");
        car.fails("gnss.position", "", Actor.VEHICLE, "NO_FIX");
        car.fails("gnss.position", "", Actor.VEHICLE, "NO_FIX");
        assertThat(car.tags()).containsExactly("vehicle/position/unknown");
    }

    @Test
    void aFixWithADateSetsTheClock() {
        Map<String, Object> fix = new HashMap<>(
                Map.of("sog", 0, "utc", "06:02:24", "date_utc", "2026-11-21", "loc", Map.of("lat", 57.0)));
        car.read("track.pos", fix);
        assertThat(car.fixes).containsExactly(Instant.parse("2026-11-21T06:02:24Z"));
        fix.put("utc", "25:99");
        car.read("track.pos", fix);
        fix.remove("date_utc");
        car.read("track.pos", fix);
        car.read("track.pos", Map.of("sog", 0, "utc", "06:02:24", "date_utc", "2026-11-21"));
        assertThat(car.fixes).as("bad, without a date, without a place").hasSize(1);
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new VehicleSettings(13.0, null, null, null, null))
                .hasMessage("critical_volts: 13.0 is not from 6.0 to 12.7");
        assertThatThrownBy(() -> new VehicleSettings(null, -1, null, null, null))
                .hasMessageStartingWith("critical_s");
        assertThatThrownBy(() -> new VehicleSettings(null, null, 13, null, null))
                .hasMessage("nominal: is 12 or 24, not 13");
        assertThatThrownBy(() -> new VehicleSettings(null, null, null, Double.NaN, null))
                .hasMessageStartingWith("moving_kmh");
    }

    @Test
    void hostileRecordsChangeNothingAndThrowNothing() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> types = List.of("obd.rpm", "obd.bat", "track.pos", "obd.speed", "x", ".", "bat", "obd.", "");
        List<String> keys = List.of("value", "unit", "voltage", "sog", "loc", "utc", "date_utc");
        List<Object> values = new ArrayList<>(List.of(
                "", "a".repeat(10_000), Double.NaN, Double.NEGATIVE_INFINITY, 1e308, -1, List.of(), Map.of(), true));
        for (int i = 0; i < 20_000; i++) {
            Map<String, Object> fields = new HashMap<>();
            for (int k = random.nextInt(5); k > 0; k--) {
                fields.put(keys.get(random.nextInt(keys.size())), values.get(random.nextInt(values.size())));
            }
            String type = types.get(random.nextInt(types.size()));
            car.vehicle.read(new TelemetryRecord(type, car.now(), fields, Priority.NORMAL));
            car.vehicle.failed(type, Collections.singletonList(null), Failure.reported(Actor.VEHICLE, "X", "no"));
            car.pass(1);
        }
        assertThat(car.tags()).as("seed %d", seed).doesNotContain("vehicle/battery/critical_level");
    }

    /** With two threads reading, events alternate and the last one matches the conditions. */
    @Test
    void eventsOfSeveralThreadsAreDeliveredInOrder() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            Random random = new Random(t);
            threads.add(new Thread(() -> {
                for (int i = 0; i < 5_000; i++) {
                    car.rpm(random.nextBoolean() ? 800 : 0);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
        String before = "";
        for (Event each : car.events) {
            assertThat(each.tag()).isNotEqualTo(before);
            before = each.tag();
        }
        assertThat(before)
                .isEqualTo("vehicle/engine/" + car.vehicle.health().facts().get("engine"));
    }
}
