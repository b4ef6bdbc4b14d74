package io.outrider.bench.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import io.outrider.testkit.Await;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServedVehicleMainTest {
    private static final byte[] ENGINE_SPEED = {2, 0x01, 0x0C, 0, 0, 0, 0, 0};

    @TempDir
    Path folder;

    @Test
    void theVehicleAnswersWhoJoinsWithTheOptionUntilTheInputEnds() throws Exception {
        ExecutorService program = Executors.newSingleThreadExecutor();
        try (PipedOutputStream input = new PipedOutputStream()) {
            PipedInputStream until = new PipedInputStream(input);
            Future<Void> served = program.submit(() -> {
                ServedVehicleMain.serve(folder, until);
                return null;
            });
            Path option = folder.resolve("option");
            Await.until("the option is written", () -> Files.exists(option));
            assertThat(Files.readString(option)).matches("-D" + BridgedObdFactory.PORT + "=\\d+");
            int port = Integer.parseInt(Files.readString(option).replaceFirst(".*=", ""));
            try (CanBus bus = new BridgedBus(port, Ticker.system(), Clock.systemUTC());
                    CanPort there = bus.open(List.of())) {
                Await.until("the engine answers", () -> {
                    there.send(CanFrame.of(CanId.base(0x7DF), ENGINE_SPEED));
                    CanFrame answer = there.receive(TimeUnit.MILLISECONDS.toNanos(200));
                    return answer != null && answer.id().equals(CanId.base(0x7E8)) && answer.data()[1] == 0x41;
                });
            }
            assertThat(served.isDone()).isFalse();
            input.close();
            served.get(1, TimeUnit.MINUTES);
        } finally {
            program.shutdownNow();
            program.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void theModuleNamesItsFactory() throws Exception {
        ServedVehicleMain.serve(folder, PipedInputStream.nullInputStream());
        try (JarFile jar = new JarFile(folder.resolve("served-bus.jar").toFile())) {
            byte[] name = jar.getInputStream(jar.getEntry("META-INF/services/" + ModuleFactory.class.getName()))
                    .readAllBytes();
            assertThat(new String(name, StandardCharsets.UTF_8)).isEqualTo(BridgedObdFactory.class.getName());
            assertThat(jar.getEntry(BusBridge.class.getName().replace('.', '/') + ".class"))
                    .isNotNull();
        }
    }
}
