package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.api.Failure;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modules of the class path without a daemon. */
class StandaloneModulesTest {
    @TempDir
    private Path home;

    private final StandaloneModules modules = new StandaloneModules(
            () -> BuiltinModules.usable(RunningDaemon.modules()),
            Path.of("/etc/machine-id"),
            Clock.systemUTC(),
            Ticker.system());

    private Path config(String text) throws Exception {
        return Files.writeString(home.resolve("outrider.toml"), text);
    }

    private static Set<String> names(ModuleRegistry registry) {
        return registry.functions().signatures().all().stream()
                .map(Signature::name)
                .map(each -> each.substring(0, each.indexOf('.')))
                .collect(Collectors.toSet());
    }

    @Test
    void oneModuleIsOpenedWithoutTheOthersAndTheirData() throws Exception {
        try (ModuleRegistry all = modules.open(Settings.none(), config("unit.id = 'u-1'"), home.resolve("all"));
                ModuleRegistry one =
                        modules.openAlone("obd", Settings.none(), config("unit.id = 'u-1'"), home.resolve("one"))) {
            assertThat(names(all)).contains("obd", "docker", "test");
            assertThat(names(one)).containsExactly("obd");
        }
        try (Stream<Path> files = Files.exists(home.resolve("one")) ? Files.list(home.resolve("one")) : Stream.of()) {
            assertThat(files.map(each -> each.getFileName().toString())).isSubsetOf("obd");
        }
    }

    @Test
    void theSettingsOfTheOthersAreCheckedNevertheless() {
        assertThatThrownBy(() -> modules.openAlone(
                        "obd", Settings.none(), config("unit.id = 'u-1'\ndocker.nonsense = 1\n"), home))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("nonsense");
    }
}
