package io.outrider.agent.commands;

import io.outrider.wire.Command;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Head of a command: what decides whether it is taken, without its arguments.
 *
 * @param jid null if it has none, or none that can be answered
 * @param fun the function's name as far as it is known, else {@code ?}
 * @param cancel whether it only ends a job
 * @param issued null if not said, or no time
 * @param expires null if never, or no time
 * @param weight about how many bytes its arguments take in memory once they are read
 * @param unreadable a sentence that quotes no values; null if the message is JSON in which nothing is wrong so far
 */
record CommandHead(
        String jid, String fun, boolean cancel, Instant issued, Instant expires, long weight, String unreadable) {
    /** The command without arguments. */
    Command command() {
        return new Command(jid, fun, List.of(), Map.of(), issued, expires);
    }
}
