package io.outrider.bench.car.replay;

/**
 * What a record met with on the bus since it was loaded: explains why an answer is not what was expected.
 *
 * @param requests times its request came
 * @param otherRequests other messages at the request's id
 * @param flowControls flow control frames that a message was waiting for
 * @param sent frames sent
 * @param heldBack frames not sent because nobody asked for them (any more)
 */
public record Seen(int requests, int otherRequests, int flowControls, int sent, int heldBack) {}
