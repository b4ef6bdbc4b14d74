package io.outrider.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.testkit.Await;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.TestImage;
import io.outrider.testkit.TimeoutFactor;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EngineFaultsTest {
    private final DockerDaemon daemon = DockerDaemon.open();
    private final DockerEngine engine = engine(20);

    /** Client that gives up soon, also an engine that has too little of the processor. */
    private final DockerEngine hasty = engine(2);

    private DockerEngine engine(int seconds) {
        return new DockerEngine(
                List.of(daemon.socket().toString()),
                Ticker.system(),
                TimeoutFactor.scaled(Duration.ofSeconds(seconds)));
    }

    @AfterEach
    void close() {
        hasty.close();
        engine.close();
        daemon.close();
    }

    private static void absent(ThrowingCallable call) {
        Failure failure = catchThrowableOfType(Failure.class, call);
        assertThat(failure.errorCode()).isEqualTo(DockerErrors.ENGINE_ABSENT);
        assertThat(failure).hasMessageNotContaining("Exception");
    }

    @Test
    void anEngineThatIsKilledIsAbsentUntilItIsThereAgain() throws Exception {
        daemon.load(TestImage.running("app:1"));
        String id = daemon.run("one", "app:1");
        assertThat(engine.containers()).hasSize(1);
        daemon.kill();
        absent(engine::containers);
        absent(() -> engine.start(id));
        absent(() -> engine.pull("127.0.0.1:9/app:1", null, (done, total) -> {}));
        daemon.start();
        assertThat(engine.container("one").orElseThrow().state().running()).isFalse();
        engine.start(id);
        assertThat(engine.container("one").orElseThrow().state().running()).isTrue();
    }

    @Test
    void anEngineThatDoesNotAnswerFailsTheCallInTime() throws Exception {
        Await.until("the engine answers", () -> hasty.images().isEmpty());
        daemon.freeze();
        long begin = System.nanoTime();
        absent(hasty::images);
        absent(() -> hasty.events(0, each -> {}));
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isLessThan(TimeoutFactor.scaled(Duration.ofSeconds(20)));
        daemon.thaw();
        Await.until("the engine answers again", () -> hasty.images().isEmpty());
    }

    @Test
    void anInterruptIsSeenAfterARequestThatTheEngineCarriesOutInAnyCase() throws Exception {
        daemon.load(TestImage.running("app:1"));
        ObjectNode config = JsonNodeFactory.instance.objectNode().put("Image", "app:1");
        config.putObject("HostConfig").put("NetworkMode", "none");
        Thread.currentThread().interrupt();
        String id = engine.create("one", config);
        engine.start(id);
        engine.rename(id, "two");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(engine.container("two").orElseThrow().state().running()).isTrue();
        Thread.currentThread().interrupt();
        engine.remove(id, true);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(engine.containers()).isEmpty();

        daemon.freeze();
        Thread.currentThread().interrupt();
        absent(() -> hasty.rename(id, "three"));
        assertThat(Thread.interrupted()).isTrue();
        daemon.thaw();
    }

    @Test
    void aContainerOfAReleaseWhoseFilesAreGoneIsDeadAndCanBeRemoved() throws Exception {
        daemon.load(TestImage.running("app:1"));
        ObjectNode config = JsonNodeFactory.instance.objectNode().put("Image", "app:1");
        config.putObject("Labels").put("io.outrider.project", "fleet");
        String id = engine.create("one", config);
        engine.create("two", config);
        Path upper = Path.of(engine.inspect(id).at("/GraphDriver/Data/UpperDir").asText());
        assertThat(upper).startsWith(daemon.root());
        try (Stream<Path> files = Files.walk(upper.getParent())) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
        assertThat(catchThrowableOfType(Failure.class, () -> engine.container(id))
                        .code())
                .as("the engine cannot read it")
                .startsWith("ENGINE_");
        assertThat(engine.containers())
                .extracting(each -> each.name() + " " + each.state().status())
                .containsExactlyInAnyOrder("one dead", "two created");
        engine.remove(id, false);
        assertThat(engine.containers()).extracting(EngineContainer::name).containsExactly("two");
    }

    @Test
    void theStreamOfEventsEndsWithTheEngineAndWithTheClosing() throws Exception {
        for (Runnable end : List.<Runnable>of(daemon::kill, engine::close)) {
            AtomicReference<String> result = new AtomicReference<>();
            Thread listener = new Thread(() -> {
                try {
                    engine.events(0, each -> result.set("listening"));
                    result.set("ended");
                } catch (Failure | InterruptedException e) {
                    result.set(e.getMessage());
                }
            });
            daemon.load(TestImage.running("app:1"));
            listener.start();
            Await.until("listening", () -> "listening".equals(result.get()));
            end.run();
            listener.join(TimeoutFactor.scaledSeconds(20) * 1_000);
            assertThat(result.get()).isEqualTo("ended");
            daemon.kill();
            daemon.start();
        }
        absent(engine::containers);
    }
}
