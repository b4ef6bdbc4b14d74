package io.outrider.can;

import io.outrider.testkit.Await;

/** Start of the stamps: the kernel stamps frames a moment after it was asked to, and receipt stamps those before. */
final class FrameStamps {
    private FrameStamps() {}

    /** Returns when frames are stamped as they are sent. */
    static void await(CanPort sender, CanPort receiver) {
        Await.until("frames are stamped when they are sent", () -> {
            sender.send(CanFrame.of(CanId.base(1)));
            long sent = System.currentTimeMillis() + 1;
            Await.until("some time has passed", () -> System.currentTimeMillis() > sent + 10);
            return receiver.receive(CanBusContract.AMPLE).stampMicros() <= sent * 1_000;
        });
    }
}
