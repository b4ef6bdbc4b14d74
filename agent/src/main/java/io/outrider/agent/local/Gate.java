package io.outrider.agent.local;

import com.sun.net.httpserver.Headers;
import io.outrider.api.Failure;
import java.util.List;

/** Who is let in. */
final class Gate {
    private final Token token;
    private final boolean open;

    /** @param token null if {@code open} */
    Gate(Token token, boolean open) {
        this.token = token;
        this.open = open;
    }

    /** A page in a browser on this machine can name us too, by a name of its own; only a browser sends an origin. */
    void refuseBrowsers(Headers headers) throws Refusal {
        List<String> hosts = headers.getOrDefault("Host", List.of());
        if (headers.containsKey("Origin")) {
            throw forbidden("requests of web pages are not served");
        }
        if (hosts.size() != 1 || !Loopback.isHost(hosts.get(0))) {
            throw forbidden("the Host header has to be one of this machine itself: localhost or 127.0.0.1");
        }
    }

    void refuseStrangers(Headers headers) throws Refusal {
        if (!open && !token.isIn(headers.getFirst("Authorization"))) {
            throw new Refusal(
                    401,
                    Failure.Actor.CALLER,
                    "NO_TOKEN",
                    "the header 'Authorization: Bearer TOKEN' is missing or wrong; the token is in " + token.file()
                            + ", which the group of the daemon may read");
        }
    }

    private static Refusal forbidden(String message) {
        return new Refusal(403, Failure.Actor.CALLER, "FORBIDDEN", message);
    }
}
