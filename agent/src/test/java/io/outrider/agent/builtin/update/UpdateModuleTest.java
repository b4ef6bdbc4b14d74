package io.outrider.agent.builtin.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.agent.builtin.update.PackageServer.Spoiled;
import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Handle;
import io.outrider.testkit.Await;
import io.outrider.testkit.ManualTicker;
import io.outrider.testkit.TestContext;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Updates with real packages of dpkg and a real server, up to the request to root. */
class UpdateModuleTest {
    @TempDir
    Path folder;

    private static final RootPart LISTENS = new RootPart(List.of("sh", "-c", "echo active"));

    private final ManualTicker ticker = new ManualTicker();
    private final TestContext context = new TestContext().withTicker(ticker);
    private UpdatePaths paths;
    private UpdateModule module;
    private Functions functions;
    private PackageServer server;
    private Map<String, Object> arguments;

    @BeforeEach
    void open() throws Exception {
        paths = new UpdatePaths(
                folder.resolve("data/update"),
                folder.resolve("outrider-update"),
                folder.resolve("config"),
                folder.resolve("dpkg"));
        for (Path each : List.of(paths.installation(), paths.config(), paths.dpkg())) {
            Files.createDirectories(each);
        }
        Files.writeString(paths.config().resolve("update.conf"), "allow_unsigned=yes\n");
        installed("outrider", "1.2.0");
        start(LISTENS);
        serve("outrider", "amd64", "1.10.0~rc1");
    }

    @AfterEach
    void close() {
        module.close();
        server.close();
    }

    private void start(RootPart root) {
        module = module(context, root);
        functions = new Functions(new Binder(Json.mapper()), List.of(module));
    }

    private UpdateModule module(TestContext of, RootPart root) {
        UpdateSettings settings = new UpdateSettings(null, 120, null, null, null);
        return new UpdateModule(of, settings, new SimulatedTime().clock(), paths, root);
    }

    private void restart() {
        module.close();
        start(LISTENS);
        context.runTasks();
    }

    private void installed(String name, String version) throws Exception {
        Files.createDirectories(paths.dpkg().resolve("info"));
        Files.createDirectories(paths.dpkg().resolve("updates"));
        Files.writeString(paths.dpkg().resolve("status"), """
                Package: %s
                Status: install ok installed
                Maintainer: m <m@example.org>
                Architecture: amd64
                Version: %s
                Description: d

                """.formatted(name, version));
    }

