package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.outrider.api.Failure;
import io.outrider.obd.ObdSettings;
import io.outrider.testkit.Announces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class SettingsStoreTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2023-08-28T12:22:31.253Z"), ZoneOffset.UTC);

    @TempDir
    private Path directory;

    private Path write(String text) throws Exception {
        return Files.writeString(directory.resolve("outrider.toml"), text);
    }

    private SettingsStore reload(Path file) throws Failure {
        SettingsFiles files = SettingsFiles.named(file, Settings.none());
        return new SettingsStore(
                files, Shapes.SECTIONS, ReferenceCheck.NONE, new LastGoodSettings(directory.resolve("data")), CLOCK);
    }

    private static int waiting(SettingsStore reload) throws Failure {
        return reload.get().section("jobs", Shapes.JobsShape.class).waiting();
    }

    @Test
    void goodSettingsComeIntoForce() throws Exception {
        SettingsStore reload = reload(write("jobs.waiting = 1"));
        write("jobs.waiting = 2");
        assertThat(waiting(reload)).isEqualTo(1);
        assertThat(reload.reload()).containsExactly(new SettingChange("jobs", "waiting", "1", "2"));
        assertThat(waiting(reload)).isEqualTo(2);
        assertThat(reload.reload()).isEmpty();
        assertThat(reload.health().problems()).isEmpty();
    }

    @Test
    void theLogHasChangedKeysWithoutValues() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(SettingsStore.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
        try {
            SettingsStore reload = reload(write("jobs.waiting = 1"));
            write("jobs.waiting = 2\njobs.header = 'geheim'");
            reload.reload();
        } finally {
            logger.detachAppender(log);
            logger.setLevel(null);
        }
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("new settings are in force: jobs.waiting, jobs.header");
    }

    @Test
    @Announces("^the settings of 2023-08-28T12:22:31Z are not in force: ")
    void badSettingsAreRejectedAndHealthReportsThemUntilCorrected() throws Exception {
        Path file = write("jobs.waiting = 1");
        SettingsStore reload = reload(file);
        write("[jobs]\nwaiting = 0\nstrict = 3\n");
        assertThatThrownBy(reload::reload).isInstanceOf(Failure.class);
        assertThat(waiting(reload)).isEqualTo(1);
        assertThat(reload.health().problems())
                .containsExactly("the settings of 2023-08-28T12:22:31Z are not in force: " + file
                        + ":3: [jobs] strict: takes true or false, not '3'; " + file
                        + ":2: [jobs] waiting: 0 is not from 1 to 100");
        Files.delete(file);
        assertThatThrownBy(reload::reload).hasMessage(file + ": there is no such file");
        write("jobs.waiting = 3");
        reload.reload();
        assertThat(waiting(reload)).isEqualTo(3);
        assertThat(reload.health().problems()).isEmpty();
    }

    @Test
    @Announces("^the settings of 2023-08-28T12:22:31Z are not in force: ")
    void badReferencesOfValidSectionsAreReportedBesideInvalidSections() throws Exception {
        SettingsFiles files = SettingsFiles.named(write("jobs.waiting = 1"), Settings.none());
        ReferenceCheck named =
                settings -> settings.section("obd", ObdSettings.class).can() == null
                        ? ReferenceCheck.Findings.NONE
                        : new ReferenceCheck.Findings(List.of("can: there is no can7"), List.of());
        SettingsStore reload = new SettingsStore(
                files, Shapes.SECTIONS, named, new LastGoodSettings(directory.resolve("data")), CLOCK);
        write("[jobs]\nwaiting = 0\n[obd]\ncan = 'can7'");
        assertThatThrownBy(reload::reload)
                .hasMessageContaining("waiting: 0 is not")
                .hasMessageEndingWith("\ncan: there is no can7");
        assertThat(reload.health().problems()).singleElement().asString().endsWith("; can: there is no can7");
    }

    @Test
    @Announces("^warning ")
    @Announces("^and 5 more warnings about the settings; see outrider config check$")
    void atMostTwentyWarningsAreLogged() throws Exception {
        List<String> warnings =
                IntStream.range(0, 25).mapToObj(i -> "warning " + i).toList();
        Logger logger = (Logger) LoggerFactory.getLogger(SettingsWarnings.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            new SettingsStore(
                    SettingsFiles.named(write("jobs.waiting = 1"), Settings.none()),
                    Shapes.SECTIONS,
                    settings -> new ReferenceCheck.Findings(List.of(), warnings),
                    new LastGoodSettings(directory.resolve("data")),
                    CLOCK);
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list).hasSize(21);
    }

    @Test
    @Announces("^the settings of 2023-08-28T12:22:31Z are not in force: ")
    void reloadsAreCountedByOutcome() throws Exception {
        SettingsStore reload = reload(write("jobs.waiting = 1"));
        reload.reload();
        reload.reload();
        write("jobs.waiting = 0");
        assertThatThrownBy(reload::reload).isInstanceOf(Failure.class);
        assertThat(reload.health().metrics())
                .extracting(each -> each.labels().get("outcome") + "=" + each.value())
                .containsExactly("done=2.0", "failed=1.0");
    }
}
