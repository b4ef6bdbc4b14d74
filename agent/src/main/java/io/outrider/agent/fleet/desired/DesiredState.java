package io.outrider.agent.fleet.desired;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.IoReason;
import io.outrider.api.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the last good document, hands its parts to those who know them, and reports. Any thread, one at a time. */
public final class DesiredState implements Health.Source {
    private static final Logger LOG = LoggerFactory.getLogger(DesiredState.class);

    private final ObjectMapper mapper = Json.mapper();
    private final DesiredFile file;
    private final String version;
    private final Instant started;
    private final LoggersPart loggers;
    private final Consumer<byte[]> reported;
    private byte[] seen; // the last that came, good or bad
    private byte[] kept; // what the file holds
    private byte[] unkept; // in force, and not in the file; null if it is there
    private DesiredDocument document; // the last good one; null if there was none
    private LoggersPart.Outcome outcome = new LoggersPart.Outcome(0, List.of());
    private volatile Failure bad; // why the last that came is not in force
    private volatile String trouble; // why the file is not as it should be
    private volatile String revision; // in force, for people

    /**
     * @param folder where the document is kept
     * @param version of this program
     * @param started when the process did
     * @param reported publishes the payload of {@code reported}, retained; may lose it while there is no connection, as
     *     {@link #connected} gives it again
     */
    public DesiredState(Path folder, String version, Instant started, LoggersPart loggers, Consumer<byte[]> reported) {
        file = new DesiredFile(folder);
        this.version = version;
        this.started = started;
        this.loggers = loggers;
        this.reported = reported;
    }

    /** Puts in force what was kept; once, before anything else. A file that is damaged is told, and gone without. */
    public synchronized void start() {
        try {
            kept = file.read();
            if (kept != null) {
                take(DesiredDocument.of(kept));
                seen = kept;
            }
        } catch (IOException e) {
            trouble = "The desired document in " + file.path() + " cannot be read (" + IoReason.of(e)
                    + "); make it readable, or delete it: the service is asked for it with each connection.";
        } catch (Failure e) {
            kept = null; // so that the next one is written whatever it is
            trouble = "The desired document in " + file.path()
                    + " is damaged; the service is asked for it with each connection.";
        }
        if (trouble != null) {
            LOG.warn("{}", trouble);
        }
    }

    /**
     * Takes what came on the topic. A bad one is refused, logged and reported, and the last good one stays in force.
     *
     * <p>Waits for the disk if the document is new, so it is not for the link's thread: one thread has to call this and
     * {@link #connected}, in the order in which things came.
     *
     * @param handled called when the document is on the disk, need not be, or cannot be: the broker sends nothing else
     *     before, and sends the document again with the next connection
     */
    public synchronized void accept(byte[] payload, Runnable handled) {
        try {
            if (payload.length
                    > 0) { // else the retained message was deleted: the service wants nothing else than before
                take(payload);
            }
        } finally {
            handled.run();
        }
    }

    private void take(byte[] payload) {
        if (!Arrays.equals(payload, seen)) {
            takeNew(payload);
            seen = payload; // a fault in taking it: it is taken anew when it comes again
            publish();
        }
        if (bad == null) {
            keep(payload);
        }
    }

    /** True if the document in force is on the disk. */
    public synchronized boolean isKept() {
        return unkept == null;
    }

    /** Tries again to keep the document in force. Waits for the disk. */
    public synchronized void keepAgain() {
        if (unkept != null) {
            keep(unkept);
        }
    }

    private void takeNew(byte[] payload) {
        try {
            take(DesiredDocument.of(payload));
            bad = null;
        } catch (Failure e) {
            bad = e;
            LOG.warn("{} The last good one stays in force.", e.getMessage());
        }
    }

    private void take(DesiredDocument next) {
        boolean same = document != null && document.loggers().equals(next.loggers());
        boolean none = document == null && next.loggers().isEmpty();
        document = next;
        revision = next.revision().asText();
        if (!same && !none) {
            outcome = loggers.apply(next.loggers());
        }
        LOG.info(
                "revision {} of the desired document is in force; {} of its {} loggers are refused",
                revision,
                outcome.refused().size(),
                next.loggers().size());
    }

    private void keep(byte[] payload) {
        if (Arrays.equals(payload, kept)) {
            unkept = null;
            return; // flash wears out
        }
        try {
            file.write(payload);
            kept = payload;
            unkept = null;
            trouble = null;
        } catch (IOException e) {
            boolean isNew = unkept == null;
            unkept = payload;
            trouble = "The desired document cannot be kept in " + file.path() + " (" + IoReason.of(e)
                    + "), which is tried again every minute; until then a restart would lose it. Free space, or make it"
                    + " writable.";
            if (isNew) {
                LOG.warn("{}", trouble);
            }
        }
    }

    /** The broker has a session with us. On the thread of {@link #accept}, for whose disk it may wait. */
    public synchronized void connected() {
        publish();
    }

    private void publish() {
        try {
            reported.accept(mapper.writeValueAsBytes(report()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e); // texts and numbers only
        }
    }

    /** What is, as {@code reported} carries it. */
    synchronized Map<String, Object> report() {
        Map<String, Object> report = new LinkedHashMap<>();
        if (document != null) {
            report.put("revision", document.revision());
        }
        report.put("agent", Map.of("version", version, "started", Reading.text(started) + "Z"));
        List<Map<String, Object>> refused = new ArrayList<>();
        for (LoggersPart.Refused each : outcome.refused()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("index", each.index());
            row.put("name", each.name());
            row.put("why", each.why());
            refused.add(row);
        }
        report.put("loggers", Map.of("applied", outcome.applied(), "refused", refused));
        Failure why = bad;
        if (why != null) {
            report.put("error", Map.of("code", why.code(), "message", why.getMessage()));
        }
        return report;
    }

    @Override
    public Health health() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("revision", revision);
        List<String> problems = new ArrayList<>();
        Failure why = bad;
        if (why != null) {
            problems.add(why.getMessage() + " The last good one stays in force; send a right one.");
        }
        if (trouble != null) {
            problems.add(trouble);
        }
        return new Health(facts, List.of(), problems);
    }
}
