package io.outrider.bench.measure;

import io.outrider.can.CanId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import tel.schich.javacan.CanChannels;
import tel.schich.javacan.CanSocketOptions;
import tel.schich.javacan.IsotpCanChannel;
import tel.schich.javacan.IsotpCanSocketOptions;
import tel.schich.javacan.IsotpOptions;
import tel.schich.javacan.IsotpSocketAddress;
import tel.schich.javacan.NetworkDevice;
import tel.schich.javacan.platform.linux.LinuxNativeOperationException;

/** A bare JavaCAN socket of the kernel's ISO-TP: the yardstick, and the ECU that answers at once. */
final class KernelIsoTp implements AutoCloseable {
    private static final int AGAIN = 11;

    private final IsotpCanChannel channel;
    private final ByteBuffer buffer = IsotpCanChannel.allocateSufficientMemory();

    KernelIsoTp(String bus, CanId receive, CanId send) throws IOException {
        channel = CanChannels.newIsotpChannel();
        channel.setOption(
                IsotpCanSocketOptions.OPTS,
                IsotpOptions.DEFAULT.withFlag(IsotpOptions.Flag.TX_PADDING).withTransmissionPadding((byte) 0));
        channel.setOption(CanSocketOptions.SO_RCVTIMEO, Duration.ofMillis(200));
        channel.bind(NetworkDevice.lookup(bus), address(receive), address(send));
    }

    private static IsotpSocketAddress address(CanId id) {
        return IsotpSocketAddress.isotpAddress(id.value());
    }

    /** The length of the message that came into the buffer, or -1 if none came in time. */
    int receive() throws IOException {
        buffer.clear();
        try {
            return channel.read(buffer);
        } catch (LinuxNativeOperationException e) {
            if (e.getErrorNumber() == AGAIN) {
                return -1;
            }
            throw e;
        }
    }

    void send(byte[] message) throws IOException {
        buffer.clear();
        buffer.put(message).flip();
        channel.write(buffer);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
