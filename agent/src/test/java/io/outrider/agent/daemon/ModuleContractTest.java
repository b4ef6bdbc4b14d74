package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.testkit.ToyPortsModule.ToyPortsFactory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ports of a module in a whole daemon. */
class ModuleContractTest {
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

    @Test
    void callsOfAModuleAreJobsUnderTheUnitsPermissions() throws Exception {
        unit.settings("jobs.deny = [\"toy.count\"]").startWith(new ToyPortsFactory());
        assertThat(unit.run("wired.call", "toy.say", List.of("hi"))).hasToString("\"hi\"");
        assertThatThrownBy(() -> unit.run("wired.call", "toy.count")).hasMessageContaining("toy.count");
        assertThatThrownBy(() -> unit.run("wired.call", "toy.fail", List.of("no luck")))
                .hasMessage("no luck");
        assertThatThrownBy(() -> unit.run("wired.call", "toy.sya")).hasMessageContaining("toy.say");
    }

    @Test
    void conditionsOfTheVehicleReachTheModule() throws Exception {
        unit.settings().startWith(new ToyPortsFactory());
        assertThat(unit.run("wired.holds", "engine/running")).hasToString("false");
        assertThat(unit.run("wired.holds", "not engine/running")).hasToString("true");
    }

    @Test
    void aReloadReopensTheModuleWithItsListenersOnce() throws Exception {
        unit.settings().startWith(new ToyPortsFactory());
        unit.reload("wired.version = 1");
        unit.reload("wired.version = 2");
        unit.run("wired.publish", "toy/one");
        assertThat(unit.run("wired.heard")).hasToString("[\"toy/one\"]");
    }
}
