package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.Registration;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scheduler of the modules' periodic tasks, on a thread of its own that begins with the first of them: a task that blocks
 * delays those of modules only. It is reported, and no reason for the watchdog to restart the daemon. Any thread.
 */
public final class ModuleTasks implements ModulePorts.TaskSchedule, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ModuleTasks.class);

    /** Longer runs are reported. */
    private static final Duration LONG_RUN = Duration.ofSeconds(10);

    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(30);

    private record TaskRun(String module, long since) {}

    private final PeriodicTasks tasks;
    private final PeriodicTasks supervisor;
    private final Ticker ticker;
    private final AtomicBoolean supervised = new AtomicBoolean();
    private final Set<String> reported = ConcurrentHashMap.newKeySet(); // modules of long runs
    private volatile TaskRun running; // null between two runs

    /**
     * @param supervisor another thread, which finds the long runs
     * @param ticker of awake time
     */
    public ModuleTasks(PeriodicTasks supervisor, Ticker ticker) {
        this.supervisor = supervisor;
        this.ticker = ticker;
        tasks = new PeriodicTasks(
                "module-tasks", new Heartbeats(ticker).register("module-tasks", LONG_RUN)); // not the watchdog's
    }

    @Override
    public Registration every(String module, Duration interval, Runnable task) {
        if (supervised.compareAndSet(false, true)) {
            supervisor.every("module-tasks-check", CHECK_INTERVAL, this::check);
        }
        return tasks.every("module-" + module, interval, () -> run(module, task));
    }

    private void run(String module, Runnable task) {
        TaskRun run = new TaskRun(module, ticker.nanos());
        running = run;
        try {
            task.run();
        } finally {
            running = null;
            if (isLong(run)) {
                report(run);
            }
        }
    }

    void check() {
        TaskRun run = running;
        if (run != null && isLong(run)) {
            report(run);
        }
    }

    private boolean isLong(TaskRun run) {
        return ticker.nanos() - run.since > LONG_RUN.toNanos();
    }

    private void report(TaskRun run) {
        if (reported.add(run.module)) {
            LOG.warn("{}", sentence(run));
        }
    }

    private String sentence(TaskRun run) {
        return "periodic task module-" + run.module + " takes "
                + Duration.ofNanos(ticker.nanos() - run.since).toSeconds()
                + " s and delays the tasks of all modules; it must not wait: report it to the author of the module";
    }

    @Override
    public Optional<String> problem(String module) {
        TaskRun run = running;
        return run != null && run.module.equals(module) && isLong(run) ? Optional.of(sentence(run)) : Optional.empty();
    }

    /** Waits up to 1 s for a running task, then interrupts it. */
    @Override
    public void close() {
        tasks.close();
    }
}
