package io.outrider.obd.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.obd.ObdSettings;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import io.outrider.testkit.Await;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the cancellation of a call that waits for the discovery of another one. */
class VehicleInterruptTest {
    private final AtomicReference<Throwable> ended = new AtomicReference<>();

    private Thread call(Obd obd, String function, Object... arguments) {
        Thread thread = new Thread(() -> {
            try {
                obd.call(function, arguments);
            } catch (InterruptedException e) {
                ended.compareAndSet(null, e);
            } catch (Exception e) {
                // closed
            }
        });
        thread.start();
        return thread;
    }

    @ParameterizedTest
    @CsvSource({"obd.vin", "obd.dtc", "obd.commands"})
    void aCallWaitingForDiscoveryIsCancelledAtOnce(String function) throws Exception {
        ObdSettings patient = new ObdSettings("virtual0", "6", 30_000, 60, 0, 0, false, null, null, 0, null, null);
        Car car = new Car();
        try (Obd obd = new Obd(car, patient, Path.of("no-folder"))) {
            Thread finding = call(obd, "obd.commands");
            Await.until("the vehicle is asked", () -> car.heard("7DF#020100") == 1);
            Thread waiting = call(obd, function);
            Await.until("it waits", () -> waiting.getState() == Thread.State.WAITING);
            waiting.interrupt();
            waiting.join();
            assertThat(ended.get()).isInstanceOf(InterruptedException.class);
            assertThat(finding.isAlive()).isTrue();
            finding.interrupt();
            finding.join();
        }
    }

    @Test
    void aCallThatWaitedForDiscoveryUsesItsResult() throws Exception {
        ObdSettings patient = new ObdSettings("virtual0", "6", 30_000, 60, 0, 0, false, null, null, 0, null, null);
        Car car = new Car().when("7DF#020100", "200ms 7E8#0641000008000000").when("7DF#0103", "7E8#024300");
        try (Obd obd = new Obd(car, patient, Path.of("no-folder"))) {
            Thread finding = call(obd, "obd.protocol", "verify", true);
            Await.until("the vehicle is asked", () -> car.heard("7DF#020100") == 1);
            assertThat(obd.call("obd.dtc").get("values")).isEmpty();
            finding.join();
            assertThat(car.heard("7DF#020100")).isEqualTo(1);
        }
    }
}
