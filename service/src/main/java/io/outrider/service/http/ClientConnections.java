package io.outrider.service.http;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Open connections of clients. An address has some of them only, and where most wait for a request, the one that has waited longest is
 * closed for the next. Each has one timer. Any thread.
 */
final class ClientConnections implements Connection.Listener {
    private static final String TIMER = ClientConnections.class.getName();

    private final Duration patience;
    private final int mostWaiting;
    private final int mostOfAddress;

    /** Other end of each open connection, but of those from this machine, which may be a proxy's. */
    private final Map<Connection, String> addresses = new ConcurrentHashMap<>();

    /** Connections whose request has not come whole yet, the one that has waited longest first. */
    private final Set<Connection> waiting = new LinkedHashSet<>();

    /**
     * @param patience time for the first request, and for the answer to a request whose time is over
     * @param mostWaiting connections that wait for a request
     * @param mostOfAddress connections from one address
     */
    ClientConnections(Duration patience, int mostWaiting, int mostOfAddress) {
        this.patience = patience;
        this.mostWaiting = mostWaiting;
        this.mostOfAddress = mostOfAddress;
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
        awaitRequest((ConnectionMetaData) connection, patience);
    }

    @Override
    public void onClosed(Connection connection) {
        addresses.remove(connection);
        synchronized (waiting) {
            waiting.remove(connection);
        }
    }

    /** Ends a connection that has no request by then; of too many that wait, the one that has waited longest is closed. */
    void awaitRequest(ConnectionMetaData client, Duration time) {
        startTimer(client, time, client.getConnection()::close);
        await(client.getConnection());
    }

    /** Fails a request whose body is not there by then; its connection counts as one that waits. */
    void awaitBody(Request request, Duration time) {
        limit(request, time);
        await(request.getConnectionMetaData().getConnection());
    }

    /** Fails the body of a request that has not been answered by then, and ends its connection if there is no answer soon. */
    void limit(Request request, Duration time) {
        ConnectionMetaData client = request.getConnectionMetaData();
        startTimer(client, time, () -> {
            Request.as(request, TimedRequest.class).end();
            startTimer(client, patience, client.getConnection()::close);
        });
        synchronized (waiting) {
            waiting.remove(request.getConnectionMetaData().getConnection());
        }
    }

    private static void startTimer(ConnectionMetaData client, Duration time, Runnable end) {
        Scheduler scheduler = client.getConnector().getScheduler();
        if (scheduler.isRunning()
                && client.setAttribute(TIMER, scheduler.schedule(end, time.toMillis(), TimeUnit.MILLISECONDS))
                        instanceof Scheduler.Task before) {
            before.cancel();
        }
    }

    private void await(Connection connection) {
        Connection longest;
        synchronized (waiting) {
            waiting.remove(connection);
            if (connection.getEndPoint().isOpen()) { // else it would stay
                waiting.add(connection);
            }
            longest = waiting.size() > mostWaiting ? waiting.iterator().next() : null;
            waiting.remove(longest);
        }
        if (longest != null) {
            longest.close();
        }
    }
}
