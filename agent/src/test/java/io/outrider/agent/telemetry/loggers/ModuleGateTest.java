package io.outrider.agent.telemetry.loggers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Reasons of modules against calls, and the report of a closed gate. */
class ModuleGateTest {
    private final List<String> messages = new ArrayList<>();
    private Optional<String> obd = Optional.empty();
    private boolean inUse;
    private boolean wasInUse;

    private final ModuleGate gate = new ModuleGate(this::pollingBlocked, () -> inUse, messages::add);

    private Optional<String> pollingBlocked(String module, boolean used) {
        wasInUse = used;
        return module.equals("obd") ? obd : Optional.of(module + " rests");
    }

    @Test
    void theModulesReasonIsPassedOn() {
        assertThat(gate.apply("obd")).isEmpty();
        assertThat(gate.apply("acc")).contains("acc rests");
    }

    @Test
    void theUseOfTheVehicleIsPassedOn() {
        gate.apply("obd");
        assertThat(wasInUse).isFalse();
        inUse = true;
        gate.apply("obd");
        assertThat(wasInUse).isTrue();
    }

    @Test
    void eachClosingOfTheVehiclesGateIsReportedOnce() {
        gate.apply("obd");
        assertThat(messages).isEmpty();
        obd = Optional.of("the bus is silent for 1 s");
        gate.apply("obd");
        gate.apply("obd");
        gate.apply("acc");
        assertThat(messages).containsExactly("the bus is silent for 1 s");
        obd = Optional.empty();
        gate.apply("obd");
        obd = Optional.of("can0 is down or not there");
        gate.apply("obd");
        assertThat(messages).containsExactly("the bus is silent for 1 s", "can0 is down or not there");
    }
}
