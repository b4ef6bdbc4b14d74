package io.outrider.can;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tel.schich.javacan.CanChannels;
import tel.schich.javacan.CanSocketOptions;
import tel.schich.javacan.NetworkDevice;
import tel.schich.javacan.RawCanChannel;
import tel.schich.javacan.RawReceiveMessageHeaderBuffer;

/**
 * Bound raw CAN socket. One thread may read and another one write. Reads block in slices of the kernel's receive
 * time-out, so that a frame costs one system call.
 */
final class RawSocket implements AutoCloseable {
    /** Receive options: filters, or error frames only and without blocking. */
    record ReceiveOptions(List<CanFilter> filters, boolean errorsOnly) {
        ReceiveOptions {
            filters = List.copyOf(filters);
        }
    }

    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The kernel rounds up to its tick (4 ms at 250 Hz), and 0 means forever. */
    private static final long LEAST_SLICE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /** Requested size; the kernel grants at most twice net.core.rmem_max. */
    private static final int RECEIVE_BUFFER = 4 << 20;

    private final RawCanChannel channel;
    private final ByteBuffer readBuffer = RawCanChannel.allocateSufficientMemory();
    private final ByteBuffer writeBuffer = RawCanChannel.allocateSufficientMemory();
    private final RawReceiveMessageHeaderBuffer header = new RawReceiveMessageHeaderBuffer();
    private long sliceNanos = SLICE_NANOS;
    private int dropsSeen;

    private RawSocket(RawCanChannel channel) {
        this.channel = channel;
    }

    /** Sets the options before binding, so that no unwanted frame passes before the filters are set. */
    static RawSocket open(String bus, ReceiveOptions options) throws IOException {
        NativeLibrary.require();
        RawCanChannel opened = CanChannels.newRawChannel();
        try {
            opened.setOption(CanSocketOptions.FILTER, filters(options));
            opened.setOption(CanSocketOptions.ERR_FILTER, options.errorsOnly() ? CanId.MAX_EXTENDED : 0);
            opened.setOption(CanSocketOptions.FD_FRAMES, true);
            opened.setOption(CanSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
            opened.setOption(CanSocketOptions.SO_TIMESTAMPNS, true);
            opened.setOption(CanSocketOptions.SO_RXQ_OVFL, true);
            opened.setOption(CanSocketOptions.SO_RCVTIMEO, Duration.ofNanos(SLICE_NANOS));
            opened.setOption(CanSocketOptions.SO_SNDTIMEO, Duration.ofNanos(SLICE_NANOS));
            opened.configureBlocking(!options.errorsOnly());
            opened.bind(NetworkDevice.lookup(bus));
            return new RawSocket(opened);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    private static tel.schich.javacan.CanFilter[] filters(ReceiveOptions options) {
        if (options.errorsOnly()) {
            return new tel.schich.javacan.CanFilter[0];
        }
        if (options.filters().isEmpty()) {
            return new tel.schich.javacan.CanFilter[] {tel.schich.javacan.CanFilter.ANY};
        }
        return options.filters().stream().map(RawFrames::filter).toArray(tel.schich.javacan.CanFilter[]::new);
    }

    /** Waits at most one slice for the next frame; null if it is not valid. Usually one system call. */
    CanFrame read(long leftNanos) throws IOException {
        setSlice(leftNanos);
        readBuffer.clear();
        channel.receiveUnsafe(readBuffer, header);
        return RawFrames.read(readBuffer, RawFrames.stampMicros(header));
    }

    /** Changes the kernel's time-out only where necessary, as that is another system call. */
    private void setSlice(long leftNanos) throws IOException {
        long wish = Math.max(LEAST_SLICE_NANOS, Math.min(leftNanos, SLICE_NANOS));
        if (wish < sliceNanos || wish > 4 * sliceNanos) {
            channel.setOption(CanSocketOptions.SO_RCVTIMEO, Duration.ofNanos(wish));
            sliceNanos = wish;
        }
    }

    /**
     * Frames that the kernel dropped since the last call, as of the last frame read. The kernel's counter has 32 bits
     * and starts with the socket; frames before the first loss carry none, read as 0.
     */
    int newDrops() {
        int more = header.getDropCount() - dropsSeen;
        if (more <= 0) {
            return 0;
        }
        dropsSeen += more;
        return more;
    }

    void write(CanFrame frame) throws IOException {
        RawFrames.write(frame, writeBuffer);
        channel.writeUnsafe(writeBuffer);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // closed already
        }
    }
}
