package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.testing.WrongArguments;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Outcome;
import io.outrider.api.Ticker;
import io.outrider.testkit.ToyModule.ToyFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** States of one module run by another, as wired in the daemon. */
class ToyStatesTest {
    @TempDir
    Path data;

    private ModuleRegistry open() throws Exception {
        ModuleFactory states = StreamSupport.stream(
                        ServiceLoader.load(ModuleFactory.class).spliterator(), false)
                .filter(each -> each.name().equals("state"))
                .findFirst()
                .orElseThrow();
        return new ModuleRegistry(
                List.of(states, new ToyFactory()), Settings.of(List.of()), data, Clock.systemUTC(), Ticker.system());
    }

    private static Object sls(ModuleRegistry agent, Object... words) throws Exception {
        return agent.functions().prepare("state.sls", List.of(words), Map.of()).run();
    }

    @Test
    void pendingStatesRunOnce() throws Exception {
        try (ModuleRegistry agent = open()) {
            assertThat(((Outcome) sls(agent, "pending")).retcode()).isEqualTo(2);
            agent.functions()
                    .prepare("toy.arm", List.of("failing", false), Map.of())
                    .run();
            assertThat(((Map<?, ?>) sls(agent, "pending")).keySet())
                    .hasToString("[test_|-pending_|-pending_|-succeed_without_changes]");
            assertThat(sls(agent, "toy.good,toy.lasting")).isInstanceOf(Map.class);
            assertThatThrownBy(() -> sls(agent, "toy.godo")).hasMessageContaining("did you mean toy.good?");
        }
    }

    @Test
    void wrongArgumentsAreRefusedByName() throws Exception {
        try (ModuleRegistry agent = open()) {
            agent.functions().all().forEach(each -> WrongArguments.check(agent.functions(), each));
        }
    }
}
