package io.outrider.docker.events;

import io.outrider.api.Events;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.Reading;
import io.outrider.api.SmallFile;
import io.outrider.api.Ticker;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.Engine.EngineEvent;
import io.outrider.docker.release.ReleaseLabels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwarder of the engine's events as {@code system/docker/…}, with a thread of its own. The time of the newest event is kept on
 * the disk, so that those of the time without the agent follow, as far as the engine has them.
 */
public final class EngineEvents implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EngineEvents.class);
    private static final Map<String, Set<String>> FORWARDED =
            Map.of("container", Set.of("start", "stop", "die", "oom"), "image", Set.of("pull"));

    /** Attributes that are published; other labels may be secret. */
    private static final List<String> ATTRIBUTES = List.of(
            "name", "image", ReleaseLabels.PROJECT, ReleaseLabels.RELEASE, ReleaseLabels.RELEASE_HASH, "exitCode");

    private static final int NAME_LIMIT = 80;
    private static final int VALUE_LIMIT = 256;
    private static final long FIRST_WINDOW = TimeUnit.SECONDS.toNanos(120); // as AutoPi
    private static final long LEAST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_PAUSE = TimeUnit.MINUTES.toNanos(1);
    private static final long JOIN_MILLIS = 10_000;

    private final Engine engine;
    private final Events events;
    private final Path file;
    private final Ticker ticker;
    private final Clock clock;
    private final Consumer<Instant> lost;
    private final Thread thread = new Thread(this::run, "docker-events");
    private volatile boolean closed;
    private volatile long newest; // Unix time in nanoseconds
    private long saved; // guarded by this, as is the next
    private boolean unwritable;

    /**
     * @param data folder of the module
     * @param lost called with the time at which a connection ended: the engine may have been killed
     */
    public EngineEvents(Engine engine, Events events, Path data, Ticker ticker, Clock clock, Consumer<Instant> lost) {
        this.engine = engine;
        this.events = events;
        this.file = data.resolve("events.newest");
        this.ticker = ticker;
        this.clock = clock;
        this.lost = lost;
        thread.setDaemon(true);
    }

    public void start() {
        newest = read();
        thread.start();
    }

    private long read() {
        try {
            String text = new String(SmallFile.read(file, 32), StandardCharsets.US_ASCII).strip();
            if (text.matches("\\d{1,18}|[1-8]\\d{18}")) {
                saved = Long.parseLong(text);
                return saved;
            }
        } catch (IOException e) {
            LOG.info("{}: {}; events of the last 120 s are forwarded", file, IoReason.of(e));
        }
        return now() - FIRST_WINDOW;
    }

    private long now() {
        Instant now = clock.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    private void run() {
        long pause = LEAST_PAUSE;
        boolean reported = false;
        try {
            while (!closed) {
                long begin = ticker.nanos();
                long before = newest;
                try {
                    engine.events(since(), this::forward);
                    lost.accept(clock.instant());
                } catch (Failure e) {
                    if (!reported) {
                        LOG.info("no events of containers: {}; tried again until they come", e.getMessage());
                    }
                    reported = true;
                } catch (RuntimeException e) {
                    LOG.error("an event of the engine cannot be forwarded", e);
                }
                boolean worked = newest != before || ticker.nanos() - begin > MOST_PAUSE;
                pause = worked ? LEAST_PAUSE : pause;
                reported &= !worked;
                ticker.sleep(pause);
                pause = Math.min(2 * pause, MOST_PAUSE);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    /** After the newest event, unless the clock has been set back since. */
    private long since() {
        if (newest > now() + FIRST_WINDOW) {
            newest = now();
        }
        return newest + 1;
    }

    private void forward(EngineEvent event) {
        newest = Math.max(newest, event.nanos());
        Map<String, String> attributes = event.attributes();
        String name = attributes.getOrDefault("name", event.id());
        if (closed || !FORWARDED.getOrDefault(event.type(), Set.of()).contains(event.action()) || name.isEmpty()) {
            return;
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", Excerpt.of(event.id(), VALUE_LIMIT));
        for (String each : ATTRIBUTES) {
            if (attributes.containsKey(each)) {
                data.put(each, Excerpt.of(attributes.get(each), VALUE_LIMIT));
            }
        }
        int colon = event.id().lastIndexOf(':');
        boolean tagged = colon > event.id().lastIndexOf('/') && event.id().indexOf('@') < 0;
        if (tagged && event.type().equals("image")) {
            data.put("tag", Excerpt.of(event.id().substring(colon + 1), VALUE_LIMIT));
        }
        data.put("time", Reading.text(Instant.EPOCH.plusNanos(event.nanos())) + "Z");
        events.publish("system/docker/" + event.type() + "/" + word(name) + "/" + event.action(), data);
    }

    /** One word of a tag. */
    private static String word(String name) {
        return name.substring(0, Math.min(NAME_LIMIT, name.length())).replaceAll("[^A-Za-z0-9_.-]", "_");
    }

    /** Writes the time of the newest event if it has changed; once a minute, and at the end. */
    public synchronized void save() {
        long time = newest;
        if (time == saved || time == 0) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            SmallFile.replace(
                    file,
                    Long.toString(time).getBytes(StandardCharsets.US_ASCII),
                    PosixFilePermissions.fromString("rw-------"),
                    false);
            saved = time;
            unwritable = false;
        } catch (IOException e) {
            if (!unwritable) {
                LOG.warn("{} cannot be written: {}; events may come twice after a restart", file, IoReason.of(e));
            }
            unwritable = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        save();
    }
}
