package io.outrider.agent.commands;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acknowledgements of commands, in their order, given no faster than answers leave: a broker sends more commands only as
 * those before are acknowledged, so that no backlog of it becomes one of answers here. Any thread.
 */
final class PacedAcknowledgements {
    private static final Logger LOG = LoggerFactory.getLogger(PacedAcknowledgements.class);

    /** Answers at which no further command is acknowledged. */
    static final int MOST_OWED = 256;

    /** Acknowledgements that wait: a broker sends more only of commands with QoS 0, which acknowledgements do not hold up. */
    static final int MOST_HELD = 1_024;

    private final IntSupplier owed;
    private final Deque<Runnable> held = new ArrayDeque<>(); // guarded by this

    private final List<Runnable> withheld = new ArrayList<>(); // guarded by this

    /** @param owed answers to commands that are not run, on their way to the broker */
    PacedAcknowledgements(IntSupplier owed) {
        this.owed = owed;
    }

    /**
     * Acknowledges commands that are kept or answered, now or when answers have left.
     *
     * @param answers how many of them are about to be answered
     */
    synchronized void add(Collection<Runnable> acknowledgements, int answers) {
        held.addAll(acknowledgements);
        release(answers);
        while (held.size() > MOST_HELD) {
            acknowledgeNext();
        }
    }

    /** Acknowledges these when {@link #addWithheld} is called. */
    synchronized void withhold(Collection<Runnable> acknowledgements) {
        withheld.addAll(acknowledgements);
    }

    /** What was withheld is kept now. */
    synchronized void addWithheld() {
        held.addAll(withheld);
        withheld.clear();
        release(0);
    }

    /** Answers have left. */
    synchronized void release() {
        release(0);
    }

    private void release(int more) {
        while (!held.isEmpty() && owed.getAsInt() + more < MOST_OWED) {
            acknowledgeNext();
        }
    }

    private void acknowledgeNext() {
        try {
            held.pollFirst().run();
        } catch (RuntimeException e) {
            LOG.error("a command could not be acknowledged, and comes again; please report it", e);
        }
    }

    /** The connection is another: the broker sends again what was not acknowledged. */
    synchronized void clear() {
        held.clear();
        withheld.clear();
    }
}
