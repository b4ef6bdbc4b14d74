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
    private static final Pattern BINDING =
            Pattern.compile("(?:(?:(?<ip>\\[[0-9a-fA-F:.]+]|[0-9.]*):)?(?<host>[0-9]{0,5}):)?"
                    + "(?<container>[0-9]{1,5})(?<protocol>/(?:tcp|udp|sctp)|)");

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
            String address = host.member("HostIp").textOr("") + ":"
                    + host.member("HostPort").textOr("");
            bind(host, address + ":" + container, body, true);
        } else if (list.isEmpty()) {
            bind(host, host.textOr("") + ":" + container, body, true);
        } else {
            for (DocumentValue each : host.list(ParameterForms.MOST_ELEMENTS)) {
                mapped(container, each, body);
            }
        }
    }

    private static void bind(DocumentValue value, String text, ObjectNode body, boolean publish) throws Failure {
        Matcher binding = BINDING.matcher(text);
        if (!binding.matches()) {
            throw value.invalid("must be ports such as 8080:80, 127.0.0.1:8080:80/tcp or 53:53/udp");
        }
        String protocol = binding.group("protocol");
        String port =
                value.with(binding.group("container")).integer(1, 65535) + (protocol.isEmpty() ? "/tcp" : protocol);
        String ip = binding.group("ip") == null ? "" : binding.group("ip").replaceAll("[\\[\\]]", "");
        String host = binding.group("host") == null ? "" : binding.group("host");
        long number = host.isEmpty() ? 0 : value.with(host).integer(0, 65535);
        body.withObject("/ExposedPorts").putObject(port);
        if (publish || binding.group("host") != null) {
            ObjectNode to = body.withObject("/HostConfig/PortBindings")
                    .withArrayProperty(port)
                    .addObject();
            to.put("HostIp", ip).put("HostPort", number == 0 ? "" : Long.toString(number));
        }
    }
}
