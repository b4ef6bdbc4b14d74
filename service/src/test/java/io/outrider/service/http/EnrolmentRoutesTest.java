package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.service.accounts.LoginLimit;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Enrolment;
import io.outrider.service.fixture.ApiClient;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.service.fixture.UnitKey;
import io.outrider.service.tls.CertificateAuthority;
import io.outrider.service.tls.UnitCertificates;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Enrolment by code over HTTP, on both databases. */
@ParameterizedClass
@EnumSource
class EnrolmentRoutesTest {
    @Parameter
    DatabaseUrl.Kind kind;

    @TempDir
    Path folder;

    private ServedAccounts served;

    @BeforeEach
    void serve() {
        served = new ServedAccounts(kind, folder);
        served.serve(new EnrolmentRoutes(
                new Enrolment(served.database, served.devices, served.key, served.clock),
                unit -> {},
                new UnitAuthenticator(served.devices),
                served.authenticator,
                new LoginLimit(served.clock),
                served.document,
                () -> "http://fleet.example",
                "mqtts://fleet.example",
                "-----BEGIN CERTIFICATE-----",
                new UnitCertificates(
                        CertificateAuthority.open(served.database, served.key, new SecureRandom(), served.clock),
                        Duration.ofDays(365)),
                "outrider/v1"));
    }

    @AfterEach
    void close() {
        served.close();
    }

    private String code(String body) {
        return served.client()
                .post("/dongle/enrolment_codes/", body)
                .is(201)
                .json()
                .get("code")
                .textValue();
    }

    private io.outrider.service.fixture.ApiClient.Answer enrol(String code, String unit) {
        return served.client(null).post("/enrol/", "{\"code\": \"" + code + "\", \"unit_id\": \"" + unit + "\"}");
    }

    @Test
    void aCodeMakesADeviceOnce() {
        String code = code("{\"name\": \"Van 12\"}");
        JsonNode enrolled = enrol(code, "van-12").is(201).json();
        assertThat(enrolled.get("broker").textValue()).isEqualTo("mqtts://fleet.example");
        assertThat(enrolled.get("ca").textValue()).startsWith("-----BEGIN");
        assertThat(enrolled.get("upload").textValue()).isEqualTo("http://fleet.example/logbook/storage/");
        assertThat(served.devices.secretHash("van-12"))
                .contains(MasterKey.hash(enrolled.get("password").textValue()));
        assertThat(served.client()
                        .get("/dongle/devices/")
                        .is(200)
                        .json()
                        .at("/0/name")
                        .textValue())
                .isEqualTo("Van 12");
        enrol(code, "van-13").isProblem(403, "FORBIDDEN");
        enrol("x", "van-13").isProblem(403, "FORBIDDEN");
    }

    @Test
    void aNameOfADeviceCannotControlATerminal() {
        String device = "/dongle/devices/"
                + served.devices.create(served.account, "van-12", null, false).id() + "/";
        ApiClient client = served.client();
        for (String name :
                List.of("a\\u001b[31m", "a\\n", "\\u0007", "a\\u007fb", "a\\u009bb", " ", "\\u00a0\\u2003")) {
            String body = "{\"unit_id\": \"van-13\", \"name\": \"" + name + "\"}";
            for (ApiClient.Answer each : List.of(
                    client.post("/dongle/devices/", body),
                    client.patch(device, body),
                    client.post("/dongle/enrolment_codes/", body))) {
                assertThat(each.isProblem(400, "INVALID_BODY")
                                .json()
                                .get("detail")
                                .textValue())
                        .isEqualTo("'name': a name has 1 to 200 characters, and no control characters");
            }
        }
        String body = "{\"unit_id\": \"van-13\", \"name\": \" \u00dcber 1\"}";
        assertThat(client.post("/dongle/devices/", body)
                        .is(201)
                        .json()
                        .get("name")
                        .textValue())
                .isEqualTo("\u00dcber 1");
        client.patch(device, body).is(200);
        client.post("/dongle/enrolment_codes/", body.replace("van-13", "van-14"))
                .is(201);
        body = "{\"unit_id\": \"van-15\", \"name\": \"\"}";
        assertThat(client.post("/dongle/devices/", body)
                        .is(201)
                        .json()
                        .get("name")
                        .textValue())
                .isEqualTo("van-15");
    }

    @Test
    void anAccountHasTenThousandCodesAtATime() {
        served.database.write().useTransaction(handle -> {
            for (int i = 0; i < 10_000; i++) {
                handle.execute(
                        "INSERT INTO enrolment_code (hash, account, created, expires) VALUES (?, ?, 0, ?)",
                        "hash " + i,
                        served.account,
                        Long.MAX_VALUE);
            }
        });
        served.client().post("/dongle/enrolment_codes/", "{}").isProblem(409, "CONFLICT");
        served.database.write().useHandle(handle -> handle.execute("UPDATE enrolment_code SET expires = 0"));
        enrol(code("{}"), "van-12").is(201);
    }

