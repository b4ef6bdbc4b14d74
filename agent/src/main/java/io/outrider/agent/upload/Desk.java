package io.outrider.agent.upload;

import io.outrider.agent.buffer.Backlog;
import io.outrider.agent.buffer.Batch;
import io.outrider.agent.buffer.Numbered;
import io.outrider.agent.telemetry.Priority;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes next, and what becomes of what has gone. The upload's thread only.
 *
 * <p>A record is called poison only if others are taken. One that is refused alone is sent again at once; refused again,
 * it waits until something else has been accepted, and is given up when that has come to nothing three times. So neither
 * a server which refuses everything for a while costs a record, nor one which refuses now and then whatever it gets. A batch that fails while nothing
 * else is under way is a suspect; after three such failures, with other things working in between, it is halved. A
 * record that stands alone is given up only if the broker drops the connection over it again and again; one that is
 * merely to come later waits until more has been accepted, and is never given up.
 */
final class Desk {
    private static final Logger LOG = LoggerFactory.getLogger(Desk.class);
    private static final int SUSPECTS = 4;
    private static final int FAILURES = 3;
    /** On a bad network one record may fail often and be good. */
    private static final int FAILURES_OF_ONE = 10;
    /** Records that wait until more has been accepted: few, for the buffer cannot give up what is held. */
    private static final int SHELVED = 8;
    /** Batches to be accepted before one of those is tried again. */
    private static final int SHELF_TIME = 20;
    /** Batches that have to be taken one by one after a failure. */
    private static final int CAREFUL = 8;
    /** Times that one record is refused twice in a row while others are taken. */
    private static final int REFUSALS = 3;

    /** Records refused one by one, and none taken: then it is not the records. */
    private static final int ALL = 32;
    /** Batches taken before larger ones are tried again. */
    private static final int GROW = 20;

    private final Backlog backlog;
    private final Tally tally;
    private final Aside aside;
    private int largest;
    private final Deque<Flight> parts = new ArrayDeque<>();
    private final Deque<Flight> suspects = new ArrayDeque<>();
    private final Deque<Flight> shelf = new ArrayDeque<>();
    private final Learned learned = new Learned();
    private final List<Flight> condemned = new ArrayList<>();
    private int size;
    private int grown;
    private int careful;
    private long accepted;
    private long reconnects;
    private int refusedSince;
    private boolean newest = true;
    private boolean suspectsTurn;
    private boolean lone;

