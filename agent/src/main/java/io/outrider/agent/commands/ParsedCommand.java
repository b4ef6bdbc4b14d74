package io.outrider.agent.commands;

import io.outrider.wire.Command;

/** Message on {@code …/command}, parsed. */
sealed interface ParsedCommand {
    /** Runs a function. */
    record Run(Command command) implements ParsedCommand {}

    /** Cancels a job. */
    record Cancel(String jid) implements ParsedCommand {}

    /**
     * Invalid message.
     *
     * @param reason sentence without values of the message
     * @param jid null if missing or invalid
     */
    record Unreadable(String reason, String jid) implements ParsedCommand {}
}
