package io.outrider.agent.telemetry.loggers;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.modules.ModulePorts;
import io.outrider.agent.runtime.modules.OpenedForTest;
import io.outrider.api.Inhibitors;
import io.outrider.api.PollingPolicy;
import io.outrider.testkit.Announces;
import io.outrider.testkit.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Polling policies of modules, inhibitions of polling, and the report of a vehicle that is not read any more. */
class ModuleGateTest {
    private final List<String> messages = new ArrayList<>();
    private final ManualTicker ticker = new ManualTicker();
    private final ModulePorts ports = OpenedForTest.ports(ticker);
    private final ModuleGate gate = new ModuleGate(ports.inhibitions(), messages::add);
    private final Inhibitors vehicle = OpenedForTest.inhibitors("vehicle", ports);
    private final Inhibitors other = OpenedForTest.inhibitors("other", ports);
    private Optional<String> silence = Optional.empty();

    private void readVehicle() {
        vehicle.polling(new PollingPolicy() {
            @Override
            public Optional<String> blocked() {
                return silence;
            }

            @Override
            public boolean readsVehicle() {
                return true;
            }
        });
    }

    @Test
    void theReasonOfAModulesPolicyIsPassedOn() {
        other.polling(() -> Optional.of("it rests"));
        assertThat(gate.apply("other")).contains("it rests");
        assertThat(gate.apply("vehicle")).as("of a module without a policy").isEmpty();
        assertThat(messages).isEmpty();
    }

    @Test
    @Announces("polling policy of module other failed; its polling is blocked")
    void aPolicyThatFailsBlocksItsModuleOnlyUntilItWorksAgain() {
        boolean[] faulty = {true};
        other.polling(() -> {
            if (faulty[0]) {
                throw new IllegalStateException("a fault");
            }
            return Optional.empty();
        });
        readVehicle();
        assertThat(gate.apply("other")).contains("the polling policy of other fails");
        assertThat(gate.apply("vehicle")).isEmpty();
        faulty[0] = false;
        assertThat(gate.apply("other")).isEmpty();
        other.polling(() -> null);
        assertThat(gate.apply("other")).contains("the polling policy of other fails");
    }

    @Test
    void eachSilenceOfTheVehicleIsReportedOnce() {
        readVehicle();
        other.polling(() -> Optional.of("it rests"));
        gate.apply("vehicle");
        assertThat(messages).isEmpty();
        silence = Optional.of("the bus is silent for 1 s");
        gate.apply("vehicle");
        gate.apply("vehicle");
        gate.apply("other");
        assertThat(messages).containsExactly("the bus is silent for 1 s");
        silence = Optional.empty();
        gate.apply("vehicle");
        silence = Optional.of("can0 is down or not there");
        gate.apply("vehicle");
        assertThat(messages).containsExactly("the bus is silent for 1 s", "can0 is down or not there");
    }

    @Test
    void anInhibitionBlocksAllModulesUntilItExpiresAndIsNoSilence() {
        readVehicle();
        other.inhibit(Inhibitors.Activity.POLLING, "a release is installed", Duration.ofSeconds(10));
        other.inhibit(Inhibitors.Activity.SLEEP, "no matter", Duration.ofSeconds(60));
        assertThat(gate.apply("vehicle")).contains("a release is installed");
        assertThat(gate.apply("another")).contains("a release is installed");
        assertThat(messages).isEmpty();
        ticker.advance(Duration.ofSeconds(10).toNanos());
        assertThat(gate.apply("vehicle")).isEmpty();
    }
}
