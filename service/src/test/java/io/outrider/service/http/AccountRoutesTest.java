package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ServedAccounts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Logins, tokens and devices over HTTP, on both databases. */
@ParameterizedClass
@EnumSource
class AccountRoutesTest {
    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private ServedAccounts served;

    @BeforeEach
    void serve() {
        served = new ServedAccounts(kind, folder).withUser().serve();
    }

    @AfterEach
    void close() {
        served.close();
    }

    private String login() {
        return served.client(null)
                .post("/auth/login/", body(ServedAccounts.EMAIL, ServedAccounts.PASSWORD))
                .is(200)
                .json()
                .get("token")
                .textValue();
    }

    private static String body(String email, String password) {
        return "{\"email\": \"" + email + "\", \"password\": \"" + password + "\"}";
    }

    @Test
    void aSessionTokenWorksUntilItExpires() {
        var client = served.client("Bearer " + login());
        assertThat(client.get("/dongle/devices/").is(200).text()).isEqualTo("[]");
        served.clock.advance(Duration.ofMinutes(61));
        client.get("/dongle/devices/").isProblem(401, "NOT_AUTHENTICATED");
    }

    @Test
    void aWrongPasswordAndAnUnknownAddressGetTheSameAnswer() {
        String wrong = served.client(null)
                .post("/auth/login/", body(ServedAccounts.EMAIL, "wrong horse"))
                .isProblem(401, "LOGIN_FAILED")
                .text();
        String unknown = served.client(null)
                .post("/auth/login/", body("nobody@example.com", "wrong horse"))
                .isProblem(401, "LOGIN_FAILED")
                .text();
        assertThat(unknown).isEqualTo(wrong);
    }

    @Test
    void anAccountHasAThousandTokens() {
        served.database.write().useTransaction(handle -> {
            for (int i = 1; i < 1_000; i++) { // beside the one of the test
                handle.execute(
                        "INSERT INTO api_token (account, name, hash, created) VALUES (?, ?, ?, 0)",
                        served.account,
                        "token " + i,
                        "hash " + i);
            }
        });
        served.client().post("/auth/tokens/", "{\"name\": \"one more\"}").isProblem(409, "CONFLICT");
    }

    @Test
    void tooManyLoginsHaveToWait() {
        for (int i = 0; i < 10; i++) {
            served.client(null)
                    .post("/auth/login/", body("a@example.com", "wrong"))
                    .isProblem(401, "LOGIN_FAILED");
        }
        served.client(null).post("/auth/login/", body("a@example.com", "wrong")).isProblem(429, "TOO_MANY_LOGINS");
        served.client(null).post("/auth/login/", body("b@example.com", "wrong")).isProblem(401, "LOGIN_FAILED");
        served.clock.advance(Duration.ofSeconds(61));
        served.client(null).post("/auth/login/", body("a@example.com", "wrong")).isProblem(401, "LOGIN_FAILED");
    }

    @Test
    void strangersDoNotKeepTheUserOut() {
        for (int i = 0; i < 12; i++) {
            served.client(null)
                    .send("POST", "/auth/login/", body(ServedAccounts.EMAIL, "wrong"), from("203.0.113." + i))
                    .isProblem(401, "LOGIN_FAILED");
        }
        served.client(null)
                .send("POST", "/auth/login/", body(ServedAccounts.EMAIL, ServedAccounts.PASSWORD), from("198.51.100.1"))
                .is(200);
    }

    private static Map<String, String> from(String address) {
        return Map.of("X-Forwarded-For", address, "Content-Type", "application/json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{}",
                "{\"email\": 1, \"password\": \"x\"}",
                "{\"email\": \"a@b\"}",
                "{\"email\": \"a@b\", \"email\": \"c@d\", \"password\": \"x\"}",
                "{\"email\": \"a@b\", \"password\": \"x\"} x"
            })
    void aMalformedLoginIsRefused(String body) {
        served.client(null).post("/auth/login/", body).isProblem(400, "INVALID_BODY");
    }

    private String detail(String body) {
        return served.client(null)
                .post("/auth/login/", body)
                .isProblem(400, "INVALID_BODY")
                .json()
                .get("detail")
                .textValue();
    }

