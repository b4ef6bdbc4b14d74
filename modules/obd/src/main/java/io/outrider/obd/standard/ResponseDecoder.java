package io.outrider.obd.standard;

import io.outrider.api.Failure;

/** Turns one answer into a value; a pure function, any thread. */
@FunctionalInterface
public interface ResponseDecoder {
    /**
     * @param payload the reassembled answer from its first byte on, the response service, never padded: a byte that did
     *     not come must not be made up
     * @return {@link Long} for whole numbers, {@link Double} for others, text, boolean, list or map, all immutable; null
     *     where the answer says that there is no value
     * @throws Failure actor VEHICLE; {@code SHORT_ANSWER}, {@code NEGATIVE_RESPONSE} or {@code UNREADABLE_ANSWER}
     */
    Object decode(byte[] payload) throws Failure;
}
