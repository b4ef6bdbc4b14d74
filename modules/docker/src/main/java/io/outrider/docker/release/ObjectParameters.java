package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.api.Failure;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Start parameters whose values are objects of the engine's API, or words with a meaning. */
final class ObjectParameters {
    private static final String RETRY = "on-failure";
    private static final Set<String> POLICIES = Set.of("no", "always", "unless-stopped", RETRY);
    private static final Pattern NETWORK = Pattern.compile("(container:)?[a-zA-Z0-9][a-zA-Z0-9_.-]*");
    private static final Pattern PERMISSIONS = Pattern.compile("[rwm]{1,3}");
    private static final String RESERVED = "io.outrider.";

    private ObjectParameters() {}

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Refuses members of other names. */
    private static void only(DocumentValue value, String... names) throws Failure {
        Set<String> others = new HashSet<>(value.members().keySet());
        others.removeAll(List.of(names));
        if (!others.isEmpty()) {
            throw value.member(others.iterator().next())
                    .invalid("is not known here; known are " + String.join(", ", names));
        }
    }

    static JsonNode restartPolicy(DocumentValue value) throws Failure {
        String name;
        long retries = 0;
        if (value.value() instanceof Map) {
            only(value, "Name", "name", "MaximumRetryCount", "maximum_retry_count");
            DocumentValue named = value.firstOf("Name", "name");
            name = named.absent() ? "no" : named.text();
            DocumentValue count = value.firstOf("MaximumRetryCount", "maximum_retry_count");
            retries = count.absent() ? 0 : count.integer(0, Integer.MAX_VALUE);
        } else {
            // YAML reads the word no as false
            String text = Boolean.FALSE.equals(value.value()) ? "no" : value.text();
            int colon = text.indexOf(':');
            name = colon < 0 ? text : text.substring(0, colon);
            retries = colon < 0 ? 0 : value.with(text.substring(colon + 1)).integer(0, Integer.MAX_VALUE);
        }
        if (!POLICIES.contains(name) || retries > 0 && !name.equals(RETRY)) {
            throw value.invalid("must be no, always, unless-stopped, on-failure or on-failure:3");
        }
        ObjectNode policy = object().put("Name", name);
        return policy.set("MaximumRetryCount", ParameterForms.number(retries));
    }

    static JsonNode networkMode(DocumentValue value) throws Failure {
        return TextNode.valueOf(
                value.text(NETWORK, "must be bridge, host, none, container:NAME or the name of a network"));
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
        for (DocumentValue each : ParameterForms.items(value, ",")) {
            String[] parts;
            if (each.value() instanceof Map) {
                only(each, "PathOnHost", "PathInContainer", "CgroupPermissions");
                DocumentValue inside = each.member("PathInContainer");
                DocumentValue permissions = each.member("CgroupPermissions");
                String host = each.member("PathOnHost").text();
                parts = new String[] {
                    host, inside.absent() ? host : inside.text(), permissions.absent() ? "rwm" : permissions.text()
                };
            } else {
                parts = each.text().split(":", -1);
            }
            if (parts.length > 3) {
                throw each.invalid("must be /dev/host or /dev/host:/dev/container:rwm");
            }
            boolean short2 = parts.length == 2 && PERMISSIONS.matcher(parts[1]).matches();
            String permissions = short2 ? parts[1] : parts.length == 3 ? parts[2] : "rwm";
            String host = VolumeParameters.path(each, parts[0]).toString();
            devices.addObject()
                    .put("PathOnHost", host)
                    .put(
                            "PathInContainer",
                            parts.length == 1 || short2
                                    ? host
                                    : VolumeParameters.path(each, parts[1]).toString())
                    .put("CgroupPermissions", each.with(permissions).text(PERMISSIONS, "must end with letters of rwm"));
        }
        return devices;
    }

