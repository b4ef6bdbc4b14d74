package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShownSettingsTest {
    private final SettingsSchema sections = BuiltinModules.sections(RunningDaemon.modules());

    @TempDir
    private Path folder;

    @Test
    void enumValuesAreShownAsInTheFiles() throws Failure {
        assertThat(sections.effective(sections.validate(Settings.none())).get("clock"))
                .containsEntry("trust", "system");
        assertThat(sections.effective(sections.validate(Settings.none())).get("obd"))
                .containsEntry("silent_bus", "probe");
    }

    @Test
    void aPasswordWithoutAUserIsReportedWithFileAndLine() throws Exception {
        Path file = folder.resolve("unit.toml");
        Files.writeString(file, "[link]\nurl = \"mqtt://a\"\npassword_file = \"/x\"\n");
        Settings settings = SettingsFiles.named(file, Settings.none()).load();
        assertThatThrownBy(() -> sections.validate(settings))
                .hasMessageContaining("unit.toml:3: [link] password_file: needs user beside it");
    }
}
