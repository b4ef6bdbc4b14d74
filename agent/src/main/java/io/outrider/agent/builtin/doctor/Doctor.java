package io.outrider.agent.builtin.doctor;

import io.outrider.api.Check;
import io.outrider.api.Check.Topic;
import io.outrider.api.CheckReport;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.FaultText;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runner of checks: all at once, each on a thread of its own, which is interrupted at the limit. A check that ignores that is
 * not run again before its thread has ended. Any thread; one run at a time, for which other callers wait.
 */
public final class Doctor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Doctor.class);

    /** Limit of {@link Check.Work}. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final int MOST_REPORTS = 50; // of one check

    private final Ticker ticker;
    private final Duration limit;
    private final ReentrantLock turn = new ReentrantLock(true);
    private final Map<List<String>, CheckRun> overdue = new HashMap<>(); // by part and check; guarded by turn

    public Doctor(Ticker ticker) {
        this(ticker, LIMIT);
    }

    Doctor(Ticker ticker, Duration limit) {
        this.ticker = ticker;
        this.limit = limit;
    }

    /**
     * Runs all checks of a topic. One call waits for another; a third fails, so that jobs do not wait behind it.
     *
     * @param checks by part
     */
    public List<DoctorLine> run(Map<String, List<Check>> checks, Topic topic) throws Failure, InterruptedException {
        if (turn.hasQueuedThreads()) {
            throw new Failure(
                    CommonErrors.BUSY, "the doctor checks the unit for others already: repeat it in some seconds");
        }
        turn.lockInterruptibly();
        List<CheckRun> runs = new ArrayList<>();
        try {
            overdue.values().removeIf(each -> !each.thread.isAlive());
            checks.forEach((part, all) ->
                    all.stream().filter(each -> each.topic() == topic).forEach(each -> runs.add(start(part, each))));
            long deadline = ticker.nanos() + limit.toNanos();
            List<DoctorLine> lines = new ArrayList<>();
            for (CheckRun run : runs) {
                run.reports(deadline).stream()
                        .limit(MOST_REPORTS)
                        .forEach(each -> lines.add(DoctorLine.of(run.part, each)));
            }
            return lines;
        } finally {
            runs.forEach(this::end);
            turn.unlock();
        }
    }

    private CheckRun start(String part, Check check) {
        CheckRun before = overdue.get(List.of(part, check.name()));
        if (before != null) {
            return before;
        }
        CheckRun run = new CheckRun(part, check);
        run.thread.start();
        return run;
    }

    private void end(CheckRun run) {
        if (!run.task.isDone()) {
            run.task.cancel(true);
            overdue.put(List.of(run.part, run.check.name()), run);
        }
    }

    /** Interrupts checks that are overdue. */
    @Override
    public void close() {
        turn.lock();
        try {
            overdue.values().forEach(each -> each.thread.interrupt());
        } finally {
            turn.unlock();
        }
    }

    private final class CheckRun {
        private final String part;
        private final Check check;
        private final FutureTask<List<CheckReport>> task;
        private final Thread thread;

        CheckRun(String part, Check check) {
            this.part = part;
            this.check = check;
            task = new FutureTask<>(() -> check.work().run());
            thread = new Thread(task, "doctor " + part);
            thread.setDaemon(true);
        }

        List<CheckReport> reports(long deadline) throws InterruptedException {
            try {
                if (!task.isCancelled()) { // by an earlier run
                    return task.get(Math.max(0, deadline - ticker.nanos()), TimeUnit.NANOSECONDS);
                }
            } catch (TimeoutException e) {
                LOG.debug("check {} of {} has not ended in {} ms", check.name(), part, limit.toMillis());
            } catch (ExecutionException e) {
                return List.of(failed(e.getCause()));
            }
            return List.of(CheckReport.look(
                    check.name(),
                    "no answer within " + limit.toSeconds() + " s",
                    "Run outrider doctor again; if it stays so, what is checked hangs."));
        }

        private CheckReport failed(Throwable cause) {
            if (cause instanceof Failure failure) {
                return CheckReport.bad(check.name(), failure.getMessage(), "");
            }
            LOG.error("check {} of {} failed{}", check.name(), part, FaultText.LOG_SUFFIX, cause);
            return CheckReport.look(check.name(), "not checked", FaultText.SENTENCE);
        }
    }
}
