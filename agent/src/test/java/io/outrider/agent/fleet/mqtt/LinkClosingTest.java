package io.outrider.agent.fleet.mqtt;

import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closing while connecting; an extension checks after each test that no Paho thread is left. */
@Tag("slow")
class LinkClosingTest {
    @TempDir
    Path folder;

    @Test
    void aLinkCanBeClosedAtAnyTimeDuringConnecting() {
        Random random = new Random(5);
        try (Mosquitto broker = Mosquitto.open(folder)) {
            for (int i = 0; i < 60; i++) {
                LinkUnit unit = new LinkUnit(broker.port());
                LockSupport.parkNanos(random.nextInt(12_000_000)); // up to the duration of connecting
                unit.close();
            }
        }
    }
}
