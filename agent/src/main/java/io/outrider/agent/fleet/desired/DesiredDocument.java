package io.outrider.agent.fleet.desired;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Parsed desired document.
 *
 * @param revision number or text of the fleet service
 * @param loggers as JSON values, also non-objects, which are refused one by one; empty if absent
 */
record DesiredDocument(JsonNode revision, List<Object> loggers) {
    static final int LONGEST = 256 * 1024;
    private static final int DEEPEST = 32;
    private static final int LONGEST_REVISION = 128;
    private static final int MOST_LOGGERS = 1_000;
    private static final List<String> LISTS = List.of("registries", "projects", "whitelist", "loggers");

    private static final ObjectMapper MAPPER = Json.bounded(DEEPEST)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** @throws Failure without quoted values, as any of them may be a password */
    static DesiredDocument of(byte[] bytes) throws Failure {
        if (bytes.length > LONGEST) {
            throw bad("has " + bytes.length + " bytes; " + LONGEST + " at most");
        }
        JsonNode root = read(bytes);
        if (root == null || !root.isObject()) {
            throw bad("is no JSON object");
        }
        JsonNode revision = root.path("revision");
        boolean usable = revision.isIntegralNumber()
                || revision.isTextual() && !revision.textValue().isEmpty();
        if (!usable || revision.asText().length() > LONGEST_REVISION) {
            throw bad("has no revision, which is a number or a text of at most " + LONGEST_REVISION + " characters");
        }
        for (String name : LISTS) {
            if (root.hasNonNull(name) && !root.get(name).isArray()) {
                throw bad("has no list in '" + name + "'");
            }
        }
        return new DesiredDocument(revision, loggers(root.path("loggers")));
    }

    private static JsonNode read(byte[] bytes) throws Failure {
        try (JsonParser parser = MAPPER.createParser(bytes)) {
            return MAPPER.readTree(parser);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw bad("is not JSON, or deeper than " + DEEPEST + ", or has a key twice"
                    + (at == null ? "" : ", at line " + at.getLineNr() + ", column " + at.getColumnNr()));
        } catch (IOException e) { // not a text encoding
            throw bad("is not UTF-8");
        }
    }

    private static List<Object> loggers(JsonNode list) throws Failure {
        if (list.size() > MOST_LOGGERS) {
            throw bad("has " + list.size() + " loggers; " + MOST_LOGGERS + " at most");
        }
        List<Object> loggers = new ArrayList<>();
        list.forEach(each -> loggers.add(MAPPER.convertValue(each, Object.class)));
        return Collections.unmodifiableList(loggers); // null elements are refused later
    }

    private static Failure bad(String what) {
        return new Failure(Failure.Actor.CALLER, "BAD_DESIRED", "The desired document " + what + ".");
    }
}
