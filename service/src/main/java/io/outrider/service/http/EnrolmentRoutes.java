package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.accounts.Identity;
import io.outrider.service.accounts.LoginLimit;
import io.outrider.service.devices.Enrolment;
import io.outrider.service.problem.Problem;
import io.outrider.service.tls.UnitCertificates;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Codes for new units, their enrolment, and their certificates.
 *
 * @param formerConnections ends those of a unit by a secret that it had before
 * @param limit of attempts, which are guesses of secrets as logins are
 * @param url public address of the service
 * @param brokerUrl address of the broker, as units reach it
 * @param authority certificate in PEM that units trust; null for those that everybody trusts
 * @param certificates null where the broker takes none
 */
public record EnrolmentRoutes(
        Enrolment enrolment,
        Consumer<String> formerConnections,
        UnitAuthenticator units,
        Authenticator authenticator,
        LoginLimit limit,
        OpenApiDocument document,
        Supplier<String> url,
        String brokerUrl,
        String authority,
        UnitCertificates certificates,
        String prefix)
        implements Routes {
    private static final int DEFAULT_VALIDITY_SECONDS = 24 * 3_600;

    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.post("/dongle/enrolment_codes/", authenticator.identified(this::createCode));
        routes.post("/enrol/", this::enrol);
        routes.post("/enrol/certificate/", this::certify);
    }

    private void createCode(Context request, Identity caller) {
        JsonNode body = RequestBody.checked(request, document, "NewEnrolmentCode");
        Duration valid = Duration.ofSeconds(body.path("expires_in").asLong(DEFAULT_VALIDITY_SECONDS));
        String unit = body.path("unit_id").textValue();
        String code =
                enrolment.createCode(caller.account(), unit, body.path("name").textValue(), valid);
        request.status(201)
                .json(new TreeMap<>(Map.of("code", code, "url", url.get(), "expires_in", valid.toSeconds())));
    }

    private void enrol(Context request) {
        JsonNode body = RequestBody.checked(request, document, "Enrol");
        limit.take("enrol", "enrolment " + ClientAddress.of(request), ClientAddress.of(request));
        Enrolment.Enrolled enrolled = enrolment.enrol(
                body.get("code").textValue(), body.path("unit_id").textValue());
        formerConnections.accept(enrolled.device().unitId()); // before the unit can connect by the new secret
        limit.giveBack("enrolment " + ClientAddress.of(request), ClientAddress.of(request));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("unit_id", enrolled.device().unitId());
        answer.put("device_id", enrolled.device().id());
        answer.put("broker", brokerUrl).put("ca", authority).put("prefix", prefix);
        answer.put("username", enrolled.device().unitId()).put("password", enrolled.secret());
        answer.put("upload", url.get() + "/logbook/storage/");
        answer.put("issuer", certificates == null ? null : url.get() + "/enrol/certificate/");
        request.status(201).json(answer);
    }

    private void certify(Context request) {
        UnitAuthenticator.AuthenticatedUnit unit = units.unit(request);
        JsonNode body = RequestBody.checked(request, document, "CertificateRequest");
        if (certificates == null) {
            throw Problem.conflict("the broker takes no certificates of this service; use the password");
        }
        String certificate = certificates.issue(
                unit.device().unitId(),
                unit.secretHash(),
                body.get("certificate_request").textValue());
        request.status(201).json(Map.of("certificate", certificate));
    }
}
