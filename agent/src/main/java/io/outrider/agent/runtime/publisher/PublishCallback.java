package io.outrider.agent.runtime.publisher;

/** Callback with the outcome of a published message: one method is called, once, on any thread. Must not block. */
public interface PublishCallback {
    PublishCallback UNREAD = new PublishCallback() {};

    default void acknowledged() {}

    /** The broker acknowledged the message but has no subscriber for it. */
    default void unheard() {
        acknowledged();
    }

    /** Not sent: the connection ended before. */
    default void unsent() {
        failed();
    }

    /** Not sent: longer than the broker's limit. @param why a few words */
    default void tooLong(String why) {
        refused(why, true);
    }

    /** Unknown outcome: the connection ended, and the message is not sent again. */
    default void failed() {}

    /**
     * The broker rejected the message, and would reject it again.
     *
     * @param why a few words
     * @param forGood true if the message itself is the reason, such as its length; false for the unit's current permissions
     */
    default void refused(String why, boolean forGood) {}
}
