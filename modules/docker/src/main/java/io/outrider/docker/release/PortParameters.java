package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Start parameters of ports, in the forms of Salt, docker-py and the engine. */
final class PortParameters {
    private static final int MOST_PORTS = 1000;
    private static final String RANGE = "[0-9]{1,5}(?:-[0-9]{1,5})?";
    private static final Pattern BINDING = Pattern.compile("(?:(?:(?<ip>\\[[0-9a-fA-F:.]+]|[0-9.]*):)?(?<host>(?:"
            + RANGE + ")?):)?(?<container>" + RANGE + ")(?<protocol>/(?:tcp|udp|sctp))?");

    private PortParameters() {}

    /** @param publish whether a port of the container alone gets one of the host, which the engine chooses */
    static JsonNode ports(DocumentValue value, ObjectNode body, boolean publish) throws Failure {
        ObjectNode bindings = body.withObject("/HostConfig/PortBindings");
        if (value.value() instanceof Map) {
            for (Map.Entry<String, DocumentValue> each : value.members().entrySet()) {
                mapped(each.getKey(), each.getValue(), body);
            }
        } else {
            for (DocumentValue each : ParameterForms.items(value, ",")) {
                bind(each, each.text(), body, publish);
            }
        }
        return bindings;
    }

    /** @param host port, docker-py's pair of address and port, an object of the engine, a list of them, or nothing */
    private static void mapped(String container, DocumentValue host, ObjectNode body) throws Failure {
        List<?> list = host.value() instanceof List<?> several ? several : List.of();
        if (list.size() == 2 && list.get(0) instanceof String ip && !ip.matches("[0-9]*")) {
            bind(host, ip + ":" + host.with(list.get(1)).text() + ":" + container, body, true);
        } else if (host.value() instanceof Map) {
            DocumentValue ip = host.member("HostIp");
            DocumentValue port = host.member("HostPort");
            String address = (ip.absent() ? "" : ip.text()) + ":" + (port.absent() ? "" : port.text());
            bind(host, address + ":" + container, body, true);
        } else if (host.absent() || list.isEmpty()) {
            bind(host, (host.absent() ? "" : host.text() + ":") + container, body, true);
        } else {
            for (DocumentValue one : host.list(MOST_PORTS)) {
                mapped(container, one.with(one.value() instanceof List ? "" : one.value()), body);
            }
        }
    }

    private static void bind(DocumentValue value, String text, ObjectNode body, boolean publish) throws Failure {
        Matcher binding = BINDING.matcher(text);
        if (!binding.matches()) {
            throw value.invalid("must be ports such as 8080:80, 127.0.0.1:8080:80/tcp or 53:53/udp");
        }
        String host = binding.group("host") == null ? "" : binding.group("host").replaceFirst("^0$", "");
        int[] inside = range(value, binding.group("container"));
        int[] outside = host.isEmpty() ? inside : range(value, host);
        if (outside[1] - outside[0] != inside[1] - inside[0]) {
            throw value.invalid("must have as many ports of the host as of the container");
        }
        String ip = binding.group("ip") == null ? "" : binding.group("ip").replaceAll("[\\[\\]]", "");
        for (int i = 0; i <= inside[1] - inside[0]; i++) {
            String protocol = binding.group("protocol") == null ? "/tcp" : binding.group("protocol");
            String port = inside[0] + i + protocol;
            body.withObject("/ExposedPorts").putObject(port);
            if (publish || binding.group("host") != null) {
                ObjectNode to = body.withObject("/HostConfig/PortBindings")
                        .withArrayProperty(port)
                        .addObject();
                to.put("HostIp", ip).put("HostPort", host.isEmpty() ? "" : Integer.toString(outside[0] + i));
            }
        }
    }

    private static int[] range(DocumentValue value, String text) throws Failure {
        String[] ends = text.split("-");
        int first = (int) value.with(ends[0]).integer(1, 65535);
        long most = Math.min(65535, first + MOST_PORTS);
        return new int[] {
            first, ends.length == 1 ? first : (int) value.with(ends[1]).integer(first, most)
        };
    }
}
