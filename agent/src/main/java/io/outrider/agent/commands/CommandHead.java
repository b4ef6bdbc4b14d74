package io.outrider.agent.commands;

import io.outrider.wire.Command;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Head of a command: all that decides on its acceptance, without the arguments.
 *
 * @param jid null if missing or invalid
 * @param fun the function's name, {@code ?} if unknown
 * @param cancel true if the command only cancels a job
 * @param issued null if missing or invalid
 * @param expires null if missing or invalid
 * @param weight approximate bytes of the parsed arguments in memory
 * @param unreadable parse error without values of the message; null if none was found so far
 */
record CommandHead(
        String jid, String fun, boolean cancel, Instant issued, Instant expires, long weight, String unreadable) {
    /** Returns the command without arguments. */
    Command command() {
        return new Command(jid, fun, List.of(), Map.of(), issued, expires);
    }
}
