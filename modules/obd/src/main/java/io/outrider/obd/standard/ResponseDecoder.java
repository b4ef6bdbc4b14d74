package io.outrider.obd.standard;

import io.outrider.api.Failure;

/** Decoder of one answer into a value; a pure function, any thread. */
@FunctionalInterface
public interface ResponseDecoder {
    /**
     * @param payload the reassembled answer from the response service on, without padding, as bytes that were not
     *     received must not be decoded
     * @return {@link Long} for whole numbers, {@link Double} for others, text, boolean, list or map, all immutable;
     *     null if the answer has no value
     * @throws Failure actor VEHICLE; {@code SHORT_ANSWER}, {@code NEGATIVE_RESPONSE} or {@code UNREADABLE_ANSWER}
     */
    Object decode(byte[] payload) throws Failure;
}
