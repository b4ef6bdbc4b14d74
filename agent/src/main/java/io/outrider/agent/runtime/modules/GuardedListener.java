package io.outrider.agent.runtime.modules;

import io.outrider.api.Events;
import io.outrider.api.FaultOwner;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Event listener of a module whose faults are logged with the module's name and harm no other listener. */
record GuardedListener(String module, Events.Listener listener) implements Events.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

    @Override
    public void event(String tag, Map<String, Object> data) {
        try {
            listener.event(tag, data);
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            FaultOwner owner = FaultOwner.of(module, listener.getClass());
            LOG.error("listener of module {} failed on event {}{}", module, tag, owner.logSuffix(), e);
        }
    }
}
