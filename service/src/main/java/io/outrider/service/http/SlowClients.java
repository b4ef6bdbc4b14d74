package io.outrider.service.http;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
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
 * Limits of time and threads. A request gets a thread when its body is there, or a first part of it; those of one account or unit, or
 * from one address without a token that was good before, get some of the threads only.
 */
final class SlowClients extends Handler.Wrapper implements Connection.Listener {
    /** Attribute of a request: account or unit that its token has proved. */
    static final String OWNER = "owner";

    private static final int UNTHREADED_BYTES = 64 << 10;
    private static final int THREADS_OF_CLIENT = 16;
    private static final int MOST_OWNERS = 20_000;
    private static final String TIMER = SlowClients.class.getName();

    private final Duration patience;

    /** Accounts and units by token, of requests that have ended. */
    private final Map<String, Object> owners = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Object> eldest) {
            return size() > MOST_OWNERS;
        }
    });

    /** @param patience time for the head of a request, and for a small body; ten times that for the rest with the answer */
    SlowClients(Duration patience) {
        this.patience = patience;
        ThreadLimitHandler threads = new ThreadLimitHandler() {
            @Override
            protected String getRemoteIP(Request request) {
                Object owner = owners.get(token(request));
                boolean open = path(request).matches("/docs/.*|/openapi.json|/auth/login/?|/enrol/?");
                return open || owner == null ? open + ClientAddress.of(request) : owner.toString();
            }

            @Override
            public boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
                Duration time = path(request).matches(".*/events/?") ? Duration.ofDays(365) : patience.multipliedBy(10);
                limit(request.getConnectionMetaData(), time, () -> fail(request));
                return super.onConditionsMet(request, response, callback);
            }
        };
        threads.setThreadLimit(THREADS_OF_CLIENT);
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
        limit((ConnectionMetaData) connection, patience, connection::close);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        ConnectionMetaData connection = request.getConnectionMetaData();
        limit(connection, patience, () -> fail(request));
        Request.addCompletionListener(request, failure -> {
            onOpened(connection.getConnection());
            if (request.getAttribute(OWNER) != null) {
                owners.put(token(request), request.getAttribute(OWNER));
            }
        });
        return super.handle(request, response, callback);
    }

    /** Sets the one timer of a connection. */
    private void limit(ConnectionMetaData connection, Duration time, Runnable end) {
        Scheduler scheduler = getServer().getScheduler();
        if (scheduler.isRunning()
                && connection.setAttribute(TIMER, scheduler.schedule(end, time.toMillis(), TimeUnit.MILLISECONDS))
                        instanceof Scheduler.Task before) {
            before.cancel();
        }
    }
}
