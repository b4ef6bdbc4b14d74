package io.outrider.agent.builtin.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.agent.builtin.update.PackageServer.Spoiled;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Handle;
import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Updates that are fetched, wait for an idle unit or for root, or are ended. */
class WaitingUpdateTest extends UpdateFixture {
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
    void anUpdateThatWasForcedWaitsForAnIdleUnitAfterARestart() throws Exception {
        arguments.put("force", true);
        server.spoil(new Spoiled.Stalled(100));
        try (Caller caller = new Caller();
                Handle drive = drive()) {
            Await.until("the fetch has begun", () -> Long.valueOf(100).equals(status().get("bytes")));
            restart();
            assertThat(caller.failure()).isEqualTo("UPDATE_CANCELLED");
            awaitState("waiting");
        }
        context.runTasks();
        assertThat(paths.request()).exists();
    }

    @Test
    void anUpdateWhoseRequestWasWrittenIsNotRequestedAgainAfterACut() throws Exception {
        byte[] pending;
        try (Handle drive = drive()) {
            update();
            pending = Files.readAllBytes(paths.pending());
        }
        context.runTasks();
        module.close();
        Files.write(paths.pending(), pending); // the cut came before it was deleted
        start(LISTENS);
        assertThat(context.inhibitors().active())
                .extracting(each -> each.activity() + " " + each.reason())
                .contains("SLEEP an update is requested", "MAINTENANCE an update is requested");
        Files.delete(paths.request()); // root has refused it
        Files.delete(paths.arrived());
        context.runTasks();
        assertThat(state()).isEqualTo("none");
        assertThat(paths.pending()).doesNotExist();
        assertThat(server.ranges()).hasSize(1);
    }

    @Test
    void aPackageThatACutHasLeftWithoutRequestIsNotFetchedAgain() throws Exception {
        try (Handle drive = drive()) {
            update();
            module.close();
            Files.move(paths.fetched().resolve(arguments.get("sha256") + ".part"), paths.arrived());
            start(LISTENS);
            context.runTasks();
            awaitState("waiting");
        }
        context.runTasks();
        assertThat(paths.request()).exists();
        assertThat(server.ranges()).hasSize(1);
    }

    @Test
    void aRequestThatCannotBeWrittenLeavesThePackageForTheNextCall() throws Exception {
        Path obstacle = Files.createDirectories(paths.fetched().resolve("request.new/full"));
        isRefused("AGENT_DISK", "cannot be written");
        Await.until("the update is forgotten", () -> Files.notExists(paths.pending()));
        assertThat(context.inhibitors().active()).isEmpty();
        Files.delete(obstacle);
        update();
        assertThat(paths.request()).exists();
        assertThat(server.ranges()).hasSize(1);
    }

    @Test
    void anUpdateThatCannotBeStoredEndsTheOneThatItReplaces() throws Exception {
        try (Handle drive = drive()) {
            update();
            Path obstacle = Files.createDirectories(paths.fetched().resolve("pending.json.new/full"));
            isRefused("AGENT_DISK", "cannot be written");
            Files.delete(obstacle);
        }
        restart();
        assertThat(state()).isEqualTo("none");
        assertThat(paths.pending()).doesNotExist();
    }

    @Test
    void aClosedModuleBeginsAndCancelsNothing() throws Exception {
        try (Handle drive = drive()) {
            update();
            module.close();
            isRefused("BUSY", "repeat the call");
            assertThatThrownBy(() -> call("agent.update_cancel", Map.of())).hasMessageContaining("repeat the call");
            assertThat(paths.pending()).exists();
            assertThat(state()).isEqualTo("none");
        }
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
        private final Future<Object> call = thread.submit(WaitingUpdateTest.this::update);

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
}
