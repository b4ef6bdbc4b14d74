package io.outrider.agent.fleet.mqtt;

/** Why there is no connection: a sentence that says what to do, for the log and for health. */
final class LinkFailure extends Exception {
    private static final long serialVersionUID = 1L;

    LinkFailure(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    LinkFailure(String sentence) {
        this(sentence, null);
    }
}
