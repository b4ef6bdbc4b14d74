package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.runtime.parts.Part;
import io.outrider.agent.runtime.parts.Parts;
import io.outrider.agent.runtime.settings.LastGoodSettings;
import io.outrider.agent.runtime.settings.ReferenceCheck;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsStore;
import io.outrider.testkit.Announces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsApplierTest {
    @TempDir
    private Path folder;

    private final List<String> applied = new ArrayList<>();
    private boolean faulty;
    private String jars = "";

    private void link(LinkSettings now) {
        if (faulty) {
            throw new IllegalStateException("thrown by a test");
        }
        applied.add("link");
    }

    @Test
    @Announces("the settings of .* are not in force")
    void aSectionThatFailedToApplyIsRetriedAtTheNextReload() throws Exception {
        Path file = folder.resolve("outrider.toml");
        Files.writeString(file, "unit.id = \"u-7\"\n");
        SettingsStore settings = new SettingsStore(
                SettingsFiles.named(file, Settings.none()),
                BuiltinModules.sections(List.of()),
                ReferenceCheck.NONE,
                new LastGoodSettings(folder),
                Clock.systemUTC());
        Parts parts = new Parts();
        parts.add(Part.of(Sections.LINK, this::link));
        parts.add(Part.named("modules").applied(() -> Set.of("cmd", "obd"), (now, changed) -> applied.addAll(changed)));
        SettingsApplier reloading = new SettingsApplier(settings, parts, now -> List.of(), () -> jars);
        Files.writeString(file, "unit.id = \"u-7\"\nlink.window = 3\ncmd.enabled = true\n");
        faulty = true;
        assertThatThrownBy(reloading::reload).isInstanceOf(IllegalStateException.class);
        assertThat(applied).isEmpty();
        faulty = false;
        assertThat(reloading.reload()).isEqualTo("[cmd] is tried again\n[link] is tried again");
        assertThat(applied).containsExactly("link", "cmd");
        assertThat(reloading.reload()).isEqualTo("nothing changed");
        assertThat(applied).hasSize(2);
        jars = "door.jar is new";
        assertThat(reloading.reload()).isEqualTo("nothing changed\ndoor.jar is new");
        Files.writeString(file, "unit.id = \"u-7\"\ndoor.file = \"a\"\n");
        assertThatThrownBy(reloading::reload)
                .hasMessageContaining("there is no section [door]")
                .hasMessageEndingWith("\ndoor.jar is new");
    }
}