    @Test
    void mistakesInJsonAreToldInPlainWordsWithTheirPlace() {
        String mistake = "the body is not JSON, or has a name twice in an object, at line ";
        assertThat(detail("{")).isEqualTo(mistake + "1, column 2");
        assertThat(detail("{\n \"a\": nul}")).isEqualTo(mistake + "2, column 7");
        assertThat(detail("{\"a\": 1,\n\"a\": 2}")).isEqualTo(mistake + "2, column 4");
        assertThat(detail("{} x")).startsWith(mistake + "1, column ");
        assertThat(detail("[\"\u0001\"]")).startsWith(mistake + "1, column ");
        String large = "the body has more than 64 levels or 30000 values, or one that is too long";
        assertThat(detail("[".repeat(100))).isEqualTo(large);
        assertThat(detail("[" + "1,".repeat(40_000) + "1]")).isEqualTo(large);
        assertThat(detail("[" + "1".repeat(2_000) + "]")).isEqualTo(large);
    }

    @Test
    void bodiesThatAreHugeOrDeepAreRefused() {
        served.client(null).post("/auth/login/", "[".repeat(100_000)).isProblem(400, "INVALID_BODY");
        served.client(null)
                .post("/auth/login/", "\"" + "x".repeat(RequestBody.MOST_BYTES) + "\"")
                .isProblem(413, "BODY_TOO_LARGE");
        served.client(null)
                .send("POST", "/auth/login/", "<a/>", Map.of("Content-Type", "text/xml"))
                .isProblem(415, "UNSUPPORTED_BODY");
        served.client(null)
                .post("/auth/login/", "{\"email\": \"a\", \"x\": [" + "{},".repeat(300_000) + "{}]}")
                .isProblem(400, "INVALID_BODY");
    }

    @Test
    void anApiTokenIsShownOnceAndCanBeWithdrawn() {
        var made = served.client()
                .post("/auth/tokens/", "{\"name\": \"backend\"}")
                .is(201)
                .json();
        var client = served.client("APIToken " + made.get("token").textValue());
        client.get("/dongle/devices/").is(200);
        assertThat(client.get("/auth/tokens/").is(200).text())
                .contains("backend")
                .doesNotContain(made.get("token").textValue());
        served.otherClient().delete("/auth/tokens/" + made.get("id") + "/").isProblem(404, "NOT_FOUND");
        client.delete("/auth/tokens/" + made.get("id") + "/").is(204);
        client.get("/dongle/devices/").isProblem(401, "NOT_AUTHENTICATED");
        served.client().delete("/auth/tokens/x/").isProblem(404, "NOT_FOUND");
    }

