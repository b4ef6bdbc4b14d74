package io.outrider.agent.runtime.parts;

import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parts of the daemon in the order of construction. */
public final class Parts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

    private final List<Part> all = new CopyOnWriteArrayList<>();

    public void add(Part part) {
        all.add(part);
    }

    /**
     * Applies reloaded settings to each part with a due section, in order; a part that fails does not keep the settings from
     * the others.
     *
     * @param due names of sections; those applied are removed
     * @throws Failure the first one
     */
    public void apply(BoundSettings now, Set<String> due) throws Failure {
        Failure first = null;
        for (Part part : all) {
            Set<String> own = new TreeSet<>(due);
            own.retainAll(part.sections.get());
            if (own.isEmpty() && !part.isAppliedAtEachReload) {
                continue;
            }
            try {
                part.application.apply(now, own);
            } catch (Failure e) {
                first = first == null ? e : first;
            }
            due.removeAll(own);
        }
        if (first != null) {
            throw first;
        }
    }

    public void start(List<String> order) throws Failure {
        for (String name : order) {
            for (Part part : all) {
                if (part.name.equals(name)) {
                    part.start.run();
                }
            }
        }
    }

    /** Health by name, of the parts with these names in their order. */
    public Map<String, Health> health(List<String> order) {
        Map<String, Health> health = new LinkedHashMap<>();
        for (String name : order) {
            all.stream().filter(part -> part.name.equals(name)).forEach(part -> health.putAll(part.health.get()));
        }
        return health;
    }

    /** Closes all parts in reverse order, even if one fails. */
    @Override
    public void close() {
        for (int i = all.size() - 1; i >= 0; i--) {
            Part part = all.get(i);
            try {
                part.resource.close();
            } catch (Exception e) {
                LOG.warn("a part of the daemon failed to close", e);
            }
        }
        all.clear();
    }
}
