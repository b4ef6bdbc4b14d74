package io.outrider.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.testkit.Await;
import io.outrider.testkit.TimeoutFactor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against an engine that answers as no real one that is at hand does. */
final class EngineTransportTest {
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private volatile String versions = "\"ApiVersion\":\"1.41\"";
    private volatile String answer = "";
    private final Map<String, String> answers =
            new ConcurrentHashMap<>(); // by a part of the path; null: the engine cannot
    private volatile boolean silent; // accepts connections, and does not answer
    private volatile boolean answersVersionOnly;
    private final List<SocketChannel> waiting = new CopyOnWriteArrayList<>();
    private volatile long length;
    private volatile int status = 200;
    private Path folder;
    private ServerSocketChannel server;
    private Thread thread;
    private DockerEngine engine;

    @BeforeEach
    void start() throws IOException {
        folder = Files.createTempDirectory(Path.of("/tmp"), "eng");
        Path socket = folder.resolve("s");
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        thread = new Thread(this::serve, "fake-engine");
        thread.start();
        engine = new DockerEngine(
                List.of(socket.toString()), Ticker.system(), TimeoutFactor.scaled(Duration.ofSeconds(10)));
    }

    @AfterEach
    void close() throws Exception {
        engine.close();
        for (SocketChannel each : waiting) {
            each.close();
        }
        server.close();
        thread.join();
        Files.delete(folder.resolve("s"));
        Files.delete(folder);
    }

    private SocketChannel accept() throws IOException {
        SocketChannel client = server.accept();
        while (silent) {
            waiting.add(client);
            client = server.accept();
        }
        return client;
    }

