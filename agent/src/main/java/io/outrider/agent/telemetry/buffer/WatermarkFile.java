package io.outrider.agent.telemetry.buffer;

import io.outrider.agent.runtime.storage.SlotFile;
import io.outrider.agent.runtime.storage.WatermarkTrouble;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * File of the watermarks, beside the buffer's folder so that it tells if that is removed. Written whenever something was
 * forced or delivered, and forced itself once a minute and before a lane is emptied: what it says late costs no more than
 * an exact number of what a damaged disk has lost. Any thread.
 */
final class WatermarkFile {
    private static final long FORCED_MICROS = 60_000_000;

    private final ReentrantLock saving = new ReentrantLock(); // taken before the stock's
    private final SlotFile file;
    private final WatermarkTrouble trouble;
    private final PendingRecords stock;
    private final List<RecordLog> lanes; // by number; the fresh one first
    private byte[] saved = {};
    private long forcedMicros; // when
    private volatile boolean isOpen;

    WatermarkFile(SlotFile file, PendingRecords stock, List<RecordLog> lanes) {
        this.file = file;
        trouble = new WatermarkTrouble(file, "the buffer of records");
        this.stock = stock;
        this.lanes = lanes;
    }

    /** Marks that the last run has left; null if there are none. */
    Watermarks read() {
        byte[] value = file.read();
        return value == null ? null : Watermarks.of(value, lanes.size());
    }

    /** What is wrong with the file. */
    WatermarkTrouble trouble() {
        return trouble;
    }

    /** The lanes have been read. */
    void open() {
        isOpen = true;
    }

    /** Writes the marks as they are now; what cannot be written is left out until the next time. */
    void save() {
        try {
            write(false);
        } catch (IOException e) {
            // they say less than is so
        }
    }

    /** The same, and has them forced now and then. */
    void saveLastingly(long nowMicros) {
        save();
        if (nowMicros - forcedMicros >= FORCED_MICROS) {
            forcedMicros = nowMicros;
            try {
                file.force();
            } catch (IOException e) {
                // as above
            }
        }
    }

    /**
     * Has the marks on the disk as they are now.
     *
     * @param clean whether the run ends in order
     * @throws IOException if older ones may be found there
     */
    void settle(boolean clean) throws IOException {
        try {
            write(clean);
            file.force();
        } catch (IOException e) {
            saved = new byte[0];
            file.delete();
        }
    }

    private void write(boolean clean) throws IOException {
        if (!isOpen) {
            return;
        }
        saving.lock();
        try {
            byte[] value = marks(clean).bytes();
            if (!Arrays.equals(value, saved)) {
                file.write(value);
                saved = value;
            }
        } finally {
            saving.unlock();
        }
    }

    private Watermarks marks(boolean clean) {
        stock.lock.lock();
        try {
            return stock.progress.watermarks(lanes, clean);
        } finally {
            stock.lock.unlock();
        }
    }

    /** Nothing is written any more. */
    void close() {
        isOpen = false;
        file.close();
    }
}