    /** @param largest records in a batch */
    Desk(Backlog backlog, Tally tally, Aside aside, int largest) {
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

    /** What is live comes first again. */
    void reconnected() {
        reconnects++;
        newest = true;
    }

    /** Whether it has something that the backlog does not give again by itself. */
    boolean holds() {
        return !parts.isEmpty() || !suspects.isEmpty();
    }

    /**
     * @param highOnly leave everything else
     * @return null if there is nothing, or it has to wait until nothing is under way
     */
    Flight next(int underWay, boolean highOnly) {
        if (underWay > 0 && (lone || careful > 0 || holds() || shelfIsDue())) {
            return null;
        }
        Flight next = highOnly ? high() : chosen();
        if (next != null) {
            next.alone = underWay == 0 && (careful > 0 || next.failures > 0);
            lone = next.alone;
        }
        return next;
    }

    /** Whether it keeps batches from the buffer that are wanted back when nothing goes for a while. */
    boolean keeps() {
        return holds() || !condemned.isEmpty();
    }

    /** The receiver may have said since that it takes less at once. */
    private Flight fitting(Flight part) {
        if (part.size() <= size) {
            return part;
        }
        halve(part, parts, part.failures);
        return fitting(parts.pop());
    }

    private Flight chosen() {
        if (!parts.isEmpty()) {
            return fitting(parts.pop());
        }
        if (shelfIsDue()) {
            return shelf.pop();
        }
        if (suspectsTurn && !suspects.isEmpty()) {
            suspectsTurn = false;
            return suspect();
        }
        suspectsTurn = true;
        Backlog.Order order = newest ? Backlog.Order.NEWEST : Backlog.Order.OLDEST;
        newest = !newest;
        while (true) {
            Batch batch = backlog.take(order, size);
            if (batch == null) {
                return suspects.isEmpty() ? null : suspect();
            }
            Flight flight = learned.flight(batch, order, backlog);
            if (standsAlone(flight) && shelf.size() < SHELVED) {
                shelf.add(flight);
            } else if (flight.failures > 0 && suspects.size() < SUSPECTS) {
                suspects.add(flight); // it is not its turn, and must not stand in the way of others
            } else {
                return flight;
            }
        }
    }

    /** The one that has waited longest. */
    private Flight suspect() {
        Flight first = Collections.min(suspects, Comparator.comparingLong(each -> each.acceptedBefore));
        suspects.remove(first);
        return first;
    }

    private static boolean standsAlone(Flight flight) {
        return flight.size() == 1 && flight.failures >= FAILURES_OF_ONE;
    }

    private boolean shelfIsDue() {
        return !shelf.isEmpty() && accepted >= shelf.peek().acceptedBefore + SHELF_TIME;
    }

    private Flight high() {
        Batch batch = backlog.take(Backlog.Order.OLDEST, size);
        if (batch == null) {
            return null;
        }
        List<Numbered> high = new ArrayList<>();
        List<Numbered> rest = new ArrayList<>();
        for (Numbered each : batch.records()) {
            (each.sample().priority() == Priority.HIGH ? high : rest).add(each);
        }
        if (!rest.isEmpty()) {
            backlog.returned(new Batch(batch.boot(), batch.thisBoot(), rest));
        }
        return high.isEmpty() ? null : new Flight(new Batch(batch.boot(), batch.thisBoot(), high), 0);
    }

    void accepted(Flight flight) {
        backlog.delivered(flight.batch);
        accepted++;
        careful = Math.max(0, careful - 1);
        tally.batches.increment();
        tally.records.add(flight.size());
        if (flight.failures > 0) {
            tally.retried.add(flight.size());
        }
        refusedSince = 0;
        parts.addAll(condemned); // behind what is held: with each of them another may have been taken
        condemned.clear();
        if (size < largest && ++grown >= GROW) {
            grown = 0;
            size = Math.min(largest, size * 2);
        }
    }

    /** @param dropped whether the connection was lost over it */
    void later(Flight flight, String why, boolean dropped) {
        failed(flight);
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
        if (standsAlone(flight)) {
            alone(flight, why);
        } else if (flight.size() > 1 && flight.failures >= FAILURES) {
            halve(flight, suspects, FAILURES - 1);
        } else if (suspects.size() < SUSPECTS) {
            suspects.add(flight);
        } else {
            giveBack(flight);
        }
    }

    /** It fails by itself, and others do not. */
    private void alone(Flight flight, String why) {
        if (flight.drops >= FAILURES_OF_ONE) {
            poison(flight, why);
        } else if (shelf.size() < SHELVED) {
            shelf.add(flight);
        } else {
            giveBack(flight);
        }
    }

    /** @return as {@link #refused} */
    boolean tooLarge(Flight flight) {
        if (flight.size() > 1) { // a record that is too large alone says nothing about the others
            size = Math.min(size, flight.size() / 2);
            grown = 0;
        }
        return refused(flight);
    }

    /** @return whether everything is refused, and no sense is in going on for now; then nothing is held any more */
    boolean refused(Flight flight) {
        failed(flight);
        if (flight.size() > 1) {
            halve(flight, parts, 0);
            return false;
        }
        if (!flight.again) {
            flight.again = true;
            parts.push(flight);
            return false;
        }
        flight.again = false;
        if (++flight.refusals >= REFUSALS) {
            poison(flight, "refused");
            return false;
        }
        condemned.add(flight);
        if (flight.refusals > 1 || ++refusedSince < ALL) {
            return false;
        }
        giveBack();
        return true;
    }

    /** Returns everything that is held, and remembers what was learned of it. */
    void giveBack() {
        for (Deque<Flight> each : List.of(parts, suspects, shelf, new ArrayDeque<>(condemned))) {
            each.forEach(this::giveBack);
            each.clear();
        }
        condemned.clear();
        refusedSince = 0;
    }

    private void giveBack(Flight flight) {
        learned.keep(flight);
        backlog.returned(flight.batch);
    }

    void returned(Flight flight) {
        failed(flight);
        backlog.returned(flight.batch);
    }

    private void failed(Flight flight) {
        tally.failures.increment();
        tally.failedRecords.add(flight.size());
    }

    /** The older half first, before everything else that is held. */
    private void halve(Flight flight, Deque<Flight> to, int failures) {
        tally.halved.increment();
        int middle = flight.size() / 2;
        for (Batch half : List.of(flight.batch.part(middle, flight.size()), flight.batch.part(0, middle))) {
            Flight part = new Flight(half, half.records().size() == 1 ? Math.min(failures, 1) : failures);
            part.drops = Math.min(flight.drops, 1);
            noted(part);
            to.push(part);
        }
    }

    private void noted(Flight flight) {
        flight.acceptedBefore = accepted;
        flight.reconnectsBefore = reconnects;
    }

    private void poison(Flight flight, String why) {
        Numbered record = flight.batch.records().get(0);
        LOG.warn(
                "record {} of type {} is taken by nobody ({}) and was set aside",
                record.sequence(),
                record.sample().type(),
                why);
        tally.poison.increment();
        aside.keep(flight.batch, why);
        backlog.discarded(flight.batch, "poison");
    }
}
