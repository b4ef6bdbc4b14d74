package io.outrider.docker.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Values of a container's configuration in one form, whichever of its forms the engine or a release uses. */
final class ConfigValues {
    private static final Set<String> UNORDERED =
            Set.of("Env", "Binds", "CapAdd", "CapDrop", "Devices", "ExtraHosts", "GroupAdd", "SecurityOpt", "Ulimits");

    /** Objects whose member is there even if its value is empty. */
    private static final Set<String> KEYED = Set.of("PortBindings", "Volumes", "Tmpfs");

    private static final Set<String> NOTHING = Set.of("", "null", "false", "0");
    private static final Set<String> TERM = Set.of("SIGTERM", "TERM", "15");
    private static final Set<String> DEFAULT_OPTIONS = Set.of("", "rw", "rprivate", "rbind");

    private ConfigValues() {}

    /** Null for each form of the default: absent, null, false, 0, empty. */
    static Object normal(String name, JsonNode node) {
        if (node.isArray() && UNORDERED.contains(name)) {
            Set<Object> set = new HashSet<>();
            node.forEach(item -> set.add(item(name, item)));
            // added by the engine to privileged containers
            set.remove("label=disable");
            return set.isEmpty() ? null : set;
        }
        if (KEYED.contains(name) && node.isObject() && !node.isEmpty()) {
            return name.equals("PortBindings") ? bindings(node) : keys(node);
        }
        Object plain = plain(node);
        if (plain == null) {
            return null;
        }
        String text = plain.toString();
        return switch (name) {
            case "NetworkMode" -> text.equals("default") || text.equals("bridge") ? null : text;
            case "WorkingDir" -> text.equals("/") ? null : text.replaceFirst("/$", "");
            case "StopSignal" -> TERM.contains(text) ? null : text.replaceFirst("^SIG", "");
            case "RestartPolicy" -> node.path("Name").asText().matches("|no") ? null : plain;
            default -> plain;
        };
    }

    static Object plain(JsonNode node) {
        if (node.isObject()) {
            Map<String, Object> members = new TreeMap<>();
            node.properties().forEach(member -> {
                Object value = plain(member.getValue());
                if (value != null) {
                    members.put(member.getKey(), value);
                }
            });
            return members.isEmpty() ? null : members;
        }
        if (node.isArray()) {
            List<Object> items = new ArrayList<>();
            node.forEach(item -> items.add(item.isContainerNode() ? plain(item) : item.asText()));
            return items.isEmpty() ? null : items;
        }
        String text = node.asText();
        boolean nothing = node.isTextual() ? text.isEmpty() : NOTHING.contains(text);
        return nothing ? null : text;
    }

    private static Object keys(JsonNode node) {
        Map<String, String> members = new TreeMap<>();
        node.properties()
                .forEach(each -> members.put(each.getKey(), each.getValue().asText()));
        return members;
    }

    private static Object bindings(JsonNode node) {
        Map<String, Object> ports = new TreeMap<>();
        node.properties().forEach(port -> {
            Set<String> hosts = new TreeSet<>();
            port.getValue()
                    .forEach(host -> hosts.add(host.path("HostIp").asText("").replace("0.0.0.0", "") + ":"
                            + host.path("HostPort").asText("")));
            ports.put(port.getKey().contains("/") ? port.getKey() : port.getKey() + "/tcp", hosts);
        });
        return ports;
    }

    private static Object item(String name, JsonNode item) {
        String text = item.asText();
        return switch (name) {
            case "CapAdd", "CapDrop" -> text.toUpperCase(Locale.ROOT).replaceFirst("^CAP_", "");
            case "Binds" -> bind(text);
            case "SecurityOpt" -> text.replaceFirst(":", "=");
            default -> item.isContainerNode() ? plain(item) : text;
        };
    }

    /** Without the options that are the engine's defaults. */
    private static String bind(String text) {
        String[] parts = text.split(":", 3);
        if (parts.length < 3) {
            return text;
        }
        String options = Arrays.stream(parts[2].split(","))
                .filter(option -> !DEFAULT_OPTIONS.contains(option))
                .sorted()
                .collect(Collectors.joining(","));
        return parts[0] + ":" + parts[1] + (options.isEmpty() ? "" : ":" + options);
    }
}
