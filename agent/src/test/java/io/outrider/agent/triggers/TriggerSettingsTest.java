package io.outrider.agent.triggers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.settings.Sections;
import io.outrider.agent.settings.Settings;
import io.outrider.agent.settings.SettingsFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TriggerSettingsTest {
    @TempDir
    Path folder;

    private TriggerSettings read(String... lines) throws Exception {
        Path file = Files.write(folder.resolve("outrider.toml"), List.of(lines));
        Settings settings = SettingsFiles.named(file, Settings.none()).load();
        new Sections(Map.of("triggers", TriggerSettings.class)).validate(settings);
        return settings.section("triggers", TriggerSettings.class);
    }

    private void refused(String why, String... lines) {
        assertThatThrownBy(() -> read(lines)).hasMessageContaining(why);
    }

    /** What the page for owners shows can be written so. */
    @Test
    void theExampleOfThePageIsGood() throws Exception {
        String page = Files.readString(Path.of("../docs/events.md"));
        String example = page.substring(page.indexOf("```toml") + 7, page.indexOf("```", page.indexOf("```toml") + 7));
        TriggerSettings settings = read(example);
        assertThat(settings.list())
                .containsExactly(
                        new Trigger(
                                "codes when the engine stops",
                                List.of("vehicle/engine/stopped"),
                                List.of(),
                                "obd.dtc",
                                List.of(),
                                Map.of(),
                                600),
                        new Trigger(
                                "door",
                                List.of("cooler/door/*", "hatch/door/open"),
                                List.of("not position/standstill"),
                                "cmd.run",
                                List.of("logger 'door: {tag} at {data.temperature} degrees'"),
                                Map.of(),
                                0));
    }

    @Test
    void withoutAnyThereAreNone() throws Exception {
        assertThat(read("")).isEqualTo(TriggerSettings.defaults());
    }

    @Test
    void whatIsWrongIsNamed() {
        refused("name: is missing", "[[triggers.list]]", "on = 'a/b'", "function = 'a.b'");
        refused("on: takes patterns", "[[triggers.list]]", "name = 'x'", "function = 'a.b'");
        refused("function: takes the name", "[[triggers.list]]", "name = 'x'", "on = 'a/b'", "function = 'ab'");
        refused(
                "did you mean engine/running?",
                "[[triggers.list]]",
                "name = 'x'",
                "on = 'a/b'",
                "function = 'a.b'",
                "when = ['engine/runing']");
        refused("cooldown", "[[triggers.list]]", "name = 'x'", "on = 'a/b'", "function = 'a.b'", "cooldown = -1");
        refused("cooldwn", "[[triggers.list]]", "name = 'x'", "on = 'a/b'", "function = 'a.b'", "cooldwn = 1");
        refused("list", "[triggers]", "list = 7");
        String[] twice = {
            "[[triggers.list]]", "name = 'x'", "on = 'a/b'", "function = 'a.b'",
            "[[triggers.list]]", "name = 'x'", "on = 'c/d'", "function = 'a.b'"
        };
        refused("two triggers are called 'x'", twice);
    }
}
