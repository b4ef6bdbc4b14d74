package io.outrider.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.Engine.PullListener;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.testkit.Await;
import io.outrider.testkit.DockerDaemon;
import io.outrider.testkit.DockerRegistry;
import io.outrider.testkit.RegistryFault;
import io.outrider.testkit.RegistryProxy;
import io.outrider.testkit.TestImage;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImagePullTest {
    private static final String PASSWORD = DockerRegistry.PASSWORD;
    private static final PullListener NOBODY = (done, total) -> {};

    @TempDir
    private static Path folder;

    private static DockerDaemon daemon;
    private static DockerRegistry registry;
    private static RegistryProxy proxy;

    private final Credentials credentials = new Credentials(proxy.host(), DockerRegistry.USER, PASSWORD);
    private final DockerEngine engine = engine(Duration.ofMinutes(5));

    private static DockerEngine engine(Duration stallLimit) {
        return new DockerEngine(
                List.of(daemon.socket().toString()),
                Ticker.system(),
                TimeoutFactor.scaled(Duration.ofSeconds(20)),
                stallLimit);
    }

    @BeforeAll
    static void start() {
        daemon = DockerDaemon.open();
        registry = DockerRegistry.withPassword(folder);
        proxy = new RegistryProxy(registry);
        registry.push(TestImage.running("app:1").withLayers(3_000_000, 500_000));
    }

    @AfterAll
    static void stop() {
        proxy.close();
        registry.close();
        daemon.close();
    }

    @AfterEach
    void close() {
        proxy.heal();
        proxy.bytesPerSecond(0);
        engine.close();
        daemon.clear();
    }

    private static String app(String tag) {
        return proxy.host() + "/app:" + tag;
    }

    private Failure failure(String reference, Credentials with) {
        return catchThrowableOfType(Failure.class, () -> engine.pull(reference, with, NOBODY));
    }

    @Test
    void aPullReportsBytesThatOnlyGrowUntilAllAreThere() throws Exception {
        proxy.bytesPerSecond(6_000_000);
        List<long[]> reports = new ArrayList<>();
        engine.pull(app("1"), credentials, (done, total) -> reports.add(new long[] {done, total}));
        assertThat(engine.image(app("1"))).isPresent();
        assertThat(reports).isNotEmpty();
        for (int i = 1; i < reports.size(); i++) {
            assertThat(reports.get(i)[0]).isGreaterThanOrEqualTo(reports.get(i - 1)[0]);
        }
        long[] last = reports.get(reports.size() - 1);
        assertThat(last[0]).isEqualTo(last[1]).isBetween(3_000_000L, 6_000_000L);
    }

    @Test
    void anImageIsPulledByItsDigestAndPulledAgainAtOnce() throws Exception {
        engine.pull(app("1"), credentials, NOBODY);
        String digest = engine.image(app("1")).orElseThrow().digests().get(0);
        assertThat(digest).startsWith(proxy.host() + "/app@sha256:");
        long bytes = proxy.blobBytes();
        engine.pull(digest, credentials, NOBODY);
        engine.pull(app("1"), credentials, NOBODY);
        assertThat(proxy.blobBytes()).isEqualTo(bytes);
    }

    @Test
    void theLogInIsCheckedWithTheRegistry() throws Exception {
        engine.logIn(credentials);
        Failure wrong = catchThrowableOfType(
                Failure.class, () -> engine.logIn(new Credentials(proxy.host(), DockerRegistry.USER, "wrong donkey")));
        assertThat(wrong.errorCode()).isEqualTo(DockerErrors.REGISTRY_LOGIN);
        assertThat(wrong).hasMessageNotContaining("donkey").hasMessageContaining(proxy.host());
        Failure gone = catchThrowableOfType(
                Failure.class, () -> engine.logIn(new Credentials("127.0.0.1:9", DockerRegistry.USER, PASSWORD)));
        assertThat(gone.errorCode()).isEqualTo(DockerErrors.REGISTRY_UNREACHABLE);
    }

    @Test
    void aPullWithAWrongPasswordOrNoneFailsWithoutShowingIt() {
        Failure wrong = failure(app("1"), new Credentials(proxy.host(), DockerRegistry.USER, "wrong donkey"));
        assertThat(wrong.errorCode()).isEqualTo(DockerErrors.REGISTRY_LOGIN);
        assertThat(wrong).hasMessageNotContaining("donkey");
        assertThat(failure(app("1"), null).errorCode()).isEqualTo(DockerErrors.REGISTRY_LOGIN);
    }

    @Test
    void whatIsNotInTheRegistryIsNotFound() {
        assertThat(failure(app("2"), credentials).errorCode()).isEqualTo(DockerErrors.IMAGE_NOT_FOUND);
        assertThat(failure(proxy.host() + "/other:1", credentials).errorCode()).isEqualTo(DockerErrors.IMAGE_NOT_FOUND);
        Failure invalid = failure("Not An Image", credentials);
        assertThat(invalid.errorCode()).isEqualTo(DockerErrors.NO_SUCH_IMAGE);
    }

    @Test
    void aListWithoutThisPlatformIsRefused() {
        registry.pushList(
                TestImage.running("foreign:1").forArchitecture("s390x"),
                TestImage.running("foreign:1").forArchitecture("ppc64le"));
        assertThat(failure(proxy.host() + "/foreign:1", credentials).errorCode())
                .isEqualTo(DockerErrors.IMAGE_PLATFORM);
    }

    @Test
    void faultsOfTheRegistryHaveTheirCodes() {
        proxy.fail(RegistryFault.TOO_MANY, "/manifests/", 100);
        assertThat(failure(app("1"), credentials).errorCode()).isEqualTo(DockerErrors.REGISTRY_BUSY);
        proxy.fail(RegistryFault.SERVER_ERROR, "/manifests/", 100);
        assertThat(failure(app("1"), credentials).errorCode()).isEqualTo(DockerErrors.REGISTRY_BUSY);
        assertThat(failure("127.0.0.1:9/app:1", credentials).errorCode()).isEqualTo(DockerErrors.REGISTRY_UNREACHABLE);
    }

    @Test
    void aConnectionThatIsCutInALayerIsTakenUpAgain() throws Exception {
        proxy.fail(RegistryFault.CUT, "/blobs/", 2);
        engine.pull(app("1"), credentials, NOBODY);
        assertThat(engine.image(app("1"))).isPresent();
    }

    @Test
    void aStalledPullFailsAndTheNextOneSucceeds() throws Exception {
        proxy.fail(RegistryFault.STALL, "/blobs/", 100);
        try (DockerEngine impatient = engine(Duration.ofSeconds(2))) {
            Failure stalled = catchThrowableOfType(Failure.class, () -> impatient.pull(app("1"), credentials, NOBODY));
            assertThat(stalled.errorCode()).isEqualTo(DockerErrors.REGISTRY_UNREACHABLE);
            proxy.heal();
            impatient.pull(app("1"), credentials, NOBODY);
        }
        assertThat(engine.image(app("1"))).isPresent();
    }

    @Test
    void aPullGoesOnAfterAnInterruptAndTheNextCallJoinsIt() throws Exception {
        proxy.fail(RegistryFault.STALL, "/blobs/", 100);
        long before = count("GET /v2/app/blobs/");
        AtomicReference<Exception> end = new AtomicReference<>();
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                engine.pull(app("1"), credentials, (done, total) -> begun.complete(true));
            } catch (Failure | InterruptedException e) {
                end.set(e);
            }
        });
        caller.start();
        begun.join();
        Await.until("the blobs are asked for", () -> count("GET /v2/app/blobs/") >= before + 2);
        caller.interrupt();
        caller.join();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        long requests = count("GET /v2/app/manifests/");
        proxy.heal();
        engine.pull(app("1"), credentials, NOBODY);
        assertThat(count("GET /v2/app/manifests/")).isEqualTo(requests);
        assertThat(engine.image(app("1"))).isPresent();
    }

    private static Failure windowCloses() {
        return new Failure(DockerErrors.PULL_WAITS, "the window closes");
    }

    @Test
    void allBytesOfAPullCountAlsoAfterItsCallerHasGone() throws Exception {
        long before = proxy.blobBytes();
        proxy.bytesPerSecond(2_000_000);
        AtomicReference<Long> seen = new AtomicReference<>(0L);
        assertThat(catchThrowableOfType(
                        Failure.class,
                        () -> engine.pull(app("1"), credentials, (done, total) -> {
                            seen.set(done);
                            if (done > 0) {
                                throw windowCloses();
                            }
                        })))
                .hasMessage("the window closes");
        assertThat(seen.get()).isBetween(1L, 2_900_000L);
        Await.until("the engine pulls on", () -> engine.image(app("1")).isPresent());
        Await.until("it has ended", () -> pulling() == 0);
        assertThat(engine.cancelPulls((reference, abandoned) -> false)).containsExactly(app("1"));
        assertThat(engine.cancelPulls((reference, abandoned) -> false)).isEmpty();
        assertThat(engine.pulledBytes())
                .as("all but the image's configuration")
                .isBetween(proxy.blobBytes() - before - 10_000, proxy.blobBytes() - before);
    }

    @Test
    void anAbandonedPullIsCancelledOnceItIsUnneeded() throws Exception {
        long before = proxy.blobBytes();
        proxy.bytesPerSecond(500_000);
        assertThat(catchThrowableOfType(
                        Failure.class,
                        () -> engine.pull(app("1"), credentials, (done, total) -> {
                            engine.cancelPulls((reference, abandoned) -> true); // somebody waits for it
                            if (proxy.blobBytes() - before > 2_900_000) {
                                throw windowCloses();
                            }
                        })))
                .hasMessage("the window closes");
        engine.cancelPulls((reference, abandoned) -> !reference.equals(app("1")) || abandoned.toMinutes() > 0);
        assertThat(pulling()).isEqualTo(1);
        assertThat(engine.cancelPulls((reference, abandoned) -> true)).containsExactly(app("1"));
        Await.until("it is cancelled", () -> pulling() == 0);
        Await.until("nothing comes any more", () -> {
            long now = proxy.blobBytes();
            TimeUnit.MILLISECONDS.sleep(700); // longer than between two reports of the engine
            return proxy.blobBytes() == now;
        });
        long first = proxy.blobBytes() - before;
        assertThat(engine.pulledBytes()).isBetween(first - 200_000, first);
        proxy.bytesPerSecond(0);
        engine.pull(app("1"), credentials, NOBODY);
        assertThat(engine.image(app("1"))).isPresent();
        assertThat(proxy.blobBytes() - before - first)
                .as("all of it again: a Docker Engine of 20.10 keeps nothing of a pull that is cancelled")
                .isGreaterThan(4_000_000);
    }

    @Test
    void aFifthPullIsRefusedUntilOneIsAbandoned() throws Exception {
        proxy.fail(RegistryFault.STALL, "/manifests/", 100);
        List<Thread> callers = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            String reference = app("n" + i);
            callers.add(new Thread(() -> failure(reference, credentials)));
        }
        callers.forEach(Thread::start);
        Await.until("four wait", () -> pulling() == 4);
        assertThat(failure(app("1"), credentials)).hasMessageContaining("too many pulls");
        callers.get(0).interrupt();
        callers.get(0).join();
        proxy.heal();
        engine.pull(app("1"), credentials, NOBODY);
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(engine.image(app("1"))).isPresent();
    }

    private static long pulling() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("engine-pull"))
                .count();
    }

    private static long count(String request) {
        return proxy.requests().stream()
                .filter(each -> each.startsWith(request))
                .count();
    }
}
