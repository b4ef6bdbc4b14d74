package io.outrider.agent.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.settings.ConfigCheck;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.LossProxy;
import io.outrider.testkit.Mosquitto;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reloads of a running daemon: each section takes effect without side effects on the others. */
class DaemonReloadTest {
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

    private String reload(String... settings) throws Failure {
        unit.settings(settings);
        return unit.client().ask("POST", "/reload").path("result").asText();
    }

    private void awaitLink() {
        Await.until("the link is up", () -> unit.linkState().equals("connected"));
    }

    private void awaitRunning(String function) {
        Await.until(
                function + " runs",
                () -> unit.run("saltutil.running").toString().contains(function));
    }

    @Test
    void changedPermissionsApplyAtOnce() throws Exception {
        unit.settings("log.level = \"info\"").start();
        assertThatThrownBy(() -> unit.run("cmd.run", "echo hi")).isInstanceOf(Failure.class);
        assertThat(reload("cmd.enabled = true", "jobs.deny = [\"toy.*\"]"))
                .contains("cmd.enabled: false -> true", "jobs.deny: [] -> [\"toy.*\"]")
                .doesNotContain("obd.", "log.");
        assertThat(unit.run("cmd.run", "echo hi").toString()).contains("hi");
        assertThatThrownBy(() -> unit.run("toy.say", "x")).hasMessageContaining("toy.say");
        assertThat(unit.run("config.get", "cmd.enabled").toString()).isEqualTo("true");
        assertThat(reload("cmd.enabled = true", "jobs.deny = [\"toy.*\"]")).isEqualTo("nothing changed");
    }

    @Test
    void aLowerLogLevelAppliesAtOnce() throws Exception {
        unit.settings().start();
        try {
            reload("log.level = \"error\"");
            unit.run("test.ping");
            String quiet = unit.run("log.query").toString();
            reload("log.level = \"info\"");
            unit.run("toy.say", "heard");
            assertThat(unit.run("log.query").toString()).contains("toy.say").hasSizeGreaterThan(quiet.length());
            assertThat(quiet).doesNotContain("test.ping");
        } finally {
            reload();
        }
    }