    private void serve() {
        while (server.isOpen()) {
            try {
                SocketChannel client = accept();
                BufferedReader in = new BufferedReader(new InputStreamReader(Channels.newInputStream(client)));
                StringBuilder head = new StringBuilder();
                for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                    head.append(line).append('\n');
                }
                heads.add(head.toString());
                boolean version = head.indexOf("GET /version ") == 0;
                if (answersVersionOnly && head.indexOf("/version ") < 0) {
                    waiting.add(client);
                    continue;
                }
                String path = head.substring(0, head.indexOf("\n"));
                Optional<String> known = answers.keySet().stream()
                        .filter(path::contains)
                        .findFirst()
                        .map(answers::get);
                boolean fails = known.isEmpty() && !answers.isEmpty() && !version;
                byte[] body = (known.isPresent() ? known.get() : version ? "{" + versions + "}" : answer)
                        .getBytes(StandardCharsets.UTF_8);
                long declared = version || length == 0 ? body.length : length;
                OutputStream out = Channels.newOutputStream(client);
                out.write(("HTTP/1.1 " + (version ? 200 : fails ? 500 : status) + " x\r\nContent-Length: " + declared
                                + "\r\n\r\n")
                        .getBytes(StandardCharsets.UTF_8));
                for (long sent = 0; sent < declared && body.length > 0; sent += body.length) {
                    out.write(body);
                    if (!version && status == 206) {
                        break;
                    }
                }
                client.close();
            } catch (IOException e) {
                // the client does not want the rest, or the test is over
            }
        }
    }

    private static String container(String id, String labels) {
        return "{\"Id\":\"" + id + "\",\"Names\":[\"/" + id
                + "\"],\"Image\":\"i\",\"ImageID\":\"sha256:1\",\"State\":\"running\","
                + "\"Labels\":{" + labels + "},\"Mounts\":[{\"Source\":\"/data\"}]}";
    }

    @Test
    void aForeignContainerThatCannotBeInspectedIsThereAsTheListHasIt() throws Exception {
        answers.put("/containers/json", "[" + container("good", "") + "," + container("bad", "") + "]");
        answers.put("/containers/good/json", "{\"Id\":\"good\",\"Name\":\"/good\"}");
        List<EngineContainer> all = engine.containers();
        assertThat(all).extracting(EngineContainer::name).containsExactly("good", "bad");
        EngineContainer bad = all.get(1);
        assertThat(bad.state().running()).isTrue();
        assertThat(bad.imageId()).isEqualTo("sha256:1");
        assertThat(bad.hostConfig().at("/Mounts/0/Source").asText()).isEqualTo("/data");
    }

    @Test
    void aContainerOfAProjectThatCannotBeInspectedIsDeadButMayRun() throws Exception {
        answers.put("/containers/json", "[" + container("own", "\"io.outrider.project\":\"p\"") + "]");
        assertThat(engine.containers()).singleElement().satisfies(each -> {
            assertThat(each.state().status()).isEqualTo("dead");
            assertThat(each.state().running()).isTrue();
        });
        answers.put("/containers/json", "[" + container("own", "\"release_hash\":\"h\"") + "]");
        assertThat(engine.containers().get(0).state().status()).isEqualTo("dead");
    }

    @Test
    void anImageThatCannotBeInspectedIsThereAsTheListHasIt() throws Exception {
        answers.put("/images/json", "[{\"Id\":\"sha256:1\",\"RepoTags\":[\"app:1\"],\"Size\":7}]");
        assertThat(engine.images()).singleElement().satisfies(each -> {
            assertThat(each.tags()).containsExactly("app:1");
            assertThat(each.bytes()).isEqualTo(7);
        });
    }

    @Test
    void anEngineThatAcceptsAndDoesNotAnswerHoldsUpNeitherPullsNorTheClosing() throws Exception {
        silent = true;
        try (DockerEngine impatient =
                new DockerEngine(List.of(folder.resolve("s").toString()), Ticker.system(), Duration.ofSeconds(1))) {
            Thread puller = new Thread(() -> assertThat(
                            catchThrowableOfType(Failure.class, () -> engine.pull("app:1", null, (done, total) -> {}))
                                    .errorCode())
                    .isEqualTo(DockerErrors.ENGINE_ABSENT));
            puller.start();
            Await.until("the pull waits for the engine", () -> !waiting.isEmpty());
            assertThat(catchThrowableOfType(Failure.class, () -> impatient.container("one"))
                            .errorCode())
                    .isEqualTo(DockerErrors.ENGINE_ABSENT);
            assertThat(catchThrowableOfType(Failure.class, () -> impatient.pull("app:1", null, (done, total) -> {}))
                            .errorCode())
                    .as("long before the limit of a pull")
                    .isEqualTo(DockerErrors.ENGINE_ABSENT);
            long begin = System.nanoTime();
            engine.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(TimeoutFactor.scaled(Duration.ofSeconds(2)));
            puller.join();
        } finally {
            silent = false;
            for (SocketChannel each : waiting) {
                each.close();
            }
        }
    }

    private Failure failure() {
        return catchThrowableOfType(Failure.class, () -> engine.container("one"));
    }

    @ParameterizedTest
    @CsvSource({
        "1.35, 1.12, 1.35",
        "1.40, 1.12, 1.40",
        "1.41, 1.24, 1.41",
        "1.51, 1.24, 1.51",
        "1.99, 1.44, 1.51",
        "1.99, 1.77, 1.77"
    })
    void theNewestVersionIsSpokenThatBothKnow(String newest, String oldest, String spoken) throws Exception {
        versions = "\"ApiVersion\":\"" + newest + "\",\"MinAPIVersion\":\"" + oldest + "\"";
        answer = "{\"Id\":\"1\",\"Name\":\"/one\"}";
        assertThat(engine.container("one").orElseThrow().name()).isEqualTo("one");
        assertThat(heads.get(1)).startsWith("GET /v" + spoken + "/containers/one/json HTTP/1.1\n");
        assertThat(heads).hasSize(2);
    }

    @Test
    void anAnswerThatIsTooLongIsNotRead() {
        answer = " ".repeat(100_000);
        length = 1L << 40;
        Failure failure = failure();
        assertThat(failure.errorCode()).isEqualTo(DockerErrors.ENGINE_FAILED);
        assertThat(failure).hasMessageContaining("too long an answer");
    }

    @Test
    void theRestOfAnAnswerThatIsNoJsonIsNotRead() {
        answer = "no json" + " ".repeat(100_000);
        length = 1L << 40;
        assertThat(failure()).hasMessageContaining("ended").hasMessageNotContaining("within");
    }

    @Test
    void anAnswerThatIsCutOffIsThatOfAnEngineThatWent() {
        status = 206;
        answer = "{\"Id\":";
        length = 1_000;
        assertThat(failure().errorCode()).isEqualTo(DockerErrors.ENGINE_ABSENT);
    }

    @Test
    void aCallThatTakesTooLongInAnEngineThatAnswersOthersHasACodeOfItsOwn() {
        answersVersionOnly = true;
        try (DockerEngine hasty =
                new DockerEngine(List.of(folder.resolve("s").toString()), Ticker.system(), Duration.ofMillis(500))) {
            assertThat(catchThrowableOfType(Failure.class, () -> hasty.start("one"))
                            .errorCode())
                    .isEqualTo(DockerErrors.ENGINE_SLOW);
            assertThat(catchThrowableOfType(Failure.class, () -> hasty.container("one")))
                    .hasMessageContaining("does not answer within")
                    .hasMessageNotContaining("Exception");
        }
    }

    @Test
    void anErrorWithoutJsonHasTheCodeOfItsStatus() {
        status = 500;
        answer = "<html>";
        assertThat(failure().errorCode()).isEqualTo(DockerErrors.ENGINE_FAILED);
        status = 400;
        answer = "";
        assertThat(failure().errorCode()).isEqualTo(DockerErrors.ENGINE_REFUSED);
    }

    @Test
    void anAnswerOfSomethingElseThanAnEngineIsAFailure() {
        versions = "\"ApiVersion\":17";
        answer = "no json";
        assertThat(failure().errorCode()).isEqualTo(DockerErrors.ENGINE_ABSENT);
    }

    @Test
    void credentialsGoIntoTheHeaderOfAPullOnly() throws Exception {
        answer = "{\"status\":\"Downloading\",\"id\":\"a\",\"progressDetail\":{\"current\":5,\"total\":9}}\r\n"
                + "{\"status\":\"Retrying in 1 second\",\"id\":\"a\"}\r\n"
                + "{\"status\":\"Downloading\",\"id\":\"a\",\"progressDetail\":{\"current\":1,\"total\":9}}\r\n";
        long[] last = new long[2];
        engine.pull("team/app:1", new Credentials("r:5000", "unit", "horse"), (done, total) -> {
            last[0] = done;
            last[1] = total;
        });
        assertThat(last).containsExactly(5, 9);
        String head = heads.get(2);
        assertThat(head).startsWith("POST /v1.41/images/create?fromImage=team%2Fapp&tag=1 ");
        String value = head.replaceFirst("(?s).*X-Registry-Auth: (\\S+).*", "$1");
        assertThat(new String(Base64.getUrlDecoder().decode(value), StandardCharsets.UTF_8))
                .isEqualTo("{\"username\":\"unit\",\"password\":\"horse\",\"serveraddress\":\"r:5000\"}");
    }

    @Test
    void anErrorInTheStreamOfAPullIsItsFailure() {
        answer =
                "{\"status\":\"Pulling\"}\r\n{\"errorDetail\":{\"message\":\"m\"},\"error\":\"toomanyrequests: wait\"}\r\n";
        Failure failure = catchThrowableOfType(Failure.class, () -> engine.pull("app", null, (done, total) -> {}));
        assertThat(failure.errorCode()).isEqualTo(DockerErrors.REGISTRY_BUSY);
        assertThat(heads.get(2)).contains("fromImage=app&tag=latest").doesNotContain("X-Registry-Auth");
    }
}
