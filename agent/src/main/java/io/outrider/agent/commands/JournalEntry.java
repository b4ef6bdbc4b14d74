package io.outrider.agent.commands;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A line of the journal. The first byte tells which; numbers are never used again for something else. */
sealed interface JournalEntry {
    String jid();

    /**
     * The job is ours now.
     *
     * @param received by the unit's clock, in milliseconds since 1970; negative if nothing vouched for that clock
     * @param complete whether it can be run from what is here: no secret was left out
     * @param command as JSON
     */
    record Accepted(String jid, long received, boolean complete, byte[] command) implements JournalEntry {}

    /**
     * Its body is about to be called.
     *
     * @param boot of the machine; as long as it is the same, all that was noted is still there
     */
    record Started(String jid, String boot) implements JournalEntry {}

    /** Its body is being called, and may have run, wholly or in part. Noted, not forced. */
    record Begun(String jid) implements JournalEntry {}

    /** Stands for itself: when it is there, no earlier entry of the job is needed. */
    record Ended(String jid, long received, Reply answer) implements JournalEntry {}

    /** The broker has the answer. Noted, not forced: an answer sent twice does no harm. */
    record Sent(String jid) implements JournalEntry {}

    /** It must not be run any more; the answer follows. */
    record Cancelled(String jid) implements JournalEntry {}

    default byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            if (this instanceof Accepted accepted) {
                out.writeByte(1);
                out.writeUTF(jid());
                out.writeLong(accepted.received);
                out.writeBoolean(accepted.complete);
                out.write(accepted.command);
            } else if (this instanceof Started started) {
                out.writeByte(2);
                out.writeUTF(jid());
                out.writeUTF(started.boot);
            } else if (this instanceof Ended ended) {
                out.writeByte(3);
                out.writeUTF(jid());
                out.writeLong(ended.received);
                out.writeUTF(ended.answer.topic());
                out.write(ended.answer.payload());
            } else {
                out.writeByte(this instanceof Sent ? 4 : this instanceof Begun ? 5 : 6);
                out.writeUTF(jid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return bytes.toByteArray();
    }

    /** @throws IOException if it is no entry, as one of a later version of this program */
    static JournalEntry of(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int kind = in.readUnsignedByte();
            String jid = in.readUTF();
            return switch (kind) {
                case 1 -> new Accepted(jid, in.readLong(), in.readBoolean(), in.readAllBytes());
                case 2 -> new Started(jid, in.readUTF());
                case 3 -> new Ended(jid, in.readLong(), new Reply(in.readUTF(), in.readAllBytes()));
                case 4 -> new Sent(jid);
                case 5 -> new Begun(jid);
                case 6 -> new Cancelled(jid);
                default -> throw new IOException("an entry of the unknown kind " + kind);
            };
        }
    }
}
