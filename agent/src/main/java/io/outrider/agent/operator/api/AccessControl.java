package io.outrider.agent.operator.api;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Set;

/** Who is let in. */
final class AccessControl {
    /** A person who types the address, and what is seen here itself. */
    private static final Set<String> OF_NO_PAGE = Set.of("none", "same-origin");

    private final AccessToken token;
    private final boolean open;

    /** @param token null if {@code open} */
    AccessControl(AccessToken token, boolean open) {
        this.token = token;
        this.open = open;
    }

    /**
     * A page in a browser on this machine can name us too, by a name of its own. Browsers say whose page asks: in Origin
     * where it could do harm, in Sec-Fetch-Site and in Referer else.
     */
    void refuseBrowsers(RequestHead head) throws HttpError {
        List<String> hosts = head.all("host");
        if (!head.all("origin").isEmpty()
                || !head.all("sec-fetch-site").stream().allMatch(OF_NO_PAGE::contains)) {
            throw forbidden("requests of web pages are not served");
        }
        if (hosts.size() != 1 || !Loopback.isHost(hosts.get(0))) {
            throw forbidden("the Host header has to be one of this machine itself: localhost or 127.0.0.1");
        }
        String own = "http://" + hosts.get(0);
        for (String page : head.all("referer")) {
            if (!page.equals(own) && !page.startsWith(own + "/")) {
                throw forbidden("requests of web pages are not served, and the Referer header names one");
            }
        }
    }

    void refuseStrangers(RequestHead head) throws HttpError {
        if (!open && !token.isIn(head.first("authorization"))) {
            throw new HttpError(
                    401,
                    Failure.Actor.CALLER,
                    "NO_TOKEN",
                    "the header 'Authorization: Bearer TOKEN' is missing or wrong; the token is in " + token.file()
                            + ", which the group of the daemon may read");
        }
    }

    private static HttpError forbidden(String message) {
        return new HttpError(403, Failure.Actor.CALLER, "FORBIDDEN", message);
    }
}
