package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import example.hostile.HostileFactory;
import example.hostile.HostileFactory.Fault;
import io.outrider.api.Failure;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole daemon with a module of another author that fails: only that module is lost, and the status names it. */
class FaultyModulesTest {
    private static final String FAULT = "a fault in module hostile; report it to its author";

    @TempDir
    private Path folder;

    private RunningDaemon unit;

    @BeforeEach
    void make() {
        unit = new RunningDaemon(folder);
    }

    @AfterEach
    void end() {
        unit.close();
    }

    private void assertOthersWork() throws Exception {
        assertThat(unit.run("toy.say", "hi")).hasToString("\"hi\"");
        assertThat(unit.metrics()).contains("outrider_settings_reloads_total");
    }

    private void assertProblem(String... parts) throws Exception {
        assertThat(unit.problems())
                .filteredOn(each -> each.startsWith("hostile"))
                .singleElement()
                .asString()
                .contains(parts);
    }

    @Test
    @Announces("internal error while opening module hostile; please report it to the author of module hostile")
    @Announces("\\[hostile\\] of .* does not open")
    void aModuleThatDoesNotOpenIsMissingUntilAReloadOpensIt() throws Exception {
        HostileFactory hostile = new HostileFactory(Fault.OPEN);
        unit.settings("hostile.version = 1").startBeside(hostile);
        assertOthersWork();
        assertProblem(
                "does not open",
                FAULT,
                "NoClassDefFoundError: example/Missing",
                "repair the jar, then restart outrider");
        assertThatThrownBy(() -> unit.run("hostile.ping")).hasMessageContaining("not available");
        assertThatThrownBy(() -> unit.reload("hostile.version = 1")).hasMessageContaining(FAULT);
        hostile.repair();
        unit.reload("hostile.version = 1");
        assertThat(unit.run("hostile.ping")).hasToString("true");
        assertThat(unit.problems()).noneMatch(each -> each.startsWith("hostile"));
    }

    @ParameterizedTest
    @EnumSource(names = {"NAME", "SIGNATURES"})
    @Announces("module .* of .* cannot be used \\(NoClassDefFoundError: example/Missing\\)")
    @Announces("there is no section \\[hostile\\]")
    void aModuleThatCannotBeReadIsMissingAndItsSettingsHarmNothing(Fault fault) throws Exception {
        unit.settings("hostile.version = 1").startBeside(new HostileFactory(fault));
        assertOthersWork();
        assertThat(unit.problems())
                .anyMatch(each -> each.contains("cannot be used (NoClassDefFoundError: example/Missing)"));
        assertThat(unit.reload("hostile.version = 2", "jobs.running = 3")).contains("jobs.running");
    }

    @Test
    @Announces("module .* of .* cannot be used \\(NoClassDefFoundError: example/Missing\\)")
    @Announces("'hostile.ping' is not available")
    void loggersOfAMissingModuleRefuseNoReload() throws Exception {
        String[] logger = {"[[loggers.list]]", "function = \"hostile.ping\"", "every = \"1h\""};
        unit.settings(logger).startBeside(new HostileFactory(Fault.NAME));
        assertThat(unit.reload("jobs.running = 3\n" + String.join("\n", logger)))
                .contains("jobs.running");
        assertOthersWork();
    }

    @ParameterizedTest
    @EnumSource(names = {"HEALTH", "FACTS"})
    @Announces("module hostile failed to report its health; please report it to the author of module hostile")
    void healthThatFailsIsAProblemOfItsModuleOnly(Fault fault) throws Exception {
        unit.settings().startBeside(new HostileFactory(fault));
        assertOthersWork();
        assertProblem("its health is unknown", FAULT);
    }

    @Test
    @Announces("job .*: internal error in hostile.ping; please report it to the author of module hostile")
    void aFaultInACallNamesTheModule() throws Exception {
        unit.settings().startBeside(new HostileFactory(Fault.CALL));
        assertThatThrownBy(() -> unit.run("hostile.ping")).hasMessageContaining("hostile.ping: " + FAULT);
    }

    @Test
    @Announces("listener of module hostile failed on event .*; please report it to the author of module hostile")
    void otherListenersReceiveTheEventsThatAListenerFailsOn() throws Exception {
        unit.settings("[[loggers.list]]", "function = \"toy.count\"", "on = \"vehicle/door/*\"")
                .startBeside(new HostileFactory(Fault.LISTENER));
        unit.run("minionutil.trigger_event", "vehicle/door/open");
        Await.until("the logger reads", () -> last("toy.count").contains("\"value\":"));
        assertOthersWork();
    }

    @Test
    @Announces("module hostile failed to list its states")
    void statesOfOthersAreListedAllTheSame() throws Exception {
        unit.settings().startBeside(new HostileFactory(Fault.STATES));
        assertThat(unit.run("state.sls", "toy.good").toString()).contains("toy-stands");
    }

    @Test
    @Announces("polling policy of module hostile failed; its polling is blocked")
    void loggersOfOthersGoOnIfAPollingPolicyFails() throws Exception {
        unit.settings(
                        "[[loggers.list]]",
                        "function = \"hostile.ping\"",
                        "every = \"1s\"",
                        "[[loggers.list]]",
                        "function = \"toy.count\"",
                        "every = \"1s\"")
                .startBeside(new HostileFactory(Fault.POLICY));
        Await.until("the other module's logger reads", () -> last("toy.count").contains("\"value\":"));
        Await.until("its own logger is gated", () -> last("hostile.ping").contains("\"gated\""));
        assertThat(last("hostile.ping")).contains("the polling policy of hostile fails");
        assertProblem("its polling policy fails", FAULT);
    }

    /** Row of a logger, as text. */
    private String last(String logger) {
        try {
            for (JsonNode row : (JsonNode) unit.run("logger.list")) {
                if (row.path("name").asText().equals(logger)) {
                    return row.toString();
                }
            }
            return "";
        } catch (Failure e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Announces("module hostile failed to close; please report it to the author of module hostile")
    void aModuleThatFailsToCloseIsOpenedAgain() throws Exception {
        HostileFactory hostile = new HostileFactory(Fault.CLOSE);
        unit.settings().startBeside(hostile);
        assertThat(unit.reload("hostile.version = 2")).contains("hostile.version");
        assertThat(unit.run("hostile.ping")).hasToString("true");
    }
}
