package io.outrider.agent.runtime.modules;

import io.outrider.api.FaultOwner;
import io.outrider.api.PollingPolicy;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Polling policy of a module that blocks while the module's own one fails: nobody knows then what polling would do. */
final class GuardedPollingPolicy implements PollingPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedPollingPolicy.class);

    private final String module;
    private final PollingPolicy policy;
    private volatile boolean readsVehicle;
    private volatile String problem; // null while it works
    private boolean logged; // guarded by this

    GuardedPollingPolicy(String module, PollingPolicy policy) {
        this.module = module;
        this.policy = policy;
    }

    @Override
    public Optional<String> blocked() {
        try {
            Optional<String> reason = Objects.requireNonNull(policy.blocked(), "no reason, and no empty one");
            readsVehicle = policy.readsVehicle();
            problem = null;
            return reason;
        } catch (RuntimeException | Error e) {
            report(e);
            return Optional.of("the polling policy of " + module + " fails");
        }
    }

    private synchronized void report(Throwable e) {
        FaultOwner owner = FaultOwner.of(module, policy.getClass());
        if (!logged) {
            logged = true;
            LOG.error("polling policy of module {} failed; its polling is blocked{}", module, owner.logSuffix(), e);
        }
        problem = "its polling policy fails, and no logger calls its functions: " + owner.sentence();
    }

    /** As the module has said last. */
    @Override
    public boolean readsVehicle() {
        return readsVehicle;
    }

    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }
}
