package io.outrider.bench;

import static io.outrider.bench.KernelBus.TOWN;
import static io.outrider.bench.KernelBus.query;
import static io.outrider.bench.KernelBus.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Queries beside more traffic than the machine can process. */
@Tag("vcan")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
class FullBusTest {
    private static final long AMPLE = TimeUnit.SECONDS.toNanos(30);
    private static final long SHORT = TimeUnit.SECONDS.toNanos(1);

    /** More frames than any receive buffer holds. */
    private static final int FLOOD = 50_000;

    private KernelBus bus;

    @TempDir
    private Path directory;

    @BeforeEach
    void openBus() throws Exception {
        bus = new KernelBus();
    }

    @AfterEach
    void closeBus() throws Exception {
        bus.close();
    }

    @Test
    void queriesAreAnsweredOnAFullBus() throws Exception {
        ModuleRegistry agent = bus.agent();
        query(agent, "RPM");
        Process flood = Programs.start(
                directory.resolve("cangen"), "cangen", "vcan0", "-g", "0", "-I", "123", "-L", "8", "-D", "i");
        try {
            long[] passed = {received()};
            Await.until("the bus is full", () -> received() - passed[0] > 10_000);
            for (int i = 0; i < 20; i++) {
                assertThat(query(agent, "RPM").asDouble())
                        .isEqualTo(TOWN.engine().rpm(), within(0.25));
            }
            assertThat(query(agent, "LONG", "header=7E4", "mode=22", "pid=0101", "formula=len(message.data)")
                            .asInt())
                    .isEqualTo(62);
            assertThat(flood.isAlive()).as("it was full all the time").isTrue();
        } finally {
            Programs.end(flood);
        }
        JsonNode connection = run(agent, "obd.status").path("connection");
        assertThat(connection.path("frames_dropped").asInt())
                .as("what the kernel's filters keep away cannot fill a buffer")
                .isZero();
    }

    /** Number of frames on vcan0, counted by the kernel. */
    private static long received() throws Exception {
        return Long.parseLong(Programs.sh("cat /sys/class/net/vcan0/statistics/rx_packets"));
    }

    @Test
    void framesLostByASlowListenerAreInTheStatus() throws Exception {
        CanBus shared = bus.bus();
        ModuleRegistry agent = bus.agent(shared);
        try (CanPort slow = shared.open(List.of())) {
            Programs.sh("cangen vcan0 -g 0 -n " + FLOOD + " -I 123 -L 8 -D i");
            long received = 0;
            for (CanFrame next = slow.receive(SHORT); next != null; next = slow.receive(SHORT)) {
                received++;
            }
            Programs.sh("cansend vcan0 124#01"); // the kernel reports lost frames with the next delivered one
            assertThat(slow.receive(AMPLE).id().toString()).isEqualTo("124");
            long dropped = run(agent, "obd.status")
                    .path("connection")
                    .path("frames_dropped")
                    .asLong();
            assertThat(dropped).isPositive();
            assertThat(received + dropped).isEqualTo(FLOOD);
        }
        assertThat(query(agent, "RPM").asDouble()).isEqualTo(TOWN.engine().rpm(), within(0.25));
    }
}
