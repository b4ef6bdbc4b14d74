package io.outrider.can.isotp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.CanId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import tel.schich.javacan.CanChannels;
import tel.schich.javacan.CanSocketOptions;
import tel.schich.javacan.IsotpCanChannel;
import tel.schich.javacan.IsotpCanSocketOptions;
import tel.schich.javacan.IsotpFlowControlOptions;
import tel.schich.javacan.IsotpLinkLayerOptions;
import tel.schich.javacan.IsotpOptions;
import tel.schich.javacan.IsotpSocketAddress;
import tel.schich.javacan.NetworkDevice;

/**
 * Kernel ISO-TP socket on vcan0 as the other side. The kernel sends and receives on its own, so one thread can serve
 * both sides.
 */
final class KernelPeer implements AutoCloseable {
    private final IsotpCanChannel channel = CanChannels.newIsotpChannel();

    /** Socket options; all but the ids have neutral values. */
    record KernelOptions(
            int padding, int theirPadding, int ownByte, int theirByte, int blockSize, int stMin, int frameLength) {
        static final KernelOptions PLAIN = new KernelOptions(-1, -1, -1, -1, 0, 0, 8);

        KernelOptions withPadding(int padding, int theirPadding) {
            return new KernelOptions(padding, theirPadding, ownByte, theirByte, blockSize, stMin, frameLength);
        }

        /** First data byte of the frames received, and of those sent. */
        KernelOptions withExtendedAddresses(int ownByte, int theirByte) {
            return new KernelOptions(padding, theirPadding, ownByte, theirByte, blockSize, stMin, frameLength);
        }

        KernelOptions withFlowControl(int blockSize, int stMin) {
            return new KernelOptions(padding, theirPadding, ownByte, theirByte, blockSize, stMin, frameLength);
        }

        KernelOptions withFrameLength(int frameLength) {
            return new KernelOptions(padding, theirPadding, ownByte, theirByte, blockSize, stMin, frameLength);
        }
    }

    /** Receives frames of the first id and sends with the second. */
    KernelPeer(CanId takes, CanId sends, KernelOptions options) throws IOException {
        channel.setOption(IsotpCanSocketOptions.OPTS, flags(options));
        channel.setOption(
                IsotpCanSocketOptions.RECV_FC,
                IsotpFlowControlOptions.DEFAULT
                        .withBlockSize(options.blockSize)
                        .withMinimumSeparationTime(options.stMin));
        if (options.frameLength > 8) {
            channel.setOption(
                    IsotpCanSocketOptions.LL_OPTS,
                    IsotpLinkLayerOptions.DEFAULT
                            .withMaximumTransmissionUnit(72)
                            .withTransmissionDataLength(options.frameLength)
                            .withTransmissionFlags(1));
        }
        channel.setOption(CanSocketOptions.SO_RCVTIMEO, Duration.ofSeconds(20));
        channel.bind(NetworkDevice.lookup("vcan0"), address(takes), address(sends));
    }

    private static IsotpSocketAddress address(CanId id) {
        return IsotpSocketAddress.isotpAddress(id.extended() ? id.value() | 0x80000000 : id.value());
    }

    /** The kernel checks our padding where it is set. */
    private static IsotpOptions flags(KernelOptions options) {
        IsotpOptions made = IsotpOptions.DEFAULT;
        if (options.padding >= 0) {
            made = made.withFlag(IsotpOptions.Flag.TX_PADDING).withTransmissionPadding((byte) options.padding);
        }
        if (options.theirPadding >= 0) {
            made = made.withFlag(IsotpOptions.Flag.RX_PADDING)
                    .withFlag(IsotpOptions.Flag.CHK_PAD_LEN)
                    .withFlag(IsotpOptions.Flag.CHK_PAD_DATA)
                    .withReceivePadding((byte) options.theirPadding);
        }
        if (options.ownByte >= 0) {
            made = made.withFlag(IsotpOptions.Flag.EXTEND_ADDR)
                    .withFlag(IsotpOptions.Flag.RX_EXT_ADDR)
                    .ExtendedTransmissionAddress((byte) options.theirByte)
                    .withExtendedReceiveAddress((byte) options.ownByte);
        }
        return made;
    }

    void write(byte[] payload) throws IOException {
        ByteBuffer buffer = IsotpCanChannel.allocateSufficientMemory();
        buffer.put(payload).flip();
        assertThat(channel.write(buffer)).isEqualTo(payload.length);
    }

    byte[] read() throws IOException {
        ByteBuffer buffer = IsotpCanChannel.allocateSufficientMemory();
        channel.read(buffer);
        buffer.flip();
        byte[] payload = new byte[buffer.remaining()];
        buffer.get(payload);
        return payload;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
