package io.outrider.bench.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** HTTP client of one instance of the service with an API token. Any thread. */
public final class ServiceClient {
    private static final int TIMEOUT_MILLIS = 60_000;

    private final ObjectMapper mapper = new ObjectMapper();
    private final String url;
    private final String token;

    /** @param token empty for none */
    public ServiceClient(String url, String token) {
        this.url = url;
        this.token = token;
    }

    /** @throws IOException also if the answer is an error */
    public JsonNode get(String path) throws IOException {
        return answer(open(path));
    }

    /** @throws IOException also if the answer is an error */
    public JsonNode post(String path, String json) throws IOException {
        HttpURLConnection request = open(path);
        request.setDoOutput(true);
        request.setRequestProperty("Content-Type", "application/json");
        request.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
        return answer(request);
    }

    private HttpURLConnection open(String path) throws IOException {
        HttpURLConnection request =
                (HttpURLConnection) URI.create(url + path).toURL().openConnection();
        request.setConnectTimeout(TIMEOUT_MILLIS);
        request.setReadTimeout(TIMEOUT_MILLIS);
        if (!token.isEmpty()) {
            request.setRequestProperty("Authorization", "APIToken " + token);
        }
        return request;
    }

    private JsonNode answer(HttpURLConnection request) throws IOException {
        if (request.getResponseCode() >= HttpURLConnection.HTTP_BAD_REQUEST) {
            try (InputStream error = request.getErrorStream()) {
                throw new IOException(request.getResponseCode() + " "
                        + new String(error == null ? new byte[0] : error.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        try (InputStream body = request.getInputStream()) {
            return mapper.readTree(body.readAllBytes());
        }
    }
}
