package io.outrider.agent.builtin.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Inhibitors;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.testkit.TestContext;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Updates up to the request to root. */
class UpdateModuleTest extends UpdateFixture {
    @Test
    void aDaemonThatIsStartedByAnInstallationStaysAwakeAndAppliesNothingUntilItsOutcome() throws Exception {
        assertThat(context.inhibitors().active(Inhibitors.Activity.SLEEP)).isEmpty();
        Files.writeString(paths.state(), "step=prove\n");
        TestContext started = new TestContext();
        try (UpdateModule after = module(started, LISTENS)) {
            for (Inhibitors.Activity each : List.of(Inhibitors.Activity.SLEEP, Inhibitors.Activity.MAINTENANCE)) {
                assertThat(started.inhibitors().active(each))
                        .singleElement()
                        .satisfies(held -> assertThat(held.reason()).isEqualTo("an update is being proved"));
            }
        }
    }

    @Test
    void rootIsAskedToInstallAPackageThatIsChecked() throws Exception {
        assertThat(state()).isEqualTo("none");
        assertThat(update()).isEqualTo(Map.of("from", "1.2.0", "to", "1.10.0~rc1", "state", "installation begins"));
        assertThat(paths.request()).hasContent("""
                sha256=%s
                signature=
                downgrade=no
                link_s=120
                """.formatted(arguments.get("sha256")));
        assertThat(paths.fetched().resolve("package.deb")).hasSameBinaryContentAs(folder.resolve("served.deb"));
        assertThat(state()).isEqualTo("requested");
        isBusy();
        Files.writeString(paths.state(), "id=1\nstep=prove\nattempts=1\n");
        Files.delete(paths.request());
        assertThat(state()).isEqualTo("prove");
        isBusy();
    }

    private void isBusy() {
        assertThatThrownBy(this::update).hasMessageContaining("being installed");
    }

    @Test
    void theUnitStaysAwakeAndIdleUntilTheOutcome() throws Exception {
        update();
        assertThat(context.inhibitors().active())
                .extracting(each -> each.activity() + " " + each.reason())
                .containsExactly("SLEEP update to 1.10.0~rc1", "MAINTENANCE update to 1.10.0~rc1");
        context.runTasks();
        assertThat(context.inhibitors().active()).hasSize(2);
        outcome("1", "refused");
        context.runTasks();
        assertThat(context.inhibitors().active()).isEmpty();
    }

    @Test
    void itsOwnJobDoesNotKeepItFromBeingDone() throws Exception {
        context.inhibitors().inhibit("jobs", Activity.SLEEP, "job agent.update", Duration.ofDays(1));
        update();
        assertThat(paths.request()).exists();
    }

    @Test
    void anOlderVersionOrTheSameNeedsDowngrade() throws Exception {
        installed("outrider", "1.10.0");
        isRefused("UPDATE_OLDER", "1.10.0~rc1 is not newer than the installed 1.10.0");
        installed("outrider", "1.10.0~rc1");
        isRefused("UPDATE_OLDER", "downgrade=true");
        Files.writeString(paths.config().resolve("update.conf"), "allow_unsigned=yes\nallow_downgrade=yes\n");
        arguments.put("downgrade", true);
        update();
        assertThat(Files.readString(paths.request())).contains("downgrade=yes");
    }

    @Test
    void aDowngradeThatTheOwnerDoesNotAllowIsRefusedBeforeItIsFetched() throws Exception {
        installed("outrider", "1.10.0");
        arguments.put("downgrade", true);
        isRefused(
                "UPDATE_OLDER", "put allow_downgrade=yes into " + paths.config().resolve("update.conf"));
        Files.writeString(
                paths.config().resolve("update.conf"),
                "allow_unsigned=yes\n# allow_downgrade=yes\nallow_downgrade=no\n");
        isRefused("UPDATE_OLDER", "put allow_downgrade=yes");
        Files.delete(paths.config().resolve("update.conf"));
        Files.createDirectory(paths.config().resolve("update-keys.d"));
        Files.createDirectory(paths.config().resolve("update.conf"));
        isRefused("UPDATE_SIGNATURE", "cannot be read");
        assertThat(server.ranges()).isEmpty();
    }

