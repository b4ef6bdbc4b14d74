package io.outrider.service.http;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ThreadLimitHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Limit of threads: requests of one account, or of its units, or from one address without a token that was good before, get some of
 * them only.
 */
final class ClientThreads extends ThreadLimitHandler {
    /** Attribute of a request: account, or units of one, that its token has proved. */
    static final String OWNER = "owner";

    private static final int THREADS_OF_CLIENT = 16;
    private static final int THREADS_OF_OPEN_SHARE = 8;
    private static final int MOST_OWNERS = 20_000;

    /** Shares of requests without a token, of 8 threads each, and of those with large bodies, of 16: 64 of 256 are left. */
    private static final int SHARES = 8;

    private static final String OPEN_SHARE = "open ";

    private static final Pattern STREAMS = Pattern.compile(".*/events/?");

    /** Paths of requests without a token. */
    private static final Pattern OPEN = Pattern.compile("/docs/.*|/openapi.json|/auth/login/?|/enrol/?");

    /** Time of a request that has no limit. */
    private static final Duration ANY_TIME = Duration.ofDays(365);

    /** Accounts and their units by token, of requests that have ended. */
    private final Map<String, Object> owners = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Object> eldest) {
            return size() > MOST_OWNERS;
        }
    });

    private final Duration time;
    private final ClientConnections connections;

    /** @param time time for a request that may have a thread, its answer included; event streams have any */
    ClientThreads(Duration time, ClientConnections connections) {
        this.time = time;
        this.connections = connections;
        setThreadLimit(THREADS_OF_CLIENT);
    }

    @Override
    public boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
        boolean stream =
                STREAMS.matcher(request.getHttpURI().getCanonicalPath()).matches();
        connections.limit(request, stream ? ANY_TIME : time);
        Request.addCompletionListener(request, failure -> {
            if (request.getAttribute(OWNER) != null) {
                owners.put(token(request), request.getAttribute(OWNER));
            }
        });
        return super.onConditionsMet(request, response, callback);
    }

    /** Client; of requests that last as long as their clients wish, the share that it has with others, so that many take some only. */
    @Override
    protected String getRemoteIP(Request request) {
        Object owner = owners.get(token(request));
        boolean open = OPEN.matcher(request.getHttpURI().getCanonicalPath()).matches();
        String client = open || owner == null ? "address " + ClientAddress.of(request) : owner.toString();
        boolean large = request.getLength() > SlowClients.UNTHREADED_BYTES
                || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
        String kind = open ? OPEN_SHARE : "large ";
        return open || large ? kind + Math.floorMod(client.hashCode(), SHARES) : client;
    }

    @Override
    protected int getThreadLimit(String client) {
        return client.startsWith(OPEN_SHARE) ? THREADS_OF_OPEN_SHARE : super.getThreadLimit(client);
    }

    /** Last word of the header, in which a scheme and blanks may be written in many ways. */
    private static String token(Request request) {
        String header = Objects.requireNonNullElse(request.getHeaders().get(HttpHeader.AUTHORIZATION), "");
        return header.substring(header.lastIndexOf(' ') + 1);
    }
}
