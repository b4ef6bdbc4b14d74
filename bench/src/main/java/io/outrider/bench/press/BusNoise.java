package io.outrider.bench.press;

import io.outrider.can.CanBus;
import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import io.outrider.can.CanPort;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Traffic of other ECUs, several thousand frames per second on a bus. One thread of its own. */
final class BusNoise implements AutoCloseable {
    private static final int BURST = 20;
    private static final long PAUSE_NANOS = 5_000_000;

    private final CanPort port;
    private final Thread thread;
    private volatile boolean closed;

    BusNoise(CanBus bus) throws IOException {
        port = bus.open(List.of());
        thread = new Thread(this::send, "noise-" + bus.name());
        thread.start();
    }

    private void send() {
        try {
            for (int i = 0; !closed; i++) {
                for (int k = 0; k < BURST; k++) {
                    port.send(CanFrame.of(
                            CanId.base(0x100 + k), new byte[] {(byte) (i >> 8), (byte) i, 0, 1, 2, 3, 4, 5}));
                }
                port.discardReceived();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (IOException | InterruptedException e) {
            // the bus has ended
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        port.close();
    }
}
