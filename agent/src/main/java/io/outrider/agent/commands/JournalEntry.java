package io.outrider.agent.commands;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Entry of the journal. The first byte is the type; type numbers are never reused. */
sealed interface JournalEntry {
    String jid();

    /**
     * The unit has taken over the command.
     *
     * @param received milliseconds since 1970 by the unit's clock; negative if the clock was not trusted
     * @param complete true if the job can run from this entry: no secret was left out
     * @param command as JSON
     */
    record Accepted(String jid, long received, boolean complete, byte[] command) implements JournalEntry {}

    /**
     * The job has a slot and is about to be invoked. Synced; in one append with {@link Accepted} if it starts at once.
     *
     * @param boot id of the machine's boot; as long as it is the same, unsynced entries are still there
     */
    record Claimed(String jid, String boot) implements JournalEntry {}

    /** The function is being called and may have had effects. Not synced. */
    record Invoked(String jid) implements JournalEntry {}

    /** Replaces all earlier entries of the job. Synced. */
    record Ended(String jid, long received, Reply reply) implements JournalEntry {}

    /** The broker has acknowledged the reply. Not synced: sending a reply twice does no harm. */
    record Sent(String jid) implements JournalEntry {}

    /** The job must not run any more; its reply follows. */
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
            } else if (this instanceof Claimed claimed) {
                out.writeByte(2);
                out.writeUTF(jid());
                out.writeUTF(claimed.boot);
            } else if (this instanceof Ended ended) {
                out.writeByte(3);
                out.writeUTF(jid());
                out.writeLong(ended.received);
                out.writeUTF(ended.reply.topic());
                out.write(ended.reply.payload());
            } else {
                out.writeByte(this instanceof Sent ? 4 : this instanceof Invoked ? 5 : 6);
                out.writeUTF(jid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen in memory
        }
        return bytes.toByteArray();
    }

    /** @throws IOException if the type is unknown, as after a downgrade */
    static JournalEntry of(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int kind = in.readUnsignedByte();
            String jid = in.readUTF();
            return switch (kind) {
                case 1 -> new Accepted(jid, in.readLong(), in.readBoolean(), in.readAllBytes());
                case 2 -> new Claimed(jid, in.readUTF());
                case 3 -> new Ended(jid, in.readLong(), new Reply(in.readUTF(), in.readAllBytes()));
                case 4 -> new Sent(jid);
                case 5 -> new Invoked(jid);
                case 6 -> new Cancelled(jid);
                default -> throw new IOException("an entry of the unknown kind " + kind);
            };
        }
    }
}
