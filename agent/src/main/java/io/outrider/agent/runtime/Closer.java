package io.outrider.agent.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closer of resources, in reverse order of opening. One thread. */
public final class Closer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Closer.class);

    private final Deque<AutoCloseable> resources = new ArrayDeque<>();

    public <C extends AutoCloseable> C add(C part) {
        resources.push(part);
        return part;
    }

    /** Closes all resources, even if one fails. */
    @Override
    public void close() {
        while (!resources.isEmpty()) {
            AutoCloseable part = resources.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("a part of the daemon failed to close", e);
            }
        }
    }
}
