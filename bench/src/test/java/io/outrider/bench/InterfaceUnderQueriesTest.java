package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.api.Failure;
import io.outrider.testkit.Await;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Interface that disappears and returns during continuous queries; no process is restarted. */
@Tag("vcan")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
class InterfaceUnderQueriesTest {
    private static final int ROUNDS = 2;

    /** Expected error codes while the interface is missing, and shortly before and after. */
    private static final Set<String> EXPECTED_CODES = Set.of("BUS_DOWN", "BUS_MISSING", "NO_DATA");

    /** Thread of continuous queries with a record of the results. */
    private static final class QueryLoop implements AutoCloseable {
        private final AtomicLong answers = new AtomicLong();
        private final AtomicLong errors = new AtomicLong();
        private final Queue<String> surprises = new ConcurrentLinkedQueue<>();
        private final Queue<String> codes = new ConcurrentLinkedQueue<>();
        private final Thread thread;

        private QueryLoop(ModuleRegistry agent) {
            thread = new Thread(() -> run(agent), "queries");
            thread.start();
        }

        private void run(ModuleRegistry agent) {
            try {
                while (true) {
                    queryOnce(agent);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // closed
            } catch (RuntimeException | Error e) {
                surprises.add(e.toString());
            }
        }

        private void queryOnce(ModuleRegistry agent) throws InterruptedException {
            try {
                double rpm = KernelBus.query(agent, "RPM").asDouble();
                if (Math.abs(rpm - KernelBus.TOWN.engine().rpm()) > 0.25) {
                    surprises.add(rpm + " revolutions");
                }
                answers.incrementAndGet();
            } catch (Failure e) {
                if (codes.size() < 1_000) {
                    codes.add(e.code());
                }
                if (!EXPECTED_CODES.contains(e.code())) {
                    surprises.add(e.code() + ": " + e.getMessage());
                }
                errors.incrementAndGet();
            }
        }

        void untilAnswered() throws Exception {
            long before = answers.get();
            Await.until("queries are answered", () -> answers.get() >= before + 5);
        }

        void untilRefused() throws Exception {
            long before = errors.get();
            Await.until("queries fail", () -> errors.get() >= before + 3);
        }

        @Override
        public void close() throws InterruptedException {
            thread.interrupt();
            thread.join();
        }
    }

    private KernelBus bus;

    @BeforeEach
    void openBus() throws Exception {
        bus = new KernelBus();
    }

    @AfterEach
    void closeBus() throws Exception {
        bus.close();
    }

    @Test
    void queriesFailWhileTheInterfaceIsDownAndSucceedAfterwards() throws Exception {
        try (QueryLoop queries = new QueryLoop(bus.agent("obd.response_timeout_ms=1000"))) {
            for (int round = 0; round < ROUNDS; round++) {
                queries.untilAnswered();
                KernelBus.link("set vcan0 down");
                queries.untilRefused();
                KernelBus.link("set vcan0 up");
            }
            queries.untilAnswered();
            assertThat(queries.codes).contains("BUS_DOWN");
            assertThat(queries.surprises).isEmpty();
        }
    }

    @Test
    void queriesFailWhileTheInterfaceIsMissingAndSucceedAfterwards() throws Exception {
        try (QueryLoop queries = new QueryLoop(bus.agent("obd.response_timeout_ms=1000"))) {
            for (int round = 0; round < ROUNDS; round++) {
                queries.untilAnswered();
                KernelBus.link("del vcan0");
                queries.untilRefused();
                KernelBus.create("vcan0");
            }
            queries.untilAnswered();
            assertThat(queries.codes).contains("BUS_MISSING");
            assertThat(queries.surprises).isEmpty();
        }
    }

    @Test
    void shortInterruptionAffectsOneQueryOnly() throws Exception {
        try (QueryLoop queries = new QueryLoop(bus.agent("obd.response_timeout_ms=1000"))) {
            for (int round = 0; round < ROUNDS; round++) {
                queries.untilAnswered();
                KernelBus.link("set vcan0 down");
                KernelBus.link("set vcan0 up");
                queries.untilAnswered();
                KernelBus.link("del vcan0");
                KernelBus.create("vcan0");
            }
            queries.untilAnswered();
            assertThat(queries.surprises).isEmpty();
        }
    }
}
