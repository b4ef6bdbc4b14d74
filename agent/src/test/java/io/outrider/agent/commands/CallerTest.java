package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of modules to functions of others. */
class CallerTest {
    @TempDir
    private Path folder;

    private JobsUnit unit;
    private Caller caller;

    @BeforeEach
    void start() {
        unit = new JobsUnit(folder);
        unit.settings = new JobSettings(null, List.of("t.wait"), null, null, null, Map.of(), null);
        unit.started();
        caller = unit.jobs;
    }

    @AfterEach
    void close() {
        unit.close();
    }

    @Test
    void theValueComesAsAPlainObject() throws Exception {
        assertThat(caller.call("t.echo", List.of(Map.of("a", List.of(1, "b"))), Map.of()))
                .isEqualTo(Map.of("a", List.of(1, "b")));
        assertThat(caller.call("t.echo", List.of(), Map.of("value", 7))).isEqualTo(7);
    }

    @Test
    void aFailureOfTheFunctionIsThrown() {
        assertThatThrownBy(() -> caller.call("t.fail", List.of(), Map.of())).isInstanceOf(Failure.class);
        assertThatThrownBy(() -> caller.call("t.absent", List.of(), Map.of()))
                .isInstanceOfSatisfying(
                        Failure.class, each -> assertThat(each.code()).isEqualTo("NO_SUCH_FUNCTION"));
    }

    @Test
    void aDeniedFunctionIsNotCalled() {
        assertThatThrownBy(() -> caller.call("t.wait", List.of(1), Map.of()))
                .isInstanceOfSatisfying(
                        Failure.class, each -> assertThat(each.code()).isEqualTo("DENIED"));
        assertThat(unit.broker.messages()).as("the fleet is told nothing").isEmpty();
    }
}
