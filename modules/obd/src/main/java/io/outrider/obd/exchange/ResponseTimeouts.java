package io.outrider.obd.exchange;

import java.util.concurrent.TimeUnit;

/**
 * How long the vehicle may take, in nanoseconds.
 *
 * @param firstAnswer from the request to the first frame of the first answer. The standard's P2CAN is 50 ms (ISO
 *     15765-4, 5.2.2.7); gateways take longer
 * @param quiet after an answer to a functional request, how long another ECU is waited for
 * @param pending P2*: from a "response pending" to the next word (ISO 14229-2, table 4: 5 s)
 * @param whole the longest an exchange may last, from the first frame of the request on, whatever the ECUs send
 * @param share questions asked again within this time of their answer get the same answer
 */
public record ResponseTimeouts(long firstAnswer, long quiet, long pending, long whole, long share) {
    public static final ResponseTimeouts DEFAULT = new ResponseTimeouts(
            TimeUnit.MILLISECONDS.toNanos(500),
            TimeUnit.MILLISECONDS.toNanos(100),
            TimeUnit.SECONDS.toNanos(5),
            TimeUnit.SECONDS.toNanos(30),
            TimeUnit.MILLISECONDS.toNanos(5));
}