    static JsonNode logConfig(DocumentValue value) throws Failure {
        only(value, "Type", "type", "Config", "config");
        ObjectNode config = object();
        DocumentValue type = value.firstOf("Type", "type");
        DocumentValue options = value.firstOf("Config", "config");
        if (!type.absent()) {
            config.put("Type", type.text());
        }
        if (!options.absent()) {
            config.set("Config", ParameterForms.object(ParameterForms.pairs(options)));
        }
        return config;
    }

    static JsonNode healthCheck(DocumentValue value) throws Failure {
        ObjectNode check = object();
        boolean whole = !(value.value() instanceof Map);
        DocumentValue test = whole ? value : value.firstOf("test", "Test");
        if (!test.absent()) {
            ArrayNode words = check.putArray("Test");
            if (test.value() instanceof String text) {
                words.add("CMD-SHELL").add(text);
            } else {
                test.list(ParameterForms.MOST_ELEMENTS);
                words.addAll((ArrayNode) ParameterForms.words(test));
                if (!Set.of("NONE", "CMD", "CMD-SHELL").contains(words.path(0).asText())) {
                    throw test.invalid("must begin with CMD, CMD-SHELL or NONE");
                }
            }
        }
        if (whole) {
            return check;
        }
        only(
                value,
                "test",
                "Test",
                "interval",
                "Interval",
                "timeout",
                "Timeout",
                "start_period",
                "StartPeriod",
                "retries",
                "Retries");
        for (String name : List.of("Interval", "Timeout", "StartPeriod")) {
            DocumentValue time = value.firstOf(
                    name.equals("StartPeriod") ? "start_period" : name.toLowerCase(java.util.Locale.ROOT), name);
            if (!time.absent()) {
                check.set(name, ParameterForms.number(ParameterForms.nanos(time)));
            }
        }
        DocumentValue retries = value.firstOf("retries", "Retries");
        if (!retries.absent()) {
            check.set("Retries", ParameterForms.number(retries.integer(0, 1000)));
        }
        return check;
    }

    static JsonNode ulimits(DocumentValue value) throws Failure {
        ArrayNode limits = JsonNodeFactory.instance.arrayNode();
        if (value.value() instanceof Map) {
            for (Map.Entry<String, DocumentValue> each : value.members().entrySet()) {
                limits.add(ulimit(each.getKey(), each.getValue()));
            }
            return limits;
        }
        for (DocumentValue each : ParameterForms.items(value, ",")) {
            if (each.value() instanceof Map) {
                limits.add(ulimit(each.firstOf("Name", "name").text(), each));
            } else {
                Map<String, String> pair = ParameterForms.pairs(each);
                String name = pair.keySet().iterator().next();
                limits.add(ulimit(name, each.with(pair.get(name))));
            }
        }
        return limits;
    }

    /** @param limits number, "soft:hard" or an object */
    private static ObjectNode ulimit(String name, DocumentValue limits) throws Failure {
        DocumentValue soft = limits;
        DocumentValue hard = limits;
        if (limits.value() instanceof Map) {
            only(limits, "Name", "name", "Soft", "soft", "Hard", "hard");
            soft = limits.firstOf("Soft", "soft");
            DocumentValue given = limits.firstOf("Hard", "hard");
            hard = given.absent() ? soft : given;
        } else if (limits.value() instanceof String text && text.indexOf(':') > 0) {
            soft = limits.with(text.substring(0, text.indexOf(':')));
            hard = limits.with(text.substring(text.indexOf(':') + 1));
        }
        ObjectNode limit = object().put("Name", name);
        limit.set("Soft", ParameterForms.number(soft.integer(-1, Long.MAX_VALUE)));
        return limit.set("Hard", ParameterForms.number(hard.integer(-1, Long.MAX_VALUE)));
    }

    static JsonNode extraHosts(DocumentValue value) throws Failure {
        return ParameterForms.array(ParameterForms.pairs(value, ':', ",", false).entrySet().stream()
                .map(each -> each.getKey() + ":" + each.getValue())
                .toList());
    }
}
