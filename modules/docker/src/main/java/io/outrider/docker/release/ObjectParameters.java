package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.api.Failure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Start parameters whose values are objects of the engine's API, or words with a meaning. */
final class ObjectParameters {
    private static final Pattern RESTART =
            Pattern.compile("(on-failure|(?:no|always|unless-stopped|)(?!:0*[1-9]))(?::([0-9]{1,9}))?");
    private static final Pattern DEVICE = Pattern.compile("([^:]+)(?::(/[^:]+))?(?::([rwm]{1,3}))?");
    private static final Pattern LIMIT = Pattern.compile("([a-z]+)[=:](-1|[0-9]{1,18})(?::(-1|[0-9]{1,18}))?");
    private static final String RESERVED = "io.outrider.";

    private ObjectParameters() {}

    /** Members of an object by the engine's names; they may also be written as {@code start_period}. */
    private static Map<String, DocumentValue> fields(DocumentValue value, String... names) throws Failure {
        Map<String, DocumentValue> fields = new HashMap<>();
        for (Map.Entry<String, DocumentValue> each : value.members().entrySet()) {
            String plain = each.getKey().replace("_", "");
            String name = List.of(names).stream()
                    .filter(plain::equalsIgnoreCase)
                    .findFirst()
                    .orElse(null);
            if (name == null || fields.put(name, each.getValue()) != null) {
                throw each.getValue()
                        .invalid("is not known here, or given twice; known are " + String.join(", ", names));
            }
        }
        fields.values().removeIf(DocumentValue::absent);
        return fields;
    }

    /** Parts of a text, or of an object that has them as its fields. */
    private static Matcher parts(DocumentValue value, Pattern form, String sentence, String... names) throws Failure {
        DocumentValue text = value;
        if (value.value() instanceof Map) {
            Map<String, DocumentValue> fields = fields(value, names);
            StringJoiner joined = new StringJoiner(":");
            for (String name : names) {
                joined.add(fields.containsKey(name) ? fields.get(name).text() : "");
            }
            text = value.with(joined.toString().replaceAll(":+(?=:|$)", ""));
        }
        Matcher parts = form.matcher(text.text(form, sentence));
        parts.matches();
        return parts;
    }

    static JsonNode restartPolicy(DocumentValue value) throws Failure {
        // YAML reads the word no as false
        DocumentValue text = Boolean.FALSE.equals(value.value()) ? value.with("no") : value;
        String sentence = "must be no, always, unless-stopped, on-failure or on-failure:3";
        Matcher policy = parts(text, RESTART, sentence, "Name", "MaximumRetryCount");
        return JsonNodeFactory.instance
                .objectNode()
                .put("Name", policy.group(1).isEmpty() ? "no" : policy.group(1))
                .put("MaximumRetryCount", policy.group(2) == null ? 0 : Integer.parseInt(policy.group(2)));
    }

    static JsonNode labels(DocumentValue value) throws Failure {
        Map<String, String> labels = ParameterForms.pairs(value, '=', ",", true);
        if (labels.keySet().stream().anyMatch(each -> each.startsWith(RESERVED))) {
            throw value.invalid("must not have labels that begin with " + RESERVED);
        }
        return ParameterForms.object(labels);
    }

    static JsonNode devices(DocumentValue value) throws Failure {
        ArrayNode devices = JsonNodeFactory.instance.arrayNode();
        String[] names = {"PathOnHost", "PathInContainer", "CgroupPermissions"};
        for (DocumentValue each : ParameterForms.items(value, ",")) {
            Matcher device = parts(each, DEVICE, "must be /dev/x, /dev/x:/dev/y or /dev/x:/dev/y:rwm", names);
            String host = VolumeParameters.path(each, device.group(1));
            devices.addObject()
                    .put(names[0], host)
                    .put(names[1], device.group(2) == null ? host : VolumeParameters.path(each, device.group(2)))
                    .put(names[2], device.group(3) == null ? "rwm" : device.group(3));
        }
        return devices;
    }

    /** @param names of which the first is meant by a value that is no object */
    static ObjectNode object(DocumentValue value, String... names) throws Failure {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        Map<String, DocumentValue> fields =
                value.value() instanceof Map ? fields(value, names) : Map.of(names[0], value);
        for (Map.Entry<String, DocumentValue> each : fields.entrySet()) {
            DocumentValue field = each.getValue();
            JsonNode read = switch (each.getKey()) {
                case "Type" -> TextNode.valueOf(field.text());
                case "Config" -> ParameterForms.object(ParameterForms.pairs(field, '=', ",", false));
                case "Retries" -> ParameterForms.number(field.integer(0, 1000));
                case "Test" ->
                    field.value() instanceof String text
                            ? ParameterForms.array(List.of("CMD-SHELL", text))
                            : ParameterForms.words(field);
                default -> ParameterForms.nanos(field);
            };
            object.set(each.getKey(), read);
        }
        return object;
    }

    static JsonNode healthCheck(DocumentValue value) throws Failure {
        ObjectNode check = object(value, "Test", "Interval", "Timeout", "StartPeriod", "Retries");
        JsonNode test = check.path("Test");
        if (!test.isEmpty() && !test.path(0).asText().matches("NONE|CMD|CMD-SHELL")) {
            throw value.invalid("must have a test that begins with CMD, CMD-SHELL or NONE, or is a text for the shell");
        }
        return check;
    }

    static JsonNode ulimits(DocumentValue value) throws Failure {
        ArrayNode limits = JsonNodeFactory.instance.arrayNode();
        for (DocumentValue each : ParameterForms.items(value, ",")) {
            String sentence = "must be NAME=SOFT:HARD, such as nofile=1024:2048";
            Matcher limit = parts(each, LIMIT, sentence, "Name", "Soft", "Hard");
            ObjectNode read = limits.addObject().put("Name", limit.group(1));
            read.set("Soft", ParameterForms.number(Long.parseLong(limit.group(2))));
            read.set("Hard", ParameterForms.number(Long.parseLong(limit.group(limit.group(3) == null ? 2 : 3))));
        }
        return limits;
    }
}
