package io.outrider.agent.link;

/** What became of a message: exactly one of the two, once, on the thread {@code link}. Must be quick. */
public interface Receipt {
    /** The broker has it. */
    void acknowledged();

    /** The broker may or may not have it: the connection ended, or the broker refused it. */
    void failed();
}
