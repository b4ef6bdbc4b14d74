package io.outrider.agent.builtin.update;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Ticker;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Update up to the request to root: the fetch and the checks on a thread of its own, then the wait for an idle unit, without a
 * thread. Its call follows it for a time, and may end before.
 */
final class UpdateRun implements AutoCloseable {
    /** Phase of the run; the last three are its end. */
    enum Phase {
        FETCHING,
        WAITING,
        REQUESTED,
        FAILED,
        CANCELLED
    }

    private static final Logger LOG = LoggerFactory.getLogger(UpdateRun.class);
    private static final long FOLLOWED = Duration.ofMinutes(5).toNanos(); // half of the default [jobs] limit
    private static final long STEP_MILLIS = 200; // between two reports of progress
    private static final Duration AWAKE = Duration.ofHours(1); // of a fetch
    private static final Duration CLOSE = Duration.ofSeconds(15); // a connection that is being made is not cut off

    private final UpdateArguments arguments;
    private final Path dpkg;
    private final PackageFetch fetch;
    private final RequestedInstallation installation;
    private final Inhibitors inhibitors;
    private final Runnable settled;
    private final Thread thread;

    private Phase phase = Phase.FETCHING; // this and what follows guarded by this
    private DebianPackage installed; // null until dpkg has said it
    private Path file; // null until it is checked
    private DebianPackage fetched; // as file
    private String obstacle;
    private Failure failure;
    private long done;
    private long total;

    /**
     * @param goesOn true if a restart has interrupted it
     * @param dpkg database of the installed packages
     * @param settled is run on the thread of the fetch after its last change
     */
    UpdateRun(
            UpdateArguments arguments,
            boolean goesOn,
            Path dpkg,
            PackageFetch fetch,
            RequestedInstallation installation,
            Inhibitors inhibitors,
            Runnable settled) {
        this.arguments = arguments;
        this.dpkg = dpkg;
        this.settled = settled;
        this.fetch = fetch;
        this.installation = installation;
        this.inhibitors = inhibitors;
        thread = new Thread(() -> fetch(goesOn), "update-fetch");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void fetch(boolean goesOn) {
        try {
            DebianPackage present = DebianPackage.installed(dpkg);
            synchronized (this) {
                installed = present;
            }
            Path part;
            try (var awake = inhibitors.inhibit(Activity.SLEEP, "fetch of an update", AWAKE)) {
                part = fetch.fetch(URI.create(arguments.url()), arguments.sha256(), goesOn, progress());
            }
            DebianPackage read = DebianPackage.read(part);
            check(read, present);
            synchronized (this) {
                fetched = read;
                file = part;
            }
            advance();
        } catch (Failure e) {
            end(Phase.FAILED, e);
        } catch (InterruptedException e) {
            LOG.debug("the fetch of an update is interrupted");
        } catch (RuntimeException e) {
            LOG.error("the fetch of an update failed", e);
            end(Phase.FAILED, Failure.fault("agent.update", e));
        }
        settled.run();
    }

    private Call progress() {
        return new Call() {
            @Override
            public String jid() {
                return "";
            }

            @Override
            public void progress(long now, long of, String unit, String what) {
                synchronized (UpdateRun.this) {
                    done = now;
                    total = of;
                }
            }
        };
    }

    private void check(DebianPackage read, DebianPackage present) throws Failure, InterruptedException {
        if (!read.name().equals(present.name())) {
            throw new Failure(AgentErrors.UPDATE_PACKAGE, "the package is another one than " + present.name());
        }
        if (!read.architecture().equals(present.architecture())) {
            throw new Failure(
                    AgentErrors.UPDATE_PACKAGE,
                    "the package is for " + read.architecture() + ": take the one for " + present.architecture());
        }
        if (!arguments.downgrade() && !read.isNewerThan(present)) {
            throw new Failure(
                    AgentErrors.UPDATE_OLDER,
                    read.version() + " is not newer than the installed " + present.version()
                            + ": downgrade=true installs it on a unit whose owner allows that");
        }
    }

    /** Asks root to install what is fetched, if the unit is idle. Does not block. */
    synchronized void advance() {
        if (file == null || phase != Phase.FETCHING && phase != Phase.WAITING) {
            return;
        }
        Optional<String> now = arguments.force() ? Optional.empty() : installation.obstacle();
        if (now.isPresent()) {
            if (phase == Phase.FETCHING) {
                LOG.info("update to {} waits for an idle unit: {}", fetched.version(), now.get());
            }
            phase = Phase.WAITING;
            obstacle = now.get();
        } else {
            try {
                installation.request(file, arguments, fetched.version());
                phase = Phase.REQUESTED;
            } catch (Failure e) {
                failure = e;
                phase = Phase.FAILED;
            }
        }
        notifyAll();
    }

    private synchronized void end(Phase last, Failure why) {
        if (phase == Phase.FETCHING || phase == Phase.WAITING) {
            phase = last;
            failure = why;
            notifyAll();
        }
    }

    synchronized Phase phase() {
        return phase;
    }

    /** Null unless it has failed. */
    synchronized Failure failure() {
        return failure;
    }

    /** Null before it is known. */
    synchronized String from() {
        return installed == null ? null : installed.version();
    }

    /** Null before it is known. */
    synchronized String to() {
        return fetched == null ? null : fetched.version();
    }

    /** Members of the answer and of the status. */
    synchronized Map<String, Object> status() {
        Map<String, Object> status = new LinkedHashMap<>();
        if (installed != null) {
            status.put("from", installed.version());
        }
        if (fetched != null) {
            status.put("to", fetched.version());
        }
        switch (phase) {
            case FETCHING -> {
                status.put("state", "fetching");
                status.put("bytes", done);
                status.put("of", total == 0 ? null : total);
            }
            case WAITING -> {
                status.put("state", "waiting");
                status.put("waits_for", obstacle);
            }
            case REQUESTED -> status.put("state", "installation begins");
            case FAILED, CANCELLED -> status.put("state", "none");
        }
        return status;
    }

    /** Follows the run until it waits, ends or takes long. The run goes on if the call is interrupted. */
    Map<String, Object> follow(Call call, Ticker ticker) throws Failure, InterruptedException {
        long end = ticker.nanos() + FOLLOWED;
        while (true) {
            long bytes;
            long of;
            synchronized (this) {
                if (phase == Phase.FETCHING && ticker.nanos() - end < 0) {
                    wait(STEP_MILLIS);
                }
                if (phase == Phase.FAILED) {
                    throw failure;
                }
                if (phase == Phase.CANCELLED) {
                    throw new Failure(
                            AgentErrors.UPDATE_CANCELLED,
                            "a newer agent.update, agent.update_cancel or the end of the daemon has ended this call:"
                                    + " agent.update_status says what is under way");
                }
                if (phase != Phase.FETCHING || ticker.nanos() - end >= 0) {
                    return status();
                }
                bytes = done;
                of = total;
            }
            call.progress(bytes, of, "bytes", "fetches the package");
        }
    }

    /** Ends a fetch, or the wait. What has come stays. */
    @Override
    public void close() {
        end(Phase.CANCELLED, null);
        thread.interrupt();
        fetch.client().close();
        boolean isInterrupted = false;
        try {
            thread.join(CLOSE.toMillis());
        } catch (InterruptedException e) {
            isInterrupted = true;
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
