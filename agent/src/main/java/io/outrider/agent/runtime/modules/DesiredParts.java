package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.Registration;
import io.outrider.api.DesiredPart;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Parts of the desired document that modules answer for, while these are open. Any thread. */
public final class DesiredParts {
    /** Members that the agent answers for. */
    private static final Set<String> RESERVED = Set.of("revision", "loggers");

    private final List<RegisteredPart> parts = new CopyOnWriteArrayList<>();
    private volatile Consumer<RegisteredPart> observer = part -> {};
    private volatile Runnable reportRequest = () -> {};

    /**
     * Adds a part, which is asked for its members this once.
     *
     * @param module name of its module
     * @throws IllegalStateException if another part, or the agent, has one of its members
     */
    public synchronized Registration add(String module, DesiredPart desired) {
        RegisteredPart part = RegisteredPart.of(module, desired);
        Set<String> taken = new HashSet<>(RESERVED);
        parts.forEach(each -> taken.addAll(each.members()));
        for (String member : part.members()) {
            if (taken.contains(member)) {
                throw new IllegalStateException("the member '" + member + "' of the desired document has a part");
            }
        }
        parts.add(part);
        observer.accept(part);
        return () -> parts.remove(part);
    }

    public List<RegisteredPart> all() {
        return Collections.unmodifiableList(parts);
    }

    /** Sets the observer of later registrations; it must not block. */
    public void observe(Consumer<RegisteredPart> other) {
        observer = other;
    }

    /** Requests a new report to the fleet; does not block. */
    void requestReport() {
        reportRequest.run();
    }

    /** Sets what a request for a new report does; it must not block. */
    public void onReportRequest(Runnable other) {
        reportRequest = other;
    }
}
