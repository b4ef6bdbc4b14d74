package io.outrider.agent.operator.api;

import io.outrider.agent.commands.Caller;
import io.outrider.agent.commands.JobErrors;
import io.outrider.agent.commands.Origin;
import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.FaultText;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Endpoint that runs functions for waiting clients. */
final class ExecuteEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(ExecuteEndpoint.class);

    static final String LINES = "application/x-ndjson";

    /** Concurrent calls; the remaining threads serve other requests. */
    static final int MOST = 8;

    /** Bytes of the parsed arguments of all calls; calls of at most {@link #SMALL} bytes are exempt. */
    private static final int MOST_ARGUMENTS = 6 << 20;

    private static final long SMALL = 32 << 10;

    /** Progress events queued for a slow client; later ones are dropped. */
    private static final int MOST_QUEUED_EVENTS = 16;

    private final Caller caller;
    private final ExecuteRequest body;
    private final ExecutorService callers;
    private final long heartbeatNanos;
    private final Semaphore free = new Semaphore(MOST);
    private final Semaphore arguments = new Semaphore(MOST_ARGUMENTS);

    /** @param callers runs at least twice {@link #MOST} calls at once: one may be ending while the next begins */
    ExecuteEndpoint(Caller caller, ExecuteRequest body, ExecutorService callers, long heartbeatNanos) {
        this.caller = caller;
        this.body = body;
        this.callers = callers;
        this.heartbeatNanos = heartbeatNanos;
    }

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
        try {
            Command command = slot.read(request, raw);
            request.header("Outrider-jid", command.jid());
            if (request.accepts(LINES)) {
                serveLines(request, command, slot);
            } else {
                serveWhole(request, command);
            }
        } finally {
            slot.release(); // not earlier: the result is in memory until it is written
        }
    }

    private void serveWhole(HttpExchange request, Command command) throws IOException, InterruptedException {
        Return end = caller.call(command, Origin.LOCAL, progress -> {});
        request.header("Outrider-retcode", Integer.toString(end.retcode()));
        if (end.success()) {
            request.answerResult(200, end.result());
        } else {
            request.refuse(error(end));
        }
    }

    /** The call runs on a thread of its own and shares the slot. */
    private void serveLines(HttpExchange request, Command command, Slot slot)
            throws IOException, HttpError, InterruptedException {
        BlockingQueue<Object> events = new LinkedBlockingQueue<>();
        Future<?> call;
        try {
            call = callers.submit(() -> {
                if (slot.share()) {
                    try {
                        events.add(end(command, events));
                    } finally {
                        slot.release();
                    }
                }
            });
        } catch (RejectedExecutionException e) {
            throw new HttpError(503, AgentErrors.STOPPING, "outrider is stopping; try again when it has started");
        }
        try {
            writeLines(request, command, events);
        } finally {
            call.cancel(true); // has an effect only if the client has gone
        }
    }

    /** @param events progress, and at last the end, a map */
    private void writeLines(HttpExchange request, Command command, BlockingQueue<Object> events)
            throws IOException, InterruptedException {
        HttpExchange.Chunks answer = request.begin(LINES);
        answer.line(Map.of("jid", command.jid()));
        Object next = null;
        while (!(next instanceof Map<?, ?>)) {
            next = events.poll(heartbeatNanos, TimeUnit.NANOSECONDS);
            if (next == null) {
                answer.write("\n");
            } else if (next instanceof JobEvent.Progress) {
                answer.line(Map.of("progress", next));
            }
        }
        answer.line(next);
        answer.end();
    }

    private Map<String, Object> end(Command command, BlockingQueue<Object> events) {
        try {
            Return end = caller.call(command, Origin.LOCAL, progress -> {
                if (events.size() < MOST_QUEUED_EVENTS) {
                    events.add(progress);
                }
            });
            return line(end.result(), end.retcode(), end.success() ? null : error(end));
        } catch (InterruptedException e) {
            String message = "the daemon is stopping, and the job was cancelled";
            return failed(new HttpError(503, new Failure(Failure.Actor.OPERATOR, JobErrors.CANCELLED, message)));
        } catch (RuntimeException e) {
            LOG.error("local API: internal error in a call" + FaultText.LOG_SUFFIX, e);
            return failed(HttpError.fault());
        }
    }

    private static Map<String, Object> failed(HttpError error) {
        return line("ERROR: " + error.getMessage(), 1, error);
    }

    /** @param error null after success */
    private static Map<String, Object> line(Object result, int retcode, HttpError error) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("return", result);
        line.put("retcode", retcode);
        line.put("success", error == null);
        if (error != null) {
            line.putAll(error.toJson());
        }
        return line;
    }

    private static HttpError error(Return end) {
        Failure failure = end.failure();
        return failure == null
                ? new HttpError(500, LocalApiErrors.FAILED, end.value().asText())
                : new HttpError(failure.is(CommonErrors.BUSY) ? 503 : 500, failure);
    }

    /** Slot of a call with the memory of its arguments; free again when all shares are released. */
    private final class Slot {
        private final AtomicInteger holders = new AtomicInteger(1);
        private int weight;

        private Command read(HttpExchange request, boolean raw) throws HttpError {
            byte[] bytes = request.body();
            long wanted = body.weight(bytes);
            if (wanted > MOST_ARGUMENTS) {
                throw new HttpError(
                        413,
                        LocalApiErrors.TOO_LARGE,
                        "there are too many values in the body; send them with several calls");
            }
            if (wanted > SMALL) {
                if (!arguments.tryAcquire((int) wanted)) {
                    throw HttpError.busy("the arguments of the calls that run take all the memory there is for them;"
                            + " try again when one has ended");
                }
                weight = (int) wanted;
            }
            Command command = body.command(bytes, raw, caller.newJid());
            request.releaseBody();
            return command;
        }

        /** Returns false if the slot is free again, as the client has gone before the call began. */
        private boolean share() {
            return holders.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
        }

        private void release() {
            if (holders.decrementAndGet() == 0) {
                arguments.release(weight);
                free.release();
            }
        }
    }
}
