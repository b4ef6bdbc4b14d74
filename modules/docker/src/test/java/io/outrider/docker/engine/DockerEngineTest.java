package io.outrider.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.Engine.EngineEvent;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.testkit.Await;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.TestImage;
import io.outrider.testkit.TimeoutFactor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DockerEngineTest {
    private static DockerDaemon daemon;

    private final DockerEngine engine = new DockerEngine(
            List.of("/nowhere/docker.sock", daemon.socket().toString()),
            Ticker.system(),
            TimeoutFactor.scaled(Duration.ofSeconds(20)));

    @BeforeAll
    static void start() {
        daemon = DockerDaemon.open();
        daemon.load(
                TestImage.running("app:1"),
                TestImage.ignoringTerm("deaf:1"),
                TestImage.exiting("bad:1", 7),
                TestImage.unhealthy("sick:1"));
    }

    @AfterAll
    static void stop() {
        daemon.close();
    }

    @BeforeEach
    void empty() {
        daemon.removeContainers();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static ObjectNode config(String image) {
        ObjectNode config = new ObjectMapper().createObjectNode().put("Image", image);
        config.putObject("Labels").put("project", "p");
        config.putObject("HostConfig").put("NetworkMode", "none");
        return config;
    }

    private String running(String name, String image) throws Exception {
        String id = engine.create(name, config(image));
        engine.start(id);
        return id;
    }

    private static void refused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Failure.class,
                        e -> assertThat(e.is(code))
                                .as(e.code() + " " + e.getMessage())
                                .isTrue());
    }

    @Test
    void theEngineBehindTheFirstSocketThatAnswersSaysWhatItIs() throws Exception {
        EngineInfo info = engine.info();
        assertThat(info.name()).isNotEmpty();
        assertThat(info.version()).startsWith("20.10");
        assertThat(info.os()).isEqualTo("linux");
        assertThat(info.architecture()).isIn("amd64", "arm64", "arm");
        assertThat(info.root()).isEqualTo(daemon.root().toString());
    }

    @Test
    void aContainerIsCreatedStartedStoppedAndRemoved() throws Exception {
        String id = engine.create("one", config("app:1"));
        assertThat(engine.container("one").orElseThrow().state().status()).isEqualTo("created");
        engine.start(id);
        engine.start(id);
        EngineContainer container = engine.container("one").orElseThrow();
        assertThat(container.id()).isEqualTo(id);
        assertThat(container.name()).isEqualTo("one");
        assertThat(container.image()).isEqualTo("app:1");
        assertThat(container.imageId()).isEqualTo(TestImage.running("app:1").id());
        assertThat(container.labels()).isEqualTo(Map.of("project", "p"));
        assertThat(container.state().running()).isTrue();
        assertThat(container.state().health()).isNull();
        assertThat(container.restart()).isEqualTo(RestartPolicy.NO);
        assertThat(container.hostConfig().path("NetworkMode").textValue()).isEqualTo("none");
        Await.until("it has its trap", () -> engine.logs(id, 10).equals(List.of("started app:1")));
        engine.stop(id, Duration.ofSeconds(10));
        engine.stop(id, null);
        assertThat(engine.container(id).orElseThrow().state().exitCode()).isZero();
        assertThat(engine.logs(id, 1)).containsExactly("stopped");
        engine.remove(id, true);
        engine.remove(id, true);
        assertThat(engine.container("one")).isEmpty();
        assertThat(engine.containers()).isEmpty();
    }

    @Test
    void theAnonymousVolumesOfAContainerStayUnlessTheyAreToGo() throws Exception {
        ObjectNode config = config("app:1");
        config.withObject("/Volumes/data");
        for (boolean volumes : List.of(false, true)) {
            String id = engine.create("one", config);
            String volume = engine.inspect(id).at("/Mounts/0/Name").asText();
            engine.remove(id, volumes);
            if (volumes) {
                refused(DockerErrors.NO_SUCH_CONTAINER, () -> engine.inspect(volume));
            } else {
                assertThat(engine.inspect(volume).path("Name").asText()).isEqualTo(volume);
            }
        }
    }

    @Test
    void aContainerThatIgnoresSigtermIsKilledAfterItsGraceTime() throws Exception {
        String id = running("deaf", "deaf:1");
        Await.until("it has its trap", () -> !engine.logs(id, 1).isEmpty());
        long begin = System.nanoTime();
        engine.stop(id, Duration.ofSeconds(1));
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        ContainerState state = engine.container(id).orElseThrow().state();
        assertThat(state.running()).isFalse();
        assertThat(state.exitCode()).isEqualTo(137);
    }

    @Test
    void aContainerWithAnEndlessGraceTimeIsStopped() throws Exception {
        ObjectNode config = config("app:1").put("StopTimeout", 99_999_999_999L);
        String id = engine.create("patient", config);
        engine.start(id);
        Await.until("it has its trap", () -> !engine.logs(id, 1).isEmpty());
        engine.stop(id, null);
        assertThat(engine.container(id).orElseThrow().state().running()).isFalse();
    }

    @Test
    void theEndOfAContainerShowsItsCodeAndBothOutputs() throws Exception {
        String id = running("bad", "bad:1");
        Await.until("it exits", () -> engine.container(id).orElseThrow().state().exitCode() == 7);
        assertThat(engine.logs(id, 10)).containsExactlyInAnyOrder("out of bad:1", "fault of bad:1");
        assertThat(engine.logs(id, 1)).hasSize(1);
    }

    @Test
    void aTerminalsOutputHasNoControlCharacters() throws Exception {
        ObjectNode config = config("app:1").put("Tty", true);
        config.putArray("Cmd").add("sh").add("-c").add("printf '\\033[1;31mred\\033[0m\\tend\\r\\n\\007bell\\n'");
        String id = engine.create("tty", config);
        engine.start(id);
        Await.until("it prints", () -> engine.logs(id, 10).equals(List.of("red\tend", "bell")));
    }

    @Test
    void ofALongLogTheLastLinesAreKept() throws Exception {
        ObjectNode config = config("app:1");
        config.putArray("Cmd")
                .add("sh")
                .add("-c")
                .add("i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo line $i of a log that is long enough; done");
        String id = engine.create("long", config);
        engine.start(id);
        Await.until(
                "it ends",
                () -> engine.container(id).orElseThrow().state().status().equals("exited"));
        List<String> lines = engine.logs(id, 10_000);
        assertThat(lines).hasSizeBetween(1_000, 2_000).allMatch(line -> line.matches("line \\d+ of .* enough"));
        assertThat(lines.get(lines.size() - 1)).startsWith("line 3000 ");
    }

    @Test
    void healthAndRestartsAreShown() throws Exception {
        String sick = running("sick", "sick:1");
        ObjectNode config = config("bad:1");
        ((ObjectNode) config.get("HostConfig"))
                .putObject("RestartPolicy")
                .put("Name", "on-failure")
                .put("MaximumRetryCount", 2);
        String bad = engine.create("loop", config);
        engine.start(bad);
        assertThat(engine.container(bad).orElseThrow().restart()).isEqualTo(new RestartPolicy("on-failure", 2));
        Await.until(
                "restarted", () -> engine.container(bad).orElseThrow().state().restarts() == 2);
        Await.until(
                "sick",
                () -> "unhealthy"
                        .equals(engine.container(sick).orElseThrow().state().health()));
    }

    @ParameterizedTest
    @ValueSource(longs = {99_999_999_999L, Long.MAX_VALUE, -1})
    void aContainerThatWantsTooLongAGraceTimeIsStopped(long seconds) throws Exception {
        String id = engine.create("one", config("app:1").put("StopTimeout", seconds));
        engine.start(id);
        engine.stop(id, null);
        assertThat(engine.container(id).orElseThrow().state().running()).isFalse();
    }

    @Test
    void nameAndRestartPolicyChange() throws Exception {
        String id = running("one", "app:1");
        engine.rename(id, "two");
        engine.restartPolicy(id, new RestartPolicy("unless-stopped", 0));
        EngineContainer container = engine.container("two").orElseThrow();
        assertThat(container.id()).isEqualTo(id);
        assertThat(container.restart().name()).isEqualTo("unless-stopped");
        engine.restartPolicy(id, RestartPolicy.NO);
        assertThat(engine.containers()).extracting(EngineContainer::restart).containsExactly(RestartPolicy.NO);
    }

    @Test
    void imagesAreListedAndRemoved() throws Exception {
        TestImage image = TestImage.running("extra:1").withLayers(5_000);
        daemon.load(image);
        EngineImage found = engine.image("extra:1").orElseThrow();
        assertThat(found.id()).isEqualTo(image.id());
        assertThat(found.tags()).containsExactly("extra:1");
        assertThat(found.architecture()).isEqualTo(image.architecture());
        assertThat(found.layers()).hasSize(3);
        assertThat(found.bytes()).isGreaterThan(1_000_000);
        assertThat(found.config().at("/Cmd/0").textValue()).isEqualTo("sh");
        assertThat(engine.image(image.id())).contains(found);
        assertThat(engine.images())
                .extracting(EngineImage::id)
                .contains(image.id())
                .hasSize(5);
        engine.removeImage("extra:1");
        engine.removeImage("extra:1");
        assertThat(engine.image("extra:1")).isEmpty();
    }

    @Test
    void oneInspectionServesContainersImagesAndVolumes() throws Exception {
        String id = running("one", "app:1");
        daemon.call("POST", "/volumes/create", "{\"Name\":\"store\"}");
        assertThat(engine.inspect("one").path("Id").textValue()).isEqualTo(id);
        assertThat(engine.inspect("app:1").path("RepoTags")).hasSize(1);
        JsonNode volume = engine.inspect("store");
        assertThat(volume.path("Name").textValue()).isEqualTo("store");
        refused(DockerErrors.NO_SUCH_CONTAINER, () -> engine.inspect("nothing"));
        refused(DockerErrors.NO_SUCH_CONTAINER, () -> engine.inspect("team/nothing:1"));
    }

    @Test
    void whatTheEngineRefusesHasItsCode() throws Exception {
        String id = running("one", "app:1");
        refused(DockerErrors.NAME_IN_USE, () -> engine.create("one", config("app:1")));
        refused(DockerErrors.NO_SUCH_IMAGE, () -> engine.create("two", config("nothing:1")));
        refused(DockerErrors.NO_SUCH_CONTAINER, () -> engine.start("nothing"));
        refused(DockerErrors.NO_SUCH_CONTAINER, () -> engine.logs("nothing", 1));
        refused(DockerErrors.NO_SUCH_CONTAINER, () -> engine.stop("nothing", null));
        refused(DockerErrors.ENGINE_REFUSED, () -> engine.restartPolicy(id, new RestartPolicy("sometimes", 0)));
        refused(DockerErrors.ENGINE_REFUSED, () -> engine.removeImage("app:1"));
        ObjectNode noCommand = config("app:1");
        noCommand.putArray("Cmd").add("/no/such/program");
        String broken = engine.create("broken", noCommand);
        refused(DockerErrors.ENGINE_REFUSED, () -> engine.start(broken));
        ObjectNode badValue = config("app:1");
        badValue.putArray("Volumes").add("/a:/b");
        refused(DockerErrors.ENGINE_REFUSED, () -> engine.create("bad", badValue));
    }

    @Test
    void aNameThatIsAnotherPathIsRefusedBeforeTheEngineSeesIt() throws Exception {
        running("one", "app:1");
        refused(DockerErrors.NO_SUCH_CONTAINER, () -> engine.start("../images/app:1"));
        refused(DockerErrors.NO_SUCH_CONTAINER, () -> engine.rename("one", "two&x=y"));
        assertThat(engine.container("one?force=1")).isEmpty();
        engine.removeImage("x/../../containers/one?force=1");
        assertThat(engine.container("one")).isPresent();
    }

    @Test
    void eventsComeSinceAGivenTimeUntilTheThreadIsInterrupted() throws Exception {
        String id = engine.create("one", config("app:1"));
        engine.start(id);
        List<EngineEvent> all = events(0, () -> engine.remove(id, true), 4);
        assertThat(all).extracting(EngineEvent::action).containsSubsequence("create", "start", "die", "destroy");
        EngineEvent start = all.stream()
                .filter(each -> each.action().equals("start") && each.id().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(start.type()).isEqualTo("container");
        assertThat(start.attributes()).containsEntry("name", "one").containsEntry("project", "p");
        List<EngineEvent> later = events(start.nanos() + 1, () -> {}, 1);
        assertThat(later).allMatch(each -> each.nanos() > start.nanos());
        assertThat(later).extracting(EngineEvent::action).contains("destroy");
    }

    private interface Deed {
        void run() throws Exception;
    }

    private List<EngineEvent> events(long since, Deed meanwhile, int atLeast) throws Exception {
        List<EngineEvent> all = new CopyOnWriteArrayList<>();
        AtomicReference<Exception> end = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                engine.events(since, all::add);
            } catch (Failure | InterruptedException e) {
                end.set(e);
            }
        });
        thread.start();
        meanwhile.run();
        Await.until(
                "events come",
                () -> all.size() >= atLeast && all.get(all.size() - 1).action().equals("destroy"));
        thread.interrupt();
        thread.join(TimeoutFactor.scaledSeconds(20) * 1_000);
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        return all;
    }
}
