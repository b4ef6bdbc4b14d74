package io.outrider.agent.telemetry.upload;

import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.wire.Batch;
import io.outrider.wire.Priority;
import io.outrider.wire.SequencedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes next, and what becomes of what has gone. The upload's thread only.
 *
 * <p>A bad record is found by halving the batch that it is in, and is called poison only if others are taken: neither a
 * server that refuses everything for a while, nor a network that is gone, costs a record.
 *
 * <ul>
 *   <li>A batch that is refused is halved at once. A record that is refused alone is sent again at once; refused again, it
 *       waits until another batch has been accepted. After three such rounds it is poison.
 *   <li>A batch that merely fails counts as failed only if nothing else was under way, and at most once between two
 *       successes of others. After three such failures it is halved. A record that has failed ten times alone waits until
 *       much has been accepted before each further trial; it is poison only if each time the connection was lost over it.
 * </ul>
 */
final class BatchScheduler {
    private static final Logger LOG = LoggerFactory.getLogger(BatchScheduler.class);
    private static final int FAILURES = 3;
    /** On a bad network one record may fail often and be good. */
    private static final int FAILURES_OF_ONE = 10;
    /** Batches to be accepted before such a record is tried again. */
    private static final int LONG_WAIT = 20;
    /** Batches that have to be taken one by one after a failure. */
    private static final int CAREFUL = 8;
    /** Times that one record is refused twice in a row while others are taken. */
    private static final int REFUSALS = 3;

    /** Records refused one by one, and none taken: then it is not the records. */
    private static final int ALL = 32;
    /** Batches taken before larger ones are tried again. */
    private static final int GROW = 20;

    private final Backlog backlog;
    private final UploadCounters tally;
    private final DeadLetterFile aside;
    private final RetryQueue held = new RetryQueue();
    private final FailureHistory learned = new FailureHistory();
    private int largest;
    private int size;
    private int grown;
    private int careful;
    private long accepted;
    private long reconnects;
    private int refusedSince;
    private boolean behind = true; // whether something may wait from before an outage, or from another run
    private boolean newest = true;
    private boolean lone;

    /** @param largest records in a batch */
    BatchScheduler(Backlog backlog, UploadCounters tally, DeadLetterFile aside, int largest) {
        this.backlog = backlog;
        this.tally = tally;
        this.aside = aside;
        this.largest = largest;
        this.size = largest;
    }

    /** @param records in a batch from now on; what is held stays as it is */
    void limit(int records) {
        if (records != largest) {
            largest = records;
            size = records;
            grown = 0;
        }
    }

    /** What is live comes first. */
    void reconnected() {
        reconnects++;
        interrupted();
    }

    private void interrupted() {
        behind = true;
        newest = true;
    }

    /** Whether it has something that goes by itself as soon as it can. */
    boolean holds() {
        return held.canBeTried();
    }

    /** Whether there is something to {@link #rest} from. */
    boolean isBusy() {
        return held.hasBatches();
    }

    /** Nothing goes for a while: the buffer gets back what it might want to give up. */
    void rest() {
        held.batches().forEach(this::giveBack);
    }

    /**
     * @param highOnly leave everything else, as the budget is used up
     * @return null if there is nothing, or it has to wait until nothing is under way
     */
    BatchAttempt next(int underWay, boolean highOnly) {
        Predicate<BatchAttempt> goes = flight -> !highOnly || flight.isHigh();
        if (underWay > 0 && (lone || careful > 0 || held.isDue(accepted, goes))) {
            return null;
        }
        BatchAttempt next = due(goes);
        if (next == null) {
            next = highOnly ? high() : waiting();
        }
        if (next == null) {
            next = held.early(goes);
        }
        if (next != null) {
            next.alone = underWay == 0 && (careful > 0 || next.failures > 0);
            lone = next.alone;
        }
        return next;
    }

    private BatchAttempt due(Predicate<BatchAttempt> goes) {
        BatchAttempt due = held.due(accepted, goes);
        while (due != null && due.size() > size) { // the receiver has said since that it takes less at once
            halve(due, due.failures, 0);
            due = held.due(accepted, goes);
        }
        return due;
    }

    /** Of what waits: the oldest; while there is a backlog the newest and the oldest by turns, so that what is live is seen. */
    private BatchAttempt waiting() {
        Backlog.Order order = behind && newest ? Backlog.Order.NEWEST : Backlog.Order.OLDEST;
        newest = !newest;
        while (true) {
            Batch batch = backlog.take(order, size);
            if (batch == null) {
                behind = false;
                return null;
            }
            BatchAttempt flight = learned.flight(batch, order, backlog);
            if (flight.failures == 0 || !hold(flight)) {
                return flight;
            } // else it is not its turn, and must not stand in the way of others
        }
    }

    /** Until others have been accepted; @return whether there was room for it. */
    private boolean hold(BatchAttempt flight) {
        flight.needsOthers = failsAlone(flight);
        flight.due = flight.acceptedBefore + (failsAlone(flight) ? LONG_WAIT : 1);
        return held.add(flight);
    }

