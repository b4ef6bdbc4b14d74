package io.outrider.agent.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.api.ModuleFactory;
import io.outrider.testkit.Announces;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Start of a unit whose settings an edit has broken. */
class LastGoodSettingsTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2023-08-28T12:22:31.253Z"), ZoneOffset.UTC);

    @TempDir
    private Path directory;

    private Path main;
    private Path more;

    @BeforeEach
    void write() throws Exception {
        main = directory.resolve("outrider.toml");
        more = Files.createDirectory(directory.resolve("conf.d")).resolve("10-more.toml");
        Files.writeString(main, "[jobs]\nwaiting = 3\nkey = \"sésame ouvre-toi\"\n");
        Files.writeString(more, "jobs.header = \"7E4\"");
    }

    private Path data() {
        return directory.resolve("data");
    }

    private Path copy() {
        return data().resolve("settings/last-good.json");
    }

    private SettingsStore start(String... commandLine) throws Failure {
        return start(Shapes.SECTIONS, commandLine);
    }

    private SettingsStore start(SettingsSchema sections, String... commandLine) throws Failure {
        SettingsFiles files = SettingsFiles.named(main, Settings.of(List.of(commandLine)));
        return new SettingsStore(files, sections, ReferenceCheck.NONE, new LastGoodSettings(data()), CLOCK);
    }

    private static Shapes.JobsShape jobs(SettingsStore reload) throws Failure {
        return reload.get().section("jobs", Shapes.JobsShape.class);
    }

    @Test
    @Announces("not in force: .*outrider.toml:1: .*; the last known good ones are: correct the files")
    void aBrokenEditSurvivesARestartAndHealthReportsIt() throws Exception {
        SettingsStore first = start();
        assertThat(first.health().problems()).isEmpty();
        Files.writeString(main, "[jobs\nwaiting = 4\n");
        SettingsStore second = start();
        assertThat(jobs(second).waiting()).isEqualTo(3);
        assertThat(jobs(second).header()).isEqualTo("7E4");
        assertThat(jobs(second).key()).isEqualTo("sésame ouvre-toi");
        assertThat(second.health().problems())
                .singleElement()
                .asString()
                .startsWith("the settings of 2023-08-28T12:22:31Z are not in force: " + main + ":1: ")
                .endsWith("outrider reload");
        Files.writeString(main, "jobs.waiting = 4");
        assertThat(second.reload()).extracting(SettingChange::key).contains("waiting", "key");
        assertThat(second.health().problems()).isEmpty();
    }

    @Test
    @Announces("not in force: ")
    void badKeysCountLikeBadToml() throws Exception {
        start();
        Files.writeString(more, "jobs.waitin = 1\nobd.share_ms = 2000\n");
        assertThat(start().health().problems())
                .singleElement()
                .asString()
                .contains("did you mean waiting", "share_ms: 2000 is not from 0 to 1000");
    }

    @Test
    @Announces("not in force: ")
    @Announces("not in force: ")
    void aFileThatIsGoneOrUnreadableIsSurvivedToo() throws Exception {
        start();
        Files.delete(main);
        assertThat(jobs(start()).waiting()).isEqualTo(3);
        Files.createDirectory(main);
        assertThat(jobs(start()).waiting()).isEqualTo(3);
    }

    @Test
    @Announces("not in force: ")
    void theCommandLineStillCountsMore() throws Exception {
        start();
        Files.writeString(main, "[");
        assertThat(jobs(start("jobs.waiting=9")).waiting()).isEqualTo(9);
    }

    @Test
    @Announces("not in force: ")
    @Announces("not in force: ")
    void aReloadIsKeptAndABadOneIsNot() throws Exception {
        SettingsStore running = start();
        Files.writeString(main, "jobs.waiting = 5");
        running.reload();
        Files.writeString(main, "jobs.waiting = 0");
        assertThatThrownBy(running::reload).isInstanceOf(Failure.class);
        assertThat(jobs(start()).waiting()).isEqualTo(5);
    }

    @Test
    void withoutACopyThereIsNoStart() throws Exception {
        Files.writeString(main, "jobs.waiting = 0");
        assertThatThrownBy(this::start).isInstanceOf(Failure.class).hasMessageContaining("waiting: 0 is not from");
        assertThat(copy()).doesNotExist();
    }

    @Test
    void aCopyOfOtherFilesIsIgnored() throws Exception {
        start();
        main = Files.writeString(directory.resolve("other.toml"), "jobs.waiting = 0");
        assertThatThrownBy(this::start).isInstanceOf(Failure.class).hasMessageContaining("waiting: 0 is not from");
    }

    @Test
    @Announces("last known good settings are no longer valid: .*no section \\[jobs\\]")
    void aCopyInvalidAfterAnUpdateIsIgnored() throws Exception {
        start();
        Files.writeString(main, "[");
        SettingsSchema newer = new SettingsSchema(Map.of("state", ModuleFactory.NoSettings.class));
        assertThatThrownBy(() -> start(newer)).isInstanceOf(Failure.class).hasMessageContaining("is not TOML");
    }

    @Test
    void theCopyIsPrivateAndLeavesNoTemporaryFiles() throws Exception {
        start();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy().getParent())))
                .isEqualTo("rwx------");
        try (var files = Files.list(copy().getParent())) {
            assertThat(files).containsExactly(copy());
        }
    }

    @Test
    void anUnchangedCopyIsNotRewritten() throws Exception {
        start();
        Files.setLastModifiedTime(copy(), FileTime.fromMillis(0));
        start().reload();
        assertThat(Files.getLastModifiedTime(copy()).toMillis()).isZero();
    }

    @Test
    @Announces("the settings cannot be kept in ")
    void aDiskThatCannotKeepThemDoesNotStopTheDaemon() throws Exception {
        Files.writeString(data(), "no folder");
        assertThat(jobs(start()).waiting()).isEqualTo(3);
    }

    @Test
    void aDamagedCopyIsNone() throws Exception {
        start();
        String good = Files.readString(copy(), StandardCharsets.UTF_8);
        Files.writeString(main, "[");
        String[] damaged = {
            "",
            "null",
            "[]",
            "{}",
            "\0\0\0\0",
            good.substring(0, good.length() / 2),
            good.replace("\"text\"", "\"tex\""),
            good.replaceAll("\"files\":.*", "\"files\":[null]}"),
            good.replace("waiting", "waitin")
        };
        for (String text : damaged) {
            Files.writeString(copy(), text);
            assertThatThrownBy(this::start)
                    .as(text)
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("is not TOML")
                    .hasMessageNotContaining("sésame");
        }
    }
}
