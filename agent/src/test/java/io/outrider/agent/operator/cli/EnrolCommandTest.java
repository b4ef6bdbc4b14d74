package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.api.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Enrolment at a stub of the service, for answers that the real one does not give; bench/service enrols at the real one. */
class EnrolCommandTest implements DaemonService {
    private static final String ANSWER = """
            {"unit_id": "van-12", "device_id": "d1", "broker": "mqtts://fleet.example", "ca": "CERTIFICATE",
             "prefix": "outrider/v1", "username": "van-12", "password": "secret", "upload": "x"}""";

    @TempDir
    private Path home;

    private final StringWriter out = new StringWriter();
    private final List<String> bodies = new ArrayList<>();
    private HttpServer server;
    private int status = 201;
    private String answer = ANSWER;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/enrol/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void enrol(String... words) throws Failure {
        CommandOptions options = CommandOptions.of(
                Set.of("--text"),
                Set.of("--config"),
                Set.of(),
                List.of(
                        "enrol",
                        "--text",
                        "--config",
                        home.resolve("outrider.toml").toString()));
        new EnrolCommand(
                        List.of(words),
                        new Invocation(
                                options,
                                this,
                                new OutputWriter(out),
                                new PrintWriter(new StringWriter()),
                                new Terminal(false, false)))
                .run();
    }

    private String read(String name) throws IOException {
        return Files.readString(home.resolve(name));
    }

    @Test
    void theSettingsOfTheLinkAreWrittenAndAllElseStays() throws Exception {
        Files.writeString(home.resolve("outrider.toml"), "[obd]\ncan = \"can1\"\n");
        Files.createDirectories(home.resolve("conf.d"));
        Files.writeString(home.resolve("conf.d/10-setup.toml"), "link.url = \"mqtt://old\" # before\n");
        enrol(url() + "/", "a-code", "unit=van-12");
        assertThat(bodies).containsExactly("{\"code\":\"a-code\",\"unit_id\":\"van-12\"}");
        assertThat(read("outrider.toml")).isEqualTo("[obd]\ncan = \"can1\"\n");
        assertThat(read("conf.d/10-setup.toml"))
                .contains(
                        "link.url = \"mqtts://fleet.example\" # before",
                        "unit.id = \"van-12\"",
                        "link.user = \"van-12\"",
                        "link.password_file = \"" + home.resolve("broker-password"),
                        "link.ca = \"" + home.resolve("broker-ca.pem"))
                .doesNotContain("secret");
        assertThat(read("broker-password")).isEqualTo("secret\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("broker-password"))))
                .endsWith("---");
        assertThat(read("broker-ca.pem")).isEqualTo("CERTIFICATE");
        assertThat(out.toString())
                .contains("van-12", "systemctl restart outrider")
                .doesNotContain("secret");
    }

    @Test
    void whatAServiceBeforeHadAndThisOneHasNotGoes() throws Exception {
        enrol(url(), "a-code");
        answer = ANSWER.replace("\"CERTIFICATE\"", "null").replace("mqtts://", "mqtt://");
        enrol(url(), "another-code");
        assertThat(read("outrider.toml")).contains("mqtt://fleet.example").doesNotContain("link.ca");
    }

    @Test
    void aCertificateIsLeftToTheDaemon() throws Exception {
        answer = ANSWER.replace("\"upload\"", "\"issuer\": \"https://fleet.example/enrol/certificate/\", \"upload\"");
        enrol(url(), "a-code", "certificate=yes");
        assertThat(read("outrider.toml"))
                .contains("link.issuer = \"https://fleet.example/enrol/certificate/\"", "link.password_file")
                .doesNotContain("issuer_ca");
        enrol(url(), "a-code");
        assertThat(read("outrider.toml")).doesNotContain("issuer");
    }

    @Test
    void aServiceWithoutCertificatesLeavesThePassword() throws Exception {
        enrol(url(), "a-code", "certificate=yes");
        assertThat(read("outrider.toml")).contains("link.password_file").doesNotContain("issuer");
        assertThat(out.toString()).contains("issues no certificates");
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 403, 500, 200})
    void aServiceThatDoesNotEnrolChangesNothing(int refusal) {
        status = refusal;
        answer = "{\"detail\": \"the code is unknown, used or expired\"}";
        assertThatThrownBy(() -> enrol(url(), "a-code")).isInstanceOfSatisfying(Failure.class, each -> {
            assertThat(each.is(CommandLineErrors.NOT_ENROLLED)).isTrue();
            assertThat(each).hasMessageContaining("status " + refusal).hasMessageContaining("is unknown, used");
        });
        assertThat(home).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no json", "[]", "{\"unit_id\": \"x\"}"})
    void anAnswerOfSomethingElseIsAnError(String other) {
        answer = other;
        assertThatThrownBy(() -> enrol(url(), "a-code")).hasMessageContaining("it is no fleet service");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void aServiceThatIsNotThereIsAnError() {
        server.stop(0);
        assertThatThrownBy(() -> enrol(url(), "a-code")).hasMessageContaining("cannot be asked");
    }

    @Test
    void wrongWordsAreRefusedBeforeAnythingIsSent() {
        for (String[] words : new String[][] {
            {},
            {url()},
            {"fleet.example", "code"},
            {"ftp://x", "code"},
            {url() + "?a=b", "code"},
            {url(), "code", "x=y"}
        }) {
            assertThatThrownBy(() -> enrol(words)).isInstanceOf(Failure.class).hasMessageContaining("enrol: takes");
        }
        assertThat(bodies).isEmpty();
    }

    @Override
    public void daemon(Path config) {
        throw new UnsupportedOperationException();
    }

    @Override
    public DaemonEndpoint api(Path config, Consumer<String> warns) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String checkConfig(Path config) {
        return "valid";
    }

    @Override
    public List<Path> dataFolders() {
        return List.of();
    }

    @Override
    public ProgramReference reference() {
        throw new UnsupportedOperationException();
    }
}
