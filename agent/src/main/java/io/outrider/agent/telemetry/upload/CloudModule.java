package io.outrider.agent.telemetry.upload;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.telemetry.buffer.Backlog;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Health;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Metric;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Range;
import io.outrider.api.Signature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** Module of {@code cloud.status}, {@code cloud.upload}, {@code cloud.usage} and {@code cloud.cache}. */
public final class CloudModule implements Module {
    private static final Signature<NoArguments> STATUS = new Signature<>(
            "cloud.status", "Where records go, whether they get there, and how many wait", NoArguments.class);
    private static final Signature<UploadArguments> UPLOAD = new Signature<>(
            "cloud.upload",
            "Sends what waits now. Tells how many records went (pending), how many of those had failed"
                    + " before (retried), and how many failed",
            UploadArguments.class);
    private static final Signature<NoArguments> USAGE = new Signature<>(
            "cloud.usage",
            "Bytes sent today and this month (UTC), what they will be at the end, and the budget",
            NoArguments.class);
    private static final Signature<Cache> CACHE = new Signature<>(
            "cloud.cache",
            "Shows what waits to be sent: list_queues, peek_queue pend 0 10, peek; or gives it up:"
                    + " clear_queue confirm=true",
            Cache.class);

    public static final List<Signature<?>> SIGNATURES = List.of(STATUS, UPLOAD, USAGE, CACHE);

    /** Name of the queue of pending records in AutoPi's functions. */
    private static final String QUEUE = "pend";

    private static final String CLEARED = "cleared";
    private static final List<String> COMMANDS = List.of("list_queues", "peek_queue", "peek", "clear_queue");
    private static final int MOST_ROWS = 1_000;

    /** No arguments. */
    /** Arguments of {@code cloud.upload}. */
    record UploadArguments(
            @JsonProperty(defaultValue = "60") @JsonPropertyDescription("seconds to wait for it at most, 1 to 600")
            Integer timeout) {
        UploadArguments {
            timeout = Range.orElse("timeout", timeout, 60, 1, 600);
        }
    }

    /** Arguments of {@code cloud.cache}. */
    record Cache(
            @JsonProperty(required = true) @JsonPropertyDescription("list_queues, peek_queue, peek or clear_queue")
            String cmd,

            @JsonProperty(defaultValue = "pend") @JsonPropertyDescription("the queue; there is one, pend")
            String queue,

            @JsonProperty(defaultValue = "0") @JsonPropertyDescription("first row to show; 0 is the oldest")
            Integer start,

            @JsonPropertyDescription("last row to show; at most 1000 and about 900 KB at once (start + 9)")
            Integer stop,

            @JsonProperty(defaultValue = "false") @JsonPropertyDescription("has to be true for clear_queue")
            Boolean confirm) {
        Cache {
            if (cmd != null && !COMMANDS.contains(cmd)) {
                throw new InvalidArgumentException(
                        "cmd", "takes list_queues, peek_queue, peek or clear_queue, not '" + cmd + "'");
            }
            queue = queue == null ? QUEUE : queue;
            start = Range.orElse("start", start, 0, 0, Integer.MAX_VALUE - MOST_ROWS);
            stop = Range.orElse("stop", stop, start + 9, start, start + MOST_ROWS - 1);
            confirm = confirm != null && confirm;
        }
    }

    private final Uploader uploader;
    private final Backlog backlog;
    private final ReentrantLock reading = new ReentrantLock();
    private final UploadBudget budget;

    public CloudModule(Uploader uploader, Backlog backlog, UploadBudget budget) {
        this.uploader = uploader;
        this.backlog = backlog;
        this.budget = budget;
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                STATUS.with((NoArguments none) -> status()),
                UPLOAD.with(this::upload),
                USAGE.with((NoArguments none) -> budget.usage()),
                CACHE.with(this::cache));
    }

    private Object status() {
        Backlog.Pending pending = backlog.pending();
        Map<String, Object> status = uploader.state();
        Map<String, Object> waiting = new LinkedHashMap<>();
        waiting.put("records", pending.records());
        waiting.put("bytes", pending.bytes());
        waiting.put("oldest", pending.oldest() == null ? null : pending.oldest().toString());
        status.put("waiting", waiting);
        status.put("budget_used_up", budget.usedUp());
        return status;
    }

    private Object upload(UploadArguments arguments) throws Failure, InterruptedException {
        if (!uploader.hasSink()) {
            throw new Failure(AgentErrors.NO_UPLOAD, "records go nowhere; [upload] via says where they could go");
        }
        UploadCounters counters = uploader.counters;
        long records = counters.records.sum();
        long retried = counters.retried.sum();
        long failed = counters.failedRecords.sum();
        boolean all = uploader.flush(Duration.ofSeconds(arguments.timeout()));
        String error = uploader.status.lastError();
        Map<String, Object> failures = new LinkedHashMap<>();
        failures.put("total", counters.failedRecords.sum() - failed);
        failures.put("errors", error == null ? List.of() : List.of(error));
        long retriedNow = counters.retried.sum() - retried;
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("failed", failures);
        result.put("retried", new TreeMap<>(Map.of("total", retriedNow, "is_overrun", false)));
        result.put("pending", Map.of("total", counters.records.sum() - records - retriedNow));
        if (!all) {
            result.put("waiting", backlog.pending().records());
        }
        return result;
    }

    private Object cache(Cache arguments, Call call) throws Failure, InterruptedException {
        if (arguments.cmd().equals("list_queues")) {
            return Map.of(QUEUE, backlog.pending().records());
        }
        if (!arguments.queue().equals(QUEUE)) {
            throw Failure.argument("queue", "there is no queue '" + arguments.queue() + "'; there is: " + QUEUE);
        }
        if (arguments.cmd().equals("clear_queue")) {
            if (!arguments.confirm()) {
                throw Failure.argument(
                        "confirm",
                        "has to be true: the " + backlog.pending().records() + " records that wait are lost then");
            }
            return Map.of(CLEARED, backlog.clear(CLEARED));
        }
        reading.lockInterruptibly(); // one call at a time, as records in memory take several times their text
        try {
            return new ShownRows(call).read(backlog, arguments.start(), arguments.stop() - arguments.start() + 1);
        } finally {
            reading.unlock();
        }
    }

    @Override
    public Health health() {
        List<Metric> metrics = new ArrayList<>(uploader.counters.metrics());
        boolean usedUp = budget.usedUp();
        metrics.add(Metric.gauge("upload_today_bytes", "Bytes sent today (UTC)", budget.bytesToday()));
        metrics.add(Metric.gauge("upload_budget_used_up", "1 while only events go out, else 0", usedUp ? 1 : 0));
        List<String> problems = new ArrayList<>();
        String permanentError = uploader.status.permanentError();
        if (permanentError != null) {
            problems.add("Records are kept and not sent: " + permanentError
                    + (permanentError.contains("[upload]") ? "" : "; look at [upload] url, token_file and scheme")
                    + ", then: outrider reload.");
        }
        String overdue = uploader.overdue();
        if (overdue != null && backlog.pending().records() > 0) {
            problems.add(overdue + ". Records wait and are kept; look at the network, the receiver and [upload], then:"
                    + " outrider cloud.upload.");
        }
        if (uploader.status.subscriberProblem() != null) {
            problems.add(uploader.status.subscriberProblem());
        }
        if (usedUp) {
            problems.add("The data budget of the day is used up; only events are sent. [upload] budget_mb raises it.");
        }
        return new Health(uploader.state(), metrics, problems);
    }

    /** Does nothing: the owner closes the uploader and the budget. */
    @Override
    public void close() {}
}
