package io.outrider.bench.press;

import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Vehicle with more ECUs than possible. A thousand ids answer 22 F101 at 7DF; all 256 ids of the standard answer 22 F102 at
 * 18DB33F1, each with the 4,095 bytes of ISO-TP's maximum. One thread of its own.
 */
final class CrowdedVehicle implements AutoCloseable {
    static final int ECUS = 1_000;
    private static final int WIDE_ECUS = 256;
    private static final int FIRST_ID = 0x200;
    private static final int LENGTH = 4_095;
    private static final int IN_FIRST_FRAME = 6;
    private static final int IN_CONSECUTIVE_FRAME = 7;
    private static final CanId FUNCTIONAL = CanId.base(0x7DF);
    private static final CanId FUNCTIONAL_29_BIT = CanId.extended(0x18DB33F1);
    private static final int AT_ONCE = 64; // so that all are complete before the exchange times out
    private static final long PACE_NANOS = 2_000_000;
    private static final long LONGEST_WAIT_NANOS = 100_000_000;

    private final CanPort port;
    private final Thread thread;
    private final Deque<Transfer> transfers = new ArrayDeque<>();
    private volatile boolean closed;

    /** Long answer in transmission. */
    private static final class Transfer {
        private final int ecu;
        private int frame = 1;

        private Transfer(int ecu) {
            this.ecu = ecu;
        }
    }

    CrowdedVehicle(CanBus bus) throws IOException {
        port = bus.open(List.of());
        thread = new Thread(this::run, "crowd-" + bus.name());
        thread.start();
    }

    private void run() {
        try {
            while (!closed) {
                CanFrame frame = port.receive(transfers.isEmpty() ? LONGEST_WAIT_NANOS : PACE_NANOS);
                if (frame != null && frame.isData()) {
                    accept(frame);
                }
                for (int i = 0; i < AT_ONCE && !transfers.isEmpty(); i++) {
                    sendNext(transfers.poll());
                }
            }
        } catch (IOException | InterruptedException e) {
            // the bus has ended
        }
    }

    private void accept(CanFrame frame) throws IOException, InterruptedException {
        if (frame.hasId(FUNCTIONAL) && isRequest(frame, 0x01)) {
            for (int i = 0; i < ECUS; i++) {
                port.send(CanFrame.of(CanId.base(FIRST_ID + i), bytes(0x05, 0x62, 0xF1, 0x01, i >> 8, i, 0, 0)));
            }
        } else if (frame.hasId(FUNCTIONAL_29_BIT) && isRequest(frame, 0x02)) {
            transfers.clear();
            for (int i = 0; i < WIDE_ECUS; i++) {
                port.send(CanFrame.of(
                        CanId.extended(0x18DAF100 | i),
                        bytes(0x10 | LENGTH >> 8, LENGTH & 0xFF, 0x62, 0xF1, 0x02, i, i, i)));
            }
        } else if (frame.isExtended()
                && (frame.idValue() & 0x1FFF00FF) == 0x18DA00F1
                && frame.length() > 0
                && frame.at(0) == 0x30) {
            transfers.add(new Transfer(frame.idValue() >> 8 & 0xFF));
        }
    }

    private static boolean isRequest(CanFrame frame, int identifier) {
        return frame.length() >= 4 && Arrays.equals(frame.data(), 0, 4, bytes(0x03, 0x22, 0xF1, identifier), 0, 4);
    }

    private void sendNext(Transfer transfer) throws IOException, InterruptedException {
        byte[] data = new byte[8];
        Arrays.fill(data, (byte) transfer.ecu);
        data[0] = (byte) (0x20 | transfer.frame & 0xF);
        port.send(CanFrame.of(CanId.extended(0x18DAF100 | transfer.ecu), data));
        transfer.frame++;
        if (IN_FIRST_FRAME + (transfer.frame - 1) * IN_CONSECUTIVE_FRAME < LENGTH) {
            transfers.add(transfer);
        }
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        port.close();
    }
}
