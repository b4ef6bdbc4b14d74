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

/** The interface goes and comes while somebody asks without pause; nobody is restarted. */
@Tag("vcan")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
class InterfaceUnderQueriesTest {
    private static final int ROUNDS = 2;

    /** What may be said while the interface is not there, and in the moments around it. */
    private static final Set<String> CLEAR = Set.of("BUS_DOWN", "BUS_MISSING", "NO_DATA");

    /** Asks without pause, and writes down what happens. */
    private static final class Asking implements AutoCloseable {
        private final AtomicLong answers = new AtomicLong();
        private final AtomicLong errors = new AtomicLong();
        private final Queue<String> surprises = new ConcurrentLinkedQueue<>();
        private final Queue<String> codes = new ConcurrentLinkedQueue<>();
        private final Thread thread;

        private Asking(ModuleRegistry agent) {
            thread = new Thread(() -> ask(agent), "asking");
            thread.start();
        }

        private void ask(ModuleRegistry agent) {
            try {
                while (true) {
                    askOnce(agent);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // told to stop
            } catch (RuntimeException | Error e) {
                surprises.add(e.toString());
            }
        }

        private void askOnce(ModuleRegistry agent) throws InterruptedException {
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
                if (!CLEAR.contains(e.code())) {
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
    void meet() throws Exception {
        bus = new KernelBus();
    }

    @AfterEach
    void leave() throws Exception {
        bus.close();
    }

    @Test
    void queriesFailClearlyWhileItIsDownAndSucceedWhenItIsUp() throws Exception {
        try (Asking asking = new Asking(bus.agent("obd.response_timeout_ms=1000"))) {
            for (int round = 0; round < ROUNDS; round++) {
                asking.untilAnswered();
                KernelBus.link("set vcan0 down");
                asking.untilRefused();
                KernelBus.link("set vcan0 up");
            }
            asking.untilAnswered();
            assertThat(asking.codes).contains("BUS_DOWN");
            assertThat(asking.surprises).isEmpty();
        }
    }

    @Test
    void queriesFailClearlyWhileItIsGoneAndSucceedWhenItWasMadeAgain() throws Exception {
        try (Asking asking = new Asking(bus.agent("obd.response_timeout_ms=1000"))) {
            for (int round = 0; round < ROUNDS; round++) {
                asking.untilAnswered();
                KernelBus.link("del vcan0");
                asking.untilRefused();
                KernelBus.create("vcan0");
            }
            asking.untilAnswered();
            assertThat(asking.codes).contains("BUS_MISSING");
            assertThat(asking.surprises).isEmpty();
        }
    }

    @Test
    void aBlinkOfTheInterfaceIsOverWithTheQueryThatItHit() throws Exception {
        try (Asking asking = new Asking(bus.agent("obd.response_timeout_ms=1000"))) {
            for (int round = 0; round < ROUNDS; round++) {
                asking.untilAnswered();
                KernelBus.link("set vcan0 down");
                KernelBus.link("set vcan0 up");
                asking.untilAnswered();
                KernelBus.link("del vcan0");
                KernelBus.create("vcan0");
            }
            asking.untilAnswered();
            assertThat(asking.surprises).isEmpty();
        }
    }
}
