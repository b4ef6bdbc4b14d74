package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.Disk;
import io.outrider.agent.runtime.storage.SegmentFile;
import io.outrider.agent.telemetry.buffer.FrameHeader.Gone;
import io.outrider.agent.telemetry.buffer.LossReport.Loss;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A file that has its room already, so that a word can be left in it on a disk that is full: it is written in place. It
 * has two halves; the one that does not hold the newest word is written, so that a crash leaves one of them whole. Guarded
 * by the stock's lock, but for what forces or makes.
 */
final class ReserveFile {
    static final int BYTES = 8_192;

    private static final int HALF = BYTES / 2;
    private static final int HEADER = 8 + 4 + 4; // number of the word, length, checksum

    private final Path path;
    private final Disk disk;
    private final long run;
    private volatile LossNote word; // null until it was read; changed under the lock
    private long number; // counts the words
    private long from; // what is to be said of memory; 0 if nothing is
    private volatile SegmentFile file; // null while there is none that can be written
    private volatile boolean isUnforced;
    private volatile boolean isBad; // it holds what it should not, and does not take anything else

    ReserveFile(Path path, Disk disk, long run) {
        this.path = path;
        this.disk = disk;
        this.run = run;
    }

    /** Reads what the run before has left; {@link #make} comes next. */
    LossNote read() {
        word = LossNote.NONE;
        if (disk.isTaken(path) || !disk.exists(path)) {
            return word;
        }
        try {
            byte[] all = disk.read(path, 0, BYTES);
            for (int at = 0; at < all.length; at += HALF) {
                half(Arrays.copyOfRange(all, at, Math.min(all.length, at + HALF)));
            }
        } catch (IOException e) {
            word = LossNote.NONE; // rotten: it was there for the case that other things rot too
        }
        return word;
    }

    private void half(byte[] bytes) throws IOException {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER) {
            return;
        }
        long told = from.getLong();
        int length = from.getInt();
        int sum = from.getInt();
        if (told > number && length > 0 && length <= bytes.length - HEADER && sum == sum(bytes, told, length)) {
            number = told;
            word = LossNote.of(Arrays.copyOfRange(bytes, HEADER, HEADER + length));
        }
    }

    private static int sum(byte[] bytes, long number, int length) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(8).putLong(number).flip());
        sum.update(bytes, HEADER, length);
        return (int) sum.getValue();
    }

    /** Makes the file if there is none and there is room for it. Not under the lock. */
    void make() {
        if (file != null || word == null || disk.isTaken(path)) {
            return;
        }
        SegmentFile made = null;
        boolean isWhole = true;
        try {
            isWhole = disk.exists(path) && disk.read(path, 0, BYTES).length == BYTES;
            if (!isWhole && !word.isNone()) {
                return; // first it is told
            }
            made = disk.open(path);
            if (!isWhole) {
                made.startAt(0);
                made.write(new byte[BYTES], BYTES); // really, as a hole has no room
                made.force();
                disk.force(path.getParent());
            }
            file = made;
        } catch (IOException e) {
            close(made); // it is tried again
            if (!isWhole) {
                remove();
            }
        }
    }

    private void remove() { // half a file takes room, and is of no use
        try {
            disk.delete(path);
        } catch (IOException e) {
            // it is made again from there
        }
    }

    /** From this sequence on, records are in memory only. Their number need not be known if the process dies. */
    void mark(long sequence) {
        from = from == 0 ? sequence : from;
        if (word != null && word.from() != from) {
            put(new LossNote(run, from, word.losses()));
        }
    }

    /** What an earlier run has left, and is not among these. */
    List<Loss> inherited(List<Loss> others) {
        List<Gone> said = others.stream().flatMap(each -> each.gone().stream()).toList();
        return word == null
                ? List.of()
                : word.losses().stream()
                        .filter(each -> !LossNote.isTold(each, said))
                        .toList();
    }

    /** The last word: there will be no other of this run. @return how many of the losses it tells */
    int leave(List<Loss> losses) {
        LossNote last = LossNote.of(run, losses, HALF - HEADER);
        boolean isLeft = !last.isNone() && put(last);
        return isLeft ? last.losses().size() : 0;
    }

    /** Everything is in the lanes. Done only when {@link #force} has returned. */
    void clear() {
        from = 0;
        if (word != null && !word.isNone()) {
            isBad = !put(LossNote.NONE);
        }
    }

    private boolean put(LossNote next) {
        SegmentFile to = file;
        if (to == null) {
            return false;
        }
        byte[] text = next.bytes();
        byte[] bytes = new byte[HEADER + text.length];
        if (bytes.length > HALF) {
            return false;
        }
        System.arraycopy(text, 0, bytes, HEADER, text.length);
        ByteBuffer.wrap(bytes).putLong(number + 1).putInt(text.length).putInt(sum(bytes, number + 1, text.length));
        try {
            to.writeAt((number + 1) % 2 * HALF, bytes);
        } catch (IOException e) {
            return false;
        }
        number++;
        word = next;
        isUnforced = true;
        return true;
    }

    /** @throws IOException if what is not true any more may be found again. Not under the lock */
    void force() throws IOException {
        SegmentFile to = file;
        if (isUnforced && to != null) {
            try {
                to.force();
                isUnforced = false;
            } catch (IOException e) {
                isBad = word.isNone();
            }
        }
        if (isBad) {
            file = null;
            close(to);
            disk.delete(path);
            disk.force(path.getParent());
            word = LossNote.NONE;
            isUnforced = false;
            isBad = false;
        }
    }

    long bytes() {
        return file == null ? 0 : BYTES;
    }

    void close() {
        close(file);
        file = null;
    }

    private static void close(SegmentFile old) {
        if (old != null) {
            try {
                old.close();
            } catch (IOException e) {
                // nothing more is asked of it
            }
        }
    }
}
