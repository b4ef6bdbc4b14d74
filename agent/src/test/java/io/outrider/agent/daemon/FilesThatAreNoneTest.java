package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.fleet.mqtt.LinkFiles;
import io.outrider.agent.fleet.mqtt.LinkSettings;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** Pipes, devices and huge files in place of expected files. */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class FilesThatAreNoneTest {
    private static final long LARGER_THAN_ARRAYS = 3L << 30;

    @TempDir
    Path folder;

    private Path pipe(String name) throws Exception {
        Path pipe = folder.resolve(name);
        Files.createDirectories(pipe.getParent());
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    private Path huge(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (RandomAccessFile hole = new RandomAccessFile(file.toFile(), "rw")) {
            hole.setLength(LARGER_THAN_ARRAYS);
        }
        return file;
    }

    private LinkFiles read(String... lines) throws Failure, IOException {
        Path file = Files.write(folder.resolve("link.toml"), List.of(lines));
        Settings settings = SettingsFiles.named(file, Settings.none()).load();
        return new LinkFiles(settings.section("link", LinkSettings.class));
    }

    @Test
    void theLinksFilesAreComparedWithoutBlocking() throws Exception {
        String[] lines = {
            "[link]",
            "user = \"u\"",
            "ca = \"/dev/zero\"",
            "password_file = \"" + pipe("pipe") + "\"",
            "certificate = \"" + huge("huge") + "\"",
            "key = \"" + folder + "\""
        };
        assertThat(read(lines).changedSince(read(lines))).isEmpty();
    }

    @Test
    @Announces("it is no regular file|is no regular file; a file is needed here")
    void aDaemonWithSuchSettingsReportsThemAndExits() throws Exception {
        try (RunningDaemon unit = new RunningDaemon(folder)
                .settings(
                        RunningDaemon.linkTo(Mosquitto.freePort()),
                        "link.user = \"u\"",
                        "link.password_file = \"" + pipe("pipe") + "\"")
                .start()) {
            assertThat(unit.run("test.ping")).hasToString("true");
            assertThat(unit.problems().toString())
                    .contains("[link] password_file: ", "is no regular file; a file is needed here");
        }
    }

    @Test
    @Announces("are not in force")
    void aReloadRejectsThemAndChangesNothing() throws Exception {
        try (RunningDaemon unit =
                new RunningDaemon(folder).settings("loggers.standard = false").start()) {
            refused(unit, "/dev/zero", "it is no regular file");
            refused(unit, huge("huge.pem").toString(), "it has more than 1048576 bytes");
            refused(unit, pipe("pipe").toString(), "it is no regular file");
            assertThat(unit.linkState()).isEqualTo("off");
        }
    }

    private static void refused(RunningDaemon unit, String ca, String why) {
        unit.settings("link.url = \"mqtts://127.0.0.1:" + Mosquitto.freePort() + "\"", "link.ca = \"" + ca + "\"");
        assertThatThrownBy(() -> unit.daemon().reload())
                .isInstanceOf(Failure.class)
                .hasMessageContaining("[link] ca: cannot read " + ca + " (" + why + "); name a PEM file");
    }

    @Test
    void aDaemonWithHugeStateFilesStarts() throws Exception {
        huge("data/last-boot");
        huge("data/settings/last-good.json");
        huge("data/obd/polling");
        try (RunningDaemon unit =
                new RunningDaemon(folder).settings("loggers.standard = false").start()) {
            assertThat(unit.run("test.ping")).hasToString("true");
        }
        assertThat(folder.resolve("data/last-boot")).hasSize(36);
    }

    @Test
    @Announces("pipe cannot be read|the stored document cannot be read|desired")
    void aDaemonWithPipesAsStateFilesStarts() throws Exception {
        pipe("data/last-boot");
        pipe("data/settings/last-good.json");
        pipe("data/desired/desired.json");
        pipe("data/obd/polling");
        try (RunningDaemon unit =
                new RunningDaemon(folder).settings("loggers.standard = false").start()) {
            assertThat(unit.run("test.ping")).hasToString("true");
        }
    }

    @Test
    void aLockThatIsAPipeIsReportedWithoutBlocking() throws Exception {
        pipe("data/lock");
        assertThatThrownBy(() -> new RunningDaemon(folder).settings().start())
                .isInstanceOf(Failure.class)
                .hasMessageContaining("data/lock cannot be written (it is no regular file); give ");
    }
}
