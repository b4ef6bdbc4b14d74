package io.outrider.agent.fleet.enrolment;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Map;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;

/**
 * POST of JSON to a fleet service.
 *
 * @param authorities PEM file of those that may sign the service's certificate; null for Java's own
 */
public record ServiceRequest(String url, Path authorities, Map<String, String> headers) {
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final int MOST_BYTES = 64 * 1024;
    private static final String NO_SERVICE = "it is no fleet service; check the address";

    /**
     * Answer with status 201, which has these members as texts.
     *
     * @throws IOException whose message goes on behind the address
     */
    public JsonNode post(Map<String, String> body, String... members) throws IOException {
        HttpURLConnection request;
        JsonNode answer;
        try {
            request = opened();
            request.getOutputStream()
                    .write(Json.mapper().writeValueAsString(body).getBytes(StandardCharsets.UTF_8));
            boolean isGood = request.getResponseCode() < HttpURLConnection.HTTP_BAD_REQUEST;
            try (InputStream from = isGood ? request.getInputStream() : request.getErrorStream()) {
                answer = json(from == null ? new byte[0] : from.readNBytes(MOST_BYTES));
            }
        } catch (IllegalArgumentException e) { // whose message may have the secret
            throw new IOException("cannot be asked: HTTP does not take the address, or what is sent in the head");
        } catch (IOException e) {
            throw new IOException("cannot be asked: " + IoReason.of(e), e);
        } catch (Failure e) {
            throw new IOException("cannot be asked: " + e.getMessage(), e);
        }
        if (request.getResponseCode() != HttpURLConnection.HTTP_CREATED) {
            throw new IOException("answers with status " + request.getResponseCode() + ": "
                    + answer.path("detail").asText(NO_SERVICE));
        }
        for (String each : members) {
            if (!answer.path(each).isTextual()) {
                throw new IOException("answers without '" + each + "': " + NO_SERVICE);
            }
        }
        return answer;
    }

    private HttpURLConnection opened() throws IOException, Failure {
        HttpURLConnection request = (HttpURLConnection) URI.create(url).toURL().openConnection();
        if (authorities != null && request instanceof HttpsURLConnection https) {
            https.setSSLSocketFactory(context().getSocketFactory());
        }
        request.setConnectTimeout(TIMEOUT_MILLIS);
        request.setReadTimeout(TIMEOUT_MILLIS);
        request.setInstanceFollowRedirects(false); // another server would get the secret
        request.setDoOutput(true);
        request.setRequestProperty("Content-Type", "application/json");
        headers.forEach(request::setRequestProperty);
        return request;
    }

    private SSLContext context() throws IOException, Failure {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    null,
                    AuthoritiesFile.trust(AuthoritiesFile.certificates(authorities, AuthoritiesFile.read(authorities))),
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(authorities + " has certificates that cannot be used", e);
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
}
