package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.database.WriteQueue;
import io.outrider.service.devices.Device;
import io.outrider.service.fixture.ApiClient;
import io.outrider.service.fixture.RecordedLink;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.link.ReportedHandler;
import io.outrider.service.link.UnitLink.UnitMessage;
import io.outrider.service.program.PeriodicTask;
import io.outrider.service.releases.DesiredDocuments;
import io.outrider.service.releases.DesiredPublisher;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.releases.Projects;
import io.outrider.service.releases.Registries;
import io.outrider.service.releases.ReleaseDevices;
import io.outrider.service.releases.ReleaseSigner;
import io.outrider.service.releases.ReportedReleases;
import io.outrider.service.releases.Rollouts;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Service with releases and some devices; the link to units is a fake. */
abstract class ReleasesUnderTest {
    static final ObjectMapper MAPPER = new ObjectMapper();

    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    ServedAccounts served;
    final RecordedLink link = new RecordedLink();
    final List<Device> devices = new ArrayList<>();
    final List<AutoCloseable> opened = new ArrayList<>();
    ReportedHandler reports;
    ApiClient client;

    @BeforeEach
    void serve() throws IOException {
        served = new ServedAccounts(kind, folder);
        ReleaseDevices releaseDevices = new ReleaseDevices(served.devices);
        served.serve(new ReleaseRoutes(
                new Registries(served.database, served.key, releaseDevices),
                new Projects(served.database, releaseDevices),
                new ProjectReleases(served.database, releaseDevices, served.clock),
                served.authenticator,
                served.document,
                new BodyMemory(1 << 20)));
        for (int i = 1; i <= 10; i++) {
            devices.add(served.devices.create(served.account, "van-" + i, null, true));
        }
        reports = new ReportedHandler(
                new WriteQueue(served.database), served.devices, new ReportedReleases(served.clock)::reported);
        client = served.client();
        publishing(served.database, null);
    }

    DesiredPublisher publisher(Database database, ReleaseSigner signer, String broker, RecordedLink to) {
        Registries registries = new Registries(database, served.key, new ReleaseDevices(served.devices));
        return new DesiredPublisher(database, broker, to, new DesiredDocuments(registries, signer), served.clock);
    }

    /** Instance of the service that publishes what is due. */
    void publishing(Database database, ReleaseSigner signer) {
        DesiredPublisher publisher = publisher(database, signer, "broker", link);
        Rollouts rollouts = new Rollouts(database, new ReleaseDevices(served.devices), served.clock);
        opened.add(new PeriodicTask(
                "documents", Duration.ofMillis(20), rollouts::advance, publisher::publishDue, publisher::clearFormer));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        served.close();
    }

    long project(String body) {
        return client.post("/docker/projects/", body).is(201).json().get("id").longValue();
    }

    /** Ids of the first devices, as JSON. */
    String ids(int count) {
        return MAPPER.valueToTree(devices.stream().limit(count).map(Device::id).toList())
                .toString();
    }

    String release(String version, int deviceCount, String more) {
        return "{\"version\": \"" + version + "\", \"devices\": " + ids(deviceCount)
                + ", \"containers\": [{\"name\": \"app\", \"image\": \"team/app\", \"tag\": \"" + version
                + "\", \"required_tags\": [], \"startup_parameters\": {\"network_mode\": \"host\", \"environment\": [\"A=1\"]},"
                + " \"purge_data\": false}]" + more + "}";
    }

    JsonNode create(long project, String body) {
        return client.post("/docker/projects/" + project + "/releases/", body)
                .is(201)
                .json();
    }

    JsonNode shown(JsonNode release) {
        return client.get(path(release)).is(200).json();
    }

    static String path(JsonNode release) {
        return "/docker/projects/" + release.get("project") + "/releases/" + release.get("id") + "/";
    }

    /** Last desired document of a unit; missing if there is none. */
    JsonNode desired(String unit) {
        JsonNode last = MAPPER.missingNode();
        for (UnitMessage each : link.published) {
            if (each.unitId().equals(unit)) {
                assertThat(each.name() + each.retained()).isEqualTo("desiredtrue");
                last = tree(new String(each.payload(), StandardCharsets.UTF_8));
            }
        }
        return last;
    }

    static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    JsonNode awaitDesired(String unit, Predicate<JsonNode> condition) {
        Await.until("the document of " + unit, () -> condition.test(desired(unit)));
        return desired(unit);
    }

    /** Reports the state of a release. */
    void report(int device, JsonNode release, String projectName, String state) {
        String report = "{\"revision\": 1, \"projects\": [{\"name\": \"" + projectName + "\", \"version\": "
                + release.get("version") + ", \"version_hash\": " + release.get("version_hash") + ", \"state\": \""
                + state
                + "\", \"error\": {\"code\": \"CONTAINER_EXITED\", \"message\": \"m\", \"logs\": []}}]}";
        reports.received(devices.get(device).unitId(), report.getBytes(StandardCharsets.UTF_8), true)
                .toCompletableFuture()
                .join();
    }
}
