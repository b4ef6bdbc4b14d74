package io.outrider.agent.vehicle.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure.Actor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineTest {
    private final WatchedVehicle car = new WatchedVehicle();

    private List<String> engine() {
        return car.tags().stream().filter(each -> each.contains("/engine/")).toList();
    }

    @Test
    void revolutionsStartTheEngineAndOnlyChangesArePublished() {
        car.rpm(0);
        car.rpm(800);
        car.rpm(830.5);
        car.rpm(0);
        car.rpm(0);
        assertThat(engine())
                .containsExactly("vehicle/engine/not_running", "vehicle/engine/running", "vehicle/engine/stopped");
    }

    @Test
    void oneLostAnswerDoesNotStopIt() {
        car.rpm(800);
        car.silence("RPM");
        car.rpm(800);
        car.silence("RPM");
        assertThat(engine()).containsExactly("vehicle/engine/running");
        car.silence("RPM");
        assertThat(car.events.get(0).data()).containsEntry("reason", "why it failed");
        assertThat(engine()).containsExactly("vehicle/engine/stopped");
    }

    @Test
    void theFirstFailureMakesAnUnknownEngineNotRunning() {
        car.silence("rpm");
        assertThat(engine()).containsExactly("vehicle/engine/not_running");
    }

    @Test
    void otherQueriesAndInternalErrorsDoNotAffectIt() {
        car.rpm(800);
        for (int i = 0; i < 5; i++) {
            car.silence("SPEED");
            car.fails("obd.query", "RPM", Actor.AGENT, "FAULT");
            car.fails("obd.query", "RPM", Actor.CALLER, "BAD_ARGUMENT");
            car.fails("rpi.temp", "RPM", Actor.VEHICLE, "NO_DATA");
        }
        car.read("obd.rpm", Map.of("value", Double.NaN, "unit", "revolutions_per_minute"));
        car.read("obd.turbo_rpm", Map.of("value", 0, "unit", "revolutions_per_minute"));
        car.read("obd.rpm", Map.of("value", "many"));
        car.read("obd.rpm", Map.of());
        assertThat(engine()).containsExactly("vehicle/engine/running");
    }

    @Test
    void aSilentBusStopsItAtOnce() {
        car.rpm(800);
        car.vehicle.silent("the bus is silent");
        assertThat(car.tags())
                .containsExactly(
                        "vehicle/communication/established",
                        "vehicle/engine/running",
                        "vehicle/engine/stopped",
                        "vehicle/communication/disconnected");
        car.rpm(800);
        car.tags();
        car.fails("obd.query", "SPEED", Actor.VEHICLE, "BUS_PAUSED");
        assertThat(car.tags()).containsExactly("vehicle/engine/stopped", "vehicle/communication/disconnected");
    }

    @Test
    void statesExpireAfterTenMinutes() {
        car.rpm(800);
        car.position(50);
        car.battery(14);
        car.pass(4);
        car.battery(14);
        car.tags();
        car.pass(599 - 4);
        car.vehicle.check();
        assertThat(car.tags()).isEmpty();
        car.pass(10);
        car.vehicle.check();
        car.vehicle.check();
        assertThat(car.tags())
                .containsExactly(
                        "vehicle/engine/stopped",
                        "vehicle/communication/disconnected",
                        "vehicle/battery/unknown",
                        "vehicle/position/unknown");
    }

    @Test
    void anElectricMotorHasEventsOfItsOwn() {
        car.read("obd.motor_rpm", Map.of("value", 3_000, "unit", "revolutions_per_minute"));
        car.read("obd.rear_motor_speed", Map.of("value", 0));
        car.read("obd.speed", Map.of("value", 50, "unit", "kph"));
        assertThat(car.tags())
                .containsExactly("vehicle/communication/established", "vehicle/motor/running", "vehicle/motor/stopped");
        car.vehicle.configure(new VehicleSettings(null, null, null, null, true));
        car.read("obd.speed", Map.of("value", 50, "unit", "kph"));
        assertThat(car.tags()).containsExactly("vehicle/motor/running");
        car.silence("SPEED");
        car.silence("SPEED");
        assertThat(car.tags()).containsExactly("vehicle/motor/stopped");
    }
}