    @Test
    @Announces("are not in force")
    void aSecretFileThatIsOpenToAllKeepsTheOldSettingsAndTheLink() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder)) {
            String link = RunningDaemon.linkTo(broker.port());
            unit.settings(link).start();
            awaitLink();
            Path password = Files.writeString(folder.resolve("pw"), "secret");
            Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r--r--"));
            assertThatThrownBy(() -> reload(link, "link.user = \"u\"", "link.password_file = \"" + password + "\""))
                    .hasMessageContaining("password_file")
                    .hasMessageContaining("chmod");
            assertThat(unit.linkState()).isEqualTo("connected");
            assertThat(unit.run("config.get", "link.user")).hasToString("null");
        }
    }

    @Test
    void aReloadLeavesTheLinkAndJobsOfOtherModulesRunning() throws Exception {
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port())) {
            String link = RunningDaemon.linkTo(network.port());
            unit.settings(link).start();
            awaitLink();
            CompletableFuture<Object> slow = CompletableFuture.supplyAsync(() -> {
                try {
                    return unit.run("toy.slow", 1.5);
                } catch (Failure e) {
                    throw new AssertionError(e);
                }
            });
            awaitRunning("toy.slow");
            reload(link, "obd.share_ms = 7", "cmd.enabled = true", "jobs.running = 2", "log.level = \"info\"");
            assertThat(slow.get(10, TimeUnit.SECONDS).toString()).isEqualTo("true");
            assertThat(network.accepted()).isEqualTo(1);
        }
    }

    @Test
    void theLinkMovesToAnotherBrokerAndNeverHasTwo() throws Exception {
        try (Mosquitto first = Mosquitto.open(folder);
                Mosquitto second = Mosquitto.open(folder);
                LossProxy toFirst = new LossProxy(first.port());
                LossProxy toSecond = new LossProxy(second.port())) {
            unit.settings().start();
            assertThat(unit.linkState()).isEqualTo("off");
            for (int i = 0; i < 2; i++) {
                reload(RunningDaemon.linkTo(toFirst.port()));
                awaitLink();
                assertThat(reload(RunningDaemon.linkTo(toSecond.port()))).contains("link.url: ");
                awaitLink();
                Await.until("the first connection has ended", () -> toFirst.open() == 0);
            }
            assertThat(toFirst.mostOpen()).isEqualTo(1);
            assertThat(toSecond.mostOpen()).isEqualTo(1);
            reload();
            assertThat(unit.linkState()).isEqualTo("off");
            assertThat(unit.metrics()).contains("outrider_watchdog_stuck_loops 0");
        }
    }

    @Test
    @Announces("the settings of .* are not in force")
    void aBadFileChangesNothingAndHealthReportsIt() throws Exception {
        unit.settings("jobs.running = 3").start();
        unit.settings("jobs.running = 5", "jobs.limit = 0", "odb.can = \"can0\"");
        assertThatThrownBy(() -> unit.client().ask("POST", "/reload"))
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.actor()).isEqualTo(Failure.Actor.OPERATOR))
                .hasMessageContainingAll("limit: 0 is not from", "did you mean obd");
        assertThat(unit.run("config.get", "jobs.running").toString()).isEqualTo("3");
        assertThat(unit.problems()).anyMatch(each -> each.startsWith("settings: ") && each.contains("limit: 0"));
        assertThat(unit.metrics()).contains("outrider_settings_reloads_total{outcome=\"failed\"} 1");
        assertThat(reload("jobs.running = 5")).contains("jobs.running: 3 -> 5");
        assertThat(unit.problems()).noneMatch(each -> each.startsWith("settings: "));
    }

    @Test
    void settingsForTheNextStartAreReportedAsSuch() throws Exception {
        unit.settings().start();
        assertThat(reload("local.open = true")).isEqualTo("local.open: false -> true (from the next start)");
        unit.file("unit.id = \"other\"\nlocal.port = " + unit.port());
        assertThat(unit.client().ask("POST", "/reload").path("result").asText())
                .contains("unit.id: \"u-7\" -> \"other\" (from the next start)");
        assertThat(unit.status().path("unit_id").asText()).isEqualTo("u-7");
    }

    @Test
    void theCheckListsTheChangesOfAReload() throws Exception {
        unit.settings("jobs.running = 3").start();
        unit.settings("jobs.running = 4");
        ConfigCheck check = new ConfigCheck(
                SettingsFiles.named(unit.file(), Settings.none()),
                BuiltinModules.sections(RunningDaemon.modules()),
                SettingsReferenceCheck.of(RunningDaemon.modules()));
        Optional<com.fasterxml.jackson.databind.JsonNode> inForce =
                Optional.of(Json.mapper().valueToTree(unit.run("config.get")));
        List<String> lines = check.check(inForce);
        assertThat(lines).endsWith("would change:", "  jobs.running: 3 -> 4");
        assertThat(unit.client().ask("POST", "/reload").path("result").asText()).isEqualTo("jobs.running: 3 -> 4");
    }

    @Test
    void theLinkReconnectsWhenOneOfItsFilesChanges() throws Exception {
        Path password = folder.resolve("password");
        Files.writeString(password, "first\n");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        try (Mosquitto broker = Mosquitto.open(folder);
                LossProxy network = new LossProxy(broker.port())) {
            String[] link = {
                RunningDaemon.linkTo(network.port()), "link.user = \"u\"", "link.password_file = \"" + password + "\""
            };
            unit.settings(link).start();
            awaitLink();
            assertThat(reload(link)).isEqualTo("nothing changed");
            assertThat(network.accepted()).isEqualTo(1);
            Files.writeString(password, "other\n");
            assertThat(reload(link)).isEqualTo("link.password_file: " + password + " holds something else");
            awaitLink();
            assertThat(network.accepted()).isEqualTo(2);
            assertThat(reload(link)).isEqualTo("nothing changed");
        }
    }
}
