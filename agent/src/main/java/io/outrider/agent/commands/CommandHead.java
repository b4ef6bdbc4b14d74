package io.outrider.agent.commands;

import io.outrider.wire.Command;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Head of a command: all that decides on its acceptance, without the arguments. Missing and invalid fields are null.
 *
 * @param fun the function's name, {@code ?} if unknown
 * @param weight approximate bytes of the parsed arguments in memory
 * @param unreadable parse error without values of the message; null if none was found so far
 */
record CommandHead(
        String jid, String fun, boolean cancel, Instant issued, Instant expires, long weight, String unreadable) {
    Command command() {
        return new Command(jid, fun, List.of(), Map.of(), issued, expires);
    }
}
