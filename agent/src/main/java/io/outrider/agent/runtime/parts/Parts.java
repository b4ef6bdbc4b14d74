package io.outrider.agent.runtime.parts;

import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.api.Failure;
import io.outrider.api.Health;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
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

    /** Starts the parts by their position. */
    public void start() throws Failure {
        for (Part part : sorted(each -> each.startPosition)) {
            part.start.run();
        }
    }

    /** Health by name, by the parts' position. */
    public Map<String, Health> health() {
        Map<String, Health> health = new LinkedHashMap<>();
        sorted(each -> each.healthPosition).forEach(part -> health.putAll(part.health.get()));
        return health;
    }

    private <P extends Comparable<P>> List<Part> sorted(Function<Part, P> position) {
        return all.stream().sorted(Comparator.comparing(position)).toList();
    }

    /** Closes all parts in reverse order, even if one fails. */
    @Override
    public void close() {
        for (int i = all.size() - 1; i >= 0; i--) {
            Part part = all.get(i);
            try {
                part.resource.close();
            } catch (Exception e) {
                LOG.warn("part {} failed to close", part.name, e);
            }
        }
        all.clear();
    }
}
