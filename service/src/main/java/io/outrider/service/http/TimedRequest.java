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

    /** True while a thread begins to wait, which looks at {@code isOver} before and after. */
    private volatile boolean isBusy;

    private volatile boolean isOver;

    TimedRequest(Request request) {
        super(request);
    }

    @Override
    public Content.Chunk read() {
        return isOver ? Content.Chunk.from(new TimeoutException("too slow"), true) : super.read();
    }

    @Override
    public void demand(Runnable reader) {
        waiting.set(reader);
        isBusy = true;
        if (!isOver) {
            super.demand(Invocable.from(Invocable.getInvocationType(reader), this::resume));
        }
        isBusy = false;
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

    /** Ends the time: what is read from now on is a failure. An answer goes on. */
    void end() {
        isOver = true;
        if (!isBusy) {
            getContext().execute(this::resume);
        }
    }
}
