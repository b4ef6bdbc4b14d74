package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.api.Inhibitors;
import io.outrider.api.PollingPolicy;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Gate of a module's functions for calls without a user: the module's polling policy, then inhibitions of polling. Reports
 * when the policy of a module that reads the vehicle begins to block, as no reading will follow then. Any thread.
 */
public final class ModuleGate implements Function<String, Optional<String>> {
    private final Inhibitions inhibitions;
    private final Consumer<String> onSilence;
    private final Set<String> blocked = ConcurrentHashMap.newKeySet();

    /** @param onSilence receives the reason when readings of the vehicle end */
    public ModuleGate(Inhibitions inhibitions, Consumer<String> onSilence) {
        this.inhibitions = inhibitions;
        this.onSilence = onSilence;
    }

    @Override
    public Optional<String> apply(String module) {
        Optional<PollingPolicy> policy = inhibitions.policy(module);
        Optional<String> reason = policy.flatMap(PollingPolicy::blocked);
        if (policy.isPresent() && policy.get().readsVehicle()) {
            boolean isChange = reason.isPresent() ? blocked.add(module) : blocked.remove(module);
            if (isChange) {
                reason.ifPresent(onSilence);
            }
        }
        return reason.or(() -> inhibitions.active(Inhibitors.Activity.POLLING).stream()
                .findFirst()
                .map(Inhibitors.Inhibition::reason));
    }
}
