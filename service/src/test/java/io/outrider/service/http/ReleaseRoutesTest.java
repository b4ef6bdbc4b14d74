package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.fixture.ApiClient;
import io.outrider.service.releases.ProjectReleases;
import io.outrider.service.releases.ReleaseDevices;
import io.outrider.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
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
        for (String each : List.of("s3cret", "")) {
            assertThat(client.patch(path, "{\"password\": \"" + each + "\"}")
                            .is(200)
                            .json()
                            .get("has_password")
                            .booleanValue())
                    .isEqualTo(!each.isEmpty());
        }
        String large = "{\"a\": \"" + "x".repeat(17_000) + "\"}";
        client.post("/docker/registries/", "{\"name\": \"large\", \"url\": \"x\", \"metadata\": " + large + "}")
                .isProblem(400, "INVALID_BODY");
        client.post("/docker/registries/", "{\"name\": \"own\", \"url\": \"x\"}")
                .isProblem(409, "CONFLICT");
        client.post("/docker/registries/", "{\"name\": \"open\", \"url\": \"https://user:secret@host\"}")
                .isProblem(400, "INVALID_BODY");
        client.delete(path).is(204);
        client.get(path).isProblem(404, "NOT_FOUND");
    }

    @Test
    void aNumberIsTheIdOfARegistryAndNotItsName() {
        long id = registry().get("id").longValue();
        client.post("/docker/registries/", "{\"name\": \"" + id + "\", \"url\": \"x\"}")
                .is(201);
        long project = project("{\"name\": \"fleet\", \"registry\": " + id + "}");
        assertThat(create(project, release("1.0.0", 1, ""))
                        .at("/containers/0/registry")
                        .textValue())
                .isEqualTo("own");
    }

    @Test
    void aDeletionThatAnotherRequestContradictsIsAConflict() {
        long registry = registry().get("id").longValue();
        CompletableFuture<ApiClient.Answer> answer = served.database.write().inTransaction(handle -> {
            handle.execute(
                    "INSERT INTO project (account, name, description, registry, devices) VALUES (?, 'fleet', '', ?, '[]')",
                    served.account,
                    registry);
            CompletableFuture<ApiClient.Answer> deleted = CompletableFuture.supplyAsync(
                    () -> client.delete("/docker/registries/" + registry + "/"), task -> new Thread(task).start());
            Await.until("it waits", served::hasWaitingWriter);
            return deleted;
        });
        answer.join().isProblem(409, "CONFLICT");
        assertThat(client.get("/docker/registries/").is(200).json()).hasSize(1);
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
        client.patch("/docker/registries/" + registry.get("id") + "/", "{\"name\": \"renamed\"}")
                .isProblem(409, "CONFLICT");
        client.patch("/docker/registries/" + registry.get("id") + "/", "{\"name\": \"own\", \"url\": \"moved\"}")
                .is(200);
        client.patch("/docker/projects/" + project + "/", "{\"registry\": null}")
                .is(200);
        client.delete("/docker/registries/" + registry.get("id") + "/").isProblem(409, "CONFLICT");
        client.delete(path(release)).is(204);
        client.delete("/docker/projects/" + project + "/").is(204);
        client.delete("/docker/registries/" + registry.get("id") + "/").is(204);
    }

    @Test
    void aNumberBeyond64BitsIsNoRegistry() {
        long id = registry().get("id").longValue();
        for (String each : List.of("18446744073709551617", "-1", "1e300")) {
            client.post("/docker/projects/", "{\"name\": \"fleet\", \"registry\": " + each + "}")
                    .isProblem(400, "INVALID_BODY");
        }
        long project = project("{\"name\": \"fleet\", \"registry\": " + id + ".0}");
        assertThat(client.get("/docker/projects/" + project + "/")
                        .is(200)
                        .json()
                        .get("registry")
                        .longValue())
                .isEqualTo(id);
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
        client.patch(path(release), "{\"rollout\": {\"waves\": [50, 100]}}").isProblem(409, "CONFLICT");
        client.patch(path(release), "{\"rollout\": null}").is(200);
        client.post("/docker/projects/" + project + "/releases/", release("1.0.0", 1, ""))
                .isProblem(409, "CONFLICT");
    }

    @Test
    void aReleaseIsReplacedByItselfAlsoIfItsProjectHasAnotherRegistryNow() {
        long project = project("{\"name\": \"fleet\"}");
        JsonNode first = create(project, release("1.0.0", 1, ""));
        String projectPath = "/docker/projects/" + project + "/";
        registry();
        client.patch(projectPath, "{\"registry\": 1}").is(200);
        JsonNode second = create(project, release("1.0.1", 1, ""));
        client.patch(projectPath, "{\"registry\": null}").is(200);
        for (JsonNode each : List.of(first, second)) {
            client.put(path(each), release(each.get("version").textValue(), 1, ""))
                    .is(200);
            client.patch(path(each), "{\"containers\": " + each.get("containers") + "}")
                    .is(200);
        }
        assertThat(second.at("/containers/0/registry").textValue()).isEqualTo("own");
    }

    @Test
    void aUnitReportsAReleaseAgainThatItsDeviceGetsBack() throws Exception {
        JsonNode release = create(project("{\"name\": \"fleet\"}"), release("1.0.0", 1, ""));
        JsonNode before = awaitDesired("van-1", each -> each.path("projects").size() == 1);
        report(0, release, "fleet", "applied");
        opened.remove(0).close();
        client.patch(path(release), "{\"devices\": []}").is(200);
        client.patch(path(release), "{\"devices\": " + ids(1) + "}").is(200);
        publishing(served.database, null);
        long higher = before.get("revision").longValue() + 1;
        JsonNode again = awaitDesired("van-1", each -> each.get("revision").longValue() == higher);
        assertThat(again.get("projects")).isEqualTo(before.get("projects"));
        report(0, release, "fleet", "applied");
        assertThat(shown(release).get("successful_deployments").toString()).isEqualTo(ids(1));
    }

    @Test
    void noDeviceIsAddedToAReleaseThatIsRolledBack() {
        JsonNode release = create(project("{\"name\": \"fleet\"}"), release("1.0.0", 2, ""));
        client.post(path(release) + "rollback/", "").is(200);
        client.patch(path(release), "{\"devices\": " + ids(1) + "}").is(200);
        client.patch(path(release), "{\"devices\": " + ids(2) + "}").isProblem(409, "CONFLICT");
        assertThat(shown(release).get("devices").toString()).isEqualTo(ids(1));
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
    void theFirstDeviceThatIsNoneOfTheAccountIsNamed() {
        long project = project("{\"name\": \"fleet\"}");
        String foreign =
                served.devices.create(served.otherAccount, "van-98", null, true).id();
        String all = ids(2).replace("]", ", \"" + foreign + "\", \"none\"]");
        String problem = client.post(
                        "/docker/projects/" + project + "/releases/",
                        "{\"version\": \"1\", \"containers\": [], \"devices\": " + all + "}")
                .isProblem(400, "INVALID_BODY")
                .text();
        assertThat(problem).contains("'devices[2]' is no device of this account");
    }

    @Test
    void aReleaseOfManyDevicesTakesNoMoreStatementsThanOneOfFew() {
        ProjectReleases releases =
                new ProjectReleases(served.database, new ReleaseDevices(served.devices), served.clock);
        long project = project("{\"name\": \"fleet\"}");
        List<Integer> counts = new ArrayList<>();
        for (int devices : List.of(2, 10)) {
            JsonNode body = tree(release("1.0." + devices, devices, ""));
            counts.add(statements(() -> releases.create(served.account, project, body)));
        }
        long id = create(project, release("2", 1, "")).get("id").longValue();
        for (int devices : List.of(2, 1, 10, 1)) {
            JsonNode body = tree("{\"devices\": " + ids(devices) + "}");
            counts.add(statements(() -> releases.update(served.account, project, id, body)));
        }
        assertThat(counts.get(1)).isEqualTo(counts.get(0));
        assertThat(counts.subList(4, 6)).isEqualTo(counts.subList(2, 4));
    }

    /** Statements that the present thread makes in transactions that write. */
    private int statements(Runnable change) {
        Thread thread = Thread.currentThread();
        AtomicInteger count = new AtomicInteger();
        served.database.write().setSqlLogger(new SqlLogger() {
            @Override
            public void logBeforeExecution(StatementContext context) {
                if (Thread.currentThread() == thread) {
                    count.incrementAndGet();
                }
            }
        });
        change.run();
        return count.get();
    }

    @Test
    void containersNeedTheAddOnAndTheDevicesSetting() {
        long project = project("{\"name\": \"fleet\"}");
        String without =
                served.devices.create(served.account, "van-99", null, false).id();
        String problem = client.post(
                        "/docker/projects/" + project + "/releases/",
                        "{\"version\": \"1\", \"containers\": [], \"devices\": [\"" + without + "\"]}")
                .isProblem(403, "NO_CONTAINER_ADDON")
                .text();
        assertThat(problem).contains(without);
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