    @Test
    void whatIsNoPackageForThisUnitIsRefused() throws Exception {
        serve("outrider", "arm64", "2.0");
        isRefused("UPDATE_PACKAGE", "is for arm64: take the one for amd64");
        serve("bash", "amd64", "2.0");
        isRefused("UPDATE_PACKAGE", "another one than outrider");
        serve("no package".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        isRefused("UPDATE_PACKAGE", "no Debian package");
        arguments.put("sha256", "0".repeat(64));
        isRefused("UPDATE_DIGEST", "another digest");
    }

    @Test
    void aDigestMayHaveUpperCase() throws Exception {
        String sha256 = (String) arguments.get("sha256");
        arguments.put("sha256", sha256.toUpperCase(Locale.ROOT));
        update();
        assertThat(paths.request()).content().contains("sha256=" + sha256 + "\n");
    }

    @Test
    void aPackageWhoseVersionHasNoEndIsRefused() throws Exception {
        serve("outrider", "amd64", "2." + "0".repeat(2000));
        isRefused("UPDATE_PACKAGE", "has no name, architecture and version");
    }

    @Test
    void whatIsNotSignedIsNotFetched() throws Exception {
        Files.delete(paths.config().resolve("update.conf"));
        isRefused("UPDATE_SIGNATURE", "has no key");
        assertThat(server.ranges()).isEmpty();
    }

    @Test
    void aDaemonThatIsNotInstalledByDpkgIsNotUpdated() throws Exception {
        installed("another", "1.0");
        isRefused("NOT_PACKAGED", "not installed by its Debian package");
        assertThat(((Map<?, ?>) call("agent.update_status", Map.of())).get("installed"))
                .isNull();
    }

    @Test
    void wrongArgumentsAreNamed() {
        for (String url : List.of(
                "ftp://a/b", "http://user:word@a/b", "https:///b", "http://a", "http://a/ b", "http://[/b", "a")) {
            arguments.put("url", url);
            isRefused("BAD_ARGUMENT", "url: takes http");
        }
        arguments.put("url", "http://a/" + "b".repeat(3992));
        isRefused("BAD_ARGUMENT", "url: takes 4000 characters at most");
        arguments.put("url", server.url().toString());
        arguments.put("signature", "abc");
        isRefused("BAD_ARGUMENT", "signature: takes");
        arguments.put("sha256", "abc");
        isRefused("BAD_ARGUMENT", "sha256: takes");
    }

    @Test
    void eachOutcomeIsPublishedOnce() throws Exception {
        context.runTasks();
        assertThat(context.events().tags()).isEmpty();
        outcome("1", "updated");
        context.runTasks();
        context.runTasks();
        module(context, LISTENS).close();
        context.runTasks(); // those of both
        assertThat(context.events().tags()).containsExactly("system/agent/updated");
        outcome("2", "went_back");
        context.runTasks();
        assertThat(context.events().tags()).containsExactly("system/agent/updated", "system/agent/update_failed");
        assertThat(context.events().published().get(1).data())
                .containsEntry("from", "1.2.0")
                .containsEntry("to", "1.10.0");
        assertThat(call("agent.update_status", Map.of()))
                .isEqualTo(Map.of(
                        "installed",
                        "1.2.0",
                        "state",
                        "none",
                        "last",
                        context.events().published().get(1).data()));
    }

    private void outcome(String id, String result) throws Exception {
        Files.writeString(
                paths.installation().resolve("outcome.json"),
                "{\"id\": \"%s\", \"result\": \"%s\", \"code\": \"\", \"from\": \"1.2.0\", \"to\": \"1.10.0\"}"
                        .formatted(id, result));
    }
}
