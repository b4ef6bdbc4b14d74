package io.outrider.agent.telemetry.buffer;

import io.outrider.wire.Batch;
import java.time.Instant;

/** What has been accepted and not been delivered, as the upload sees it. Any thread; reads from the disk. */
public interface Backlog {
    /** Which records come first; within a batch it is always the oldest. */
    enum Order {
        /** The latest, so that the map is live at once. */
        NEWEST,
        /** The longest waiting, the most important of them first. */
        OLDEST
    }

    /**
     * @param records that wait, those taken included
     * @param bytes about what they take on the disk
     * @param oldest when the oldest of them was made; null if none waits
     */
    record Pending(long records, long bytes, Instant oldest) {}

    /**
     * Takes records out for delivery; they are not given again until they are returned.
     *
     * @param most records
     * @return null if none is there that is not taken
     */
    Batch take(Order order, int most);

    /** Somebody who answers for them has them: they are forgotten here. Also for a part of what was taken. */
    void delivered(Batch batch);

    /** They could not be delivered, and will be given again, in their order. Also for a part of what was taken. */
    void returned(Batch batch);

    /**
     * Nobody will ever take them: they are forgotten here, and counted as lost. Also for a part of what was taken.
     *
     * @param reason one word for {@code agent.loss}, such as {@code poison}
     */
    void discarded(Batch batch, String reason);

    Pending pending();
}
