package io.outrider.agent.fleet.desired;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parsed desired document: JSON values by name, without nulls, and without the revision. */
record DesiredDocument(JsonNode revision, Map<String, Object> members) {
    static final int LONGEST = 256 * 1024;
    private static final int DEEPEST = 32;
    private static final String REVISION = "revision";
    private static final int LONGEST_REVISION = 128;
    private static final List<String> LISTS = List.of("registries", "projects", "whitelist", "loggers");

    private static final ObjectMapper MAPPER = Json.bounded(DEEPEST)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** @throws Failure without quoted values, as any of them may be a password */
    static DesiredDocument of(byte[] bytes) throws Failure {
        if (bytes.length > LONGEST) {
            throw bad("has more than " + LONGEST + " bytes"); // may be truncated behind that
        }
        JsonNode root = read(bytes);
        if (root == null || !root.isObject()) {
            throw bad("is no JSON object");
        }
        JsonNode revision = root.path(REVISION);
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
        return new DesiredDocument(revision, members(root));
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

    private static Map<String, Object> members(JsonNode root) {
        Map<String, Object> members = new LinkedHashMap<>();
        root.properties().forEach(each -> {
            if (!each.getKey().equals(REVISION) && !each.getValue().isNull()) {
                members.put(each.getKey(), MAPPER.convertValue(each.getValue(), Object.class));
            }
        });
        return Collections.unmodifiableMap(members);
    }

    Map<String, Object> of(Set<String> names) {
        Map<String, Object> own = new LinkedHashMap<>(members);
        own.keySet().retainAll(names);
        return Collections.unmodifiableMap(own);
    }

    /** @throws Failure if both revisions are numbers and this one is the lower */
    void requireNotBefore(DesiredDocument inForce) throws Failure {
        if (revision.isIntegralNumber()
                && inForce.revision.isIntegralNumber()
                && revision.bigIntegerValue().compareTo(inForce.revision.bigIntegerValue()) < 0) {
            throw new Failure(
                    AgentErrors.REVISION_BACKWARDS,
                    "The desired document has revision " + revision.asText() + ", and " + inForce.revision.asText()
                            + " is in force; publish it with a higher revision.");
        }
    }

    static Failure bad(String what) {
        return new Failure(AgentErrors.BAD_DESIRED, "The desired document " + what + ".");
    }
}
