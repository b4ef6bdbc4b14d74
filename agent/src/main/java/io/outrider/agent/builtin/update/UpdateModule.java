package io.outrider.agent.builtin.update;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.telemetry.upload.UploadBudget;
import io.outrider.api.Call;
import io.outrider.api.Check;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.IoReason;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Module of {@code agent.update}: fetches and checks a package, and asks root's {@code outrider-update} to install it. */
public final class UpdateModule implements Module {
    private static final Logger LOG = LoggerFactory.getLogger(UpdateModule.class);
    private static final Signature<UpdateArguments> UPDATE = new Signature<>(
            "agent.update",
            "Fetches a package of outrider, checks it and has it installed; goes back if it does not reach the fleet",
            UpdateArguments.class);
    private static final Signature<NoArguments> UPDATE_CANCEL = new Signature<>(
            "agent.update_cancel", "Ends an update that is fetched or waits for an idle unit", NoArguments.class);
    private static final Signature<NoArguments> UPDATE_STATUS = new Signature<>(
            "agent.update_status",
            "The installed version, an update under way, and the outcome of the last one",
            NoArguments.class);

    public static final List<Signature<?>> SIGNATURES = List.of(UPDATE, UPDATE_CANCEL, UPDATE_STATUS);

    private static final Duration TURN = Duration.ofSeconds(5); // for which an idle unit may wait

    private final ModuleContext context;
    private final UpdateSettings settings;
    private final UpdatePaths paths;
    private final RootPart root;
    private final UpdateKeys keys;
    private final UpdateOutcome outcome;
    private final UploadBudget budget;
    private final RequestedInstallation installation;
    private final PendingUpdate pending;
    private final Object beginning = new Object(); // one run ends before the next begins
    private UpdateRun run; // null if there is none; guarded by this
    private volatile boolean isResumed; // set by the thread of turn
    private boolean isClosed; // guarded by beginning