    private void serve(String name, String architecture, String version) throws Exception {
        Path tree = folder.resolve("tree");
        Files.createDirectories(tree.resolve("DEBIAN"));
        Files.writeString(tree.resolve("DEBIAN/control"), """
                Package: %s
                Version: %s
                Architecture: %s
                Maintainer: m <m@example.org>
                Description: d
                """.formatted(name, version, architecture));
        Path file = folder.resolve("served.deb");
        Process build = new ProcessBuilder("dpkg-deb", "--build", tree.toString(), file.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(build.waitFor()).isZero();
        serve(Files.readAllBytes(file));
    }

    private void serve(byte[] file) throws Exception {
        if (server != null) {
            server.close();
        }
        server = new PackageServer(file);
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file));
        arguments = new HashMap<>(Map.of("url", server.url().toString(), "sha256", sha256));
    }

    private Object call(String function, Map<String, Object> given) throws Exception {
        return functions.prepare(function, List.of(), given).run();
    }

    private Object update() throws Exception {
        return call("agent.update", arguments);
    }

    private Map<?, ?> status() throws Exception {
        return (Map<?, ?>) call("agent.update_status", Map.of());
    }

    private Object state() throws Exception {
        return status().get("state");
    }

    private void awaitState(String state) {
        Await.until("state is " + state, () -> state.equals(state()));
    }

    private Handle drive() {
        return context.inhibitors().inhibit("power", Activity.MAINTENANCE, "the vehicle is in use", Duration.ofDays(1));
    }

    private void isRefused(String code, String sentence) {
        assertThatThrownBy(this::update)
                .hasMessageContaining(sentence)
                .isInstanceOfSatisfying(
                        Failure.class, each -> assertThat(each.code()).isEqualTo(code));
        assertThat(paths.request()).doesNotExist();
    }

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
    void anUpdateIsFetchedAndWaitsForAnIdleUnit() throws Exception {
        try (Handle drive = drive()) {
            assertThat(update())
                    .isEqualTo(Map.of(
                            "from",
                            "1.2.0",
                            "to",
                            "1.10.0~rc1",
                            "state",
                            "waiting",
                            "waits_for",
                            "the vehicle is in use"));
            context.runTasks();
            assertThat(status().get("waits_for")).isEqualTo("the vehicle is in use");
            assertThat(server.ranges()).hasSize(1);
            context.inhibitors().inhibit("docker", Activity.SLEEP, "release app 4", Duration.ofMinutes(2));
        }
        context.runTasks();
        assertThat(status().get("waits_for")).isEqualTo("release app 4");
        assertThat(paths.request()).doesNotExist();
        ticker.advance(Duration.ofMinutes(3).toNanos());
        context.runTasks();
        assertThat(paths.request()).exists();
        assertThat(paths.pending()).doesNotExist();
        assertThat(state()).isEqualTo("requested");
    }

    @Test
    void aForcedUpdateDoesNotWaitAndReplacesOneThatDoes() throws Exception {
        context.inhibitors().inhibit("jobs", Activity.SLEEP, "job obd.dump", Duration.ofDays(1));
        assertThat(update().toString()).contains("waits_for=job obd.dump");
        arguments.put("force", true);
        update();
        assertThat(paths.request()).exists();
        assertThat(server.ranges()).hasSize(1);
        assertThat(context.events().tags()).isEmpty();
    }

    @Test
    void aWaitingUpdateOutlivesTheDaemon() throws Exception {
        try (Handle drive = drive()) {
            update();
            restart();
            awaitState("waiting");
        }
        context.runTasks();
        assertThat(paths.request()).exists();
        assertThat(server.ranges()).hasSize(1);
    }

    @Test
    void anInterruptedFetchGoesOnAfterTheRestart() throws Exception {
        server.spoil(new Spoiled.Stalled(100));
        try (Caller caller = new Caller()) {
            Await.until("the fetch has begun", () -> Long.valueOf(100).equals(status().get("bytes")));
            assertThat(context.inhibitors().active(Activity.SLEEP))
                    .extracting(Inhibitors.Inhibition::reason)
                    .contains("fetch of an update");
            restart();
            assertThat(caller.failure()).isEqualTo("UPDATE_CANCELLED");
        }
        awaitState("requested");
        assertThat(server.ranges()).containsExactly("", "bytes=100-");
        assertThat(context.events().tags()).isEmpty();
    }

    @Test
    void aNewerUpdateReplacesOneThatIsFetched() throws Exception {
        server.spoil(new Spoiled.Stalled(100));
        try (Caller caller = new Caller()) {
            Await.until("the fetch has begun", () -> Long.valueOf(100).equals(status().get("bytes")));
            update();
            assertThat(caller.failure()).isEqualTo("UPDATE_CANCELLED");
        }
        assertThat(paths.request()).exists();
    }

    @Test
    void aCallReturnsBeforeTheLimitOfJobsAndTheFetchGoesOn() throws Exception {
        server.spoil(new Spoiled.Stalled(100));
        try (Caller caller = new Caller()) {
            Await.until("the fetch has begun", () -> Long.valueOf(100).equals(status().get("bytes")));
            ticker.advance(Duration.ofMinutes(5).toNanos());
            assertThat(caller.answer()).containsEntry("state", "fetching").containsEntry("bytes", 100L);
        }
        assertThat(state()).isEqualTo("fetching");
    }

    @Test
    void aCancelEndsAnUpdateThatWaitsOrIsNotTaken() throws Exception {
        try (Handle drive = drive()) {
            update();
            assertThat(call("agent.update_cancel", Map.of())).isEqualTo(Map.of("cancelled", true));
            assertThat(state()).isEqualTo("none");
        }
        restart();
        assertThat(state()).isEqualTo("none");
        update();
        assertThat(call("agent.update_cancel", Map.of())).isEqualTo(Map.of("cancelled", true));
        assertThat(paths.request()).doesNotExist();
        assertThat(context.inhibitors().active()).isEmpty();
        assertThat(call("agent.update_cancel", Map.of())).isEqualTo(Map.of("cancelled", false));
        Files.writeString(paths.state(), "step=install\n");
        assertThatThrownBy(() -> call("agent.update_cancel", Map.of())).hasMessageContaining("being installed");
    }

    @Test
    void aRequestThatNobodyTakesIsWithdrawn() throws Exception {
        update();
        ticker.advance(Duration.ofMinutes(4).toNanos());
        context.runTasks();
        assertThat(paths.request()).exists();
        ticker.advance(Duration.ofMinutes(1).toNanos());
        context.runTasks();
        assertThat(paths.request()).doesNotExist();
        assertThat(paths.arrived()).doesNotExist();
        assertThat(context.inhibitors().active()).isEmpty();
        assertThat(context.events().tags()).containsExactly("system/agent/update_failed");
        assertThat(status().get("last").toString()).contains("UPDATE_NOT_TAKEN", RootPart.REMEDY);
        update();
        assertThat(paths.request()).exists();
    }

    @Test
    void aRequestThatRootHasTakenIsNotWithdrawn() throws Exception {
        update();
        Files.writeString(paths.state(), "step=check\n");
        ticker.advance(Duration.ofHours(1).toNanos());
        context.runTasks();
        assertThat(paths.request()).exists();
        assertThat(state()).isEqualTo("check");
    }

    @Test
    void nothingIsFetchedIfNobodyWouldInstallIt() {
        module.close();
        start(new RootPart(List.of("sh", "-c", "echo inactive")));
        isRefused("UPDATE_NOT_TAKEN", "outrider-update.path is inactive): run systemctl enable --now");
        assertThat(server.ranges()).isEmpty();
    }

    @Test
    void aSystemWithoutSystemdIsNoObstacle() throws Exception {
        module.close();
        start(new RootPart(List.of("no-such-program")));
        update();
        assertThat(paths.request()).exists();
    }

    @Test
    void aFailureOfTheFetchIsPublishedToo() throws Exception {
        serve("outrider", "arm64", "2.0");
        isRefused("UPDATE_PACKAGE", "is for arm64");
        Await.until("published", () -> !context.events().tags().isEmpty());
        assertThat(context.events().tags()).containsExactly("system/agent/update_failed");
        assertThat(status().get("last").toString()).contains("result=refused", "code=UPDATE_PACKAGE", "from=1.2.0");
        assertThat(paths.pending()).doesNotExist();
    }

    /** Call of agent.update on another thread. */
    private final class Caller implements AutoCloseable {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final Future<Object> call = thread.submit(UpdateModuleTest.this::update);

        @SuppressWarnings("unchecked")
        Map<String, Object> answer() throws Exception {
            return (Map<String, Object>)
                    call.get(TimeoutFactor.scaled(Duration.ofMinutes(1)).toSeconds(), TimeUnit.SECONDS);
        }

        String failure() {
            ExecutionException thrown = catchThrowableOfType(ExecutionException.class, this::answer);
            return ((Failure) thrown.getCause()).code();
        }

        @Override
        public void close() {
            thread.shutdownNow();
        }
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
        arguments.put("downgrade", true);
        update();
        assertThat(Files.readString(paths.request())).contains("downgrade=yes");
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
