package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.functions.Redaction;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the broker is. Not a {@code java.net.URI}, which has no host for names with an underscore. */
record BrokerAddress(String host, int port, boolean tls) {
    private static final Pattern FORM =
            Pattern.compile("(mqtt|mqtts|tcp|ssl)://(\\[[0-9a-fA-F:.%]+]|[^\\s:/@\\[\\]]+)(?::(\\d{1,5}))?/?");

    /**
     * Reads a setting.
     *
     * @throws IllegalArgumentException {@code url: what is wrong}
     */
    static BrokerAddress parse(String url) {
        Matcher parts = FORM.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "url: '" + Redaction.address(url) + "' is not mqtt://host[:port] or mqtts://host[:port]"
                            + (url.contains("@") ? "; user and password have settings of their own" : ""));
        }
        String scheme = parts.group(1).toLowerCase(Locale.ROOT);
        boolean tls = scheme.equals("mqtts") || scheme.equals("ssl");
        int port = parts.group(3) == null ? (tls ? 8883 : 1883) : Integer.parseInt(parts.group(3));
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("url: " + port + " is not a port");
        }
        String host = parts.group(2);
        return new BrokerAddress(host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port, tls);
    }

    @Override
    public String toString() {
        return (tls ? "mqtts://" : "mqtt://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
