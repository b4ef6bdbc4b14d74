package io.outrider.service.http;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;
import org.eclipse.jetty.server.handler.ThreadLimitHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Limits of time, threads and connections. A request gets a thread when its body is there, or a first part of it; those of one account
 * or unit, or from one address without a token that was good before, get some of the threads only. An address has some of the
 * connections only, and where most of them wait for a request, the one that has waited longest is closed for the next.
 */
final class SlowClients extends Handler.Wrapper implements Connection.Listener {
    /** Attribute of a request: account or unit that its token has proved. */
    static final String OWNER = "owner";

    private static final int UNTHREADED_BYTES = 64 << 10;
    private static final int THREADS_OF_CLIENT = 16;
    private static final int MOST_OWNERS = 20_000;
    private static final String TIMER = SlowClients.class.getName();

    private final Duration patience;
    private final int mostWaiting;
    private final int mostOfAddress;
    private final Handler threads;

    /** Other end of each open connection, but of those from this machine, which may be a proxy's. */
    private final Map<Connection, String> addresses = new ConcurrentHashMap<>();

    /** Connections whose request has not come yet, the one that has waited longest first. */
    private final Set<Connection> waiting = new LinkedHashSet<>();

    /** Accounts and units by token, of requests that have ended. */
    private final Map<String, Object> owners = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Object> eldest) {
            return size() > MOST_OWNERS;
        }
    });

    /**
     * @param patience time for the head of a request, and for a small body; ten times that for the rest with the answer
     * @param mostWaiting connections that wait for a request
     * @param mostOfAddress connections from one address
     */
    SlowClients(Duration patience, int mostWaiting, int mostOfAddress) {
        this.patience = patience;
        this.mostWaiting = mostWaiting;
        this.mostOfAddress = mostOfAddress;
        ThreadLimitHandler limited = new ThreadLimitHandler() {
            @Override
            protected String getRemoteIP(Request request) {
                Object owner = owners.get(token(request));
                boolean open = path(request).matches("/docs/.*|/openapi.json|/auth/login/?|/enrol/?");
                return open || owner == null ? open + ClientAddress.of(request) : owner.toString();
            }

            @Override
            public boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
                Duration time = path(request).matches(".*/events/?") ? Duration.ofDays(365) : patience.multipliedBy(10);
                limit(request.getConnectionMetaData(), time, () -> fail(request), false);
                return super.onConditionsMet(request, response, callback);
            }
        };
        limited.setThreadLimit(THREADS_OF_CLIENT);
        threads = limited;
        setHandler(new EagerContentHandler(threads, new RetainedContentLoaderFactory(UNTHREADED_BYTES, -1, false)));
    }

    private static String path(Request request) {
        return request.getHttpURI().getCanonicalPath();
    }

    /** Last word of the header, in which a scheme and blanks may be written in many ways. */
    private static String token(Request request) {
        String header = Objects.requireNonNullElse(request.getHeaders().get(HttpHeader.AUTHORIZATION), "");
        return header.substring(header.lastIndexOf(' ') + 1);
    }

    private static void fail(Request request) {
        request.fail(new TimeoutException("too slow"));
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress client
                && connection.getEndPoint().getLocalSocketAddress() instanceof InetSocketAddress server
                && !client.getAddress().equals(server.getAddress())) {
            String address = ClientAddress.network(client.getAddress().getHostAddress());
            addresses.put(connection, address);
            if (Collections.frequency(addresses.values(), address) > mostOfAddress) {
                connection.close();
                return;
            }
        }
        limit((ConnectionMetaData) connection, patience, connection::close, true);
    }

    @Override
    public void onClosed(Connection connection) {
        addresses.remove(connection);
        synchronized (waiting) {
            waiting.remove(connection);
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        ConnectionMetaData connection = request.getConnectionMetaData();
        limit(connection, patience, () -> fail(request), true);
        Request.addCompletionListener(request, failure -> {
            limit(connection, patience, connection.getConnection()::close, true);
            if (request.getAttribute(OWNER) != null) {
                owners.put(token(request), request.getAttribute(OWNER));
            }
        });
        int most = path(request).matches("/logbook/storage/?") ? UploadRoutes.MOST_BYTES : RequestBody.MOST_BYTES;
        // a body that its head says is too long is not waited for: the route refuses it
        return (request.getLength() > most ? threads : getHandler()).handle(request, response, callback);
    }

    /** Sets the one timer of a connection; of too many that wait for a request, the one that has waited longest is closed. */
    private void limit(ConnectionMetaData client, Duration time, Runnable end, boolean waits) {
        Scheduler scheduler = getServer().getScheduler();
        if (scheduler.isRunning()
                && client.setAttribute(TIMER, scheduler.schedule(end, time.toMillis(), TimeUnit.MILLISECONDS))
                        instanceof Scheduler.Task before) {
            before.cancel();
        }
        Connection connection = client.getConnection();
        synchronized (waiting) {
            waiting.remove(connection);
            if (waits && connection.getEndPoint().isOpen()) { // else it would stay
                waiting.add(connection);
            }
            connection = waiting.size() > mostWaiting ? waiting.iterator().next() : null;
            waiting.remove(connection);
        }
        if (connection != null) {
            connection.close();
        }
    }
}