    @Test
    void aSecondEnrolmentGivesAKnownUnitANewSecret() {
        enrol(code("{}"), "van-12").is(201);
        String before = served.devices.secretHash("van-12").orElseThrow();
        enrol(code("{\"unit_id\": \"van-12\"}"), "van-99").is(201);
        assertThat(served.devices.secretHash("van-12").orElseThrow()).isNotEqualTo(before);
        assertThat(served.devices.ofAccount(served.account)).hasSize(1);
    }

    @Test
    void aUnitOfAnotherAccountIsNotTakenAndTheCodeStays() {
        served.devices.create(served.otherAccount, "van-12", null, false);
        String code = code("{}");
        enrol(code, "van-12").isProblem(409, "CONFLICT");
        enrol(code, "bad/id").isProblem(400, "INVALID_BODY");
        served.client(null).post("/enrol/", "{\"code\": \"" + code + "\"}").isProblem(400, "INVALID_BODY");
        enrol(code, "van-13").is(201);
    }

    @Test
    void aCodeExpires() {
        String code = code("{\"expires_in\": 60}");
        served.clock.advance(Duration.ofSeconds(60));
        enrol(code, "van-12").isProblem(403, "FORBIDDEN");
        served.client().post("/dongle/enrolment_codes/", "{\"expires_in\": 1}").isProblem(400, "INVALID_BODY");
        served.client(null).post("/dongle/enrolment_codes/", "{}").isProblem(401, "NOT_AUTHENTICATED");
    }

    @Test
    void oneOfManyWithTheSameCodeIsEnrolled() {
        String code = code("{}");
        List<CompletableFuture<Integer>> all = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> enrol(code, "unit-" + i).status()))
                .toList();
        assertThat(all.stream().map(CompletableFuture::join).filter(each -> each == 201))
                .hasSize(1);
        assertThat(served.devices.ofAccount(served.account)).hasSize(1);
    }

    @Test
    void aWholeFleetEnrolsFromOneAddress() {
        for (int i = 0; i < 60; i++) {
            enrol(code("{}"), "van-" + i).is(201);
        }
    }

    private ApiClient.Answer certificate(String unit, String secret, String request) {
        String body = "{\"certificate_request\": " + TextNode.valueOf(request) + "}";
        return served.client("token " + secret).send("POST", "/enrol/certificate/", body, Map.of("unit-id", unit));
    }

    @Test
    void anEnrolledUnitGetsACertificateOfItsIdForAYear() throws Exception {
        JsonNode enrolled = enrol(code("{}"), "van-12").is(201).json();
        assertThat(enrolled.get("issuer").textValue()).isEqualTo("http://fleet.example/enrol/certificate/");
        String secret = enrolled.get("password").textValue();
        String pem = certificate("van-12", secret, UnitKey.make(folder, "unit").request())
                .is(201)
                .json()
                .get("certificate")
                .textValue();
        X509Certificate issued = (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem.getBytes()));
        assertThat(issued.getSubjectX500Principal().getName())
                .contains("CN=van-12")
                .doesNotContain("whoever");
        assertThat(issued.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(issued.getBasicConstraints()).isEqualTo(-1);
        assertThat(issued.getNotAfter()).isEqualTo(served.clock.instant().plus(Duration.ofDays(365)));
    }

    @Test
    void nobodyElseGetsACertificateOfAUnit() throws Exception {
        String secret = enrol(code("{}"), "van-12").json().get("password").textValue();
        String other = enrol(code("{}"), "van-13").json().get("password").textValue();
        String request = UnitKey.make(folder, "unit").request();
        certificate("van-12", other, request).isProblem(401, "NOT_AUTHENTICATED");
        certificate("van-99", secret, request).isProblem(401, "NOT_AUTHENTICATED");
        certificate("van-12", "x", "x").isProblem(401, "NOT_AUTHENTICATED");
        certificate("van-12", secret, "x").isProblem(400, "INVALID_BODY");
        served.client(null)
                .post("/enrol/certificate/", "{\"certificate_request\": \"x\"}")
                .isProblem(401, "NOT_AUTHENTICATED");
        enrol(code("{}"), "van-12").is(201);
        certificate("van-12", secret, request).isProblem(401, "NOT_AUTHENTICATED");
    }

    @Test
    void aCodeWithoutAUnitForAUnitWithoutANameSaysWhatToDo() {
        String body = "{\"code\": \"" + code("{}") + "\"}";
        String refused = served.client(null)
                .post("/enrol/", body)
                .isProblem(400, "INVALID_BODY")
                .text();
        assertThat(refused).contains("unit=ID", "--unit");
        served.client(null)
                .post("/enrol/", body.replace("}", ", \"unit_id\": \"van-12\"}"))
                .is(201);
    }

    @Test
    void codesAreSlowToGuess() {
        for (int i = 0; i < 10; i++) {
            enrol("guess", "van-12").isProblem(403, "FORBIDDEN");
        }
        String refused =
                enrol("guess", "van-12").isProblem(429, "TOO_MANY_LOGINS").text();
        assertThat(refused).contains("too many attempts to enrol");
    }
}
