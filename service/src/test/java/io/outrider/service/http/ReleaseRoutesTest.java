package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Device;
import io.outrider.service.problem.Problem;
import io.outrider.service.releases.ReleaseSigner;
import io.outrider.testkit.Await;
import io.outrider.testkit.Programs;
import io.outrider.wire.Micros;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Registries, projects and releases over HTTP, and what units get of them, on both databases. */
@ParameterizedClass
@EnumSource
class ReleaseRoutesTest extends ReleasesUnderTest {
    private JsonNode registry() {
        return client.post(
                        "/docker/registries/",
                        "{\"name\": \"own\", \"url\": \"https://r.example:5000\", \"username\": \"u\", \"password\": \"s3cret\"}")
                .is(201)
                .json();
    }

    @Test
    void aRegistryKeepsItsPasswordToItself() {
        JsonNode made = registry();
        String path = "/docker/registries/" + made.get("id") + "/";
        assertThat(made.get("has_password").booleanValue()).isTrue();
        assertThat(client.get("/docker/registries/").is(200).text())
                .contains("own")
                .doesNotContain("s3cret");
        assertThat(client.patch(path, "{\"url\": \"hub\"}")
                        .is(200)
                        .json()
                        .get("username")
                        .textValue())
                .isEqualTo("u");
        JsonNode replaced = client.put(path, "{\"name\": \"own\", \"url\": \"r2\", \"password\": null}")
                .is(200)
                .json();
        assertThat(replaced.get("has_password").booleanValue()).isFalse();
        assertThat(replaced.get("username").isNull()).isTrue();
        String large = "{\"a\": \"" + "x".repeat(17_000) + "\"}";
        client.post("/docker/registries/", "{\"name\": \"large\", \"url\": \"x\", \"metadata\": " + large + "}")
                .isProblem(400, "INVALID_BODY");
        client.post("/docker/registries/", "{\"name\": \"own\", \"url\": \"x\"}")
                .isProblem(409, "CONFLICT");
        client.delete(path).is(204);
        client.get(path).isProblem(404, "NOT_FOUND");
    }

