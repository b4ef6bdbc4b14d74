package io.outrider.agent.vehicle.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure.Actor;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommunicationTest {
    private final WatchedVehicle car = new WatchedVehicle();

    @Test
    void anyAnswerEstablishesCommunication() {
        car.silence("SPEED");
        car.silence("SPEED");
        car.read("obd.speed", Map.of("value", 1));
        car.read("obd.coolant_temp", Map.of("value", 1));
        assertThat(car.tags()).containsExactly("vehicle/communication/inactive", "vehicle/communication/established");
    }

    @Test
    void theFirstUnansweredQueryMakesItInactive() {
        car.silence("SPEED");
        assertThat(car.tags()).containsExactly("vehicle/communication/inactive");
    }

    @Test
    void aRefusalIsAnAnswer() {
        car.fails("obd.query", "FUEL", Actor.VEHICLE, "NEGATIVE_RESPONSE");
        assertThat(car.tags()).containsExactly("vehicle/communication/established");
    }

    @Test
    void readingsOfTheUnitItselfAreNoAnswer() {
        car.battery(12.5);
        car.read("rpi.temp", Map.of("cpu", Map.of("value", 50)));
        car.position(5);
        assertThat(car.tags()).containsExactly("vehicle/position/moving");
    }

    @Test
    void anUnansweredQueryDoesNotCountWhileOthersAreAnswered() {
        for (int i = 0; i < 50; i++) {
            car.read("obd.speed", Map.of("value", 1));
            car.silence("FUEL_RATE");
            car.silence("FUEL_LEVEL");
            car.pass(9);
        }
        assertThat(car.tags()).containsExactly("vehicle/communication/established");
    }

    @Test
    void itIsLostAfterTwoUnansweredQueriesAndTenSeconds() {
        car.read("obd.speed", Map.of("value", 1));
        car.silence("SPEED");
        car.pass(10);
        assertThat(car.tags()).containsExactly("vehicle/communication/established");
        car.silence("SPEED");
        car.silence("SPEED");
        assertThat(car.tags()).containsExactly("vehicle/communication/disconnected");
        car.fails("obd.query", "X", Actor.VEHICLE, "NOT_SUPPORTED");
        assertThat(car.tags()).isEmpty();
    }
}
