package io.outrider.obd.exchange;

import java.util.concurrent.TimeUnit;

/**
 * Response time-outs in nanoseconds.
 *
 * @param firstAnswer from the request to the first frame of the first answer. P2CAN of the standard is 50 ms (ISO
 *     15765-4, 5.2.2.7); gateways take longer
 * @param quiet time after an answer to a functional request in which another ECU may answer
 * @param pending P2*: from a "response pending" to the next message (ISO 14229-2, table 4: 5 s)
 * @param whole limit of an exchange from the first frame of the request on
 * @param share time in which equal requests get the same answer
 */
public record ResponseTimeouts(long firstAnswer, long quiet, long pending, long whole, long share) {
    public static final ResponseTimeouts DEFAULT = new ResponseTimeouts(
            TimeUnit.MILLISECONDS.toNanos(500),
            TimeUnit.MILLISECONDS.toNanos(100),
            TimeUnit.SECONDS.toNanos(5),
            TimeUnit.SECONDS.toNanos(30),
            TimeUnit.MILLISECONDS.toNanos(5));
}
