package io.outrider.agent.commands;

import io.outrider.wire.Command;

/** What a message on {@code …/command} asks for. */
sealed interface ParsedCommand {
    /** A function to run. */
    record Run(Command command) implements ParsedCommand {}

    /** A job to end. */
    record Cancel(String jid) implements ParsedCommand {}

    /**
     * Nothing we understand.
     *
     * @param reason a sentence that quotes no values
     * @param jid null if it has none, or none that can be answered
     */
    record Unreadable(String reason, String jid) implements ParsedCommand {}
}
