package io.outrider.agent.fleet.mqtt;

/** Failure of a connection or an attempt; its message is a sentence for log and health that says what to do. */
final class LinkFailure extends Exception {
    private static final long serialVersionUID = 1L;

    LinkFailure(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    LinkFailure(String sentence) {
        this(sentence, null);
    }
}
