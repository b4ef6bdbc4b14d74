package io.outrider.docker.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.DockerEngine;
import io.outrider.docker.engine.Engine.EngineEvent;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.functions.StubEngine;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.RecordedEvents;
import io.outrider.testkit.TestImage;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineEventsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");
    private static final long NOW_NANOS = NOW.getEpochSecond() * SECOND;

    @TempDir
    private Path folder;

    private final RecordedEvents published = new RecordedEvents();
    private final List<Long> since = new CopyOnWriteArrayList<>();
    private final List<Instant> lost = new CopyOnWriteArrayList<>();
    private final BlockingQueue<EventConnection> connections = new LinkedBlockingQueue<>();
    private final PauseTicker pauses = new PauseTicker();

    /** Behaviour of one connection to the engine; it ends when this returns. */
    private interface EventConnection {
        void run(Consumer<EngineEvent> listener) throws Failure, InterruptedException;
    }

    /** Ticker whose pauses take no time and are recorded. */
    private static final class PauseTicker implements Ticker {
        final List<Long> seconds = new CopyOnWriteArrayList<>();

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public void sleep(long nanos) {
            seconds.add(nanos / SECOND);
        }
    }

    /** Engine whose connections are those of the test, in their order; further ones stay open. */
    private final class ConnectionEngine extends StubEngine {
        @Override
        public void events(long sinceNanos, Consumer<EngineEvent> listener) throws Failure, InterruptedException {
            since.add(sinceNanos);
            connections.take().run(listener);
        }
    }

    private EngineEvents open() {
        EngineEvents events = new EngineEvents(
                new ConnectionEngine(),
                published,
                folder.resolve("docker"),
                pauses,
                Clock.fixed(NOW, ZoneOffset.UTC),
                lost::add);
        events.start();
        return events;
    }

    private static EngineEvent event(String type, String action, String id, long nanos, String... attributes) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < attributes.length; i += 2) {
            all.put(attributes[i], attributes[i + 1]);
        }
        return new EngineEvent(type, action, id, all, nanos);
    }

    private static EngineEvent start(String name, long nanos) {
        return event("container", "start", "0ff1ce", nanos, "name", name);
    }

    private void deliver(EngineEvent... events) {
        connections.add(listener -> List.of(events).forEach(listener));
    }

    private void awaitTags(int count) {
        Await.until("events are published", () -> published.tags().size() >= count);
    }

    private void awaitConnections(int count) {
        Await.until("it connects", () -> since.size() >= count);
    }

    @Test
    void containersAndImagesArePublishedWithTheLabelsOfTheirReleaseOnly() {
        try (EngineEvents events = open()) {
            deliver(
                    event(
                            "container",
                            "die",
                            "0ff1ce",
                            NOW_NANOS + 1_000,
                            "name",
                            "test-app-1.0.7",
                            "image",
                            "app:1.0.7",
                            "exitCode",
                            "137",
                            "project",
                            "test",
                            "release",
                            "1.0.7",
                            "release_hash",
                            "96a7191f",
                            "api_key",
                            "horse"),
                    event(
                            "image",
                            "pull",
                            "r.example.com:5000/team/app:1.2",
                            NOW_NANOS + 2_000,
                            "name",
                            "r.example.com:5000/team/app"),
                    event("image", "pull", "r.example.com:5000/team/app@sha256:00", NOW_NANOS + 3_000));
            awaitTags(3);
        }
        assertThat(published.published())
                .containsExactly(
                        new RecordedEvents.Published(
                                "system/docker/container/test-app-1.0.7/die",
                                Map.of(
                                        "id",
                                        "0ff1ce",
                                        "name",
                                        "test-app-1.0.7",
                                        "image",
                                        "app:1.0.7",
                                        "exitCode",
                                        "137",
                                        "project",
                                        "test",
                                        "release",
                                        "1.0.7",
                                        "release_hash",
                                        "96a7191f",
                                        "time",
                                        "2026-11-23T10:00:00.000001Z")),
                        new RecordedEvents.Published(
                                "system/docker/image/r.example.com_5000_team_app/pull",
                                Map.of(
                                        "id",
                                        "r.example.com:5000/team/app:1.2",
                                        "name",
                                        "r.example.com:5000/team/app",
                                        "tag",
                                        "1.2",
                                        "time",
                                        "2026-11-23T10:00:00.000002Z")),
                        new RecordedEvents.Published(
                                "system/docker/image/r.example.com_5000_team_app_sha256_00/pull",
                                Map.of(
                                        "id",
                                        "r.example.com:5000/team/app@sha256:00",
                                        "time",
                                        "2026-11-23T10:00:00.000003Z")));
    }

    @Test
    void onlyStartStopDieOomAndPullArePublished() {
        try (EngineEvents events = open()) {
            for (String action :
                    List.of("create", "exec_start", "start", "kill", "stop", "die", "oom", "destroy", "pull")) {
                deliver(
                        event("container", action, "c", NOW_NANOS, "name", "c"),
                        event("image", action, "i:1", NOW_NANOS, "name", "i"),
                        event("volume", action, "v", NOW_NANOS, "name", "v"));
            }
            awaitConnections(10);
        }
        assertThat(published.tags())
                .containsExactly(
                        "system/docker/container/c/start",
                        "system/docker/container/c/stop",
                        "system/docker/container/c/die",
                        "system/docker/container/c/oom",
                        "system/docker/image/i/pull");
    }

    @Test
    void anyNameAndAttributeFitsAnEvent() {
        String odd = "ü/../\n" + "x".repeat(5_000);
        try (EngineEvents events = open()) {
            deliver(start(odd, NOW_NANOS), start("", NOW_NANOS), event("container", "oom", "", NOW_NANOS));
            deliver(start("b", NOW_NANOS + 1));
            awaitTags(2);
        }
        assertThat(published.tags())
                .containsExactly(
                        "system/docker/container/_" + "_.._" + "_" + "x".repeat(74) + "/start",
                        "system/docker/container/b/start");
        assertThat(published.published().get(0).data().get("name").toString()).hasSizeLessThan(300);
    }

    @Test
    void theFirstStartLooksBackTwoMinutesAndLaterOnesToTheNewestEvent() throws Exception {
        EngineEvents first = open();
        deliver(start("a", NOW_NANOS - 5), start("b", NOW_NANOS - 2), start("c", NOW_NANOS - 3));
        awaitConnections(2);
        first.close();
        assertThat(since).containsExactly(NOW_NANOS - 120 * SECOND + 1, NOW_NANOS - 1);
        assertThat(Files.getPosixFilePermissions(folder.resolve("docker/events.newest")))
                .hasSize(2);
        open().close();
        assertThat(since).hasSizeBetween(2, 3).last().isEqualTo(NOW_NANOS - 1);
        assertThat(published.tags()).hasSize(3);
    }

    @Test
    void theTimeIsWrittenOnlyWhenItHasChanged() throws Exception {
        Path file = folder.resolve("docker/events.newest");
        try (EngineEvents events = open()) {
            deliver(start("a", NOW_NANOS - 5));
            awaitConnections(2);
            assertThat(file).doesNotExist();
            events.save();
            assertThat(file).hasContent("" + (NOW_NANOS - 5));
            Files.delete(file);
            events.save();
            assertThat(file).doesNotExist();
            deliver(start("a", NOW_NANOS - 4));
            awaitConnections(3);
            events.save();
            assertThat(file).hasContent("" + (NOW_NANOS - 4));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-5", "99999999999999999999", "9999999999999999999"})
    void aDamagedTimeIsAsNone(String content) throws Exception {
        Files.createDirectories(folder.resolve("docker"));
        Files.writeString(folder.resolve("docker/events.newest"), content);
        try (EngineEvents events = open()) {
            awaitConnections(1);
        }
        assertThat(since).containsExactly(NOW_NANOS - 120 * SECOND + 1);
    }

    @Test
    void aTimeInTheFutureIsOfAClockThatWasWrong() throws Exception {
        Files.createDirectories(folder.resolve("docker"));
        Files.writeString(folder.resolve("docker/events.newest"), "" + (NOW_NANOS + 121 * SECOND));
        try (EngineEvents events = open()) {
            awaitConnections(1);
        }
        assertThat(since).containsExactly(NOW_NANOS + 1);
    }

    @Test
    void anAbsentEngineIsTriedAgainAfterGrowingPausesUntilAnEventComes() {
        EventConnection absent = listener -> {
            throw new Failure(DockerErrors.ENGINE_ABSENT, "no engine answers");
        };
        for (int i = 0; i < 9; i++) {
            connections.add(absent);
        }
        deliver(start("a", NOW_NANOS));
        connections.add(absent);
        try (EngineEvents events = open()) {
            awaitConnections(12);
        }
        assertThat(pauses.seconds).startsWith(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L, 1L, 2L);
        assertThat(published.tags()).hasSize(1);
    }

    @Test
    @Announces("an event of the engine cannot be forwarded")
    void afterAnEventThatAListenerRefusesTheNextOnesFollow() {
        published.listen((tag, data) -> {
            if (tag.contains("bad")) {
                throw new IllegalStateException("toy");
            }
        });
        try (EngineEvents events = open()) {
            deliver(start("bad", NOW_NANOS), start("lost", NOW_NANOS + 1));
            deliver(start("good", NOW_NANOS + 2));
            awaitTags(2);
            awaitConnections(3);
        }
        assertThat(since.get(1)).isEqualTo(NOW_NANOS + 1);
        assertThat(published.tags()).last().isEqualTo("system/docker/container/good/start");
    }

    @Test
    void aFolderThatCannotBeWrittenEndsNothing() throws Exception {
        Files.writeString(folder.resolve("docker"), "no folder");
        try (EngineEvents events = open()) {
            deliver(start("a", NOW_NANOS));
            awaitConnections(2);
            events.save();
        }
        assertThat(published.tags()).hasSize(1);
    }

    @Test
    void eventsOfARealEngineComeOnceAlsoThoseOfTheTimeWithoutTheAgent() throws Exception {
        try (DockerDaemon daemon = DockerDaemon.open();
                DockerEngine engine = new DockerEngine(
                        List.of(daemon.socket().toString()),
                        Ticker.system(),
                        TimeoutFactor.scaled(Duration.ofSeconds(20)))) {
            daemon.load(TestImage.exiting("bad:1", 7), TestImage.running("app:1"));
            daemon.run("before", "app:1");
            try (EngineEvents events = real(engine)) {
                awaitTags(1);
                daemon.run("during", "bad:1");
                awaitTags(3);
            }
            daemon.run("between", "app:1");
            try (EngineEvents events = real(engine)) {
                awaitTags(4);
                daemon.kill();
                daemon.start();
                Await.until("they come again", Duration.ofMinutes(2), () -> {
                    daemon.removeContainers();
                    daemon.run("after", "app:1");
                    return published.tags().contains("system/docker/container/after/start");
                });
            }
        }
        assertThat(lost).as("the connection has ended once").hasSize(1);
        assertThat(published.tags().subList(0, 4))
                .containsExactly(
                        "system/docker/container/before/start",
                        "system/docker/container/during/start",
                        "system/docker/container/during/die",
                        "system/docker/container/between/start");
        assertThat(published.published().get(2).data()).containsEntry("exitCode", "7");
    }

    private EngineEvents real(DockerEngine engine) {
        EngineEvents events =
                new EngineEvents(engine, published, folder, Ticker.system(), Clock.systemUTC(), lost::add);
        events.start();
        return events;
    }
}
