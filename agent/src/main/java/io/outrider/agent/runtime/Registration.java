package io.outrider.agent.runtime;

/** Registration of a listener, a task or a part, which ends when it is closed. Closing again has no effect. */
public interface Registration extends AutoCloseable {
    @Override
    void close();
}
