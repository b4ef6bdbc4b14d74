package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.operator.support.SupportBundle;
import io.outrider.agent.operator.support.SupportSources;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.testkit.Programs;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Support bundle of a real daemon, unpacked by tar. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SAME_THREAD)
class SupportBundleTest {
    private static final Duration LIMIT = TimeoutFactor.scaled(Duration.ofSeconds(15));
    private static final Instant NOW = Instant.parse("2026-11-23T18:00:00Z");

    @TempDir
    private Path home;

    private SupportSources sources(SupportSources.DaemonClient client, SupportSources.SettingsCheck check) {
        return new SupportSources(
                SettingsFiles.named(home.resolve("outrider.toml"), Settings.none()),
                BuiltinModules.sections(RunningDaemon.modules()),
                List.of(home.resolve("data")),
                List.of(home.resolve("run/token")),
                client,
                check);
    }

    private static LocalClient none() throws Failure {
        throw new Failure(CommandLineErrors.NOT_RUNNING, "the daemon does not run");
    }

    private Path file() {
        return home.resolve("bundle.tar.gz");
    }

    /** Folder of the unpacked bundle. */
    private Path unpacked() throws Exception {
        Programs.run(List.of(Programs.find("tar", "tar"), "-xzf", file().toString(), "-C", home.toString()));
        return home.resolve("bundle");
    }

    private String part(String name) throws Exception {
        return Files.readString(unpacked().resolve(name));
    }