    @Test
    void anApiTokenWithADateExpires() {
        Instant end = served.clock.instant().plusSeconds(60);
        String token = served.client()
                .post("/auth/tokens/", "{\"name\": \"short\", \"expires\": \"" + end + "\"}")
                .is(201)
                .json()
                .get("token")
                .textValue();
        served.client("APIToken " + token).get("/dongle/devices/").is(200);
        served.clock.advance(Duration.ofSeconds(60));
        served.client("APIToken " + token).get("/dongle/devices/").isProblem(401, "NOT_AUTHENTICATED");
        served.client()
                .post("/auth/tokens/", "{\"name\": \"past\", \"expires\": \"" + end + "\"}")
                .isProblem(400, "INVALID_BODY");
        served.client().post("/auth/tokens/", "{\"name\": \"short\"}").isProblem(409, "CONFLICT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"+999999999-12-31T23:59:59Z", "+10000-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00"})
    void anApiTokenEndsInTheYear9999AtMost(String end) {
        String body = "{\"name\": \"long\", \"expires\": \"END\"}";
        served.client().post("/auth/tokens/", body.replace("END", end)).isProblem(400, "INVALID_BODY");
        assertThat(served.client()
                        .post("/auth/tokens/", body.replace("END", "9999-12-31T23:59:59Z"))
                        .is(201)
                        .json()
                        .get("expires")
                        .textValue())
                .startsWith("9999-12-31T23:59:59");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "APIToken",
                "Basic YTpi",
                "APIToken x",
                "Bearer x.y.z",
                "Bearer " + "eyJhbGciOiJub25lIn0.e30."
            })
    void otherAuthorizationsAreRefused(String authorization) {
        served.client(authorization).get("/dongle/devices/").isProblem(401, "NOT_AUTHENTICATED");
        served.client(null).get("/dongle/devices/").isProblem(401, "NOT_AUTHENTICATED");
    }

    @Test
    void aDeviceIsMadeChangedAndRemovedByItsAccountOnly() {
        var device = served.client()
                .post("/dongle/devices/", "{\"unit_id\": \"van-12\"}")
                .is(201)
                .json();
        String path = "/dongle/devices/" + device.get("id").textValue() + "/";
        assertThat(device.get("name").textValue()).isEqualTo("van-12");
        served.otherClient().get(path).isProblem(404, "NOT_FOUND");
        assertThat(served.client()
                        .get("/dongle/devices/van-12/")
                        .isProblem(404, "NOT_FOUND")
                        .text())
                .contains("no such device id");
        served.otherClient().patch(path, "{\"name\": \"mine\"}").isProblem(404, "NOT_FOUND");
        served.otherClient().delete(path).isProblem(404, "NOT_FOUND");
        assertThat(served.otherClient().get("/dongle/devices/").is(200).json()).isEmpty();
        String taken = served.otherClient()
                .post("/dongle/devices/", "{\"unit_id\": \"van-12\"}")
                .isProblem(409, "CONFLICT")
                .text();
        assertThat(served.client()
                        .post("/dongle/devices/", "{\"unit_id\": \"van-12\"}")
                        .isProblem(409, "CONFLICT")
                        .text())
                .isEqualTo(taken);
        var changed = served.client()
                .patch(path, "{\"containers\": true, \"settings\": {\"loggers\": [{\"function\": \"obd.query\"}]}}")
                .is(200)
                .json();
        assertThat(changed.get("containers").booleanValue()).isTrue();
        assertThat(changed.at("/settings/loggers")).hasSize(1);
        assertThat(served.client()
                        .patch(path, "{\"settings\": {\"projects\": []}}")
                        .isProblem(400, "INVALID_BODY")
                        .text())
                .contains("'settings.projects'", "settings have no revision, projects or registries");
        served.client().post("/dongle/devices/", "{\"unit_id\": \"a/b\"}").isProblem(400, "INVALID_BODY");
        served.client().delete(path).is(204);
        assertThat(served.otherClient()
                        .post("/dongle/devices/", "{\"unit_id\": \"van-12\"}")
                        .isProblem(409, "CONFLICT")
                        .text())
                .as("another account's unit whose messages the broker still has")
                .isEqualTo(taken);
        served.client().get(path).isProblem(404, "NOT_FOUND");
    }

    @Test
    void aFullDiskIsToldAndTheServiceGoesOnWhenThereIsRoom() {
        String path = "/dongle/devices/"
                + served.devices.create(served.account, "van-12", null, false).id() + "/";
        String large = "{\"settings\": {\"x\": \"" + "y".repeat(150_000) + "\"}}";
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(ProblemResponses.class);
        log.start();
        logger.addAppender(log);
        try {
            onDatabase("PRAGMA max_page_count = 1", """
                    CREATE FUNCTION full_disk() RETURNS TRIGGER LANGUAGE plpgsql
                    AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
                    CREATE TRIGGER full_disk BEFORE UPDATE ON device EXECUTE FUNCTION full_disk()""");
            var refused = served.client().patch(path, large).isProblem(503, "NOT_AVAILABLE");
            assertThat(refused.text()).contains("the disk of the service is full");
            assertThat(served.client().get(path).is(200).json().at("/settings")).isEmpty();
            onDatabase("PRAGMA max_page_count = 1000000", "DROP TRIGGER full_disk ON device");
            served.client().patch(path, large).is(200);
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getThrowableProxy()).isNull())
                .asString()
                .contains("PATCH " + path);
    }

    private void onDatabase(String ofSqlite, String ofPostgresql) {
        served.database
                .write()
                .useHandle(handle -> handle.execute(kind == DatabaseUrl.Kind.SQLITE ? ofSqlite : ofPostgresql));
    }

    @Test
    void unknownPathsAndMethodsAreProblems() {
        served.client().get("/nothing/here/").isProblem(404, "NOT_FOUND");
        served.client().delete("/auth/login/").isProblem(405, "METHOD_NOT_ALLOWED");
        served.client().get("/dongle/devices/%00/").is(400);
        served.client().get("/dongle/devices/'%20OR%201=1/").isProblem(404, "NOT_FOUND");
        assertThat(served.client(null)
                        .get("/openapi.json")
                        .is(200)
                        .json()
                        .get("openapi")
                        .textValue())
                .startsWith("3.1");
    }
}
