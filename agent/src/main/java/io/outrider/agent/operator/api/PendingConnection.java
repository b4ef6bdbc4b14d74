package io.outrider.agent.operator.api;

import io.outrider.agent.operator.api.HttpReactor.RequestAdmission;
import io.outrider.agent.operator.api.ListeningSocket.ConnectionPhase;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Connection before or after its request is served. Reactor thread only, except while it is served. */
final class PendingConnection {
    private static final int FIRST = 1024;
    private static final byte[] NOTHING = {};

    final ListeningSocket listener;
    final SocketChannel channel;
    SelectionKey key; // null while not registered
    ConnectionPhase phase; // null while in none
    long deadline;
    long lastRead;
    long drained;
    RequestHead head;
    RequestAdmission admission;
    BodyDecoder body; // null while there is none, or if it is ignored
    byte[] bytes = NOTHING; // of the head
    int count;
    private int searched;

    PendingConnection(ListeningSocket listener, SocketChannel channel) {
        this.listener = listener;
        this.channel = channel;
    }

    /** Returns false if the memory is exhausted. */
    boolean append(byte[] more, int length) {
        if (count + length > bytes.length) {
            int wanted = Math.max(count + length, Math.max(FIRST, 2 * bytes.length));
            if (!listener.headBytes().tryAcquire(wanted - bytes.length)) {
                return false;
            }
            bytes = Arrays.copyOf(bytes, wanted);
        }
        System.arraycopy(more, 0, bytes, count, length);
        count += length;
        return true;
    }

    void skipEmptyLines() {
        int skipped = 0;
        while (skipped < count && (bytes[skipped] == '\r' || bytes[skipped] == '\n')) {
            skipped++;
        }
        count -= skipped;
        searched = Math.max(0, searched - skipped);
        System.arraycopy(bytes, skipped, bytes, 0, count);
    }

    /** Offset of the body; -1 if the head is incomplete. */
    int endOfHead() {
        for (int i = Math.max(1, searched); i < count; i++) {
            if (bytes[i] == '\n' && (bytes[i - 1] == '\n' || i > 1 && bytes[i - 1] == '\r' && bytes[i - 2] == '\n')) {
                return i + 1;
            }
        }
        searched = count;
        return -1;
    }

    boolean hasLine() {
        return new String(bytes, 0, count, StandardCharsets.ISO_8859_1).indexOf('\n') >= 0;
    }

    void forgetHead() {
        listener.headBytes().release(bytes.length);
        bytes = NOTHING;
        count = 0;
    }

    void forgetAll() {
        forgetHead();
        if (body != null) {
            body.release();
        }
    }
}
