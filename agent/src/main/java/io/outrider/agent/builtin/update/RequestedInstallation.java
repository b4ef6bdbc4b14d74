package io.outrider.agent.builtin.update;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Inhibition;
import io.outrider.api.IoReason;
import io.outrider.api.SmallFile;
import io.outrider.api.Ticker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Request to root's {@code outrider-update}, what inhibits it, and what it inhibits until its outcome. Any thread. */
final class RequestedInstallation {
    private static final Duration LONGEST = Duration.ofMinutes(10); // in which it has stopped this daemon, or failed
    private static final Duration UNTAKEN = Duration.ofMinutes(5); // after which a request is withdrawn
    private static final String OWN_JOBS = "job agent.update"; // and update_status, update_cancel

    private final UpdatePaths paths;
    private final Inhibitors inhibitors;
    private final Ticker ticker;
    private final int linkS;
    private List<Inhibitors.Handle> handles = List.of(); // guarded by this
    private long requestedAt; // guarded by this

    RequestedInstallation(UpdatePaths paths, Inhibitors inhibitors, Ticker ticker, int linkS) {
        this.paths = paths;
        this.inhibitors = inhibitors;
        this.ticker = ticker;
        this.linkS = linkS;
        requestedAt = ticker.nanos();
        if (isTaken()) { // this daemon was started by the installation
            inhibit("an update is being proved");
        } else if (isRequested()) {
            inhibit("an update is requested");
        }
    }

    boolean isUnderWay() {
        return isRequested() || isTaken();
    }

    boolean isRequested() {
        return Files.exists(paths.request());
    }

    /** True if root works on it, or has been cut off and goes on. */
    boolean isTaken() {
        return Files.exists(paths.state());
    }

    /** Root's name of its step; empty if there is none. */
    Optional<String> step() {
        try {
            String text = new String(SmallFile.read(paths.state(), 1000), StandardCharsets.US_ASCII);
            return text.lines()
                    .filter(each -> each.startsWith("step="))
                    .map(each -> each.substring("step=".length()))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Reason not to begin now; empty if the unit is idle. */
    Optional<String> obstacle() {
        return Stream.of(Activity.MAINTENANCE, Activity.SLEEP)
                .flatMap(each -> inhibitors.active(each).stream())
                .map(Inhibition::reason)
                .filter(each -> !each.startsWith(OWN_JOBS))
                .findFirst();
    }

    /** Moves the package to where root looks for it, and writes the request, at which systemd starts root's part. */
    synchronized void request(Path part, UpdateArguments arguments, String version) throws Failure {
        String text = "sha256=" + arguments.sha256()
                + "\nsignature=" + (arguments.signature() == null ? "" : arguments.signature())
                + "\ndowngrade=" + (arguments.downgrade() ? "yes" : "no")
                + "\nlink_s=" + linkS + "\n";
        try {
            Files.move(part, paths.arrived(), StandardCopyOption.ATOMIC_MOVE);
            inhibit("update to " + version);
            requestedAt = ticker.nanos();
            AtomicFile.write(paths.request(), text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            endInhibition();
            throw new Failure(AgentErrors.AGENT_DISK, paths.fetched() + " cannot be written: " + IoReason.of(e), e);
        }
    }

    /** Withdraws a request that has not been taken in time. True if there was one. */
    synchronized boolean withdrawOverdue() throws Failure {
        boolean isOverdue = isRequested() && !isTaken() && ticker.nanos() - requestedAt >= UNTAKEN.toNanos();
        if (isOverdue) {
            withdraw();
        }
        return isOverdue;
    }

    /** Root, if it has begun to read the request, refuses it then. */
    synchronized void withdraw() throws Failure {
        try {
            Files.deleteIfExists(paths.request());
            Files.deleteIfExists(paths.arrived());
        } catch (IOException e) {
            throw new Failure(AgentErrors.AGENT_DISK, paths.fetched() + " cannot be written: " + IoReason.of(e), e);
        }
        endInhibition();
    }

    private void inhibit(String reason) {
        Duration time = LONGEST.plusSeconds(linkS);
        handles = List.of(
                inhibitors.inhibit(Activity.SLEEP, reason, time),
                inhibitors.inhibit(Activity.MAINTENANCE, reason, time));
    }

    synchronized void endInhibition() {
        handles.forEach(Inhibitors.Handle::close);
        handles = List.of();
    }
}
