package io.outrider.service.http;

import java.time.Duration;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;
import org.eclipse.jetty.util.Callback;

/** Limits of time. A request gets a thread when its body is there, or a first part of it. */
final class SlowClients extends Handler.Wrapper {
    static final int UNTHREADED_BYTES = 64 << 10;

    private final Duration patience;
    private final ClientConnections connections;
    private final Handler threads;

    /** @param patience time for the head of a request, and for a small body; ten times that for the rest with the answer */
    SlowClients(Duration patience, ClientConnections connections) {
        this.patience = patience;
        this.connections = connections;
        threads = new ClientThreads(patience.multipliedBy(10), connections);
        setHandler(new EagerContentHandler(threads, new RetainedContentLoaderFactory(UNTHREADED_BYTES, -1, false)));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        TimedRequest timed = new TimedRequest(request);
        connections.awaitBody(timed, patience);
        Request.addCompletionListener(
                request, failure -> connections.awaitRequest(request.getConnectionMetaData(), patience));
        boolean upload = request.getHttpURI().getCanonicalPath().matches("/logbook/storage/?");
        int most = upload ? UploadRoutes.MOST_BYTES : RequestBody.MOST_BYTES;
        // a body that its head says is too long is not waited for: the route refuses it
        return (request.getLength() > most ? threads : getHandler()).handle(timed, response, callback);
    }
}
