package io.outrider.bench;

import static io.outrider.bench.KernelBus.TOWN;
import static io.outrider.bench.KernelBus.query;
import static io.outrider.bench.KernelBus.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.bench.car.CarSettings;
import io.outrider.testkit.TimeoutFactor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faulty answers: each gives a specific error, and the next answer is correct. */
@Tag("vcan")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SAME_THREAD)
class FaultyVehicleOnKernelBusTest {
    private static final String[] VIN = {"VIN", "header=7E0", "mode=09", "pid=02", "formula=message.data[3:20]"};

    private KernelBus bus;
    private ModuleRegistry agent;

    @BeforeEach
    void openBus() throws Exception {
        bus = new KernelBus();
        agent = bus.agent();
        theNextQueryIsRight();
    }

    @AfterEach
    void closeBus() throws Exception {
        bus.close();
    }

    private void theNextQueryIsRight() throws Exception {
        assertThat(query(agent, "SPEED").asDouble()).isEqualTo(TOWN.speedKmh(), within(0.5));
        assertThat(query(agent, "vin", "header=7E0", "mode=09", "pid=02", "decoder=noop")
                        .asText())
                .isEqualTo(vinMessage());
        assertThat(query(agent, "RPM").asDouble()).isEqualTo(TOWN.engine().rpm(), within(0.25));
    }

    private static String vinMessage() {
        StringBuilder hex = new StringBuilder("490201");
        CarSettings.DEFAULT.vin().chars().forEach(letter -> hex.append(String.format("%02x", letter)));
        return hex.toString();
    }

    /** Frames that arrive after a failed query must not become part of the next ones. */
    @ParameterizedTest
    @ValueSource(strings = {"lost=1", "lost=2", "wrong-sequence=1", "wrong-sequence=2", "doubled=1", "swapped=1"})
    void brokenAnswerIsAnErrorOfItsQueryOnly(String fault) throws Exception {
        bus.order(fault);
        assertThat(refusal(agent, VIN)).isEqualTo("BROKEN_ANSWER");
        bus.car().faults().clear();
        theNextQueryIsRight();
    }

    @ParameterizedTest
    @ValueSource(strings = {"silence", "lost=0"})
    void silenceIsNoDataAfterTheTimeout(String fault) throws Exception {
        bus.order(fault);
        long before = System.nanoTime();
        assertThat(refusal(agent, "X", "header=7E0", "mode=01", "pid=0C", "timeout=0.5"))
                .isEqualTo("NO_DATA");
        assertThat(System.nanoTime() - before)
                .isBetween(
                        TimeUnit.MILLISECONDS.toNanos(500), TimeUnit.SECONDS.toNanos(TimeoutFactor.scaledSeconds(4)));
        assertThat(refusal(agent, "Y", "mode=01", "pid=0C", "force=true", "timeout=0.5"))
                .isEqualTo("NO_DATA");
        bus.car().faults().clear();
        theNextQueryIsRight();
    }

    @Test
    void lateAnswerWithinTheTimeoutIsAccepted() throws Exception {
        bus.order("late=700");
        assertThat(query(agent, "RPM").asDouble()).isEqualTo(TOWN.engine().rpm(), within(0.25));
        bus.car().faults().clear();
        theNextQueryIsRight();
    }

    @Test
    void answerAfterTheTimeoutIsNotUsedForTheNextQuery() throws Exception {
        bus.order("late=3000");
        assertThat(refusal(agent, "X", "header=7E0", "mode=01", "pid=0C", "timeout=0.3"))
                .isEqualTo("NO_DATA");
        assertThat(query(agent, "speed", "header=7E0", "mode=01", "pid=0D", "formula=message.data[2]", "timeout=10")
                        .asDouble())
                .isEqualTo(TOWN.speedKmh(), within(0.5));
        bus.car().faults().clear();
        theNextQueryIsRight();
    }

    @Test
    void responsePendingExtendsTheTimeout() throws Exception {
        bus.order("pending=4,every=400");
        long before = System.nanoTime();
        assertThat(query(agent, "rpm", "header=7E0", "mode=01", "pid=0C", "decoder=noop", "timeout=1.5")
                        .asText())
                .startsWith("410c");
        assertThat(System.nanoTime() - before).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1_600));
        bus.car().faults().clear();
        theNextQueryIsRight();
    }

    @Test
    void endlessAnswerIsAcceptedAtItsLengthAndDisturbsNoQuery() throws Exception {
        bus.order("endless,ecu=7E8");
        assertThat(query(agent, "vin", "header=7E0", "mode=09", "pid=02", "decoder=noop")
                        .asText())
                .isEqualTo(vinMessage());
        assertThat(query(agent, "RPM").asDouble()).isEqualTo(TOWN.engine().rpm(), within(0.25));
        assertThat(query(agent, "SOC", "header=7E4", "mode=22", "pid=0105", "formula=message.data[34]/2")
                        .asDouble())
                .isEqualTo(TOWN.battery().socPercent(), within(0.5));
        bus.car().faults().clear();
        theNextQueryIsRight();
    }
}
