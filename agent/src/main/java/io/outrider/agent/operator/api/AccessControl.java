package io.outrider.agent.operator.api;

import io.outrider.agent.operator.errors.LocalApiErrors;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Access control for requests: token check, unless the unit's token is null, and defence against web pages. */
record AccessControl(AccessToken token, ClientTokens clients) {
    private static final Pattern SCHEME = Pattern.compile("(?i)(bearer|token|apitoken) +");

    /** Sec-Fetch-Site of an address typed by a person, and of this server's own pages. */
    private static final Set<String> OF_NO_PAGE = Set.of("none", "same-origin");

    /** Refuses web pages: a page in a local browser can reach the port by a name of its own. */
    void refuseBrowsers(RequestHead head) throws HttpError {
        List<String> hosts = head.all("host");
        if (!head.all("origin").isEmpty()
                || !head.all("sec-fetch-site").stream().allMatch(OF_NO_PAGE::contains)) {
            throw forbidden("requests of web pages are not served");
        }
        if (hosts.size() != 1 || !LocalSettings.isLoopback(hosts.get(0))) {
            throw forbidden("the Host header has to be one of this machine itself: localhost or 127.0.0.1");
        }
        String own = "http://" + hosts.get(0);
        for (String page : head.all("referer")) {
            if (!page.equals(own) && !page.startsWith(own + "/")) {
                throw forbidden("requests of web pages are not served, and the Referer header names one");
            }
        }
    }

    void refuseStrangers(RequestHead head, boolean isContainer) throws HttpError {
        String given = bare(head.first("authorization"));
        if (token == null && !isContainer || token != null && token.matches(given) || clients.matches(given)) {
            return;
        }
        String place = isContainer
                ? "the environment of containers with local_api, OUTRIDER_TOKEN"
                : token.file() + ", which the group of the daemon may read";
        throw new HttpError(
                401,
                LocalApiErrors.NO_TOKEN,
                "the header 'Authorization: Bearer TOKEN' is missing or wrong; the token is in " + place);
    }

    /** Token of an {@code Authorization} header; empty if there is none. */
    private static String bare(String header) {
        Matcher scheme = SCHEME.matcher(header == null ? "" : header.strip());
        return scheme.lookingAt() ? scheme.replaceFirst("") : "";
    }

    private static HttpError forbidden(String message) {
        return new HttpError(403, LocalApiErrors.FORBIDDEN, message);
    }
}
