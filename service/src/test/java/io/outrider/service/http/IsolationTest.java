package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.accounts.SessionTokens;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.ApiClient;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.http.ServedApi.Operation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operation of the OpenAPI document with every wrong identity, on both databases. */
@ParameterizedClass
@EnumSource
class IsolationTest {
    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private ServedApi api;

    @BeforeEach
    void serve() throws Exception {
        api = new ServedApi(kind, folder);
    }

    @AfterEach
    void close() throws Exception {
        api.close();
    }

    private List<Operation> secured() {
        List<Operation> secured =
                api.operations().stream().filter(Operation::isSecured).toList();
        assertThat(secured).hasSizeGreaterThan(30);
        return secured;
    }

    @Test
    void noRouteIsMissingInTheDocument() {
        Set<String> routes = new TreeSet<>();
        JavalinDefaultRoutingApi recorder = (JavalinDefaultRoutingApi) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {JavalinDefaultRoutingApi.class},
                (proxy, method, words) -> {
                    routes.add(method.getName().toUpperCase(Locale.ROOT) + " " + words[0]);
                    return proxy;
                });
        api.served.routes.forEach(each -> each.addTo(recorder));
        routes.removeAll(Set.of("GET /", "GET /docs/", "GET /docs/{file}")); // pages, of which the document is one
        assertThat(routes)
                .containsExactlyInAnyOrderElementsOf(
                        api.operations().stream().map(Operation::toString).toList());
    }

    /** Body that the operation would take, so that nothing but the identity is wrong. */
    private static String body(Operation operation) {
        return switch (operation.schemaOfBody()) {
            case "NewToken" -> "{\"name\": \"foreign\"}";
            case "NewDevice" -> "{\"unit_id\": \"foreign\"}";
            case "Execute", "ExecuteRaw" -> "{\"command\": \"test.ping\"}";
            case "NewRegistry" -> "{\"name\": \"foreign\", \"url\": \"registry.example\"}";
            case "NewProject" -> "{\"name\": \"foreign\"}";
            case "NewRelease" ->
                "{\"version\": \"foreign\", \"devices\": [], \"containers\": [{\"name\": \"app\", \"image\": \"a\"}]}";
            case "" -> null;
            default -> "{}";
        };
    }

    private ApiClient.Answer send(ApiClient client, Operation operation) {
        List<String> names = operation.parameters().findValuesAsText("name");
        String query = Stream.of(
                        "device_id=" + api.device.id(),
                        "field=obd.speed.value",
                        "field_type=float",
                        "from_utc=2026-01-01T00:00:00Z",
                        "start_utc=2026-01-01T00:00:00Z",
                        "end_utc=2027-01-01T00:00:00Z")
                .filter(each -> names.contains(each.split("=")[0]))
                .collect(Collectors.joining("&", "?", ""));
        return client.send(
                operation.method(),
                api.path(operation) + query,
                body(operation),
                Map.of("Content-Type", "application/json"));
    }

    private String session(MasterKey key, long user) {
        return new SessionTokens(key, Duration.ofHours(1), api.served.clock).issue(user);
    }

    private Map<String, String> wrongIdentities() {
        ServedAccounts served = api.served;
        long user = served.accounts.createUser(served.account, "wrong@example.com", ServedAccounts.PASSWORD);
        long gone = served.accounts.createUser(served.account, "gone@example.com", ServedAccounts.PASSWORD);
        assertThat(served.accounts.deleteUser("gone@example.com")).isTrue();
        String expired = session(served.key, user);
        String expiring = served.accounts.createToken(
                served.account, "expiring", served.clock.instant().plusSeconds(60));
        served.clock.advance(Duration.ofHours(2));
        String revoked = served.accounts.createToken(served.account, "revoked", null);
        served.accounts.tokens(served.account).stream()
                .filter(each -> each.name().equals("revoked"))
                .forEach(each -> served.accounts.deleteToken(served.account, each.id()));
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .subject(Long.toString(user))
                .audience("outrider-service")
                .expirationTime(java.util.Date.from(served.clock.instant().plusSeconds(600)))
                .build();
        byte[] otherKey = new byte[32];
        otherKey[0] = 1;
        String fresh = session(served.key, user);
        String[] parts = fresh.split("\\.");
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("none", null);
        wrong.put("garbage", "\u00e4\u00f6 ; drop table");
        wrong.put("another scheme", "Basic " + served.token);
        wrong.put("no scheme", served.token);
        wrong.put("truncated token", "APIToken " + served.token.substring(0, served.token.length() - 1));
        wrong.put("two tokens", "APIToken " + served.token + " " + served.token);
        wrong.put("hash of a token", "APIToken " + MasterKey.hash(served.token));
        wrong.put("expired token", "APIToken " + expiring);
        wrong.put("revoked token", "APIToken " + revoked);
        wrong.put("token as a session", "Bearer " + served.token);
        wrong.put("session as a token", "APIToken " + fresh);
        wrong.put("expired session", "Bearer " + expired);
        wrong.put("session of another key", "Bearer " + session(new MasterKey(otherKey, new SecureRandom()), user));
        wrong.put("session without signature", "Bearer " + new PlainJWT(claims).serialize());
        wrong.put("session with its signature cut off", "Bearer " + parts[0] + "." + parts[1] + ".");
        wrong.put(
                "session with other claims",
                "Bearer " + parts[0] + "." + claims.toPayload().toBase64URL() + "." + parts[2]);
        wrong.put("session of a deleted user", "Bearer " + session(served.key, gone));
        wrong.put("secret of a unit", "APIToken " + ServedApi.UNIT_SECRET);
        wrong.put("secret of a unit as it uploads", "token " + ServedApi.UNIT_SECRET);
        return wrong;
    }

    @Test
    void everyOperationNeedsAValidToken() {
        wrongIdentities()
                .forEach((name, authorization) -> secured()
                        .forEach(each -> assertThat(send(api.served.client(authorization), each)
                                        .json()
                                        .path("code")
                                        .asText())
                                .as(each + " with " + name)
                                .isEqualTo("NOT_AUTHENTICATED")));
    }

    @Test
    void theOperationsWithoutATokenAreKnown() {
        assertThat(api.operations().stream().filter(each -> !each.isSecured()).map(Operation::toString))
                .containsExactlyInAnyOrder(
                        "GET /openapi.json",
                        "GET /health",
                        "GET /metrics",
                        "POST /auth/login/",
                        "POST /enrol/",
                        "POST /enrol/certificate/",
                        "POST /logbook/storage/");
    }

    @Test
    void aThingOfAnotherAccountIsNotThere() {
        for (Operation each : secured()) {
            boolean ofThing = each.path().contains("{") || each.path().startsWith("/logbook/");
            ApiClient.Answer answer = send(api.served.otherClient(), each);
            if (ofThing) {
                assertThat(answer.status()).as(each + ": " + answer.text()).isEqualTo(404);
            } else if (each.method().equals("GET")) {
                for (JsonNode listed : answer.is(200).json()) {
                    assertThat(listed.path("id").asText()).as(each.toString()).isNotIn(api.ids.values());
                    assertThat(listed.path("name").asText()).isNotIn("own", "fleet", "other");
                }
            }
        }
        for (Operation each : secured()) {
            if (each.method().equals("GET") && !each.path().contains("events")) {
                send(api.served.client(), each).is(200);
            }
        }
        api.served.client().get("/dongle/devices/" + api.device.id() + "/").is(200);
    }

    @Test
    void referencesToThingsOfAnotherAccountAreRefused() {
        ApiClient other = api.served.otherClient();
        other.post("/docker/projects/", "{\"name\": \"p\", \"registry\": " + api.ids.get("registry") + "}")
                .isProblem(400, "INVALID_BODY");
        other.post("/docker/projects/", "{\"name\": \"p\", \"devices\": [\"" + api.device.id() + "\"]}")
                .isProblem(400, "INVALID_BODY");
        String own = other.post("/docker/projects/", "{\"name\": \"p\"}")
                .is(201)
                .json()
                .get("id")
                .asText();
        String releases = "/docker/projects/" + own + "/releases/";
        other.post(
                        releases,
                        "{\"version\": \"1\", \"devices\": [\"" + api.device.id()
                                + "\"], \"containers\": [{\"name\": \"app\", \"image\": \"a\"}]}")
                .isProblem(400, "INVALID_BODY");
        for (String registry : List.of(api.ids.get("registry"), "\"own\"")) {
            other.post(
                            releases,
                            "{\"version\": \"1\", \"devices\": [], \"containers\": [{\"name\": \"app\", \"image\": \"a\","
                                    + " \"registry\": " + registry + "}]}")
                    .isProblem(400, "INVALID_BODY");
        }
        other.get(releases + api.ids.get("release") + "/").isProblem(404, "NOT_FOUND");
        String code = other.post("/dongle/enrolment_codes/", "{\"unit_id\": \"van-12\"}")
                .is(201)
                .json()
                .get("code")
                .asText();
        api.served.client(null).post("/enrol/", "{\"code\": \"" + code + "\"}").isProblem(409, "CONFLICT");
    }

    @Test
    void containersNeedTheAddOn() {
        api.served.accounts.setContainers(api.served.account, false);
        List<Operation> containers = secured().stream()
                .filter(each -> each.path().startsWith("/docker/"))
                .toList();
        assertThat(containers).hasSizeGreaterThan(15);
        for (Operation each : containers) {
            send(api.served.client(), each).isProblem(403, "NO_CONTAINER_ADDON");
        }
        api.served.client().get("/dongle/devices/").is(200);
    }

    @Test
    void aUnitUploadsWithItsOwnSecretOnly() {
        api.served.devices.create(api.served.otherAccount, "van-13", null, false);
        String record = "[{\"@t\": \"obd.speed\", \"@ts\": \"2026-11-22T10:00:00Z\", \"value\": 1}]";
        for (String[] each : List.of(
                new String[] {"van-13", "token " + ServedApi.UNIT_SECRET},
                new String[] {"van-99", "token " + ServedApi.UNIT_SECRET},
                new String[] {"van-12", "token x"},
                new String[] {"van-12", "token"},
                new String[] {"van-12", "APIToken " + api.served.token},
                new String[] {"van-12", "token " + api.served.token},
                new String[] {"van-12", "token " + MasterKey.hash(ServedApi.UNIT_SECRET)},
                new String[] {"' OR 1=1 --", "token " + ServedApi.UNIT_SECRET})) {
            api.served
                    .client(each[1])
                    .send("POST", "/logbook/storage/", record, Map.of("unit-id", each[0]))
                    .isProblem(401, "NOT_AUTHENTICATED");
        }
        api.served
                .client("token " + ServedApi.UNIT_SECRET)
                .send("POST", "/logbook/storage/", record, Map.of("unit-id", "van-12"))
                .is(200);
    }

    @Test
    void withdrawnTokensAndDeletedDevicesHaveNothingLeft() {
        api.served.client().delete("/dongle/devices/" + api.device.id() + "/").is(204);
        for (Operation each : secured()) {
            if (each.path().contains("{device}") || each.path().startsWith("/logbook/")) {
                send(api.served.client(), each).isProblem(404, "NOT_FOUND");
            }
        }
        api.served
                .client("token " + ServedApi.UNIT_SECRET)
                .send("POST", "/logbook/storage/", "[]", Map.of("unit-id", "van-12"))
                .isProblem(401, "NOT_AUTHENTICATED");
    }
}
