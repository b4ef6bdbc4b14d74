package io.outrider.bench.daemon;

import java.util.ArrayDeque;
import java.util.Deque;

/** Closer of resources, in reverse order of addition. One thread. */
public final class ResourceCloser implements AutoCloseable {
    private final Deque<AutoCloseable> resources = new ArrayDeque<>();

    public <C extends AutoCloseable> C add(C part) {
        resources.push(part);
        return part;
    }

    /**
     * Closes all resources even if one fails, as file systems and networks left behind disturb the next run.
     *
     * @throws Exception the first exception, with later ones suppressed
     */
    @Override
    public void close() throws Exception {
        Throwable wrong = null;
        while (!resources.isEmpty()) {
            try {
                resources.pop().close();
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
