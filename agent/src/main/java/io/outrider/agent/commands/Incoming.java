package io.outrider.agent.commands;

import io.outrider.wire.Command;

/** What a message on {@code …/command} asks for. */
sealed interface Incoming {
    /** A function to run. */
    record Run(Command command) implements Incoming {}

    /** A job to end. */
    record Cancel(String jid) implements Incoming {}

    /**
     * Nothing we understand.
     *
     * @param reason a sentence that quotes no values
     * @param jid null if it has none, or none that can be answered
     */
    record Unreadable(String reason, String jid) implements Incoming {}
}
