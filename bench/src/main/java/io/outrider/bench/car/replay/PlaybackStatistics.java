package io.outrider.bench.car.replay;

/**
 * Statistics of a record since it was loaded, which explain an unexpected answer.
 *
 * @param requests number of its requests
 * @param otherRequests number of other messages with the request's id
 * @param flowControls number of awaited flow control frames
 * @param sent number of sent frames
 * @param heldBack number of frames not sent for lack of flow control
 */
public record PlaybackStatistics(int requests, int otherRequests, int flowControls, int sent, int heldBack) {}
