package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.fixture.ApiClient;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes after which units would refuse their documents, on both databases. */
@ParameterizedClass
@EnumSource
class DocumentLimitsTest extends ReleasesUnderTest {
    @Test
    void aReleaseWithWhichADocumentIsTooLargeForItsUnitIsRefused() {
        String first = "[\"" + devices.get(0).id() + "\"]";
        String second = "[\"" + devices.get(1).id() + "\"]";
        long project = project("{\"name\": \"fleet\"}");
        for (String version : List.of("1", "2", "3")) {
            create(project, largeRelease(version, first, ""));
        }
        long another = project("{\"name\": \"another\"}");
        String path = "/docker/projects/" + another + "/releases/";
        String refused = client.post(path, largeRelease("1", first, ""))
                .isProblem(413, "BODY_TOO_LARGE")
                .text();
        assertThat(refused).contains(devices.get(0).id(), "245760", "256 KiB").containsPattern(" 27[0-9]{4} bytes");
        String waves = ", \"rollout\": {\"canary\": [\"" + devices.get(1).id() + "\"]}";
        client.post(path, largeRelease("1", ids(2), waves)).isProblem(413, "BODY_TOO_LARGE");
        assertThat(client.get(path).is(200).json()).isEmpty();

        JsonNode release = create(another, largeRelease("1", second, ""));
        client.patch(path(release), "{\"devices\": " + ids(2) + "}").isProblem(413, "BODY_TOO_LARGE");
        assertThat(shown(release).get("devices").toString()).isEqualTo(second);
        patchSettings("/dongle/devices/" + devices.get(1).id() + "/", 150_000).is(200);
        client.post(path, largeRelease("2", second, "")).isProblem(413, "BODY_TOO_LARGE");
    }

    @Test
    void noChangeMakesADocumentTooLargeForItsUnit() {
        String only = "[\"" + devices.get(0).id() + "\"]";
        String device = "/dongle/devices/" + devices.get(0).id() + "/";
        JsonNode first = create(project("{\"name\": \"fleet\"}"), largeRelease("1", only, ""));
        long project = first.get("project").longValue();
        create(project, largeRelease("2", only, ""));
        JsonNode third = create(project, release("3", 1, ""));
        create(project, release("4", 1, ""));
        patchSettings(device, 160_000).is(200);
        patchSettings(device, 199_000).is(200);
        long other = project("{\"name\": \"other\"}");
        client.post("/docker/projects/" + other + "/releases/", largeRelease("1", only, ""))
                .isProblem(413, "BODY_TOO_LARGE");

        client.delete(path(third)).isProblem(413, "BODY_TOO_LARGE");
        client.post(path(third) + "rollback/", "{}").isProblem(413, "BODY_TOO_LARGE");
        client.patch(path(third), "{\"devices\": []}").isProblem(413, "BODY_TOO_LARGE");
        assertThat(shown(third).get("state").textValue()).isEqualTo("published");
        assertThat(shown(third).get("devices")).hasSize(1);
        assertThat(shown(third).get("counts").toString()).isEqualTo("{\"pending\":1}");

        patchSettings(device, 1).is(200);
        client.post(path(third) + "rollback/", "{}").is(200);
        String refused =
                patchSettings(device, 160_000).isProblem(413, "BODY_TOO_LARGE").text();
        assertThat(refused).contains(devices.get(0).id(), "256 KiB");
        assertThat(client.get(device).is(200).json().at("/settings/x").textValue())
                .hasSize(1);
        client.patch(device, "{\"settings\": {\"x\": \"" + "ü".repeat(130_000) + "\"}}")
                .isProblem(413, "BODY_TOO_LARGE");
    }

    @Test
    void registriesCountToTheDocumentsOfTheirAccount() {
        create(
                project("{\"name\": \"fleet\"}"),
                largeRelease("1", "[\"" + devices.get(0).id() + "\"]", ""));
        String password = ", \"username\": \"u\", \"password\": \"" + "p".repeat(10_000) + "\"}";
        long last = 0;
        for (int i = 0; i < 15; i++) {
            last = client.post("/docker/registries/", "{\"name\": \"r" + i + "\", \"url\": \"x\"" + password)
                    .is(201)
                    .json()
                    .get("id")
                    .longValue();
        }
        String refused = client.post("/docker/registries/", "{\"name\": \"more\", \"url\": \"x\"" + password)
                .isProblem(413, "BODY_TOO_LARGE")
                .text();
        assertThat(refused).contains(devices.get(0).id(), "registries");
        assertThat(client.get("/docker/registries/").is(200).json()).hasSize(15);
        client.delete("/docker/registries/" + last + "/").is(204);
        client.post("/docker/registries/", "{\"name\": \"more\", \"url\": \"x\"" + password)
                .is(201);
    }

