package io.outrider.service.commands;

import java.time.Duration;

/**
 * Command of a client.
 *
 * @param arg JSON array
 * @param kwarg JSON object
 * @param validity after which the unit does not begin it any more
 * @param callbackUrl null for none
 * @param token of the client, key of the signatures
 */
public record SubmittedCommand(
        String command,
        String arg,
        String kwarg,
        Duration validity,
        String callbackUrl,
        int callbackTimeout,
        String token) {}
