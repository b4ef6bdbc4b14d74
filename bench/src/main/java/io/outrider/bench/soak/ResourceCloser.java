package io.outrider.bench.soak;

import java.util.ArrayDeque;
import java.util.Deque;

/** What has to be closed, the last added first. One thread. */
public final class ResourceCloser implements AutoCloseable {
    private final Deque<AutoCloseable> added = new ArrayDeque<>();

    public <C extends AutoCloseable> C add(C part) {
        added.push(part);
        return part;
    }

    /**
     * Closes all, also if one cannot be closed: what is left of a file system or a network is in the way of the next run.
     *
     * @throws Exception what the first that could not be closed threw; what others threw is suppressed in it
     */
    @Override
    public void close() throws Exception {
        Throwable wrong = null;
        while (!added.isEmpty()) {
            try {
                added.pop().close();
            } catch (Exception | Error e) {
                if (wrong == null) {
                    wrong = e;
                } else {
                    wrong.addSuppressed(e);
                }
            }
        }
        if (wrong instanceof Error error) {
            throw error;
        } else if (wrong != null) {
            throw (Exception) wrong;
        }
    }
}
