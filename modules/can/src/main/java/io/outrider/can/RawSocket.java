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
 * One raw socket, bound. Reading is for one thread at a time, and so is writing; both at once are fine. Waiting is the
 * kernel's receive time-out in slices, so that a frame costs one system call.
 */
final class RawSocket implements AutoCloseable {
    /**
     * What is to be received.
     *
     * @param errorsOnly error frames and nothing else, and never waiting for one
     */
    record Wanted(List<CanFilter> filters, boolean errorsOnly) {
        Wanted {
            filters = List.copyOf(filters);
        }
    }

    /** The longest stay in the kernel. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The kernel takes microseconds, rounds up to its own tick (4 ms at 250 Hz), and takes 0 for ever. */
    private static final long LEAST_SLICE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /** Asked for; the kernel gives at most twice net.core.rmem_max. */
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

    /** Options first and the interface last, so that nothing unwanted slips in before the filters. */
    static RawSocket open(String bus, Wanted wanted) throws IOException {
        NativeLibrary.require();
        RawCanChannel opened = CanChannels.newRawChannel();
        try {
            opened.setOption(CanSocketOptions.FILTER, filters(wanted));
            opened.setOption(CanSocketOptions.ERR_FILTER, wanted.errorsOnly() ? CanId.MAX_EXTENDED : 0);
            opened.setOption(CanSocketOptions.FD_FRAMES, true);
            opened.setOption(CanSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
            opened.setOption(CanSocketOptions.SO_TIMESTAMPNS, true);
            opened.setOption(CanSocketOptions.SO_RXQ_OVFL, true);
            opened.setOption(CanSocketOptions.SO_RCVTIMEO, Duration.ofNanos(SLICE_NANOS));
            opened.setOption(CanSocketOptions.SO_SNDTIMEO, Duration.ofNanos(SLICE_NANOS));
            opened.configureBlocking(!wanted.errorsOnly());
            opened.bind(NetworkDevice.lookup(bus));
            return new RawSocket(opened);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    private static tel.schich.javacan.CanFilter[] filters(Wanted wanted) {
        if (wanted.errorsOnly()) {
            return new tel.schich.javacan.CanFilter[0];
        }
        if (wanted.filters().isEmpty()) {
            return new tel.schich.javacan.CanFilter[] {tel.schich.javacan.CanFilter.ANY};
        }
        return wanted.filters().stream().map(RawFrames::filter).toArray(tel.schich.javacan.CanFilter[]::new);
    }

    /** The next frame, waited for a slice at most; null if what came is none of ours. One system call, as a rule. */
    CanFrame read(long leftNanos) throws IOException {
        setSlice(leftNanos);
        readBuffer.clear();
        channel.receiveUnsafe(readBuffer, header);
        return RawFrames.read(readBuffer, RawFrames.stampMicros(header));
    }

    /** Keeps the kernel's time-out as it is wherever that does, because setting it is a call of its own. */
    private void setSlice(long leftNanos) throws IOException {
        long wish = Math.max(LEAST_SLICE_NANOS, Math.min(leftNanos, SLICE_NANOS));
        if (wish < sliceNanos || wish > 4 * sliceNanos) {
            channel.setOption(CanSocketOptions.SO_RCVTIMEO, Duration.ofNanos(wish));
            sliceNanos = wish;
        }
    }

    /**
     * How many frames the kernel dropped since the last time this was asked, as the frame read last told it. Its
     * counter has 32 bits and counts since the socket was made; a frame before the first loss carries none, read as 0.
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
            // nothing is left that could be done about this descriptor
        }
    }
}
