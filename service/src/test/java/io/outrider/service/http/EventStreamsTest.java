package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.commands.CallbackAddresses;
import io.outrider.service.commands.Commands;
import io.outrider.service.commands.JobReplies;
import io.outrider.service.commands.JobViews;
import io.outrider.service.commands.SubmittedCommand;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.database.WriteQueue;
import io.outrider.service.devices.Device;
import io.outrider.service.fixture.RecordedLink;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.link.ReportedHandler;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.releases.Projects;
import io.outrider.service.releases.Registries;
import io.outrider.service.releases.ReleaseDevices;
import io.outrider.service.releases.ReportedReleases;
import io.outrider.service.telemetry.TelemetryWriter;
import io.outrider.service.telemetry.UploadReader;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Streams of events over HTTP, on both databases. */
@ParameterizedClass
@EnumSource
class EventStreamsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** More than the buffers of a connection hold. */
    private static final int BACKLOG_BYTES = 50_000_000;

    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private ServedAccounts served;
    private TelemetryWriter writer;
    private EventStreams streams;
    private Device device;
    private String path;

    @BeforeEach
    void serve() {
        served = new ServedAccounts(kind, folder);
        streams = new EventStreams(served.authenticator, Duration.ofMillis(20));
        writer = new TelemetryWriter(served.database, served.clock);
        ReleaseDevices releaseDevices = new ReleaseDevices(served.devices);
        ProjectReleases releases = new ProjectReleases(served.database, releaseDevices, served.clock);
        JobViews views = new JobViews(served.database, served.clock);
        CallbackAddresses addresses = new CallbackAddresses(List.of(), InetAddress::getAllByName);
        served.serve(
                new CommandRoutes(
                        served.devices,
                        new Commands(served.database, new RecordedLink(), addresses, served.key, served.clock),
                        views,
                        served.authenticator,
                        served.document,
                        served.answers),
                new ReleaseRoutes(
                        new Registries(served.database, served.key, releaseDevices),
                        new Projects(served.database, releaseDevices),
                        releases,
                        served.authenticator,
                        served.document,
                        served.answers),
                new EventRoutes(
                        served.devices,
                        new UploadReader(served.database),
                        views,
                        releases,
                        served.authenticator,
                        streams,
                        served.clock),
                routes -> routes.get(
                        "/backlog",
                        served.authenticator.identified((request, caller) -> streams.start(
                                request,
                                caller,
                                () -> Collections.nCopies(
                                        BACKLOG_BYTES / 10_000,
                                        new StreamedEvent("record", "1", "x".repeat(10_000)))))));
        device = served.devices.create(served.account, "van-12", null, true);
        path = "/dongle/devices/" + device.id() + "/";
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        streams.close();
        writer.close();
        served.close();
    }

    private EventClient open(String where, String more) throws IOException {
        EventClient client =
                new EventClient(served.port(), where, "Authorization: APIToken " + served.token + "\r\n" + more);
        opened.add(client);
        return client;
    }

    private EventClient watch() throws IOException {
        EventClient client = open(path + "events/", "");
        client.await("device", 1);
        return client;
    }

    private void store(int... values) throws IOException {
        List<String> records = new ArrayList<>();
        for (int value : values) {
            records.add(record(value));
        }
        writer.writePosted(device.number(), MAPPER.readTree(records.toString()))
                .toCompletableFuture()
                .join();
    }

    private static String record(int value) {
        return "{\"@t\":\"obd.speed\",\"@ts\":\"2026-11-22T10:00:%02d.000000Z\",\"value\":%d}"
                .formatted(value % 60, value);
    }

    @Test
    void recordsComeAsTheyAreStored() throws Exception {
        store(1);
        EventClient client = watch();
        served.clock.advance(Duration.ofSeconds(1));
        store(2, 3);
        client.await("record", 2);
        assertThat(client.data("record")).containsExactly(record(2), record(3));
    }

    @Test
    void moreRecordsThanATurnTakesComeInOrder() throws Exception {
        EventClient client = watch();
        List<String> expected = new ArrayList<>();
        int[] values = new int[1_234];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
            expected.add(record(i));
        }
        store(values);
        client.await("record", values.length);
        assertThat(client.data("record")).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aStreamResumesBehindTheLastEventWithoutALoss() throws Exception {
        EventClient client = watch();
        store(1);
        client.await("record", 1);
        client.close();
        String id = client.events.get(client.events.size() - 1).id();
        served.clock.advance(Duration.ofHours(1));
        store(2);
        served.clock.advance(Duration.ofHours(1));
        store(3);
        EventClient resumed = open(path + "events/", "Last-Event-ID: " + id + "\r\n");
        Await.until("the last record", () -> resumed.data("record").contains(record(3)));
        assertThat(resumed.data("record")).containsSubsequence(record(2), record(3));
    }

    @Test
    void recordsWhoseTransactionCommitsBehindALaterOneCome() throws Exception {
        EventClient client = watch();
        served.clock.advance(Duration.ofSeconds(20));
        store(2);
        client.await("record", 1);
        served.clock.advance(Duration.ofSeconds(-10));
        store(1);
        client.await("record", 2);
        assertThat(client.data("record")).containsExactly(record(2), record(1));
    }

    @Test
    void jobsComeWithEachState() throws Exception {
        EventClient client = watch();
        String jid = served.client()
                .post(path + "execute/", "{\"command\": \"test.ping\"}")
                .is(200)
                .json()
                .get("jid")
                .textValue();
        client.await("job", 1);
        JobReplies replies = new JobReplies(served.database, new WriteQueue(served.database), served.clock);
        served.clock.advance(Duration.ofSeconds(1));
        replies.events()
                .received("van-12", bytes("{\"jid\": \"" + jid + "\", \"state\": \"running\"}"), false)
                .toCompletableFuture()
                .join();
        client.await("job", 2);
        served.clock.advance(Duration.ofSeconds(1));
        replies.returns()
                .received("van-12", bytes("{\"jid\": \"" + jid + "\", \"return\": true, \"retcode\": 0}"), false)
                .toCompletableFuture()
                .join();
        client.await("job", 3);
        List<String> states = new ArrayList<>();
        for (String each : client.data("job")) {
            states.add(MAPPER.readTree(each).get("state").textValue());
        }
        assertThat(states).containsExactly("issued", "running", "done");
        assertThat(MAPPER.readTree(client.data("job").get(2))
                        .at("/reply/return")
                        .booleanValue())
                .isTrue();
    }

    @Test
    void aTurnHasAFewLargeJobs() {
        Commands commands = new Commands(
                served.database,
                new RecordedLink(),
                new CallbackAddresses(List.of(), InetAddress::getAllByName),
                served.key,
                served.clock);
        JobReplies replies = new JobReplies(served.database, new WriteQueue(served.database), served.clock);
        for (int i = 0; i < 5; i++) {
            String jid = commands.submit(
                    device, new SubmittedCommand("test.ping", "[]", "{}", Duration.ofMinutes(1), null, 1, "token"));
            String reply = "{\"jid\": \"" + jid + "\", \"retcode\": 0, \"return\": \"" + "x".repeat(400_000) + "\"}";
            replies.returns()
                    .received("van-12", bytes(reply), false)
                    .toCompletableFuture()
                    .join();
        }
        DeviceEventFeed feed = feed();
        assertThat(feed.next()).as("the device, and a job").hasSize(2);
        for (int i = 0; i < 4; i++) {
            assertThat(feed.next()).hasSize(1);
        }
        assertThat(feed.next()).isEmpty();
    }

    private DeviceEventFeed feed() {
        return new DeviceEventFeed(
                device,
                served.devices,
                new UploadReader(served.database),
                new JobViews(served.database, served.clock),
                "0-0",
                0);
    }

    @Test
    void aTurnHasAFewLargeRecords() throws IOException {
        String record =
                "{\"@t\": \"test.long\", \"@ts\": \"2026-11-22T10:00:0%dZ\", \"x\": \"" + "y".repeat(100_000) + "\"}";
        String rows = IntStream.range(0, 6).mapToObj(record::formatted).collect(Collectors.joining(",", "[", "]"));
        writer.writePosted(device.number(), MAPPER.readTree(rows))
                .toCompletableFuture()
                .join();
        DeviceEventFeed feed = feed();
        assertThat(feed.next()).as("the device, and two records").hasSize(3);
        assertThat(feed.next()).hasSize(2);
        assertThat(feed.next()).hasSize(2);
        assertThat(feed.next()).isEmpty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void presenceAndReportsCome() throws Exception {
        EventClient client = watch();
        served.database
                .write()
                .useHandle(handle -> served.devices.present(handle, "van-12", true, null, "1.0.0", "one"));
        client.await("device", 2);
        assertThat(MAPPER.readTree(client.data("device").get(1)).get("online").booleanValue())
                .isTrue();
    }

    @Test
    void aReleaseShowsItsProgress() throws Exception {
        CreatedRelease created = new CreatedRelease();
        EventClient client = open(created.path() + "events/", "");
        client.await("deployment", 1);
        assertThat(MAPPER.readTree(client.data("release").get(0))
                        .at("/counts/pending")
                        .intValue())
                .isEqualTo(1);
        new ReportedHandler(
                        new WriteQueue(served.database), served.devices, new ReportedReleases(served.clock)::reported)
                .received(
                        "van-12",
                        bytes("{\"projects\": [{\"name\": \"fleet\", \"version_hash\": \"" + created.hash
                                + "\", \"state\": \"applied\"}]}"),
                        false)
                .toCompletableFuture()
                .join();
        client.await("deployment", 2);
        client.await("release", 2);
        assertThat(MAPPER.readTree(client.data("deployment").get(1))
                        .get("state")
                        .textValue())
                .isEqualTo("applied");
    }

    /** A project with a release. */
    private final class CreatedRelease {
        private String hash;

        String path() {
            JsonNode project = served.client()
                    .post("/docker/projects/", "{\"name\": \"fleet\"}")
                    .is(201)
                    .json();
            JsonNode release = served.client()
                    .post(
                            "/docker/projects/" + project.get("id") + "/releases/",
                            "{\"version\": \"1\", \"devices\": [\"" + device.id()
                                    + "\"], \"containers\": [{\"name\": \"app\", \"image\": \"a\", \"tag\": \"1\"}]}")
                    .is(201)
                    .json();
            hash = release.get("version_hash").textValue();
            return "/docker/projects/" + project.get("id") + "/releases/" + release.get("id") + "/";
        }
    }

    @Test
    void aStreamEndsWithItsTokenAndWithItsDevice() throws Exception {
        String token = served.accounts.createToken(served.account, "short", null);
        EventClient withdrawn =
                new EventClient(served.port(), path + "events/", "Authorization: APIToken " + token + "\r\n");
        opened.add(withdrawn);
        withdrawn.await("device", 1);
        EventClient deleted = watch();
        long id = served.accounts.tokens(served.account).stream()
                .filter(each -> each.name().equals("short"))
                .findFirst()
                .orElseThrow()
                .id();
        served.accounts.deleteToken(served.account, id);
        withdrawn.awaitEnd();
        assertThat(withdrawn.data("end").get(0)).contains("NOT_AUTHENTICATED");
        served.devices.delete(served.account, device.id());
        deleted.awaitEnd();
        assertThat(deleted.data("end").get(0)).contains("NOT_FOUND");
    }

    @Test
    void aStreamEndsWithItsTokenAlsoInTheMiddleOfMuchThatWaits() throws Exception {
        String token = served.accounts.createToken(served.account, "short", null);
        try (RawRequest slow = new RawRequest(served.port())) {
            slow.send("GET /backlog HTTP/1.0\r\nHost: x\r\nAuthorization: APIToken " + token + "\r\n\r\n");
            slow.awaitAnswer();
            served.accounts.tokens(served.account).stream()
                    .filter(each -> each.name().equals("short"))
                    .forEach(each -> served.accounts.deleteToken(served.account, each.id()));
            String all = slow.answer(Duration.ofSeconds(20));
            assertThat(all).contains("NOT_AUTHENTICATED").endsWith("<end>");
            assertThat(all.length()).isLessThan(BACKLOG_BYTES / 2);
        }
    }

    @Test
    void wrongRequestsHaveNoStream() throws Exception {
        served.client().get("/dongle/devices/none/events/").isProblem(404, "NOT_FOUND");
        served.otherClient().get(path + "events/").isProblem(404, "NOT_FOUND");
        served.client(null).get(path + "events/").isProblem(401, "NOT_AUTHENTICATED");
        served.client()
                .send("GET", path + "events/", null, java.util.Map.of("Last-Event-ID", "x"))
                .isProblem(400, "INVALID_PARAMETER");
        served.client().get("/docker/projects/1/releases/1/events/").isProblem(404, "NOT_FOUND");
        List<EventClient> many = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            many.add(watch());
        }
        served.client().get(path + "events/").isProblem(429, "TOO_MANY_REQUESTS");
        streams.close();
        many.forEach(EventClient::awaitEnd);
    }
}