    public UpdateModule(
            ModuleContext context, UpdateSettings settings, TimeSource time, UpdatePaths paths, RootPart root) {
        this.context = context;
        this.settings = settings;
        this.paths = paths;
        this.root = root;
        keys = new UpdateKeys(paths.config());
        outcome = new UpdateOutcome(paths, context.events(), context.clock());
        budget = new UploadBudget(paths.fetched().resolve("usage.json"), time, context.ticker(), settings.budgetMb());
        installation = new RequestedInstallation(paths, context.inhibitors(), context.ticker(), settings.linkS());
        pending = new PendingUpdate(paths.pending());
        if (installation.isUnderWay()) {
            pending.delete(); // the request was the last that came of it, and root may drop it before the first turn
        }
        context.every(TURN, this::turn);
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                UPDATE.with(this::update),
                UPDATE_CANCEL.with((NoArguments none) -> cancel()),
                UPDATE_STATUS.with((NoArguments none) -> status()));
    }

    @Override
    public List<Check> checks() {
        UpdateCheck check = new UpdateCheck(root, installation, outcome);
        return List.of(Check.of(UpdateCheck.NAME, () -> List.of(check.report(status()))));
    }

    private Object update(UpdateArguments arguments, Call call) throws Failure, InterruptedException {
        DebianPackage.installed(paths.dpkg());
        keys.check(arguments.sha256(), arguments.signature());
        if (arguments.downgrade()) {
            requireDowngradeAllowed();
        }
        root.requireListening();
        UpdateRun mine;
        synchronized (beginning) {
            requireOpen();
            requireNoInstallation();
            endRun();
            requireNoInstallation(); // the run may have asked for one just before
            pending.write(arguments);
            mine = begin(arguments, false);
        }
        return mine.follow(call, context.ticker());
    }

    private void requireDowngradeAllowed() throws Failure {
        UpdatePolicy policy = new UpdatePolicy(paths.config());
        try {
            if (!policy.allows("downgrade")) {
                throw new Failure(
                        AgentErrors.UPDATE_OLDER,
                        "the unit's owner does not allow downgrade=true: put allow_downgrade=yes into "
                                + policy.file());
            }
        } catch (IOException e) {
            throw new Failure(AgentErrors.UPDATE_OLDER, policy.file() + " cannot be read: " + IoReason.of(e), e);
        }
    }

    private void requireOpen() throws Failure {
        if (isClosed) {
            throw new Failure(CommonErrors.BUSY, "new settings are being applied, or the daemon ends: repeat the call");
        }
    }

    private void requireNoInstallation() throws Failure {
        if (installation.isUnderWay()) {
            throw new Failure(CommonErrors.BUSY, "an update is being installed: wait for its end");
        }
    }

    private UpdateRun begin(UpdateArguments arguments, boolean goesOn) {
        PackageFetch fetch = new PackageFetch(
                paths.fetched(), new PackageClient(settings), budget, context.ticker(), PackageFetch.MOST);
        UpdateRun next =
                new UpdateRun(arguments, goesOn, paths.dpkg(), fetch, installation, context.inhibitors(), this::settle);
        synchronized (this) {
            run = next;
        }
        next.start();
        return next;
    }

    private void endRun() {
        UpdateRun last = run();
        if (last != null) {
            last.close(); // without the lock, which its thread may want
            settle(); // it may have requested or failed just before
            synchronized (this) {
                run = null;
            }
        }
    }

    private Object cancel() throws Failure {
        synchronized (beginning) {
            requireOpen();
            boolean isPending = pending.read().isPresent();
            endRun();
            pending.delete();
            if (installation.isTaken()) {
                requireNoInstallation();
            }
            boolean isRequested = installation.isRequested();
            installation.withdraw();
            return Map.of("cancelled", isPending || isRequested);
        }
    }

    private void turn() {
        if (outcome.publish()) {
            installation.endInhibition();
        }
        try {
            if (installation.withdrawOverdue()) {
                String sentence = "root's part has not taken the request within five minutes: run " + RootPart.REMEDY;
                outcome.refused(null, null, new Failure(AgentErrors.UPDATE_NOT_TAKEN, sentence));
            }
        } catch (Failure e) {
            LOG.warn("the request for an update cannot be withdrawn: {}", e.getMessage());
        }
        resume();
        UpdateRun now = run();
        if (now != null) {
            now.advance();
            settle();
        }
    }

    /** Goes on with an update that the end of the daemon has interrupted. */
    private void resume() {
        if (isResumed) {
            return; // without the lock, which the end of a run may hold for long
        }
        isResumed = true;
        synchronized (beginning) {
            if (!isClosed && run() == null && !installation.isUnderWay()) {
                pending.read().ifPresent(arguments -> begin(arguments.unforced(), true));
            }
        }
    }

    private synchronized UpdateRun run() {
        return run;
    }

    /** Notes the end of a run. */
    private synchronized void settle() {
        Optional<UpdateRun.Phase> phase = Optional.ofNullable(run).map(UpdateRun::phase);
        if (phase.filter(each -> each == UpdateRun.Phase.REQUESTED || each == UpdateRun.Phase.FAILED)
                .isEmpty()) {
            return;
        }
        pending.delete();
        if (run.failure() != null) {
            outcome.refused(run.from(), run.to(), run.failure());
        }
        run = null;
    }

    private Map<String, Object> status() throws InterruptedException {
        Map<String, Object> status = new LinkedHashMap<>();
        try {
            status.put("installed", DebianPackage.installed(paths.dpkg()).version());
        } catch (Failure e) {
            status.put("installed", null);
        }
        UpdateRun now = run();
        if (installation.isTaken()) {
            status.put("state", installation.step().orElse("installing"));
        } else if (installation.isRequested()) {
            status.put("state", "requested");
        } else if (now != null) {
            status.putAll(now.status());
        } else {
            status.put("state", "none");
        }
        status.put("last", outcome.read());
        return status;
    }

    @Override
    public void close() {
        synchronized (beginning) {
            isClosed = true;
            endRun();
        }
        budget.close();
    }
}
