package io.outrider.service.http;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Request whose time can end. The one who reads it learns so by the next read, and waits for no more; the server's own failure of a
 * request (as of Jetty 12.1.12) reads what is left while the other thread may be reading too, which breaks both. Any thread.
 */
final class TimedRequest extends Request.Wrapper {
    private final AtomicReference<Runnable> waiting = new AtomicReference<>();
    private volatile boolean isRead;
    private volatile boolean isOver;

    TimedRequest(Request request) {
        super(request);
    }

    @Override
    public Content.Chunk read() {
        isRead = true;
        Content.Chunk chunk = isOver ? Content.Chunk.from(new TimeoutException("too slow"), true) : super.read();
        isRead = chunk == null || !chunk.isLast();
        return chunk;
    }

    @Override
    public void demand(Runnable reader) {
        waiting.set(reader);
        super.demand(Invocable.from(Invocable.getInvocationType(reader), this::resume));
        if (isOver) {
            resume();
        }
    }

    private void resume() {
        Runnable reader = waiting.getAndSet(null);
        if (reader != null) {
            reader.run();
        }
    }

    /** Ends the time: fails what is read from now on, or an answer that is being written. */
    void end() {
        isOver = true;
        if (isRead) {
            getContext().execute(this::resume);
        } else {
            super.fail(new TimeoutException("too slow"));
        }
    }
}
