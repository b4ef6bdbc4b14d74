package io.outrider.agent.operator.api;

import java.util.Locale;
import java.util.regex.Pattern;

/** Parser of loopback hosts and addresses. Names are not resolved, as resolvers are controlled by others. */
final class Loopback {
    private static final Pattern IPV4 = Pattern.compile("127(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}");
    private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");

    private Loopback() {}

    static boolean isAddress(String text) {
        return IPV4.matcher(text).matches() || text.equals("::1");
    }

    /** @param host of a request header, with or without port */
    static boolean isHost(String host) {
        String name = PORT.matcher(host).replaceFirst("").toLowerCase(Locale.ROOT);
        return name.equals("localhost") || IPV4.matcher(name).matches() || name.equals("[::1]");
    }
}
