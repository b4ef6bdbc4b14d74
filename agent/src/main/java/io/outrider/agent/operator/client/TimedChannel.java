package io.outrider.agent.operator.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** TCP or Unix socket connection with a timeout on every wait; its input is a stream. */
final class TimedChannel extends InputStream {
    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final int millis;

    /** @param millis timeout of each wait */
    TimedChannel(SocketAddress address, int millis) throws IOException {
        this.millis = millis;
        this.channel = address instanceof InetSocketAddress
                ? SocketChannel.open()
                : SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            selector = Selector.open();
            channel.configureBlocking(false);
            key = channel.register(selector, 0);
            if (!channel.connect(address)) {
                await(SelectionKey.OP_CONNECT);
                channel.finishConnect();
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    void write(ByteBuffer head, ByteBuffer body) throws IOException {
        ByteBuffer[] both = {head, body};
        while (channel.write(both) >= 0 && (head.hasRemaining() || body.hasRemaining())) {
            await(SelectionKey.OP_WRITE);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer to = ByteBuffer.wrap(bytes, offset, length);
        int count = channel.read(to);
        while (count == 0 && length > 0) {
            await(SelectionKey.OP_READ);
            count = channel.read(to);
        }
        return count;
    }

    /** Waits on after an interrupt, and keeps the interrupt flag. */
    private void await(int operation) throws IOException {
        key.interestOps(operation);
        boolean interrupted = false;
        int ready = selector.select(millis);
        while (ready == 0 && Thread.interrupted()) {
            interrupted = true;
            ready = selector.select(millis);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        selector.selectedKeys().clear();
        if (ready == 0) {
            throw new SocketTimeoutException((millis % 1000 == 0 ? "" + millis / 1000 : millis / 1000.0) + " s");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (selector != null) {
            selector.close();
        }
    }
}
