package io.outrider.agent.link;

/** What became of a message: exactly one of the three, once, on the thread {@code link}. Must be quick. */
public interface Receipt {
    /** The broker has it. */
    void acknowledged();

    /** The broker may or may not have it: the connection ended. */
    void failed();

    /**
     * The broker does not want it; sent again at once, it would be refused again.
     *
     * @param why a few words
     * @param forGood whether that is because of the message itself, its length for one; else because of what the broker
     *     allows this unit at present
     */
    default void refused(String why, boolean forGood) {
        failed();
    }
}