    private String largeRelease(String version, String devices, String more) {
        return release(version, 1, more)
                .replace("A=1", "A=" + "ü".repeat(45_000))
                .replace(ids(1), devices);
    }

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
        client.patch(
                        "/dongle/devices/" + devices.get(1).id() + "/",
                        "{\"settings\": {\"x\": \"" + "y".repeat(160_000) + "\"}}")
                .is(200);
        client.post(path, largeRelease("2", second, "")).isProblem(413, "BODY_TOO_LARGE");
    }

    @Test
    void whatIsReferredToIsNotDeleted() {
        JsonNode registry = registry();
        long project = project("{\"name\": \"fleet\", \"registry\": " + registry.get("id") + "}");
        client.delete("/docker/registries/" + registry.get("id") + "/").isProblem(409, "CONFLICT");
        JsonNode release = create(project, release("1.0.0", 1, ""));
        client.delete("/docker/projects/" + project + "/").isProblem(409, "CONFLICT");
        client.patch("/docker/projects/" + project + "/", "{\"name\": \"other\"}")
                .isProblem(409, "CONFLICT");
        client.patch("/docker/projects/" + project + "/", "{\"registry\": null}")
                .is(200);
        client.delete("/docker/registries/" + registry.get("id") + "/").isProblem(409, "CONFLICT");
        client.delete(path(release)).is(204);
        client.delete("/docker/projects/" + project + "/").is(204);
        client.delete("/docker/registries/" + registry.get("id") + "/").is(204);
    }

    @Test
    void aReleaseReachesItsDevicesWithItsRegistry() {
        registry();
        long project = project("{\"name\": \"fleet\", \"description\": \"d\"}");
        String body = release("1.0.0", 2, ", \"remove_containers\": [\"old\"]")
                .replace("\"image\"", "\"registry\": \"own\", \"image\"");
        JsonNode release = create(project, body);
        assertThat(release.get("state").textValue()).isEqualTo("published");
        assertThat(release.at("/containers/0/fully_qualified_name").textValue()).isEqualTo("fleet-app-1.0.0");
        JsonNode document = awaitDesired("van-2", each -> each.path("projects").size() == 1);
        assertThat(document.get("registries").toString())
                .isEqualTo(
                        "[{\"name\":\"own\",\"url\":\"https://r.example:5000\",\"username\":\"u\",\"password\":\"s3cret\"}]");
        JsonNode sent = document.at("/projects/0");
        assertThat(sent.get("version_hash")).isEqualTo(release.get("version_hash"));
        assertThat(sent.get("remove_containers").toString()).isEqualTo("[\"old\"]");
        assertThat(sent.at("/containers/0/startup_parameters/network_mode").textValue())
                .isEqualTo("host");
        assertThat(desired("van-3").isMissingNode()).isTrue();

        JsonNode second = create(project, release("1.1.0", 2, ""));
        document = awaitDesired(
                "van-2", each -> each.at("/projects/0/version").asText().equals("1.1.0"));
        assertThat(document.at("/projects/0/fallback_containers/0/tag").textValue())
                .isEqualTo("1.0.0");
        assertThat(document.get("revision").longValue()).isEqualTo(2);
        client.post(path(second) + "rollback/", "").is(200);
        document = awaitDesired("van-2", each -> each.get("revision").longValue() == 3);
        assertThat(document.at("/projects/0/version").textValue()).isEqualTo("1.0.0");
        assertThat(client.get("/docker/projects/" + project + "/releases/active/")
                        .is(200)
                        .json()
                        .get("version"))
                .isEqualTo(release.get("version"));
        JsonNode third = create(project, release("1.2.0", 2, ""));
        JsonNode fourth = create(project, release("1.3.0", 2, ""));
        document = awaitDesired(
                "van-2", each -> each.at("/projects/0/version").asText().equals("1.3.0"));
        assertThat(document.at("/projects/0/fallback_containers/0/tag").textValue())
                .isEqualTo("1.2.0");
        client.delete(path(fourth)).is(204);
        client.delete(path(third)).is(204);
        client.delete(path(release)).is(204);
        awaitDesired("van-2", each -> each.get("projects").isEmpty());
    }

    @Test
    void aUnitIsAnotherAccountsWhenTheBrokerHasNothingOfTheFormer() {
        create(project("{\"name\": \"fleet\"}"), release("1.0.0", 1, ""));
        long revision = awaitDesired("van-1", each -> each.has("projects"))
                .get("revision")
                .longValue();
        link.connected = false;
        Device device = devices.get(0);
        long expires = Micros.of(served.clock.instant().plusSeconds(3_600));
        served.database
                .write()
                .useHandle(handle -> handle.execute(
                        "INSERT INTO job (jid, device, command, arg, kwarg, issued, expires, state, state_at)"
                                + " VALUES ('20261122100000000001', ?, 'test.ping', '[]', '{}', 0, ?, 'issued', 0)",
                        device.number(),
                        expires));
        served.devices.delete(served.account, device.id());
        assertThatThrownBy(() -> served.devices.create(served.otherAccount, "van-1", null, true))
                .hasMessageContaining("was another account's");
        served.clock.advance(Duration.ofHours(2));
        assertThatThrownBy(() -> served.devices.create(served.otherAccount, "van-1", null, true))
                .hasMessageContaining("in a minute");
        link.connected = true;
        Await.until(
                "the document is taken from the broker",
                () -> link.published.stream()
                        .anyMatch(each ->
                                each.unitId().equals("van-1") && each.retained() && each.payload().length == 0));
        Await.until("another account may have the unit", () -> {
            try {
                return served.devices.create(served.otherAccount, "van-1", null, true) != null;
            } catch (Problem e) {
                return false;
            }
        });
        JsonNode document = awaitDesired("van-1", each -> each.path("revision").longValue() > revision);
        assertThat(document.at("/projects")).isEmpty();
    }

    @Test
    void aListOfReleasesIsBoundedInBytes() {
        long project = project("{\"name\": \"fleet\"}");
        String list = "/docker/projects/" + project + "/releases/";
        for (int i = 0; i < 6; i++) {
            create(project, release("1." + i, 1, "").replace("\"A=1\"", "\"A=" + "x".repeat(90_000) + "\""));
        }
        client.get(list).isProblem(503, "NOT_AVAILABLE");
        client.get(list + "active/").is(200);
        client.delete(list + create(project, release("2.0", 1, "")).get("id") + "/")
                .is(204);
    }

    @Test
    void reportsOfUnitsFillTheSuccessfulDeployments() {
        long project = project("{\"name\": \"fleet\"}");
        JsonNode release = create(project, release("1.0.0", 3, ""));
        report(0, release, "fleet", "applied");
        report(1, release, "fleet", "failed");
        report(1, release, "other", "applied");
        JsonNode shown = shown(release);
        assertThat(shown.get("successful_deployments").toString()).isEqualTo(ids(1));
        assertThat(shown.get("counts").toString()).contains("\"applied\":1", "\"failed\":1", "\"pending\":1");
        JsonNode deployments =
                client.get(path(release) + "deployments/").is(200).json();
        assertThat(deployments.at("/1/error/code").textValue()).isEqualTo("CONTAINER_EXITED");
    }

    @Test
    void devicesOfAReleaseChangeAndNothingElse() {
        long project = project("{\"name\": \"fleet\"}");
        JsonNode release = create(project, release("1.0.0", 1, ""));
        JsonNode changed =
                client.put(path(release), release("1.0.0", 2, "")).is(200).json();
        assertThat(changed.get("devices")).hasSize(2);
        awaitDesired("van-2", each -> each.path("projects").size() == 1);
        client.patch(path(release), "{\"devices\": [\"" + devices.get(1).id() + "\"]}")
                .is(200);
        awaitDesired("van-1", each -> each.path("projects").isEmpty() && each.has("projects"));
        client.patch(path(release), "{\"version\": \"2\"}").isProblem(409, "CONFLICT");
        client.put(path(release), release("1.0.0", 1, ", \"remove_containers\": [\"x\"]"))
                .isProblem(409, "CONFLICT");
        client.patch(path(release), "{\"containers\": []}").isProblem(409, "CONFLICT");
        client.post("/docker/projects/" + project + "/releases/", release("1.0.0", 1, ""))
                .isProblem(409, "CONFLICT");
    }

    @Test
    void settingsOfADeviceAreInItsDocument() {
        served.client()
                .patch(
                        "/dongle/devices/" + devices.get(0).id() + "/",
                        "{\"settings\": {\"loggers\": [{\"function\": \"obd.query\"}], \"whitelist\": [\"mine\"]}}")
                .is(200);
        JsonNode document = awaitDesired("van-1", each -> each.has("loggers"));
        assertThat(document.get("whitelist").toString()).isEqualTo("[\"mine\"]");
        assertThat(document.get("projects")).isEmpty();
        served.client()
                .patch("/dongle/devices/" + devices.get(0).id() + "/", "{\"containers\": false}")
                .is(200);
        document = awaitDesired("van-1", each -> !each.has("projects"));
        assertThat(document.get("revision").longValue()).isEqualTo(2);
    }

    private void reportRevision(String more) {
        reports.received("van-1", ("{" + more + "}").getBytes(StandardCharsets.UTF_8), false)
                .toCompletableFuture()
                .join();
    }

    @Test
    void aUnitThatIsBehindGetsItsDocumentAgainUnlessItRefusesIt() {
        create(project("{\"name\": \"fleet\"}"), release("1.0.0", 1, ""));
        awaitDesired("van-1", each -> each.has("projects"));
        Await.until("it is marked", () -> count("desired_due IS NULL") == 10);
        int published = link.published.size();
        reportRevision("\"revision\": 1");
        reportRevision("\"revision\": 0, \"error\": {\"code\": \"TOO_LONG\", \"message\": \"m\"}");
        assertThat(count("desired_due IS NULL")).isEqualTo(10);
        reportRevision("");
        Await.until("it is published again", () -> link.published.size() > published);
        assertThat(desired("van-1").get("revision").longValue()).isEqualTo(1);
        Await.until("it is marked", () -> count("desired_due IS NULL") == 10);
        int again = link.published.size();
        reportRevision("\"revision\": 1, \"error\": {\"code\": \"REVISION_BACKWARDS\", \"message\": \"m\"}");
        Await.until("it is published again", () -> link.published.size() > again);
    }

    @Test
    void aDocumentIsPublishedOnceTheBrokerIsThereAndOnceByTwoServices() throws Exception {
        link.connected = false;
        create(project("{\"name\": \"fleet\"}"), release("1.0.0", 10, ""));
        Await.until("all have been tried", () -> count("desired_revision = 1") == 10);
        try (Database second = kind == DatabaseUrl.Kind.SQLITE ? null : Database.open(served.url, 4)) {
            publisher(second == null ? served.database : second, null);
            link.connected = true;
            served.clock.advance(Duration.ofSeconds(16));
            Await.until("all documents", () -> link.published.size() >= 10);
            Await.until("nothing is due", () -> count("desired_due IS NOT NULL") == 0);
            assertThat(link.published).hasSize(10);
            opened.get(1).close();
            opened.remove(1);
        }
    }

    private int count(String condition) {
        return served.database
                .read()
                .withHandle(handle -> handle.createQuery("SELECT COUNT(*) FROM device WHERE " + condition)
                        .mapTo(Integer.class)
                        .one());
    }

    @Test
    void aSignedProjectVerifiesWithOpenSsl() throws Exception {
        Path key = folder.resolve("fleet.key");
        Programs.run(List.of("openssl", "genpkey", "-algorithm", "ed25519", "-out", key.toString()));
        Programs.run(List.of("openssl", "pkey", "-in", key.toString(), "-pubout", "-out", folder + "/fleet.pem"));
        opened.get(0).close();
        opened.clear();
        publisher(served.database, ReleaseSigner.of(key, "fleet"));
        long project = project("{\"name\": \"fleet\"}");
        create(project, release("1.0.0", 1, "").replace("\"A=1\"", "\"Ä=\\\"1\\\"\""));
        JsonNode sent =
                awaitDesired("van-1", each -> each.path("projects").size() == 1).at("/projects/0");
        assertThat(sent.at("/signature/key").textValue()).isEqualTo("fleet");
        Files.write(
                folder.resolve("signature"),
                Base64.getDecoder().decode(sent.at("/signature/value").textValue()));
        Files.writeString(folder.resolve("project.json"), sent.toString());
        // the recipe of docs/releases.md
        Files.writeString(
                folder.resolve("canonical.py"),
                "import json, sys\nproject = json.load(open(sys.argv[1]))\nproject.pop('signature', None)\n"
                        + "text = json.dumps(project, sort_keys=True, separators=(',', ':'), ensure_ascii=False)\n"
                        + "open(sys.argv[2], 'wb').write(text.encode())\n",
                StandardCharsets.UTF_8);
        Programs.run(
                List.of("python3", folder + "/canonical.py", folder + "/project.json", folder + "/canonical.json"));
        Programs.run(List.of(
                "openssl",
                "pkeyutl",
                "-verify",
                "-pubin",
                "-inkey",
                folder + "/fleet.pem",
                "-rawin",
                "-in",
                folder + "/canonical.json",
                "-sigfile",
                folder + "/signature"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"version\": \"1\", \"devices\": [], \"containers\": {}}",
                "{\"version\": \"1\", \"devices\": [1], \"containers\": []}",
                "{\"version\": \"\", \"devices\": [], \"containers\": []}",
                "{\"version\": \"a/b\", \"devices\": [], \"containers\": []}",
                "{\"version\": \"1\", \"devices\": [\"none\"], \"containers\": []}",
                "{\"version\": \"1\", \"devices\": [], \"containers\": [{\"name\": \"a\"}]}",
                "{\"version\": \"1\", \"devices\": [], \"containers\": [{\"name\": \"a b\", \"image\": \"x\"}]}",
                "{\"version\": \"1\", \"devices\": [], \"containers\": [{\"name\": \"a\", \"image\": \"x y\"}]}",
                "{\"version\": \"1\", \"devices\": [], \"containers\": [{\"name\": \"a\", \"image\": \"x\", \"purge_data\": 1}]}",
                "{\"version\": \"1\", \"devices\": [], \"containers\": [{\"name\": \"a\", \"image\": \"x\", \"registry\": \"none\"}]}",
                "{\"version\": \"1\", \"devices\": [], \"containers\": [{\"name\": \"a\", \"image\": \"x\"}, {\"name\": \"a\", \"image\": \"x\"}]}",
                "{\"version\": \"1\", \"devices\": [], \"containers\": [], \"rollout\": {\"waves\": [50]}}",
                "{\"version\": \"1\", \"devices\": [], \"containers\": [], \"rollout\": {\"waves\": [100, 50]}}",
                "{\"version\": \"1\", \"devices\": [], \"containers\": [], \"rollout\": {\"canary\": [\"x\"]}}",
                "{\"version\": \"1\", \"devices\": [], \"containers\": [], \"rollout\": {\"max_failed\": 101}}"
            })
    void aWrongReleaseIsRefused(String body) {
        long project = project("{\"name\": \"fleet\"}");
        client.post("/docker/projects/" + project + "/releases/", body).isProblem(400, "INVALID_BODY");
        assertThat(client.get("/docker/projects/" + project + "/releases/")
                        .is(200)
                        .json())
                .isEmpty();
    }

    @Test
    void containersNeedTheAddOnAndTheDevicesSetting() {
        long project = project("{\"name\": \"fleet\"}");
        String without =
                served.devices.create(served.account, "van-99", null, false).id();
        client.post(
                        "/docker/projects/" + project + "/releases/",
                        "{\"version\": \"1\", \"containers\": [], \"devices\": [\"" + without + "\"]}")
                .isProblem(403, "NO_CONTAINER_ADDON");
        served.accounts.setContainers(served.account, false);
        client.get("/docker/projects/").isProblem(403, "NO_CONTAINER_ADDON");
        client.post("/docker/registries/", "{\"name\": \"own\", \"url\": \"x\"}")
                .isProblem(403, "NO_CONTAINER_ADDON");
    }

    @Test
    void anotherAccountSeesAndChangesNothing() {
        JsonNode registry = registry();
        long project = project("{\"name\": \"fleet\"}");
        JsonNode release = create(project, release("1.0.0", 1, ""));
        var other = served.otherClient();
        String projectPath = "/docker/projects/" + project + "/";
        String registryPath = "/docker/registries/" + registry.get("id") + "/";
        for (String each : List.of(
                projectPath, registryPath, path(release), projectPath + "releases/", path(release) + "deployments/")) {
            other.get(each).isProblem(404, "NOT_FOUND");
            served.client(null).get(each).isProblem(401, "NOT_AUTHENTICATED");
        }
        other.patch(registryPath, "{\"url\": \"evil\"}").isProblem(404, "NOT_FOUND");
        other.put(projectPath, "{\"name\": \"x\"}").isProblem(404, "NOT_FOUND");
        other.delete(projectPath).isProblem(404, "NOT_FOUND");
        other.delete(registryPath).isProblem(404, "NOT_FOUND");
        other.delete(path(release)).isProblem(404, "NOT_FOUND");
        for (String action : List.of("stop", "resume", "rollback")) {
            other.post(path(release) + action + "/", "").isProblem(404, "NOT_FOUND");
        }
        other.post(projectPath + "releases/", release("2.0.0", 1, "")).isProblem(404, "NOT_FOUND");
        other.post("/docker/projects/", "{\"name\": \"p\", \"registry\": " + registry.get("id") + "}")
                .isProblem(400, "INVALID_BODY");
        other.post("/docker/projects/", "{\"name\": \"p\", \"devices\": " + ids(1) + "}")
                .isProblem(400, "INVALID_BODY");
        assertThat(other.get("/docker/projects/").is(200).json()).isEmpty();
        client.get("/docker/projects/x/").isProblem(404, "NOT_FOUND");
    }
}
