package io.outrider.agent.telemetry.buffer;

import static io.outrider.agent.runtime.Locks.locked;

import io.outrider.agent.runtime.storage.SlotFile;
import io.outrider.agent.runtime.storage.WatermarkTrouble;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * File of the watermarks, next to the folder of the buffer so that it survives the removal of that. Written after each
 * fsync and delivery, and forced once a minute and before a log is cleared: a stale mark costs only the exact number of
 * records that a damaged disk has lost. Any thread.
 */
final class WatermarkFile {
    private static final long FORCE_INTERVAL_MICROS = 60_000_000;

    private final ReentrantLock saving = new ReentrantLock(); // taken before the lock of the buffer
    private final SlotFile file;
    final WatermarkTrouble problem;
    private final PendingRecords pending;
    private final List<RecordLog> logs; // by number; the active one first
    private byte[] saved = {};
    private long forcedMicros;
    private volatile boolean isOpen; // the logs have been read

    WatermarkFile(SlotFile file, PendingRecords pending, List<RecordLog> logs) {
        this.file = file;
        problem = new WatermarkTrouble(file, "the buffer of records");
        this.pending = pending;
        this.logs = logs;
    }

    /** Watermarks of the last run; null if there are none. */
    Watermarks read() {
        byte[] value = file.read();
        return value == null ? null : Watermarks.of(value, logs.size());
    }

    void onRecovered() {
        isOpen = true;
    }

    /** Writes the current marks; an error is left to the next call. */
    void save() {
        try {
            write(false);
        } catch (IOException e) {
            // stale marks only report less damage
        }
    }

    /** As {@link #save}, and forces the file once a minute. */
    void saveAndForceIfDue(long nowMicros) {
        save();
        if (nowMicros - forcedMicros >= FORCE_INTERVAL_MICROS) {
            forcedMicros = nowMicros;
            try {
                file.force();
            } catch (IOException e) {
                // as above
            }
        }
    }

    /** Writes and forces the current marks, or deletes the file. @throws IOException if stale marks may remain */
    void saveForced(boolean clean) throws IOException {
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
        locked(saving, () -> {
            byte[] value = locked(pending.lock, () -> pending.progress.watermarks(logs, clean))
                    .bytes();
            if (!Arrays.equals(value, saved)) {
                file.write(value);
                saved = value;
            }
        });
    }

    void close() {
        isOpen = false;
        file.close();
    }
}