    private String everything() throws Exception {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(unpacked())) {
            for (Path each : files.toList()) {
                all.append(Files.readString(each));
            }
        }
        return all.toString();
    }

    private Path secretFile(String name, String secret) throws Exception {
        Path file = Files.writeString(home.resolve(name), secret + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void noSecretOfTheUnitIsInTheBundle() throws Exception {
        List<String> secrets = List.of(
                "Br0ker-Passw0rd",
                "upl0ad-t0ken",
                "l0gger-secret",
                "reg1stry-pw",
                "env-of-a-container",
                "rel-env-value");
        RunningDaemon unit = new RunningDaemon(home)
                .settings(
                        "link.url = \"mqtt://127.0.0.1:1\"",
                        "link.user = \"me\"",
                        "link.password_file = \"" + secretFile("broker", secrets.get(0)) + "\"",
                        "upload.token_file = \"" + secretFile("upload", secrets.get(1)) + "\"",
                        "loggers.standard = false",
                        "[[loggers.list]]",
                        "name = \"echo\"",
                        "function = \"test.echo\"",
                        "arg = [\"password=" + secrets.get(2) + "\"]",
                        "every = \"1h\"")
                .start();
        try (unit) {
            Files.createDirectories(unit.data().resolve("desired"));
            Files.writeString(unit.data().resolve("desired/desired.json"), """
                    {"revision": 1, "registries": [{"url": "r.example.com", "username": "me", "password": "%s"}],
                     "projects": [{"name": "fleet", "containers": [{"environment": {"ANYTHING": "%s"}}]}]}
                    """.formatted(secrets.get(3), secrets.get(4))
                    .replace("\n", ""));
            Files.createDirectories(unit.data().resolve("docker/releases"));
            Files.writeString(
                    unit.data().resolve("docker/releases/fleet.project.json"),
                    "{\"images\":[{\"env\":[\"WORD=" + secrets.get(5) + "\"]}]}");
            String token = Files.readString(home.resolve("run/token")).strip();
            secrets.forEach(each -> LoggerFactory.getLogger("io.outrider.test").info("peer said: <{}>", each));
            LoggerFactory.getLogger("io.outrider.test").info("peer said: <{}>", token);
            List<String> missing = new SupportBundle(sources(unit::client, () -> "good"), LIMIT).write(file(), NOW);
            assertThat(missing).noneMatch(each -> each.matches("(status|metrics|log|jobs|loggers|desired|files)\\..*"));
            assertThat(everything()).doesNotContain(secrets).doesNotContain(token);
        }
        assertThat(part("log.txt")).contains("peer said: <********>");
        assertThat(part("desired.json")).contains("r.example.com", "\"fleet\"", "\"password\" : \"********\"");
        assertThat(part("status.json")).contains(RunningDaemon.UNIT);
        assertThat(part("metrics.txt")).contains("outrider_");
        assertThat(part("settings-in-force.json")).contains("mqtt://127.0.0.1:1", "password=********");
        assertThat(part("settings-of-files.json")).contains("mqtt://127.0.0.1:1", "password=********");
        assertThat(part("files.txt")).contains("rw------- ", "desired/desired.json");
        assertThat(part("settings-check.txt")).isEqualTo("good\n");
    }

    @Test
    void withoutADaemonTheRestIsThereAndTheManifestSaysWhatIsMissing() throws Exception {
        Files.writeString(home.resolve("outrider.toml"), "[link]\npassword = \"hunter22\"\n[[broken");
        Files.createDirectories(home.resolve("data/desired"));
        Files.write(home.resolve("data/desired/desired.json"), new byte[5_000_000]);
        List<String> missing = new SupportBundle(
                        sources(SupportBundleTest::none, () -> {
                            throw new Failure(CommandLineErrors.NO_BATCH, "line 3: broken behind hunter22");
                        }),
                        LIMIT)
                .write(file(), NOW);
        assertThat(missing)
                .contains("status.json: missing: the daemon does not run")
                .anyMatch(each -> each.startsWith("settings-of-files.json: missing: "))
                .contains("desired.json: missing: it has more than 4194304 bytes")
                .contains("masked by names only, not where a log quotes it: " + home
                        + "/data/desired/desired.json: it has more than 4194304 bytes")
                .anyMatch(each -> each.endsWith("outrider.toml: it is not TOML; secrets in lists, tables and on several"
                        + " lines are not recognised"));
        assertThat(part("MANIFEST.txt"))
                .startsWith("Support bundle of outrider")
                .contains(missing)
                .containsPattern("uname.txt: \\d+ bytes");
        assertThat(part("settings-check.txt")).isEqualTo("line 3: broken behind ********\n");
        assertThat(part("uname.txt")).startsWith("Linux ");
        assertThat(part("disks.txt")).contains("Filesystem");
        assertThat(part("meminfo.txt")).contains("MemTotal:");
        assertThat(everything()).doesNotContain("hunter22");
    }

    @Test
    void aPartThatHangsIsMissingAndTheOthersAreThere() throws Exception {
        SupportSources sources = sources(SupportBundleTest::none, () -> {
            while (!Thread.interrupted()) {
                LockSupport.park();
            }
            return "too late";
        });
        List<String> missing = new SupportBundle(sources, Duration.ofSeconds(2)).write(file(), NOW);
        assertThat(missing).contains("settings-check.txt: missing: not read within 2 s");
        assertThat(unpacked().resolve("settings-check.txt")).doesNotExist();
        assertThat(part("version.txt")).startsWith("outrider ");
    }

    @Test
    void aPartThatIsTooLongIsCutAndTheManifestSaysSo() throws Exception {
        SupportSources sources = sources(SupportBundleTest::none, () -> "ab".repeat(1_000_000));
        new SupportBundle(sources, LIMIT).write(file(), NOW);
        assertThat(part("settings-check.txt")).hasSize(1_000_000).startsWith("abab");
        assertThat(part("MANIFEST.txt")).contains("settings-check.txt: the first 1000000 bytes of 2000001");
    }

    @Test
    void theFileIsItsOwnersAndNoOtherIsOverwritten() throws Exception {
        SupportBundle bundle = new SupportBundle(sources(SupportBundleTest::none, () -> "good"), LIMIT);
        bundle.write(file(), NOW);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        byte[] before = Files.readAllBytes(file());
        assertThatThrownBy(() -> bundle.write(file(), NOW))
                .isInstanceOf(Failure.class)
                .hasMessage(file() + " exists already; give another name");
        assertThat(file()).hasBinaryContent(before);
        assertThatThrownBy(() -> bundle.write(home.resolve("no/folder.tar.gz"), NOW))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("folder.tar.gz cannot be written: ");
    }
}
