package io.outrider.agent.runtime.publisher;

/** Receiver of the fate of a message: exactly one of them is called, once, on any thread. Must be quick. */
public interface PublishCallback {
    /** For a message of which nobody needs to know what became. */
    PublishCallback UNREAD = new PublishCallback() {
        @Override
        public void acknowledged() {}

        @Override
        public void failed() {}

        @Override
        public void refused(String why, boolean forGood) {}
    };

    /** The broker has it. */
    void acknowledged();

    /** The broker has taken it and given it to nobody, for nobody subscribes to it: nobody has it. */
    default void unheard() {
        acknowledged();
    }

    /** It never left: the connection ended before. */
    default void unsent() {
        failed();
    }

    /** It never left: it is longer than the broker takes. @param why a few words */
    default void tooLong(String why) {
        refused(why, true);
    }

    /** The broker may or may not have it: the connection ended, and it is not sent again. */
    void failed();

    /**
     * The broker has it not, and does not want it; sent again at once, it would be refused again.
     *
     * @param why a few words
     * @param forGood whether that is because of the message itself, its length for one; else because of what the broker
     *     allows this unit at present
     */
    void refused(String why, boolean forGood);
}
