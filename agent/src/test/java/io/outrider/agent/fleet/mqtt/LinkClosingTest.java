package io.outrider.agent.fleet.mqtt;

import io.outrider.testkit.Mosquitto;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That no thread of Paho's stays behind is looked at after each test. */
class LinkClosingTest {
    @TempDir
    Path folder;

    @Test
    void aLinkCanBeClosedAtAnyMomentOfItsConnecting() {
        Random random = new Random(5);
        try (Mosquitto broker = Mosquitto.open(folder)) {
            for (int i = 0; i < 60; i++) {
                LinkUnit unit = new LinkUnit(broker.port());
                LockSupport.parkNanos(random.nextInt(12_000_000)); // as long as connecting takes
                unit.close();
            }
        }
    }
}
