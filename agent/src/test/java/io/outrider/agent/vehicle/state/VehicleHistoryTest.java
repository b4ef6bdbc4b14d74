package io.outrider.agent.vehicle.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.events.Event;
import io.outrider.api.Failure.Actor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;

/** Random readings, failures and gaps: events report only changes and agree with the conditions. */
class VehicleHistoryTest {
    private final WatchedVehicle car = new WatchedVehicle();
    private final Map<String, String> last = new HashMap<>();
    private int seen;

    private void step(Random random) {
        switch (random.nextInt(9)) {
            case 0 -> car.rpm(random.nextBoolean() ? 0 : 800);
            case 1 -> car.silence(List.of("RPM", "SPEED", "MOTOR_RPM").get(random.nextInt(3)));
            case 2 -> car.battery(10 + random.nextInt(60) / 10.0);
            case 3 -> car.fails("obd.query", "CONTROL_MODULE_VOLTAGE", Actor.OPERATOR, "BUS_DOWN");
            case 4 -> car.position(random.nextInt(10));
            case 5 -> car.fails("gnss.position", "", Actor.VEHICLE, "NO_FIX");
            case 6 -> car.read("obd.motor_rpm", Map.of("value", random.nextInt(2)));
            case 7 -> car.fails("obd.query", "SPEED", Actor.VEHICLE, "BUS_PAUSED");
            default -> {
                car.pass(random.nextInt(10) == 0 ? 700 : random.nextInt(20));
                car.vehicle.check();
            }
        }
    }

    private void check() {
        for (Event each : car.events.subList(seen, car.events.size())) {
            String group = each.tag().substring("vehicle/".length(), each.tag().lastIndexOf('/'));
            String word = each.tag().substring(each.tag().lastIndexOf('/') + 1);
            if (!group.contains("nominal")) {
                assertThat(word).as("a change").isNotEqualTo(last.put(group, word));
                assertThat(ConditionNames.problem(group + "/" + word)).isNull();
            }
        }
        seen = car.events.size();
        last.forEach((group, word) -> {
            assertThat(car.vehicle.hold(List.of(group + "/" + word))).isTrue();
            assertThat(car.vehicle.hold(List.of("not " + group + "/" + word))).isFalse();
        });
    }

    @RepeatedTest(100)
    void eventsAndConditionsAgree() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try {
            for (int i = 0; i < 300; i++) {
                step(random);
                check();
            }
            assertThat(last).containsKeys("engine", "communication", "position");
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }
}
