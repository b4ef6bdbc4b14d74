package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.outrider.service.accounts.LoginLimit;
import io.outrider.service.commands.CallbackAddresses;
import io.outrider.service.commands.Commands;
import io.outrider.service.commands.JobViews;
import io.outrider.service.database.AccountShares;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Device;
import io.outrider.service.devices.Enrolment;
import io.outrider.service.fixture.ApiClient;
import io.outrider.service.fixture.RecordedLink;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.releases.Projects;
import io.outrider.service.releases.Registries;
import io.outrider.service.releases.ReleaseDevices;
import io.outrider.service.telemetry.TelemetryReader;
import io.outrider.service.telemetry.TelemetryWriter;
import io.outrider.service.telemetry.TripReader;
import io.outrider.service.telemetry.UploadReader;
import io.outrider.service.tls.CertificateAuthority;
import io.outrider.service.tls.UnitCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The whole HTTP API with a thing of each kind, which the first account owns; the link to units is a fake. */
final class ServedApi implements AutoCloseable {
    static final String UNIT_SECRET = "unit-secret";
    static final ObjectMapper MAPPER = new ObjectMapper();

    final ServedAccounts served;
    final TelemetryWriter writer;
    final Device device;

    /** Ids of things of the first account, by the names of path parameters. */
    final Map<String, String> ids;

    private final EventStreams streams;

    /** Operation of the document. */
    record Operation(String method, String path, JsonNode description, JsonNode parameters) {
        /** True if it takes the token of an account. */
        boolean isSecured() {
            return !description.has("security");
        }

        String schemaOfBody() {
            return description
                    .at("/requestBody/content/application~1json/schema/$ref")
                    .asText()
                    .replaceFirst(".*/", "");
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    ServedApi(DatabaseUrl.Kind kind, Path folder) throws IOException {
        this(kind, folder, HttpServer.PATIENCE);
    }

    /** @param patience of the server with slow clients */
    ServedApi(DatabaseUrl.Kind kind, Path folder, Duration patience) throws IOException {
        served = new ServedAccounts(kind, folder);
        served.patience = patience;
        writer = new TelemetryWriter(served.database, served.clock);
        streams = new EventStreams(served.authenticator, Duration.ofMillis(20));
        JobViews views = new JobViews(served.database, served.clock);
        CallbackAddresses addresses = new CallbackAddresses(
                List.of("127.0.0.0/8"), host -> new InetAddress[] {InetAddress.getLoopbackAddress()});
        Commands commands = new Commands(served.database, new RecordedLink(), addresses, served.key, served.clock);
        ReleaseDevices releaseDevices = new ReleaseDevices(served.devices);
        ProjectReleases releases = new ProjectReleases(served.database, releaseDevices, served.clock);
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        served.serve(
                new TelemetryRoutes(
                        served.devices,
                        new TelemetryReader(served.database),
                        new TripReader(served.database, new TelemetryReader(served.database)),
                        served.authenticator,
                        served.answers,
                        new AccountShares(4, 3)),
                new UploadRoutes(new UnitAuthenticator(served.devices), writer),
                new CommandRoutes(
                        served.devices, commands, views, served.authenticator, served.document, served.answers),
                new ReleaseRoutes(
                        new Registries(served.database, served.key, releaseDevices),
                        new Projects(served.database, releaseDevices),
                        releases,
                        served.authenticator,
                        served.document,
                        served.answers),
                new EnrolmentRoutes(
                        new Enrolment(served.database, served.devices, served.key, served.clock),
                        unit -> {},
                        new UnitAuthenticator(served.devices),
                        served.authenticator,
                        new LoginLimit(served.clock),
                        served.document,
                        () -> "http://fleet.example",
                        "mqtts://fleet.example",
                        null,
                        new UnitCertificates(
                                CertificateAuthority.open(
                                        served.database, served.key, new SecureRandom(), served.clock),
                                Duration.ofDays(365)),
                        "outrider/v1"),
                new EventRoutes(
                        served.devices,
                        new UploadReader(served.database),
                        views,
                        releases,
                        served.authenticator,
                        streams,
                        served.clock),
                new OperationRoutes(Map::of, metrics, OperationRoutes.Readers.ALL));
        device = served.devices.create(served.account, "van-12", null, true);
        served.setSecret(device, UNIT_SECRET);
        ids = things();
    }

    private Map<String, String> things() {
        ApiClient client = served.client();
        String registry = client.post("/docker/registries/", "{\"name\": \"own\", \"url\": \"registry.example\"}")
                .is(201)
                .json()
                .get("id")
                .asText();
        String project = client.post("/docker/projects/", "{\"name\": \"fleet\"}")
                .is(201)
                .json()
                .get("id")
                .asText();
        String release = client.post(
                        "/docker/projects/" + project + "/releases/",
                        "{\"version\": \"1\", \"devices\": [\"" + device.id()
                                + "\"], \"containers\": [{\"name\": \"app\", \"image\": \"team/app\"}]}")
                .is(201)
                .json()
                .get("id")
                .asText();
        String jid = client.post(
                        "/dongle/devices/" + device.id() + "/execute/",
                        "{\"command\": \"test.ping\", \"callback_url\": \"http://client.example/\"}")
                .is(200)
                .json()
                .get("jid")
                .asText();
        String token = client.post("/auth/tokens/", "{\"name\": \"other\"}")
                .is(201)
                .json()
                .get("id")
                .asText();
        return Map.of(
                "device",
                device.id(),
                "jid",
                jid,
                "registry",
                registry,
                "project",
                project,
                "release",
                release,
                "token",
                token);
    }

    /** Stores records of the first account's device. */
    void store(String records) throws IOException {
        writer.writePosted(device.number(), MAPPER.readTree(records))
                .toCompletableFuture()
                .join();
    }

    /** Path of an operation to the things of the first account. */
    String path(Operation operation) {
        String path = operation.path();
        for (Map.Entry<String, String> each : ids.entrySet()) {
            path = path.replace("{" + each.getKey() + "}", each.getValue());
        }
        return path;
    }

    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        served.document
                .json()
                .get("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(each -> {
                    if (!each.getKey().equals("parameters")) {
                        var parameters = MAPPER.createArrayNode();
                        path.getValue().path("parameters").forEach(parameters::add);
                        each.getValue().path("parameters").forEach(parameters::add);
                        operations.add(new Operation(
                                each.getKey().toUpperCase(Locale.ROOT), path.getKey(), each.getValue(), parameters));
                    }
                }));
        return operations;
    }

    @Override
    public void close() throws InterruptedException {
        streams.close();
        writer.close();
        served.close();
    }
}
