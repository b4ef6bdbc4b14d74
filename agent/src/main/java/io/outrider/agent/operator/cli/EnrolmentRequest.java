package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.settings.AuthoritiesFile;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;

/**
 * Request of a unit to a fleet service to enrol it (docs/service.md, "Units").
 *
 * @param service address with http or https
 * @param authorities PEM file of those that may sign the service's certificate; null for Java's own
 */
record EnrolmentRequest(URI service, String code, String unitId, Path authorities) {
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final int MOST_BYTES = 64 * 1024;

    /** @return what the unit connects with */
    JsonNode send() throws Failure {
        Map<String, String> body = new LinkedHashMap<>();
        body.put("code", code);
        if (unitId != null) {
            body.put("unit_id", unitId);
        }
        try {
            HttpURLConnection request =
                    (HttpURLConnection) URI.create(service.toString().replaceFirst("/+$", "") + "/enrol/")
                            .toURL()
                            .openConnection();
            if (authorities != null && request instanceof HttpsURLConnection https) {
                https.setSSLSocketFactory(context().getSocketFactory());
            }
            request.setConnectTimeout(TIMEOUT_MILLIS);
            request.setReadTimeout(TIMEOUT_MILLIS);
            request.setInstanceFollowRedirects(false); // another server would get the code
            request.setDoOutput(true);
            request.setRequestProperty("Content-Type", "application/json");
            request.getOutputStream()
                    .write(Json.mapper().writeValueAsString(body).getBytes(StandardCharsets.UTF_8));
            return answer(request);
        } catch (IOException e) {
            throw refused("cannot be asked: " + IoReason.of(e), e);
        }
    }

    private SSLContext context() throws Failure, IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    null,
                    AuthoritiesFile.trust(AuthoritiesFile.certificates(authorities, AuthoritiesFile.read(authorities))),
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw refused("cannot be asked: " + authorities + " has certificates that cannot be used", e);
        }
    }

    private JsonNode answer(HttpURLConnection request) throws Failure, IOException {
        int status = request.getResponseCode();
        boolean isGood = status == HttpURLConnection.HTTP_CREATED;
        try (InputStream from =
                status < HttpURLConnection.HTTP_BAD_REQUEST ? request.getInputStream() : request.getErrorStream()) {
            JsonNode json = json(from == null ? new byte[0] : from.readNBytes(MOST_BYTES));
            if (!isGood) {
                throw refused(
                        "answers with status " + status + ": "
                                + json.path("detail").asText("it is no fleet service; check the address"),
                        null);
            }
            for (String each : new String[] {"unit_id", "broker", "username", "password"}) {
                if (!json.path(each).isTextual()) {
                    throw refused("answers without '" + each + "': it is no fleet service; check the address", null);
                }
            }
            return json;
        }
    }

    private static JsonNode json(byte[] bytes) {
        try {
            JsonNode json = Json.mapper().readTree(bytes);
            return json == null ? Json.mapper().missingNode() : json;
        } catch (IOException e) {
            return Json.mapper().missingNode();
        }
    }

    private Failure refused(String what, Exception cause) {
        return new Failure(CommandLineErrors.NOT_ENROLLED, service + " " + what, cause);
    }
}