    @Test
    void aRegistryMayShrinkWhenADocumentIsTooLargeAlready() {
        create(project("{\"name\": \"fleet\"}"), release("1", 1, ""));
        String path = "/docker/registries/";
        path += client.post(path, "{\"name\": \"own\", \"url\": \"first\"}")
                        .is(201)
                        .json()
                        .get("id")
                + "/";
        String settings = "{\"x\": \"" + "y".repeat(250_000) + "\"}";
        served.database.write().useHandle(handle -> handle.execute("UPDATE device SET settings = ?", settings));
        client.patch(path, "{\"url\": \"longer\"}").isProblem(413, "BODY_TOO_LARGE");
        client.patch(path, "{\"url\": \"other\"}").is(200);
        client.patch(path, "{\"url\": \"less\"}").is(200);
        client.patch(path, "{\"url\": \"other\"}").isProblem(413, "BODY_TOO_LARGE");
    }

    @Test
    void aDeviceHasNoMoreProjectsThanItsUnitTakes() {
        for (int i = 0; i < 100; i++) {
            create(project("{\"name\": \"project-" + i + "\"}"), release("1", 1, ""));
        }
        long another = project("{\"name\": \"another\"}");
        String path = "/docker/projects/" + another + "/releases/";
        String refused = client.post(path, release("1", 1, ""))
                .isProblem(413, "BODY_TOO_LARGE")
                .text();
        assertThat(refused).contains(devices.get(0).id(), "101 projects, of 100 at most");
    }

    @Test
    void aDocumentIsNotDeeperThanItsUnitTakes() {
        String device = "/dongle/devices/" + devices.get(0).id() + "/";
        client.patch(device, "{\"settings\": " + nested(32) + "}").is(200);
        assertThat(levels(awaitDesired("van-1", each -> each.has("x")))).isEqualTo(32);
        JsonNode refused = client.patch(device, "{\"settings\": " + nested(33) + "}")
                .isProblem(400, "INVALID_BODY")
                .json();
        assertThat(refused.get("member").textValue()).isEqualTo("settings");
        assertThat(refused.get("detail").textValue()).contains("32 levels");

        long project = project("{\"name\": \"fleet\"}");
        String path = "/docker/projects/" + project + "/releases/";
        String started = "{\"network_mode\": \"host\", \"environment\": [\"A=1\"]}";
        client.post(path, release("1", 1, "").replace(started, ignored(28))).isProblem(400, "INVALID_BODY");
        create(project, release("1", 1, "").replace(started, ignored(27)));
        assertThat(levels(awaitDesired("van-1", each -> each.path("projects").size() == 1)
                        .get("projects")))
                .isEqualTo(31);
    }

    /** Objects in each other. */
    private static String nested(int levels) {
        return "{\"x\": ".repeat(levels - 1) + "{}" + "}".repeat(levels - 1);
    }

    /** The same in a start parameter of any value. */
    private static String ignored(int levels) {
        return nested(levels).replaceFirst("x", "detach");
    }

    private static int levels(JsonNode json) {
        int below =
                json.valueStream().mapToInt(DocumentLimitsTest::levels).max().orElse(0);
        return json.isContainerNode() ? below + 1 : 0;
    }

    @Test
    void aReleaseThatIsStillToComeDoesNotHideTheOneThatADeviceHas() {
        String device = "/dongle/devices/" + devices.get(1).id() + "/";
        String only = "[\"" + devices.get(1).id() + "\"]";
        long project = project("{\"name\": \"fleet\"}");
        create(project, largeRelease("1", only, ""));
        create(project, largeRelease("2", only, ""));
        create(
                project,
                release(
                        "3",
                        2,
                        ", \"rollout\": {\"canary\": [\"" + devices.get(0).id() + "\"]}"));
        patchSettings(device, 100_000).isProblem(413, "BODY_TOO_LARGE");
        patchSettings(device, 50_000).is(200);
    }

    private ApiClient.Answer patchSettings(String device, int length) {
        return client.patch(device, "{\"settings\": {\"x\": \"" + "y".repeat(length) + "\"}}");
    }

    private String largeRelease(String version, String devices, String more) {
        return release(version, 1, more)
                .replace("A=1", "A=" + "ü".repeat(45_000))
                .replace(ids(1), devices);
    }
}
