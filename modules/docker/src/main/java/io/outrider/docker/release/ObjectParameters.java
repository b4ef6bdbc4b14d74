package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Start parameters whose values are objects of the engine's API, or words with a meaning. */
final class ObjectParameters {
    private static final Pattern RESTART = Pattern.compile("(no|always|unless-stopped|on-failure)(?::([0-9]{1,9}))?");
    private static final Pattern NETWORK = Pattern.compile("(container:)?[a-zA-Z0-9][a-zA-Z0-9_.-]*");
    private static final Pattern DEVICE = Pattern.compile("([^:]+)(?::(/[^:]+))?(?::([rwm]{1,3}))?");
    private static final Pattern LIMIT = Pattern.compile("([a-z]+)=(-1|[0-9]{1,18})(?::(-1|[0-9]{1,18}))?");
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

    /** Fields as one text, for the forms that have both; a field that is absent has its default. */
    private static DocumentValue joined(DocumentValue value, String sign, String[] names, String... defaults)
            throws Failure {
        if (!(value.value() instanceof Map)) {
            return value;
        }
        Map<String, DocumentValue> fields = fields(value, names);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            String part = fields.containsKey(names[i]) ? fields.get(names[i]).text() : defaults[i];
            text.append(part.isEmpty() || i == 0 ? "" : i == 1 ? sign : ":").append(part);
        }
        return value.with(text.toString());
    }

    private static Matcher match(DocumentValue value, Pattern pattern, String sentence) throws Failure {
        Matcher match = pattern.matcher(value.text(pattern, sentence));
        match.matches();
        return match;
    }

    static JsonNode restartPolicy(DocumentValue value) throws Failure {
        // YAML reads the word no as false
        DocumentValue text = Boolean.FALSE.equals(value.value())
                ? value.with("no")
                : joined(value, ":", new String[] {"Name", "MaximumRetryCount"}, "no", "");
        Matcher policy = match(text, RESTART, "must be no, always, unless-stopped, on-failure or on-failure:3");
        int retries = policy.group(2) == null ? 0 : Integer.parseInt(policy.group(2));
        if (retries > 0 && !policy.group(1).equals("on-failure")) {
            throw value.invalid("must not count the restarts but with on-failure");
        }
        return object().put("Name", policy.group(1)).put("MaximumRetryCount", retries);
    }

    static JsonNode networkMode(DocumentValue value) throws Failure {
        String sentence = "must be bridge, host, none, container:NAME or the name of a network";
        return TextNode.valueOf(value.text(NETWORK, sentence));
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
            Matcher device = match(
                    joined(each, ":", names, "", "", ""), DEVICE, "must be /dev/x, /dev/x:/dev/y or /dev/x:/dev/y:rwm");
            String host = VolumeParameters.path(each, device.group(1));
            devices.addObject()
                    .put(names[0], host)
                    .put(names[1], device.group(2) == null ? host : VolumeParameters.path(each, device.group(2)))
                    .put(names[2], device.group(3) == null ? "rwm" : device.group(3));
        }
        return devices;
    }

    static JsonNode logConfig(DocumentValue value) throws Failure {
        ObjectNode config = object();
        Map<String, DocumentValue> fields = fields(value, "Type", "Config");
        if (fields.containsKey("Type")) {
            config.put("Type", fields.get("Type").text());
        }
        if (fields.containsKey("Config")) {
            config.set("Config", ParameterForms.object(ParameterForms.pairs(fields.get("Config"), '=', ",", false)));
        }
        return config;
    }

    static JsonNode healthCheck(DocumentValue value) throws Failure {
        ObjectNode check = object();
        Map<String, DocumentValue> fields = value.value() instanceof Map
                ? fields(value, "Test", "Interval", "Timeout", "StartPeriod", "Retries")
                : Map.of("Test", value);
        for (Map.Entry<String, DocumentValue> each : fields.entrySet()) {
            DocumentValue field = each.getValue();
            JsonNode read = switch (each.getKey()) {
                case "Retries" -> ParameterForms.number(field.integer(0, 1000));
                case "Test" ->
                    field.value() instanceof String text
                            ? ParameterForms.array(List.of("CMD-SHELL", text))
                            : ParameterForms.words(field);
                default -> ParameterForms.nanos(field);
            };
            check.set(each.getKey(), read);
        }
        JsonNode test = check.path("Test");
        if (!test.isEmpty() && !test.path(0).asText().matches("NONE|CMD|CMD-SHELL")) {
            throw value.invalid("must have a test that begins with CMD, CMD-SHELL or NONE, or is a text for the shell");
        }
        return check;
    }

    static JsonNode ulimits(DocumentValue value) throws Failure {
        ArrayNode limits = JsonNodeFactory.instance.arrayNode();
        String[] names = {"Name", "Soft", "Hard"};
        List<DocumentValue> items = value.value() instanceof Map ? new ArrayList<>() : ParameterForms.items(value, ",");
        if (value.value() instanceof Map) {
            for (Map.Entry<String, DocumentValue> each : value.members().entrySet()) {
                DocumentValue pair = joined(each.getValue(), ":", new String[] {"Soft", "Hard"}, "", "");
                items.add(each.getValue().with(each.getKey() + "=" + pair.text()));
            }
        }
        for (DocumentValue each : items) {
            Matcher limit = match(
                    joined(each, "=", names, "", "", ""), LIMIT, "must be NAME=SOFT:HARD, such as nofile=1024:2048");
            ObjectNode read = limits.addObject().put("Name", limit.group(1));
            read.set("Soft", ParameterForms.number(Long.parseLong(limit.group(2))));
            read.set("Hard", ParameterForms.number(Long.parseLong(limit.group(limit.group(3) == null ? 2 : 3))));
        }
        return limits;
    }

    static JsonNode extraHosts(DocumentValue value) throws Failure {
        return ParameterForms.array(ParameterForms.joined(ParameterForms.pairs(value, ':', ",", false), ':'));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
