package io.outrider.agent.operator.api;

import io.outrider.agent.commands.Caller;
import io.outrider.agent.commands.Origin;
import io.outrider.agent.operator.stream.StreamEvents;
import io.outrider.api.Failure;
import io.outrider.wire.Command;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Endpoint that runs functions for waiting clients. */
final class ExecuteEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(ExecuteEndpoint.class);

    static final String LINES = "application/x-ndjson";

    /** Concurrent calls; the remaining threads serve other requests. */
    static final int MOST = 8;

    /**
     * Memory limit of the parsed arguments of all calls, in bytes. Calls of at most {@link #SMALL} bytes are exempt.
     */
    private static final long MOST_ARGUMENTS = 6 << 20;

    private static final long SMALL = 32 << 10;

    /** Progress events queued for a slow client; later ones are dropped. */
    private static final int MOST_QUEUED_EVENTS = 16;

    private final Caller caller;
    private final ExecuteRequest body;
    private final ExecutorService callers;
    private final long heartbeatNanos;
    private final Semaphore free = new Semaphore(MOST);
    private final ByteBudget arguments = new ByteBudget(MOST_ARGUMENTS);

    /** @param callers runs at least twice {@link #MOST} calls at once: one may be ending while the next begins */
    ExecuteEndpoint(Caller caller, ExecuteRequest body, ExecutorService callers, long heartbeatNanos) {
        this.caller = caller;
        this.body = body;
        this.callers = callers;
        this.heartbeatNanos = heartbeatNanos;
    }

    /** Refuses a call before its body is read. */
    void refuseIfBusy() throws HttpError {
        if (free.availablePermits() == 0) {
            throw busy();
        }
    }

    private static HttpError busy() {
        return HttpError.busy(MOST + " calls are running already; try again when one has ended");
    }

    int running() {
        return MOST - free.availablePermits();
    }

    void serve(HttpExchange request, boolean raw) throws IOException, HttpError, InterruptedException {
        if (!free.tryAcquire()) {
            throw busy();
        }
        Slot slot = new Slot();
        Command command;
        try {
            command = slot.read(request, raw);
        } catch (HttpError | RuntimeException | StackOverflowError e) {
            slot.release();
            throw e;
        }
        request.header("Outrider-jid", command.jid());
        if (request.accepts(LINES)) {
            serveLines(request, command, slot);
        } else {
            serveWhole(request, command, slot);
        }
    }

    private void serveWhole(HttpExchange request, Command command, Slot slot) throws IOException, InterruptedException {
        try {
            Return end = caller.call(command, Origin.LOCAL, progress -> {});
            request.header("Outrider-retcode", Integer.toString(end.retcode()));
            if (end.success()) {
                request.answerResult(status(end), end.result());
            } else {
                request.answerJson(status(end), error(end));
            }
        } finally {
            slot.release(); // not earlier: the result is in memory until it is written
        }
    }

    private void serveLines(HttpExchange request, Command command, Slot slot)
            throws IOException, HttpError, InterruptedException {
        BlockingQueue<Object> events = new LinkedBlockingQueue<>();
        AtomicBoolean begun = new AtomicBoolean();
        slot.share(); // by the call, and by its result until it is written
        try {
            writeLines(request, command, slot, events, begun);
        } finally {
            slot.release();
        }
    }

    private void writeLines(
            HttpExchange request, Command command, Slot slot, BlockingQueue<Object> events, AtomicBoolean begun)
            throws IOException, HttpError, InterruptedException {
        Future<?> call = start(command, events, begun, slot);
        try {
            HttpExchange.Chunks answer = request.begin(LINES);
            answer.line(Map.of("jid", command.jid()));
            Object next = null;
            while (!(next instanceof Map<?, ?> last)) {
                next = events.poll(heartbeatNanos, TimeUnit.NANOSECONDS);
                if (next == null) {
                    answer.write("\n");
                } else if (next instanceof JobEvent.Progress progress) {
                    answer.line(Map.of("progress", StreamEvents.progress(progress)));
                }
            }
            answer.line(next);
            answer.end();
        } finally {
            call.cancel(true); // has an effect only if the client has gone
            if (begun.compareAndSet(false, true)) {
                slot.release(); // a task cancelled before its start does not run at all
            }
        }
    }

    /** The last element of the queue is the end, a map. Whoever sets {@code begun} releases the slot. */
    private Future<?> start(Command command, BlockingQueue<Object> events, AtomicBoolean begun, Slot slot)
            throws HttpError {
        boolean started = false;
        try {
            Future<?> call = callers.submit(() -> {
                if (!begun.compareAndSet(false, true)) {
                    return;
                }
                try {
                    events.add(end(command, events));
                } finally {
                    slot.release();
                }
            });
            started = true;
            return call;
        } catch (RejectedExecutionException e) {
            throw new HttpError(
                    503, Failure.Actor.OPERATOR, "STOPPING", "outrider is stopping; try again when it has started");
        } finally {
            if (!started) {
                slot.release();
            }
        }
    }

    private Map<String, Object> end(Command command, BlockingQueue<Object> events) {
        try {
            Return end = caller.call(command, Origin.LOCAL, progress -> {
                if (events.size() < MOST_QUEUED_EVENTS) {
                    events.add(progress);
                }
            });
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("return", end.result());
            line.put("retcode", end.retcode());
            line.put("success", end.success());
            if (!end.success()) {
                line.putAll(error(end));
            }
            return line;
        } catch (InterruptedException e) {
            return failed("the daemon is stopping, and the job was cancelled", "CANCELLED", Failure.Actor.OPERATOR);
        } catch (RuntimeException e) {
            LOG.error("local API: internal error in a call; please report it", e);
            return failed(
                    "a fault in outrider; please report it with what the log has of it", "FAULT", Failure.Actor.AGENT);
        }
    }

    private static Map<String, Object> failed(String message, String code, Failure.Actor actor) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("return", "ERROR: " + message);
        line.put("retcode", 1);
        line.put("success", false);
        line.putAll(HttpExchange.error(message, code, actor));
        return line;
    }

    private static Map<String, Object> error(Return end) {
        Failure failure = end.failure();
        if (failure == null) {
            return HttpExchange.error(end.value().asText(), "FAILED", Failure.Actor.AGENT);
        }
        return HttpExchange.error(failure.getMessage(), failure.code(), failure.actor());
    }

    /** Maps a busy unit to a status that allows a retry. */
    private static int status(Return end) {
        boolean busy = end.failure() != null && end.failure().code().equals("BUSY");
        return end.success() ? 200 : busy ? 503 : 500;
    }

    /** Slot of a call with the memory of its arguments; free again when all shares are released. */
    private final class Slot {
        private final AtomicInteger holders = new AtomicInteger(1);
        private long weight;

        /** Checks the memory before the body is parsed. */
        private Command read(HttpExchange request, boolean raw) throws HttpError {
            byte[] bytes = request.body();
            long wanted = body.weight(bytes);
            if (wanted > MOST_ARGUMENTS) {
                throw new HttpError(
                        413,
                        Failure.Actor.CALLER,
                        "TOO_LARGE",
                        "there are too many values in the body; send them with several calls");
            }
            if (wanted > SMALL) {
                if (!arguments.take(wanted)) {
                    throw HttpError.busy("the arguments of the calls that run take all the memory there is for them;"
                            + " try again when one has ended");
                }
                weight = wanted;
            }
            Command command = body.command(bytes, raw, caller.newJid());
            request.releaseBody();
            return command;
        }

        private void share() {
            holders.incrementAndGet();
        }

        private void release() {
            if (holders.decrementAndGet() == 0) {
                arguments.give(weight);
                free.release();
            }
        }
    }
}
