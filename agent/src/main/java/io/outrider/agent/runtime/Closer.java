package io.outrider.agent.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has to be closed, the last opened first. One thread. */
public final class Closer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Closer.class);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    public <C extends AutoCloseable> C add(C part) {
        opened.push(part);
        return part;
    }

    /** Closes all, also if one cannot be closed. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            AutoCloseable part = opened.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("a part of the daemon did not close", e);
            }
        }
    }
}
