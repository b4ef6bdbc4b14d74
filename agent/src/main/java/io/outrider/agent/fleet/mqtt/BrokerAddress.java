package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.functions.Redaction;
import io.outrider.api.InvalidArgumentException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Address of the broker. Not a {@code java.net.URI}, which has no host for names with an underscore. */
record BrokerAddress(String host, int port, boolean tls) {
    private static final Pattern FORM =
            Pattern.compile("(mqtt|mqtts|tcp|ssl)://(\\[[0-9a-fA-F:.%]+]|[^\\s:/@\\[\\]]+)(?::(\\d{1,5}))?/?");

    /** @throws IllegalArgumentException {@code url: what is wrong} */
    static BrokerAddress parse(String url) {
        Matcher context = FORM.matcher(url);
        if (!context.matches()) {
            throw new InvalidArgumentException(
                    "url",
                    "'" + Redaction.address(url) + "' is not mqtt://host[:port] or mqtts://host[:port]"
                            + (url.contains("@") ? "; user and password have settings of their own" : ""));
        }
        String scheme = context.group(1).toLowerCase(Locale.ROOT);
        boolean tls = scheme.equals("mqtts") || scheme.equals("ssl");
        int port = context.group(3) == null ? (tls ? 8883 : 1883) : Integer.parseInt(context.group(3));
        if (port < 1 || port > 65_535) {
            throw new InvalidArgumentException("url", port + " is not a port");
        }
        String host = context.group(2);
        return new BrokerAddress(host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port, tls);
    }

    @Override
    public String toString() {
        return (tls ? "mqtts://" : "mqtt://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
