package io.outrider.agent.fleet.desired;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.modules.DesiredParts;
import io.outrider.agent.runtime.modules.RegisteredPart;
import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.CommonErrors;
import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import io.outrider.api.IoReason;
import io.outrider.api.Reading;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State of the desired document: saves and applies the last good one, and reports. Thread-safe. */
public final class DesiredState implements Health.Source {
    private static final Logger LOG = LoggerFactory.getLogger(DesiredState.class);

    private final ObjectMapper mapper = Json.mapper();
    private final Path file;
    private final String version;
    private final Instant started;
    private final PartDispatcher parts;
    private final Consumer<byte[]> reported;
    private byte[] lastReceived; // good or bad
    private byte[] saved; // content of the file
    private byte[] unsaved; // in force but not in the file, else null
    private byte[] lastReport; // with the number 0
    private long published; // reports since the start
    private DesiredDocument document; // in force; null before the first
    private volatile Failure lastError; // why the last received document is not in force
    private volatile Map<Set<String>, Failure> partErrors =
            Map.of(); // of parts that did not apply the document in force
    private volatile String fileProblem; // problem of the file
    private volatile String revision; // in force, for people

    /**
     * @param started start time of the process
     * @param reported publishes the payload of {@code reported}, retained; may lose it while offline, as {@link
     *     #publish} is called again at each connection
     */
    public DesiredState(
            Path folder,
            String version,
            Instant started,
            List<DesiredPart> own,
            DesiredParts modules,
            Consumer<byte[]> reported) {
        file = folder.resolve("desired.json");
        this.version = version;
        this.started = started;
        this.parts = new PartDispatcher(own.stream().map(RegisteredPart::own).toList(), modules, mapper);
        this.reported = reported;
    }

    /** Applies the saved document; called once, first. A damaged file is reported and ignored. */
    public synchronized void start() {
        try {
            saved = read();
            if (saved != null) {
                use(DesiredDocument.of(saved));
                partErrors = parts.applyWhereValid(document);
                received(saved);
            }
        } catch (IOException e) {
            fileProblem = "The desired document in " + file + " cannot be read (" + IoReason.of(e)
                    + "); make it readable, or delete it: the service is asked for it with each connection.";
        } catch (Failure e) {
            saved = null; // so that the next document is written in any case
            fileProblem = "The desired document in " + file
                    + " is damaged; the service is asked for it with each connection.";
        }
        if (fileProblem != null) {
            LOG.warn("{}", fileProblem);
        }
    }

    /** Null if missing. Too long a file is truncated to an invalid length. */
    private byte[] read() throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        SmallFile.check(file);
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(DesiredDocument.LONGEST + 1);
        }
    }

    /**
     * Processes a received document; a bad one changes nothing. Blocks on the disk if it is new; one thread calls this and
     * {@link #publish} in order of arrival.
     *
     * @param handled called when the document is on disk, need not be, or cannot be: the broker sends nothing else
     *     before, and sends the document again at the next connection
     */
    public synchronized void accept(byte[] payload, Runnable handled) {
        try {
            if (payload.length > 0) { // else the retained message was deleted, which changes nothing
                apply(payload);
            }
        } finally {
            handled.run();
        }
    }

    private void apply(byte[] payload) {
        boolean isNew = !Arrays.equals(payload, lastReceived);
        if (isNew) {
            parseAndApply(payload);
            received(payload);
        }
        if (lastError == null) {
            save(payload);
        }
        if (isNew) {
            publish();
        }
    }

    /** Remembers a document, unless a part has a fault: then the same document is applied again. */
    private void received(byte[] payload) {
        boolean isFault = partErrors.values().stream().anyMatch(each -> each.is(CommonErrors.FAULT));
        lastReceived = lastError == null && isFault ? null : payload;
    }

    public synchronized boolean isSaved() {
        return unsaved == null;
    }

    public synchronized void retrySave() {
        if (unsaved != null) {
            save(unsaved);
        }
    }

    private void parseAndApply(byte[] payload) {
        try {
            DesiredDocument next = DesiredDocument.of(payload);
            if (document != null) {
                next.requireNotBefore(document);
            }
            Map<Set<String>, Failure> faults = parts.validate(next);
            use(next);
            lastError = null;
            partErrors = parts.apply(next, faults);
            LOG.info("desired document revision {} applied", revision);
        } catch (Failure e) {
            lastError = e;
            LOG.warn("{} The last good one stays in force.", sentence(e));
        }
    }

    private void use(DesiredDocument next) {
        document = next;
        revision = next.revision().asText();
    }

    /** Applies the document in force to the part of a module that has been opened again, and reports. */
    public synchronized void added(RegisteredPart part) {
        if (document != null) {
            Map<Set<String>, Failure> errors = new LinkedHashMap<>(partErrors);
            Failure why = parts.applyIfValid(part, document);
            if (why == null) {
                errors.remove(part.members());
            } else {
                errors.put(part.members(), why);
            }
            partErrors = errors;
            received(lastReceived);
            publish();
        }
    }

    private void save(byte[] payload) {
        if (Arrays.equals(payload, saved)) {
            unsaved = null;
            return; // avoids flash wear
        }
        try {
            AtomicFile.write(file, payload);
            saved = payload;
            unsaved = null;
            fileProblem = null;
        } catch (IOException e) {
            boolean isNew = unsaved == null;
            unsaved = payload;
            fileProblem = "The desired document cannot be kept in " + file + " (" + IoReason.of(e)
                    + "), which is tried again every minute; until then a restart would lose it. Free space, or make it"
                    + " writable.";
            if (isNew) {
                LOG.warn("{}", fileProblem);
            }
        }
    }

    /** Called at each connection, too, on the thread of {@link #accept}. */
    public synchronized void publish() {
        lastReport = json(0);
        reported.accept(json(++published));
    }

    /** Publishes the report unless it is the last one. */
    public synchronized void publishIfChanged() {
        if (!Arrays.equals(json(0), lastReport)) {
            publish();
        }
    }

    private byte[] json(long number) {
        try {
            return mapper.writeValueAsBytes(report(number));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e); // cannot happen for texts and numbers
        }
    }

    /** @param number of the report, so that services that get several at once know which is the last */
    synchronized Map<String, Object> report(long number) {
        Map<String, Object> report = new LinkedHashMap<>();
        if (document != null) {
            report.put("revision", document.revision());
        }
        Map<String, Object> agent = new LinkedHashMap<>();
        agent.put("version", version);
        agent.put("started", Reading.text(started) + "Z");
        agent.put("reports", number);
        report.put("agent", agent);
        parts.report(report);
        Stream.concat(Stream.ofNullable(lastError), partErrors.values().stream())
                .findFirst()
                .ifPresent(why -> report.put("error", Map.of("code", why.code(), "message", why.getMessage())));
        return report;
    }

    private static String sentence(Failure failure) {
        String message = failure.getMessage();
        return message.endsWith(".") ? message : message + ".";
    }

    @Override
    public Health health() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("revision", revision);
        List<String> problems = new ArrayList<>();
        Failure why = lastError;
        if (why != null) {
            problems.add(sentence(why) + " The last good one stays in force; send a right one.");
        }
        partErrors
                .values()
                .forEach(each -> problems.add(sentence(each) + " The rest of the desired document is in force."));
        if (fileProblem != null) {
            problems.add(fileProblem);
        }
        return new Health(facts, List.of(), problems);
    }
}