    private static boolean failsAlone(BatchAttempt flight) {
        return flight.size() == 1 && flight.failures >= FAILURES_OF_ONE;
    }

    private BatchAttempt high() {
        Batch batch = backlog.take(Backlog.Order.OLDEST, size);
        if (batch == null) {
            return null;
        }
        List<SequencedRecord> high = new ArrayList<>();
        List<SequencedRecord> rest = new ArrayList<>();
        for (SequencedRecord each : batch.records()) {
            (each.record().priority() == Priority.HIGH ? high : rest).add(each);
        }
        if (!rest.isEmpty()) {
            backlog.returned(new Batch(batch.runId(), batch.sameBoot(), rest));
        }
        return high.isEmpty() ? null : new BatchAttempt(new Batch(batch.runId(), batch.sameBoot(), high), 0);
    }

    void accepted(BatchAttempt flight) {
        backlog.delivered(flight.batch);
        accepted++;
        careful = Math.max(0, careful - 1);
        tally.batches.increment();
        tally.records.add(flight.size());
        if (flight.failures > 0) {
            tally.retried.add(flight.size());
        }
        refusedSince = 0;
        if (size < largest && ++grown >= GROW) {
            grown = 0;
            size = Math.min(largest, size * 2);
        }
    }

    /** @param dropped whether the connection was lost over it */
    void later(BatchAttempt flight, String why, boolean dropped) {
        failed(flight);
        interrupted();
        careful = CAREFUL;
        if (!flight.alone) {
            giveBack(flight);
            return;
        }
        // a link that comes back shows that things work, but is too little to give a record up
        boolean worked = accepted > flight.acceptedBefore || flight.size() > 1 && reconnects > flight.reconnectsBefore;
        if (flight.failures == 0 || worked) {
            flight.failures++;
            flight.drops += dropped ? 1 : 0;
        }
        noted(flight);
        if (flight.size() > 1 && flight.failures >= FAILURES) {
            halve(flight, FAILURES - 1, accepted + 1);
        } else if (flight.size() == 1 && flight.drops >= FAILURES_OF_ONE) {
            poison(flight, why);
        } else if (!hold(flight)) {
            giveBack(flight);
        }
    }

    /** @return as {@link #refused} */
    boolean tooLarge(BatchAttempt flight) {
        if (flight.size() > 1) { // a record that is too large alone says nothing about the others
            size = Math.min(size, flight.size() / 2);
            grown = 0;
        }
        return refused(flight);
    }

    /** @return whether everything is refused, and no sense is in going on for now; then nothing is held any more */
    boolean refused(BatchAttempt flight) {
        failed(flight);
        if (flight.size() > 1) {
            halve(flight, 0, 0);
            return false;
        }
        if (!flight.again) {
            flight.again = true;
            flight.due = 0;
            held.addFirst(flight);
            return false;
        }
        flight.again = false;
        if (++flight.refusals >= REFUSALS) {
            poison(flight, "refused");
            return false;
        }
        flight.due = accepted + 1;
        flight.needsOthers = true;
        if (!held.add(flight)) {
            giveBack(flight);
        }
        if (flight.refusals > 1 || ++refusedSince < ALL) {
            return false;
        }
        giveBack();
        return true;
    }

    /** Returns everything that is held, and remembers what was learned of it. */
    void giveBack() {
        held.all().forEach(this::giveBack);
        refusedSince = 0;
    }

    private void giveBack(BatchAttempt flight) {
        learned.keep(flight);
        backlog.returned(flight.batch);
    }

    void returned(BatchAttempt flight) {
        failed(flight);
        interrupted();
        backlog.returned(flight.batch);
    }

    private void failed(BatchAttempt flight) {
        tally.failures.increment();
        tally.failedRecords.add(flight.size());
    }

    /** The older half first, before everything else that is due. */
    private void halve(BatchAttempt flight, int failures, long due) {
        tally.halved.increment();
        int middle = flight.size() / 2;
        for (Batch half : List.of(flight.batch.part(middle, flight.size()), flight.batch.part(0, middle))) {
            BatchAttempt part = new BatchAttempt(half, half.records().size() == 1 ? Math.min(failures, 1) : failures);
            part.drops = Math.min(flight.drops, 1);
            part.due = due;
            noted(part);
            held.addFirst(part);
        }
    }

    private void noted(BatchAttempt flight) {
        flight.acceptedBefore = accepted;
        flight.reconnectsBefore = reconnects;
    }

    private void poison(BatchAttempt flight, String why) {
        SequencedRecord record = flight.batch.records().get(0);
        LOG.warn(
                "record {} of type {} is taken by nobody ({}) and was set aside",
                record.sequence(),
                record.record().type(),
                why);
        tally.poison.increment();
        aside.keep(flight.batch, why);
        backlog.discarded(flight.batch, "poison");
    }
}
