package io.outrider.docker.release;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Start parameters of ports, in the forms of Salt, docker-py and the engine. */
final class PortParameters {
    private static final int MOST_PORTS = 1000;
    private static final Pattern BINDING =
            Pattern.compile("(?:(?:(?<ip>\\[[0-9a-fA-F:.]+]|[0-9.]+):)?(?<host>(?:[0-9]{1,5}(?:-[0-9]{1,5})?)?):)?"
                    + "(?<container>[0-9]{1,5}(?:-[0-9]{1,5})?)(?<protocol>/(?:tcp|udp|sctp))?");
    private static final String SENTENCE = "must be ports such as 8080:80, 127.0.0.1:8080:80/tcp or 53:53/udp";

    private PortParameters() {}

    /** Ports that are published: texts, or a map from ports of the container to ports of the host. */
    static void bindings(DocumentValue value, ObjectNode body) throws Failure {
        if (!(value.value() instanceof Map)) {
            for (DocumentValue each : ParameterForms.items(value, ",")) {
                bind(each, each.text(), body);
            }
            return;
        }
        for (Map.Entry<String, DocumentValue> each : value.members().entrySet()) {
            DocumentValue host = each.getValue();
            List<?> list = host.value() instanceof List<?> several ? several : List.of();
            if (list.isEmpty()) {
                bindTo(host, each.getKey(), body);
            } else if (list.size() == 2 && list.get(0) instanceof String ip && !ip.matches("[0-9]*")) {
                bind(
                        host,
                        ip + ":" + host.with(list.get(1)).text() + ":" + each.getKey(),
                        body); // a tuple of docker-py
            } else {
                for (DocumentValue one : host.list(MOST_PORTS)) {
                    bindTo(one, each.getKey(), body);
                }
            }
        }
    }

    /** Ports that are only declared; with a map, or with ports of the host, they are published. */
    static void ports(DocumentValue value, ObjectNode body) throws Failure {
        if (value.value() instanceof Map) {
            bindings(value, body);
            return;
        }
        for (DocumentValue each : ParameterForms.items(value, ",")) {
            String text = each.text();
            if (text.indexOf(':') >= 0) {
                bind(each, text, body);
            } else {
                Matcher port = match(each, text);
                for (int number : range(each, port.group("container"))) {
                    body.withObject("/ExposedPorts").putObject(number + protocol(port));
                }
            }
        }
    }

    /** @param host port, "ip:port", an object of the engine, or nothing for a port that the engine chooses */
    private static void bindTo(DocumentValue host, String container, ObjectNode body) throws Failure {
        if (host.absent()) {
            bind(host, container, body);
        } else if (host.value() instanceof Map) {
            DocumentValue ip = host.firstOf("HostIp", "host_ip");
            DocumentValue port = host.firstOf("HostPort", "host_port", "port");
            String address = ip.absent() ? "" : ip.text() + ":";
            bind(host, address + (port.absent() ? "" : port.text()) + ":" + container, body);
        } else {
            bind(host, host.text() + ":" + container, body);
        }
    }

    private static void bind(DocumentValue value, String text, ObjectNode body) throws Failure {
        Matcher binding = match(value, text);
        List<Integer> inside = range(value, binding.group("container"));
        String host = binding.group("host");
        List<Integer> outside = host == null || host.isEmpty() || host.equals("0") ? List.of() : range(value, host);
        if (!outside.isEmpty() && outside.size() != inside.size()) {
            throw value.invalid("must have as many ports of the host as of the container");
        }
        String ip = binding.group("ip") == null ? "" : binding.group("ip").replaceAll("[\\[\\]]", "");
        for (int i = 0; i < inside.size(); i++) {
            String port = inside.get(i) + protocol(binding);
            body.withObject("/ExposedPorts").putObject(port);
            body.withObject("/HostConfig")
                    .withObjectProperty("PortBindings")
                    .withArrayProperty(port)
                    .addObject()
                    .put("HostIp", ip)
                    .put("HostPort", outside.isEmpty() ? "" : outside.get(i).toString());
        }
    }

    private static Matcher match(DocumentValue value, String text) throws Failure {
        Matcher binding = BINDING.matcher(text);
        if (!binding.matches()) {
            throw value.invalid(SENTENCE);
        }
        return binding;
    }

    private static String protocol(Matcher binding) {
        return binding.group("protocol") == null ? "/tcp" : binding.group("protocol");
    }

    private static List<Integer> range(DocumentValue value, String text) throws Failure {
        String[] ends = text.split("-", -1);
        long first = value.with(ends[0]).integer(1, 65535);
        long last = ends.length == 1 ? first : value.with(ends[1]).integer(first, Math.min(65535, first + MOST_PORTS));
        return IntStream.rangeClosed((int) first, (int) last).boxed().toList();
    }
}
