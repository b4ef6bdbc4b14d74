package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ApiClient;
import io.outrider.service.problem.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers that may be large, while others of the account that its clients do not take have its share of the memory. */
class AnswerMemoryTest {
    private static final int SHARE = 96 << 20;
    private static final int BLOCK = 64 << 10;

    @TempDir
    Path folder;

    @Test
    void answersWaitForTheMemoryOfTheirAccount() throws Exception {
        try (ServedApi api = new ServedApi(DatabaseUrl.Kind.SQLITE, folder)) {
            String device = "/dongle/devices/" + api.device.id() + "/";
            List<String> paths = List.of(
                    "/dongle/devices/",
                    device,
                    device + "job/" + api.ids.get("jid") + "/",
                    device + "callback/" + api.ids.get("jid") + "/",
                    "/docker/projects/",
                    "/docker/projects/" + api.ids.get("project") + "/releases/" + api.ids.get("release")
                            + "/deployments/");
            try (BodyMemory.Body one = api.served.answers.body(api.served.account);
                    BodyMemory.Body other = api.served.answers.body(api.served.account)) {
                one.write(new byte[SHARE / 2]);
                other.write(new byte[SHARE / 2]);
                paths.forEach(each -> api.served.client().get(each).isProblem(503, "NOT_AVAILABLE"));
                api.served.otherClient().get("/dongle/devices/").is(200);
            }
            paths.forEach(each -> api.served.client().get(each).is(200));
        }
    }

    /** Request that changes something, as none is answered twice the same. */
    private record Change(String method, String path, String body) {
        ApiClient.Answer by(ApiClient client) {
            return client.send(method, path, body, Map.of("Content-Type", "application/json"));
        }
    }

    private static List<Change> changes(ServedApi api) {
        String registries = "/docker/registries/";
        String projects = "/docker/projects/";
        String project = projects + api.ids.get("project") + "/";
        String release = project + "releases/" + api.ids.get("release") + "/";
        String containers = "\"containers\": [{\"name\": \"app\", \"image\": \"team/next\"}]}";
        String registry = "{\"name\": \"next\", \"url\": \"registry.example\"}";
        return List.of(
                new Change("POST", "/dongle/devices/", "{\"unit_id\": \"van-13\"}"),
                new Change("PATCH", "/dongle/devices/" + api.device.id() + "/", "{\"name\": \"next\"}"),
                new Change("PUT", registries + api.ids.get("registry") + "/", registry.replace("next", "new")),
                new Change("POST", registries, registry),
                new Change("PATCH", project, "{\"description\": \"next\"}"),
                new Change("POST", projects, "{\"name\": \"next\"}"),
                new Change("POST", release + "rollback/", "{}"),
                new Change("POST", project + "releases/", "{\"version\": \"2\", \"devices\": [], " + containers));
    }

    /** Everything that changes, as an account reads it. */
    private static List<String> read(ServedApi api) {
        String project = "/docker/projects/" + api.ids.get("project") + "/";
        return Stream.of("/dongle/devices/", "/docker/registries/", "/docker/projects/", project + "releases/")
                .map(each -> api.served.client().get(each).is(200).text())
                .toList();
    }

    @Test
    void aChangeIsNotMadeWhileTheMemoryOfItsAccountIsTaken() throws Exception {
        try (ServedApi api = new ServedApi(DatabaseUrl.Kind.SQLITE, folder)) {
            List<String> before = read(api);
            try (BodyMemory.Body one = api.served.answers.body(api.served.account);
                    BodyMemory.Body other = api.served.answers.body(api.served.account)) {
                one.write(new byte[SHARE / 2]);
                other.write(new byte[SHARE / 2]);
                changes(api).forEach(each -> each.by(api.served.client()).isProblem(503, "NOT_AVAILABLE"));
            }
            assertThat(read(api)).isEqualTo(before);
            changes(api)
                    .forEach(each -> assertThat(each.by(api.served.client()).status())
                            .as(each.path())
                            .isBetween(200, 201));
        }
    }

    @Test
    void aChangeThatIsMadeIsAnsweredWhateverRoomIsLeft() throws Exception {
        try (ServedApi api = new ServedApi(DatabaseUrl.Kind.SQLITE, folder)) {
            String report = "{\"x\":\"" + "y".repeat(1_000_000) + "\"}";
            api.served
                    .database
                    .write()
                    .useHandle(handle -> api.served.devices.reported(handle, "van-12", report, null, 1));
            String device = "/dongle/devices/" + api.device.id() + "/";
            try (BodyMemory.Body one = api.served.answers.body(api.served.account);
                    BodyMemory.Body other = api.served.answers.body(api.served.account)) {
                one.write(new byte[SHARE / 2]);
                other.write(new byte[SHARE / 2 - BLOCK]);
                api.served.client().get(device).isProblem(503, "NOT_AVAILABLE");
                for (String name : List.of("next", "and next")) {
                    assertThat(api.served
                                    .client()
                                    .patch(device, "{\"name\": \"" + name + "\"}")
                                    .is(200)
                                    .json()
                                    .at("/reported/x")
                                    .textValue())
                            .hasSize(1_000_000);
                }
                other.write(new byte[BLOCK]); // the answers have given back what they took
                assertThatThrownBy(() -> other.write(1)).isInstanceOf(Problem.class);
            }
        }
    }
}
