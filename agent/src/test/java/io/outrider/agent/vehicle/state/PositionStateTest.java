package io.outrider.agent.vehicle.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PositionStateTest {
    private final WatchedVehicle car = new WatchedVehicle(new VehicleSettings(null, null, null, 10.0, null));

    @Test
    void itMovesAboveTheThresholdAndStandsBelowHalfOfIt() {
        car.position(10);
        assertThat(car.tags()).containsExactly("vehicle/position/standstill");
        car.position(10.1);
        assertThat(car.tags()).containsExactly("vehicle/position/moving");
        car.position(5.1);
        assertThat(car.tags()).as("slow").isEmpty();
        car.position(5);
        assertThat(car.tags()).containsExactly("vehicle/position/standstill");
        car.position(9);
        assertThat(car.tags()).as("it creeps").isEmpty();
    }
}
