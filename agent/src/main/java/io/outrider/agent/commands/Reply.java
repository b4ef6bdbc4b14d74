package io.outrider.agent.commands;

/** Reply to a command; the same bytes each time it is sent. */
record Reply(String topic, byte[] payload) {
    static final String RETURN = "return";
    static final String JOB = "job";
}
