package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Devices;
import io.outrider.service.fixture.ApiClient;
import io.outrider.service.fixture.TestDatabase;
import io.outrider.service.problem.Problem;
import io.outrider.service.releases.Registries;
import io.outrider.service.releases.ReleaseDevices;
import io.outrider.testkit.Await;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Registries that releases refer to, on both databases. */
@ParameterizedClass
@EnumSource
class ReferredRegistriesTest extends ReleasesUnderTest {
    private static final String RELEASE = "{\"version\": \"1\", \"devices\": [], \"containers\": [{\"name\": \"a\","
            + " \"image\": \"x\", \"registry\": \"own\"}, {\"name\": \"b\", \"image\": \"x\", \"registry\": \"own\","
            + " \"startup_parameters\": {\"labels\": {\"registry\": \"no registry\"}}}, {\"name\": \"c\", \"image\": \"x\"}]}";

    private String registry(String name) {
        return "/docker/registries/"
                + client.post("/docker/registries/", "{\"name\": \"" + name + "\", \"url\": \"x\"}")
                        .is(201)
                        .json()
                        .get("id")
                + "/";
    }

    @Test
    void noReleaseIsReadToRenameOrDeleteARegistry() {
        String own = registry("own");
        String other = registry("other");
        JsonNode release = create(project("{\"name\": \"fleet\"}"), RELEASE);
        served.database.write().useHandle(handle -> handle.execute("UPDATE release SET containers = 'no JSON'"));
        client.patch(other, "{\"name\": \"another\"}").is(200);
        client.delete(other).is(204);
        client.patch(own, "{\"name\": \"another\"}").isProblem(409, "CONFLICT");
        client.patch(own, "{\"url\": \"moved\"}").is(200);
        client.delete(own).isProblem(409, "CONFLICT");
        served.database.write().useHandle(handle -> handle.execute("UPDATE release SET containers = '[]'"));
        client.delete(path(release)).is(204);
        client.patch(own, "{\"name\": \"another\"}").is(200);
        client.delete(own).is(204);
    }

    @Test
    void aRegistryIsNotRenamedWhileAReleaseIsMade() {
        String own = registry("own");
        registry("other");
        long project = project("{\"name\": \"fleet\"}");
        JsonNode release = create(project, RELEASE.replace("\"own\"", "\"other\""));
        CompletableFuture<ApiClient.Answer> answer = served.database.write().inTransaction(handle -> {
            handle.execute("UPDATE release_registry SET registry = 'own' WHERE release = " + release.get("id"));
            CompletableFuture<ApiClient.Answer> renamed = CompletableFuture.supplyAsync(
                    () -> client.patch(own, "{\"name\": \"another\"}"), task -> new Thread(task).start());
            Await.until("it waits", served::hasWaitingWriter);
            return renamed;
        });
        answer.join().isProblem(409, "CONFLICT");
        assertThat(client.get(own).is(200).json().get("name").textValue()).isEqualTo("own");
    }

    @Test
    void releasesFromBeforeKeepTheirRegistries() throws Exception {
        DatabaseUrl url = TestDatabase.empty(kind, folder);
        boolean sqlite = kind == DatabaseUrl.Kind.SQLITE;
        Flyway.configure()
                .dataSource(url.jdbcUrl(), url.user(), url.password())
                .locations(
                        "classpath:db/migration/common",
                        "classpath:db/migration/" + kind.name().toLowerCase())
                .placeholders(Map.of(
                        "serial",
                        sqlite
                                ? "INTEGER PRIMARY KEY AUTOINCREMENT"
                                : "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
                        "bytes",
                        sqlite ? "BLOB" : "BYTEA"))
                .target("15")
                .load()
                .migrate();
        String containers = MAPPER.readTree(RELEASE).get("containers").toString();
        try (Connection connection = DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement()) {
            for (String each : List.of(
                    "account (name, containers, created) VALUES ('a', 1, 0)",
                    "registry (account, name, url, metadata) VALUES (1, 'own', 'x', '{}'), (1, 'other', 'x', '{}')",
                    "project (account, name, description, devices) VALUES (1, 'fleet', '', '[]')",
                    "release (project, version, version_hash, containers, remove_containers, created, state, wave,"
                            + " wave_at) VALUES (1, '1', 'h', '" + containers + "', '[]', 0, 'published', 0, 0)")) {
                statement.execute("INSERT INTO " + each);
            }
        }
        try (Database database = Database.open(url, 4)) {
            ReleaseDevices releaseDevices = new ReleaseDevices(new Devices(database, served.clock));
            Registries registries = new Registries(database, served.key, releaseDevices);
            assertThatThrownBy(() -> registries.delete(1, 1))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("releases refer to this registry");
            registries.delete(1, 2);
            String bytes = "SELECT bytes FROM registry";
            assertThat(database.list(Integer.class, bytes)).containsExactly(63);
        }
    }
}
