package io.outrider.docker.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.transport.DockerHttpClient.Request;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Request to the engine.
 *
 * @param path without the version, with the query
 * @param subject container, image or registry that it is about, for messages
 * @param body null for none
 * @param authorization value of {@code X-Registry-Auth}, or null
 */
record EngineRequest(String method, String path, String subject, JsonNode body, String authorization) {
    private static final Pattern CONTAINER = Pattern.compile("[A-Za-z0-9][\\w.-]{0,254}");
    private static final Pattern IMAGE = Pattern.compile("\\w[\\w.:@+-]{0,254}(/\\w[\\w.:@+-]{0,254}){0,15}");

    static EngineRequest get(String path, String subject) {
        return new EngineRequest("GET", path, subject, null, null);
    }

    static EngineRequest post(String path, String subject, JsonNode body) {
        return new EngineRequest("POST", path, subject, body, null);
    }

    /** Path of a container; refuses a text that would be another path, as do the next. */
    static String container(String idOrName) throws Failure {
        return path("/containers/", CONTAINER, idOrName, DockerErrors.NO_SUCH_CONTAINER);
    }

    static String volume(String name) throws Failure {
        return path("/volumes/", CONTAINER, name, DockerErrors.NO_SUCH_CONTAINER);
    }

    static String image(String reference) throws Failure {
        return path("/images/", IMAGE, reference, DockerErrors.NO_SUCH_IMAGE);
    }

    private static String path(String folder, Pattern form, String name, ErrorCode code) throws Failure {
        if (!form.matcher(name).matches()) {
            throw EngineFailures.of(code, "this is no name of " + (form == IMAGE ? "an image" : "a container"), null);
        }
        return folder + name;
    }

    static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    Request build(String version) {
        Request.Builder builder = Request.builder();
        // a connection that is kept would end with the engine's restart, and fail the next request
        builder.method(method).path(version + path).putHeader("Connection", "close");
        if (!method.equals("GET")) {
            builder.putHeader("Content-Type", "application/json");
            builder.bodyBytes((body == null ? "" : body.toString()).getBytes(StandardCharsets.UTF_8));
        }
        if (authorization != null) {
            builder.putHeader("X-Registry-Auth", authorization);
        }
        return builder.build();
    }

    /** Without body and authorization, which have secrets. */
    @Override
    public String toString() {
        return method + " " + path;
    }
}
