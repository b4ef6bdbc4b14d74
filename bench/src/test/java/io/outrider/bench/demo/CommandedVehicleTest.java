package io.outrider.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import org.junit.jupiter.api.Test;

class CommandedVehicleTest {
    private static void request(String url) throws Exception {
        try (InputStream answer = URI.create(url).toURL().openStream()) {
            assertThat(answer.readAllBytes()).isNotEmpty();
        }
    }

    @Test
    void aDriveEndsAndBeginsByRequest() throws Exception {
        try (CommandedVehicle vehicle = new CommandedVehicle()) {
            assertThat(vehicle.at(10).engine().running()).isTrue();
            request(vehicle.url() + "/park");
            assertThat(vehicle.at(10).isAwake()).isFalse();
            assertThat(vehicle.at(10).engine().running()).isFalse();
            request(vehicle.url() + "/drive");
            assertThat(vehicle.at(11).engine().running()).isTrue();
        }
    }
}
