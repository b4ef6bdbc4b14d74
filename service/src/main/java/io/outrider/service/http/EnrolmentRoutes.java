package io.outrider.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.accounts.Identity;
import io.outrider.service.accounts.LoginLimit;
import io.outrider.service.devices.Enrolment;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Codes for new units, and their enrolment. */
public final class EnrolmentRoutes implements Routes {
    private static final int DEFAULT_VALIDITY_SECONDS = 24 * 3_600;

    private final Enrolment enrolment;
    private final Authenticator authenticator;
    private final LoginLimit limit;
    private final OpenApiDocument document;
    private final Supplier<String> url;
    private final String brokerUrl;
    private final String authority;
    private final String prefix;

    /**
     * @param limit of attempts, which are guesses of secrets as logins are
     * @param url public address of the service
     * @param brokerUrl address of the broker, as units reach it
     * @param authority certificate in PEM that units trust; null for those that everybody trusts
     */
    public EnrolmentRoutes(
            Enrolment enrolment,
            Authenticator authenticator,
            LoginLimit limit,
            OpenApiDocument document,
            Supplier<String> url,
            String brokerUrl,
            String authority,
            String prefix) {
        this.enrolment = enrolment;
        this.authenticator = authenticator;
        this.limit = limit;
        this.document = document;
        this.url = url;
        this.brokerUrl = brokerUrl;
        this.authority = authority;
        this.prefix = prefix;
    }

    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.post("/dongle/enrolment_codes/", authenticator.identified(this::createCode));
        routes.post("/enrol/", this::enrol);
    }

    private void createCode(Context request, Identity caller) {
        JsonNode body = RequestBody.checked(request, document, "NewEnrolmentCode");
        Duration valid = Duration.ofSeconds(body.path("expires_in").asLong(DEFAULT_VALIDITY_SECONDS));
        String code = enrolment.createCode(
                caller.account(),
                body.path("unit_id").textValue(),
                body.path("name").textValue(),
                valid);
        request.status(201)
                .json(new TreeMap<>(Map.of("code", code, "url", url.get(), "expires_in", valid.toSeconds())));
    }

    private void enrol(Context request) {
        JsonNode body = RequestBody.checked(request, document, "Enrol");
        limit.take("enrolment " + request.ip(), request.ip());
        Enrolment.Enrolled enrolled = enrolment.enrol(
                body.get("code").textValue(), body.path("unit_id").textValue());
        limit.giveBack("enrolment " + request.ip(), request.ip());
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("unit_id", enrolled.device().unitId());
        answer.put("device_id", enrolled.device().id());
        answer.put("broker", brokerUrl);
        answer.put("ca", authority);
        answer.put("prefix", prefix);
        answer.put("username", enrolled.device().unitId());
        answer.put("password", enrolled.secret());
        answer.put("upload", url.get() + "/logbook/storage/");
        request.status(201).json(answer);
    }
}
