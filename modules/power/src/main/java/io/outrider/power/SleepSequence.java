package io.outrider.power;

import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.api.ModuleContext;
import io.outrider.api.Ticker;
import io.outrider.power.SleepRequest.Goal;
import io.outrider.power.SleepRequest.SleepStage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sequence of steps before the unit sleeps, on a thread of its own. Between two steps it ends if it has been stopped, and waits
 * while something inhibits sleep. A failed step is logged and does not end it.
 */
final class SleepSequence implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(SleepSequence.class);

    private static final long SECOND = VehicleUse.seconds(1);
    private static final int COMMAND_SECONDS = 300; // a machine may take minutes to go down
    private static final int RESCUE_SECONDS = 10; // for each step once the battery is low

    private final SleepRequest request;
    private final PowerSettings settings;
    private final ModuleContext context;
    private final Ticker ticker;
    private final Ticker awake;
    private final BiConsumer<SleepSequence, Optional<String>> end;
    private volatile String stop;
    private volatile boolean urgent;
    private volatile boolean isUseSeen;
    private volatile boolean announced;
    private volatile String problem = "";

    private final Map<String, String> results = new LinkedHashMap<>(); // guarded by this
    private SleepStage step; // guarded by this, as are those below
    private boolean waits;
    private long deadline;
    private Thread calling;
    private boolean cut;

    /** @param end gets why the sequence was stopped, nothing if all steps were done; called once by its thread */
    SleepSequence(
            SleepRequest request,
            PowerSettings settings,
            ModuleContext context,
            Ticker awake,
            BiConsumer<SleepSequence, Optional<String>> end) {
        this.request = request;
        this.settings = settings;
        this.context = context;
        this.ticker = context.ticker();
        this.awake = awake;
        this.end = end;
        urgent = request.goal() == Goal.RESCUE;
    }

    @Override
    public void run() {
        try {
            for (SleepStage each : request.goal().steps) {
                begin(each, true);
                while (stop == null && isInhibited()) {
                    ticker.sleep(SECOND);
                }
                if (stop != null) {
                    break;
                }
                begin(each, false); // its time limit counts from now
                String result = execute(each);
                synchronized (this) {
                    results.put(each.words, result);
                }
                LOG.info("power: {}: {}", each.words, result);
            }
        } catch (InterruptedException e) {
            stop("the module was closed");
        } catch (RuntimeException e) {
            LOG.error("power: fault in the sleep sequence", e);
            stop("a fault; the log has it");
        }
        end.accept(this, Optional.ofNullable(stop));
    }

    private synchronized void begin(SleepStage next, boolean waiting) {
        step = next;
        waits = waiting;
        int limit = switch (next) {
            case STATES -> settings.pendingS();
            case UPLOAD -> settings.uploadS();
            case DELAY -> request.delay();
            default -> COMMAND_SECONDS;
        };
        deadline = ticker.nanos() + VehicleUse.seconds(urgent ? Math.min(limit, RESCUE_SECONDS) : limit);
    }

    private String execute(SleepStage each) throws InterruptedException {
        return switch (each) {
            case STATES -> states();
            case UPLOAD -> upload();
            case ANNOUNCE -> announce();
            case DELAY -> delay();
            case COMMAND -> command();
        };
    }

    private String states() throws InterruptedException {
        try {
            return outcome(call("state.sls", Map.of("mods", List.of("pending"))));
        } catch (Failure e) {
            return failed("state.sls pending", e);
        }
    }

    private static String outcome(Object returned) {
        if (!(returned instanceof Map<?, ?> steps)) {
            return "done";
        }
        long failures = steps.values().stream()
                .filter(each -> each instanceof Map<?, ?> one && Boolean.FALSE.equals(one.get("result")))
                .count();
        return failures == 0 ? steps.size() + " steps done" : failures + " of " + steps.size() + " steps failed";
    }

    private String upload() throws InterruptedException {
        try {
            int seconds = urgent ? Math.min(settings.uploadS(), RESCUE_SECONDS) : settings.uploadS();
            Object result = call("cloud.upload", Map.of("timeout", seconds));
            Object waiting = result instanceof Map<?, ?> counts ? counts.get("waiting") : null;
            return waiting == null ? "all sent" : waiting + " records wait still";
        } catch (Failure e) {
            boolean isOff = e.actor() == Failure.Actor.OPERATOR || e.is(CommonErrors.NO_SUCH_FUNCTION);
            return isOff ? "no upload is set up" : failed("cloud.upload", e);
        }
    }

    /** Publishes the event on which the daemon flushes and uploads. */
    private String announce() throws InterruptedException {
        Object uptime = null;
        try {
            uptime = call("status.uptime", Map.of()) instanceof Map<?, ?> up ? up.get("seconds") : null;
        } catch (Failure e) {
            LOG.debug("power: no uptime: {}", e.getMessage());
        }
        if (stop != null) {
            return "not announced: " + stop;
        }
        String tag = "system/power/" + request.goal().event;
        Map<String, Object> data = Members.of("delay", request.delay(), "interval", request.interval());
        data.putAll(Members.of("reason", request.reason(), "uptime", uptime));
        context.events().publish(tag, data);
        announced = true;
        return tag;
    }

    private String delay() throws InterruptedException {
        while (stop == null && !isOverdue()) {
            ticker.sleep(SECOND);
        }
        return request.delay() + " s";
    }

    private String command() throws InterruptedException {
        List<String> template = commandOf(request.goal(), settings);
        if (template.isEmpty()) {
            return "there is none: the unit is idle";
        }
        SystemCommand command = SystemCommand.of(template, request.interval());
        problem = command.run(VehicleUse.seconds(COMMAND_SECONDS), awake);
        if (!problem.isEmpty()) {
            LOG.warn("power: {}", problem);
        }
        return problem.isEmpty() ? command.argv().get(0) + " done" : problem;
    }

    static List<String> commandOf(Goal goal, PowerSettings settings) {
        return switch (goal) {
            case REBOOT -> settings.rebootCommand();
            case HIBERNATE, RESCUE ->
                settings.hibernateCommand().isEmpty() ? settings.sleepCommand() : settings.hibernateCommand();
            default -> settings.sleepCommand();
        };
    }

    private static String failed(String what, Failure failure) {
        LOG.warn("power: {} failed: {}", what, failure.getMessage());
        return "failed: " + failure.getMessage();
    }

    /** Calls a function until the deadline of the step, at which {@link #check} interrupts it. */
    private Object call(String function, Map<String, ?> keywords) throws Failure, InterruptedException {
        synchronized (this) {
            calling = Thread.currentThread();
        }
        try {
            return context.caller().call(function, List.of(), keywords);
        } catch (InterruptedException e) {
            synchronized (this) {
                if (!cut) {
                    throw e;
                }
            }
            throw new Failure(CommonErrors.BUSY, function + " did not end in time and was cancelled");
        } finally {
            synchronized (this) {
                calling = null;
                if (cut) {
                    Thread.interrupted(); // the interrupt may have come after the call
                }
                cut = false;
            }
        }
    }

    /**
     * Cancels a call that is overdue. States that inhibit sleep, as a release does while it must not be interrupted, are
     * given the time until their inhibition expires, unless the battery is low.
     *
     * @param useSeen true while the next step has to wait for whether the vehicle is in use
     */
    synchronized void check(boolean useSeen) {
        isUseSeen = useSeen;
        if (calling != null && !cut && isOverdue() && (urgent || step != SleepStage.STATES || !isInhibited())) {
            cut = true;
            calling.interrupt();
        }
    }

    private boolean isInhibited() {
        return !urgent && !request.force() && (isUseSeen || !inhibitions().isEmpty());
    }

    private List<Inhibitors.Inhibition> inhibitions() {
        return context.inhibitors().active(Inhibitors.Activity.SLEEP);
    }

    private synchronized boolean isOverdue() {
        return ticker.nanos() - deadline >= 0;
    }

    /** Ends the sequence after the present step; the first reason counts. */
    synchronized void stop(String why) {
        stop = stop == null ? why : stop;
    }

    /** Ends the sequence of a machine that has slept meanwhile: what was announced has come and gone. */
    synchronized void stopAsleep() {
        stop("the machine was suspended");
        announced = false;
    }

    /** Shortens what is left, as the battery is low; one that has not announced the sleep is stopped. */
    synchronized void hurry() {
        if (!urgent) {
            urgent = true;
            deadline = Math.min(deadline, ticker.nanos() + VehicleUse.seconds(RESCUE_SECONDS));
            if (!announced) {
                stop("the battery is low");
            }
        }
    }

    SleepRequest request() {
        return request;
    }

    boolean wasAnnounced() {
        return announced;
    }

    String problem() {
        return problem;
    }

    synchronized Map<String, String> results() {
        return new LinkedHashMap<>(results);
    }

    /** Present step with the time that it may still take, or what it waits for, and the cause of all. */
    synchronized String progress() {
        String now =
                step == null ? "begins" : step.words + ", " + PowerStatus.span(deadline - ticker.nanos()) + " left";
        if (waits && isInhibited()) {
            now = "waits, "
                    + PowerStatus.last(inhibitions()).map(PowerStatus::heldBy).orElse("a sign of use is there");
        }
        Goal goal = request.goal();
        return goal.words + now + (goal.words.isEmpty() ? "" : "; " + request.cause());
    }
}
