package io.outrider.agent.loggers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.settings.Sections;
import io.outrider.agent.settings.Settings;
import io.outrider.agent.settings.SettingsFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loggers as an owner writes them. */
class LoggersFileTest {
    private final Sections sections = new Sections(Map.of("loggers", LoggersSettings.class));

    private static Settings file(Path folder, String text) throws Exception {
        Path file = folder.resolve("outrider.toml");
        Files.writeString(file, text);
        return SettingsFiles.named(file, Settings.none()).load();
    }

    @Test
    void theExamplesOfThePageAreRight(@TempDir Path folder) throws Exception {
        String page = Files.readString(Path.of("../docs/loggers.md"));
        String example = page.substring(page.indexOf("```toml\n") + 8);
        Settings settings = file(folder, example.substring(0, example.indexOf("```")));
        sections.validate(settings);
        assertThat(settings.section("loggers", LoggersSettings.class).loggers())
                .extracting(LoggerSettings::name)
                .containsExactly("obd.soc", "obd.rpm", "acc.xyz", "nightly");
    }

    @Test
    void aMistakeIsToldWithItsFileAndPlace(@TempDir Path folder) throws Exception {
        Settings settings = file(
                folder,
                "[[loggers.list]]\nfunction = \"a.b\"\nevery = \"1s\"\n\n[[loggers.list]]\nfunction = \"a.c\"\nevry = 5\n");
        assertThatThrownBy(() -> sections.validate(settings))
                .hasMessageContaining(
                        "outrider.toml:1: [loggers] list[1]: there is no key 'evry' (did you mean every?)")
                .hasMessageContaining("list[1].every: give exactly one of every, cron and on, not none");
    }

    @Test
    void aThousandLoggersAreRead(@TempDir Path folder) throws Exception {
        String text = IntStream.range(0, 1_000)
                .mapToObj(i -> "[[loggers.list]]\nfunction = \"obd.query\"\narg = [\"p" + i
                        + "\"]\nkwarg = {mode = \"22\", pid = \"F1" + i
                        + "\"}\nevery = \"10s\"\nfilter = {max = \"1m\"}\n")
                .collect(Collectors.joining("\n"));
        Settings settings = file(folder, text);
        long start = System.nanoTime();
        sections.validate(settings);
        assertThat(settings.section("loggers", LoggersSettings.class).loggers()).hasSize(1_000);
        assertThat((System.nanoTime() - start) / 1e9).isLessThan(5);
    }
}
